# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Language models of transformers: their own classes, with small configurations."""

from __future__ import annotations

from .catalog import add, tokens

VOCABULARY = 61


def add_transformer(name: str, model: str, config: str, call=None, library="transformers", **settings) -> None:
    def make():
        from .libraries import import_transformers

        transformers = import_transformers()

        return getattr(transformers, model)._from_config(getattr(transformers, config)(**settings))

    add(name, library, make, call or tokens(VOCABULARY), **settings)


def ids(length: int = 5):
    def make():
        import torch

        return torch.randint(2, VOCABULARY, (2, length))

    return make


# Encoders.
ENCODER = {
    "vocab_size": VOCABULARY,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 32,
}
add_transformer("bert", "BertForSequenceClassification", "BertConfig", **ENCODER, num_labels=3)
add_transformer("bert_mlm", "BertForMaskedLM", "BertConfig", **ENCODER)
add_transformer("roberta", "RobertaForTokenClassification", "RobertaConfig", **ENCODER, pad_token_id=1)
add_transformer("electra", "ElectraForPreTraining", "ElectraConfig", **ENCODER, embedding_size=16)
add_transformer("albert", "AlbertForMaskedLM", "AlbertConfig", **ENCODER, embedding_size=16)
add_transformer(
    "deberta_v2",
    "DebertaV2ForTokenClassification",
    "DebertaV2Config",
    **ENCODER,
    relative_attention=True,
    pos_att_type=["p2c", "c2p"],
    position_buckets=8,
)
add_transformer(
    "distilbert",
    "DistilBertForQuestionAnswering",
    "DistilBertConfig",
    vocab_size=VOCABULARY,
    dim=32,
    n_layers=2,
    n_heads=4,
    hidden_dim=48,
    max_position_embeddings=32,
)
add_transformer(
    "modernbert",
    "ModernBertForMaskedLM",
    "ModernBertConfig",
    **ENCODER,
    pad_token_id=0,
    global_attn_every_n_layers=2,
    local_attention=6,
    bos_token_id=1,
    eos_token_id=1,
    cls_token_id=1,
    sep_token_id=1,
)

# Decoders. The cache is a result of a call with it; tests of the cache are models of their own.
DECODER = {**ENCODER, "use_cache": False, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 1}
GROUPED = {**DECODER, "num_key_value_heads": 2}
EXPERTS = {"num_experts_per_tok": 2}
OLD_DECODER = {
    "vocab_size": VOCABULARY,
    "n_positions": 32,
    "n_embd": 32,
    "n_layer": 2,
    "n_head": 4,
    "use_cache": False,
    "bos_token_id": 1,
    "eos_token_id": 1,
}
add_transformer("gpt2", "GPT2LMHeadModel", "GPT2Config", **OLD_DECODER)
add_transformer("gptj", "GPTJForCausalLM", "GPTJConfig", **OLD_DECODER, rotary_dim=4)
add_transformer("gpt_neox", "GPTNeoXForCausalLM", "GPTNeoXConfig", **DECODER)
add_transformer(
    "opt",
    "OPTForCausalLM",
    "OPTConfig",
    vocab_size=VOCABULARY,
    hidden_size=32,
    num_hidden_layers=2,
    ffn_dim=48,
    num_attention_heads=4,
    max_position_embeddings=32,
    word_embed_proj_dim=32,
    use_cache=False,
)
add_transformer(
    "bloom", "BloomForCausalLM", "BloomConfig", vocab_size=VOCABULARY, hidden_size=32, n_layer=2, n_head=4, use_cache=False
)
add_transformer(
    "falcon",
    "FalconForCausalLM",
    "FalconConfig",
    vocab_size=VOCABULARY,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=4,
    use_cache=False,
)
add_transformer("llama", "LlamaForCausalLM", "LlamaConfig", **GROUPED)
add_transformer("mistral", "MistralForCausalLM", "MistralConfig", **GROUPED, sliding_window=4)
add_transformer("mixtral", "MixtralForCausalLM", "MixtralConfig", **GROUPED, **EXPERTS, num_local_experts=4)
add_transformer("qwen2", "Qwen2ForCausalLM", "Qwen2Config", **GROUPED)
add_transformer("qwen3", "Qwen3ForCausalLM", "Qwen3Config", **GROUPED, head_dim=8)
add_transformer(
    "qwen3_moe",
    "Qwen3MoeForCausalLM",
    "Qwen3MoeConfig",
    **GROUPED,
    **EXPERTS,
    head_dim=8,
    num_experts=4,
    moe_intermediate_size=24,
)
add_transformer("gemma", "GemmaForCausalLM", "GemmaConfig", **GROUPED, head_dim=8)
add_transformer("gemma2", "Gemma2ForCausalLM", "Gemma2Config", **GROUPED, head_dim=8, sliding_window=4)
add_transformer("gemma3", "Gemma3ForCausalLM", "Gemma3TextConfig", **GROUPED, head_dim=8, sliding_window=4)
add_transformer("phi", "PhiForCausalLM", "PhiConfig", **DECODER)
add_transformer("phi3", "Phi3ForCausalLM", "Phi3Config", **GROUPED)
add_transformer("stablelm", "StableLmForCausalLM", "StableLmConfig", **GROUPED)
add_transformer("olmo2", "Olmo2ForCausalLM", "Olmo2Config", **GROUPED)
add_transformer("cohere", "CohereForCausalLM", "CohereConfig", **GROUPED)
add_transformer("granite", "GraniteForCausalLM", "GraniteConfig", **GROUPED)
add_transformer(
    "mamba",
    "MambaForCausalLM",
    "MambaConfig",
    vocab_size=VOCABULARY,
    hidden_size=32,
    state_size=4,
    num_hidden_layers=2,
    use_cache=False,
)
add_transformer(
    "mamba2",
    "Mamba2ForCausalLM",
    "Mamba2Config",
    vocab_size=VOCABULARY,
    hidden_size=32,
    state_size=8,
    num_hidden_layers=2,
    num_heads=8,
    head_dim=8,
    n_groups=2,
    chunk_size=4,
    use_cache=False,
)
add_transformer(
    "rwkv",
    "RwkvForCausalLM",
    "RwkvConfig",
    vocab_size=VOCABULARY,
    hidden_size=32,
    num_hidden_layers=2,
    context_length=32,
    use_cache=False,
)

# Encoders with decoders.
BOTH = {"decoder_input_ids": ids()}
add_transformer(
    "t5",
    "T5ForConditionalGeneration",
    "T5Config",
    tokens(VOCABULARY, **BOTH),
    vocab_size=VOCABULARY,
    d_model=32,
    d_kv=8,
    d_ff=48,
    num_layers=2,
    num_heads=4,
    use_cache=False,
)
add_transformer(
    "bart",
    "BartForConditionalGeneration",
    "BartConfig",
    tokens(VOCABULARY, **BOTH),
    vocab_size=VOCABULARY,
    d_model=32,
    encoder_layers=2,
    decoder_layers=2,
    encoder_attention_heads=4,
    decoder_attention_heads=4,
    encoder_ffn_dim=48,
    decoder_ffn_dim=48,
    max_position_embeddings=32,
    use_cache=False,
)
