# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of torchvision, with small pictures: by their own builders, or of their classes where a builder has no word for the size."""

from __future__ import annotations

from .catalog import add, images


def add_vision(name: str, size: int = 64, batch: int = 1, depth: "int | None" = None, **options) -> None:
    def make():
        from .libraries import import_torchvision

        models = import_torchvision().models
        builder = next(getattr(part, name) for part in (models, models.segmentation, models.video) if hasattr(part, name))
        return builder(weights=None, **options)

    shape = (batch, 3, size, size) if depth is None else (batch, 3, depth, size, size)
    add(name, "torchvision", make, images(*shape), size=size, **options)


def add_class(name: str, of: str, size: int = 64, make_blocks=None, **options) -> None:
    """A class of torchvision.models; `make_blocks` gives those options that are classes or objects of the library."""

    def make():
        from .libraries import import_torchvision

        models = import_torchvision().models
        return getattr(models, of)(**options, **(make_blocks(models) if make_blocks else {}))

    add(name, "torchvision", make, images(1, 3, size, size), size=size, **options)


def make_efficientnet_blocks(models) -> dict:
    fused, plain = models.efficientnet.FusedMBConvConfig, models.efficientnet.MBConvConfig
    setting = [fused(1, 3, 1, 8, 8, 1), fused(4, 3, 2, 8, 16, 2), plain(4, 3, 2, 16, 24, 2), plain(6, 5, 1, 24, 32, 2)]
    return {"inverted_residual_setting": setting}


def make_convnext_blocks(models) -> dict:
    block = models.convnext.CNBlockConfig
    return {"block_setting": [block(16, 24, 1), block(24, 32, 2), block(32, None, 1)]}


def make_swin_v2_blocks(models) -> dict:
    part = models.swin_transformer
    return {"block": part.SwinTransformerBlockV2, "downsample_layer": part.PatchMergingV2}


add_vision("resnet18", batch=2, num_classes=10)
add_vision("resnet50", num_classes=10)
add_vision("resnext50_32x4d", num_classes=10)
add_vision("mobilenet_v2", num_classes=10)
add_vision("mobilenet_v3_small", num_classes=10)
add_vision("mnasnet0_5", num_classes=10)
add_vision("efficientnet_b0", num_classes=10)
add_class("efficientnet_v2", "EfficientNet", make_blocks=make_efficientnet_blocks, dropout=0.2, last_channel=64, num_classes=10)
add_vision("densenet121", num_classes=10)
add_class(
    "torchvision_densenet", "DenseNet", growth_rate=8, block_config=(2, 3, 2), num_init_features=16, bn_size=2, num_classes=10
)
add_vision("squeezenet1_1", num_classes=10)
add_vision("shufflenet_v2_x0_5", num_classes=10)
add_vision("googlenet", num_classes=10, init_weights=False, transform_input=True, aux_logits=False)
add_vision("inception_v3", size=96, num_classes=10, init_weights=False, aux_logits=False)
add_vision("regnet_y_400mf", num_classes=10)
add_class("torchvision_convnext", "ConvNeXt", make_blocks=make_convnext_blocks, layer_scale=1e-6, num_classes=10)
SWIN = {"embed_dim": 16, "depths": [2, 2], "num_heads": [2, 4], "window_size": [4, 4], "num_classes": 10}
add_class("torchvision_swin", "SwinTransformer", patch_size=[4, 4], **SWIN)
add_class("torchvision_swin_v2", "SwinTransformer", make_blocks=make_swin_v2_blocks, patch_size=[4, 4], **SWIN)
add_class(
    "torchvision_vit",
    "VisionTransformer",
    image_size=64,
    patch_size=16,
    num_layers=2,
    hidden_dim=96,
    num_heads=4,
    mlp_dim=192,
    num_classes=10,
)
add_class(
    "torchvision_maxvit",
    "MaxVit",
    input_size=(64, 64),
    stem_channels=16,
    partition_size=4,
    block_channels=[16, 32],
    block_layers=[1, 2],
    head_dim=8,
    stochastic_depth_prob=0.1,
    num_classes=10,
)
add_vision("fcn_resnet50", size=32, weights_backbone=None, num_classes=5)
add_vision("deeplabv3_mobilenet_v3_large", size=64, weights_backbone=None, num_classes=5)
add_vision("lraspp_mobilenet_v3_large", size=64, weights_backbone=None, num_classes=5)
add_vision("r3d_18", size=32, depth=4, num_classes=10)
