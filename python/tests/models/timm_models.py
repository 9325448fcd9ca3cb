# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of timm: its registry, with small pictures and few layers where the model takes such options."""

from __future__ import annotations

from catalog import add, images


def add_timm(name: str, size: int = 64, batch: int = 1, **options) -> None:
    def make():
        from libraries import import_timm

        return import_timm().create_model(name, pretrained=False, num_classes=10, **options)

    add(f"timm_{name}", "timm", make, images(batch, 3, size, size), size=size, **options)


SMALL_VIT = {"img_size": 64, "depth": 2, "embed_dim": 64, "num_heads": 4}

add_timm("vit_tiny_patch16_224", batch=2, **SMALL_VIT)
add_timm("deit_tiny_distilled_patch16_224", **SMALL_VIT)
add_timm("beit_base_patch16_224", **SMALL_VIT)
add_timm("eva02_tiny_patch14_224", size=56, **{**SMALL_VIT, "img_size": 56})
add_timm("mixer_s32_224", img_size=64, num_blocks=2, embed_dim=64)
add_timm("resmlp_12_224", img_size=64, num_blocks=2, embed_dim=64)
add_timm("poolformer_s12")
add_timm("convnext_atto")
add_timm("convmixer_768_32", depth=2, dim=64)
add_timm("mobilevit_xxs")
add_timm("levit_128s", size=64, img_size=64)
add_timm("pvt_v2_b0")
add_timm("ghostnet_100")
add_timm("hardcorenas_a")
add_timm("res2net50_26w_4s")
add_timm("cspresnet50")
add_timm("dla34")
add_timm("nf_resnet50")
add_timm("repvgg_a0")
add_timm("tf_efficientnet_lite0")
add_timm("coatnet_0_224", size=64, img_size=64, embed_dim=[16, 24, 32, 48, 64])
add_timm("xcit_nano_12_p16_224", size=64, img_size=64, depth=2)
add_timm("volo_d1_224", size=64, img_size=64)
add_timm("edgenext_xx_small")
