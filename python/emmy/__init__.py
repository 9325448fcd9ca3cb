# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Emmy: a compiler of captured tensor graphs to GPU kernels, through levels that a person can read."""

_EXPORTS = {"compile": ".program", "CompiledProgram": ".program", "Module": ".compiler"}


def __getattr__(name):
    # PyTorch is imported by what needs it only.
    if name in _EXPORTS:
        from importlib import import_module

        return getattr(import_module(_EXPORTS[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
