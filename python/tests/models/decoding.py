# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Steps of decoding: one new token, with keys and values of those before it in buffers that the step writes to."""

from __future__ import annotations

from .catalog import add
from .language import GROUPED

LENGTH = 16


def add_decoding(name: str, model: str, config: str, **settings) -> None:
    """A model of transformers with the library's own static cache, as the library wraps both for torch.export."""

    def make():
        import torch

        from .libraries import import_transformers

        transformers = import_transformers()
        from transformers.integrations.executorch import TorchExportableModuleWithStaticCache

        class Decoder(TorchExportableModuleWithStaticCache):
            def forward(self, **inputs):
                """The layers of the cache hold the buffers that the module has now: those of another dtype, or those of a trace."""
                for number, layer in enumerate(self.static_cache.layers):
                    layer.keys, layer.values = self.get_buffer(f"key_cache_{number}"), self.get_buffer(f"value_cache_{number}")
                    layer.cumulative_length = self.get_buffer(f"cumulative_length_{number}")
                return super().forward(**inputs)

        module = getattr(transformers, model)._from_config(getattr(transformers, config)(**settings))
        module.generation_config.use_cache, module.generation_config.cache_implementation = True, "static"
        decoder = Decoder(module, batch_size=1, max_cache_len=LENGTH, device=torch.device("cpu"))
        with torch.no_grad():
            for layer in decoder.static_cache.layers:
                layer.keys.normal_()
                layer.values.normal_()
        return decoder

    def call():
        import torch

        return (), {"input_ids": torch.tensor([[7]]), "cache_position": torch.tensor([5])}

    add(name, "transformers", make, call, **settings)


CACHED = {**GROUPED, "use_cache": True}
add_decoding("llama_decode", "LlamaForCausalLM", "LlamaConfig", **CACHED)
add_decoding("qwen3_decode", "Qwen3ForCausalLM", "Qwen3Config", **CACHED, head_dim=8)
