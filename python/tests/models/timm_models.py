# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of timm, with small pictures: from its registry, or of their classes where an entry says itself how large the model is."""

from __future__ import annotations

import importlib

from .catalog import add, images


def add_timm(name: str, size: int = 64, batch: int = 1, **options) -> None:
    def make():
        from .libraries import import_timm

        return import_timm().create_model(name, pretrained=False, num_classes=10, **options)

    add(f"timm_{name}", "timm", make, images(batch, 3, size, size), size=size, **options)


def add_class(name: str, of: str, size: int = 64, parts=(), **options) -> None:
    """A class of one of timm's modules; `parts` are options whose values the module has, too."""

    def make():
        from .libraries import import_timm

        import_timm()
        module, kind = of.split(".")
        module = importlib.import_module(f"timm.models.{module}")
        return getattr(module, kind)(num_classes=10, **options, **{option: getattr(module, part) for option, part in parts})

    add(f"timm_{name}", "timm", make, images(1, 3, size, size), size=size, **options)


SMALL_VIT = {"img_size": 64, "depth": 2, "embed_dim": 64, "num_heads": 4}
MIXER = {"img_size": 64, "patch_size": 16, "num_blocks": 2, "embed_dim": 48}

add_timm("vit_tiny_patch16_224", batch=2, **SMALL_VIT)
add_timm("deit_tiny_distilled_patch16_224", **SMALL_VIT)
add_timm("beit_base_patch16_224", **SMALL_VIT)
add_timm("eva02_tiny_patch14_224", size=56, **{**SMALL_VIT, "img_size": 56})
add_class("mixer", "mlp_mixer.MlpMixer", **MIXER)
add_class("resmlp", "mlp_mixer.MlpMixer", parts=[("block_layer", "ResBlock"), ("norm_layer", "Affine")], mlp_ratio=4, **MIXER)
add_timm("poolformer_s12")
add_timm("convnext_atto", depths=(1, 1, 2, 1), dims=(16, 24, 32, 48))
add_class("convmixer", "convmixer.ConvMixer", dim=48, depth=2, kernel_size=5)
add_timm("mobilevit_xxs")
add_timm("levit_128s", size=128, img_size=128)
add_timm("pvt_v2_b0", depths=(1, 1, 1, 1), embed_dims=(16, 32, 40, 64))
add_timm("ghostnet_100")
add_timm("hardcorenas_a")
add_timm("res2net50_26w_4s")
add_timm("cspresnet50")
add_timm("dla34")
add_timm("nf_resnet50")
add_timm("repvgg_a0")
add_timm("tf_efficientnet_lite0")
add_timm("xcit_nano_12_p16_224", img_size=64, depth=2)
add_class("volo", "volo.VOLO", img_size=64, layers=[1, 1, 1, 1], embed_dims=[32, 48, 48, 48], num_heads=[2, 4, 4, 4])
add_timm("edgenext_xx_small", depths=(2, 2, 2, 2))
