# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of transformers that see and hear."""

from __future__ import annotations

from .language import ENCODER, VOCABULARY, add_transformer, ids, tokens

TRANSFORMER = {name: ENCODER[name] for name in ("hidden_size", "num_hidden_layers", "num_attention_heads", "intermediate_size")}
PICTURE = {**TRANSFORMER, "image_size": 32, "patch_size": 8}


def picture(size: int = 32, **kwargs):
    def call():
        import torch

        return (), {"pixel_values": torch.randn(2, 3, size, size), **{name: make() for name, make in kwargs.items()}}

    return call


def sound(name: str, *shape, **kwargs):
    def call():
        import torch

        return (), {name: torch.randn(*shape), **{key: make() for key, make in kwargs.items()}}

    return call


add_transformer("vit", "ViTForImageClassification", "ViTConfig", picture(), **PICTURE, num_labels=5)
add_transformer("dinov2", "Dinov2ForImageClassification", "Dinov2Config", picture(), **PICTURE, num_labels=5)
add_transformer("beit", "BeitForImageClassification", "BeitConfig", picture(), **PICTURE, num_labels=5)
add_transformer(
    "swin",
    "SwinForImageClassification",
    "SwinConfig",
    picture(),
    image_size=32,
    patch_size=2,
    embed_dim=16,
    depths=[2, 2],
    num_heads=[2, 4],
    window_size=4,
    num_labels=5,
)
add_transformer(
    "convnext",
    "ConvNextForImageClassification",
    "ConvNextConfig",
    picture(),
    hidden_sizes=[8, 16, 24, 32],
    depths=[1, 1, 2, 1],
    num_labels=5,
)
add_transformer(
    "segformer",
    "SegformerForSemanticSegmentation",
    "SegformerConfig",
    picture(64),
    hidden_sizes=[8, 16, 24, 32],
    depths=[1, 1, 1, 1],
    num_attention_heads=[1, 2, 4, 4],
    decoder_hidden_size=16,
    num_labels=5,
)
add_transformer(
    "clip",
    "CLIPModel",
    "CLIPConfig",
    tokens(VOCABULARY, pixel_values=lambda: picture()()[1]["pixel_values"]),
    text_config={**ENCODER, "projection_dim": 24, "eos_token_id": 1, "bos_token_id": 0},
    vision_config={**PICTURE, "projection_dim": 24},
    projection_dim=24,
)
add_transformer(
    "siglip",
    "SiglipModel",
    "SiglipConfig",
    tokens(VOCABULARY, pixel_values=lambda: picture()()[1]["pixel_values"]),
    text_config={**ENCODER, "max_position_embeddings": 11},
    vision_config=PICTURE,
)
add_transformer(
    "whisper",
    "WhisperForConditionalGeneration",
    "WhisperConfig",
    sound("input_features", 2, 16, 24, decoder_input_ids=ids()),
    vocab_size=VOCABULARY,
    num_mel_bins=16,
    d_model=32,
    encoder_layers=2,
    decoder_layers=2,
    encoder_attention_heads=4,
    decoder_attention_heads=4,
    encoder_ffn_dim=48,
    decoder_ffn_dim=48,
    max_source_positions=12,
    max_target_positions=16,
    use_cache=False,
    pad_token_id=0,
    bos_token_id=1,
    eos_token_id=1,
    decoder_start_token_id=1,
)
SPEECH = {
    **TRANSFORMER,
    "conv_dim": [16, 16, 16],
    "conv_kernel": [10, 3, 3],
    "conv_stride": [5, 2, 2],
    "num_feat_extract_layers": 3,
    "num_conv_pos_embeddings": 8,
    "num_conv_pos_embedding_groups": 4,
    "vocab_size": 12,
}
add_transformer("wav2vec2", "Wav2Vec2ForCTC", "Wav2Vec2Config", sound("input_values", 2, 400), **SPEECH)
add_transformer("hubert", "HubertForCTC", "HubertConfig", sound("input_values", 2, 400), **SPEECH)
add_transformer(
    "audio_spectrogram",
    "ASTForAudioClassification",
    "ASTConfig",
    sound("input_values", 2, 32, 16),
    **TRANSFORMER,
    patch_size=8,
    frequency_stride=8,
    time_stride=8,
    max_length=32,
    num_mel_bins=16,
    num_labels=5,
)
add_transformer(
    "patchtst",
    "PatchTSTForPrediction",
    "PatchTSTConfig",
    sound("past_values", 2, 32, 3),
    num_input_channels=3,
    context_length=32,
    patch_length=8,
    patch_stride=8,
    d_model=16,
    num_attention_heads=4,
    num_hidden_layers=2,
    ffn_dim=32,
    prediction_length=6,
)
