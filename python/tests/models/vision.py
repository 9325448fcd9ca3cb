# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of torchvision: their own builders, with small pictures."""

from __future__ import annotations

from catalog import add, images

# Those whose builders have no word for how large the model is.
CLASSES = {"vit_b_16": "VisionTransformer", "maxvit_t": "MaxVit"}


def add_vision(name: str, size: int = 64, batch: int = 1, depth: "int | None" = None, **options) -> None:
    def make():
        from libraries import import_torchvision

        models = import_torchvision().models
        if name in CLASSES:
            return getattr(models, CLASSES[name])(**options)
        builder = next(getattr(part, name) for part in (models, models.segmentation, models.video) if hasattr(part, name))
        return builder(weights=None, **options)

    shape = (batch, 3, size, size) if depth is None else (batch, 3, depth, size, size)
    add(name, "torchvision", make, images(*shape), size=size, **options)


add_vision("alexnet", num_classes=10)
add_vision("vgg11_bn", size=32, num_classes=10)
add_vision("resnet18", batch=2, num_classes=10)
add_vision("resnet50", num_classes=10)
add_vision("resnext50_32x4d", num_classes=10)
add_vision("wide_resnet50_2", num_classes=10)
add_vision("mobilenet_v2", num_classes=10)
add_vision("mobilenet_v3_small", num_classes=10)
add_vision("mnasnet0_5", num_classes=10)
add_vision("efficientnet_b0", num_classes=10)
add_vision("efficientnet_v2_s", size=64, num_classes=10)
add_vision("densenet121", num_classes=10)
add_vision("squeezenet1_1", num_classes=10)
add_vision("shufflenet_v2_x0_5", num_classes=10)
add_vision("googlenet", num_classes=10, init_weights=False, transform_input=True, aux_logits=False)
add_vision("inception_v3", size=96, num_classes=10, init_weights=False, aux_logits=False)
add_vision("regnet_y_400mf", num_classes=10)
add_vision("convnext_tiny", num_classes=10)
add_vision("swin_t", num_classes=10)
add_vision("swin_v2_t", num_classes=10)
add_vision("vit_b_16", patch_size=16, image_size=64, num_layers=2, hidden_dim=96, num_heads=4, mlp_dim=192, num_classes=10)
add_vision(
    "maxvit_t",
    input_size=(64, 64),
    partition_size=2,
    stem_channels=16,
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
