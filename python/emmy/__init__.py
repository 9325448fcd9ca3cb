# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Emmy: a compiler of captured tensor graphs to GPU kernels, through levels that a person can read."""

# Name -> the module that it lies in; PyTorch is imported by what needs it only.
_ERRORS = (
    "ArgumentError",
    "CaptureError",
    "CompileError",
    "DeviceError",
    "EmmyError",
    "SimulationError",
    "SourceError",
    "UnsupportedError",
)
_EXPORTS = {
    "__version__": "._emmy",
    "compile": ".program",
    "CompiledProgram": ".program",
    "Module": ".compiler",
    "check": ".checking",
    "CheckResult": ".checking",
    **dict.fromkeys(_ERRORS, ".errors"),
}
_NEED_TORCH = {"compile", "CompiledProgram"}

__all__ = ["CheckResult", "CompiledProgram", "Module", "check", "compile", *_ERRORS]  # noqa: F822  made by __getattr__


def __getattr__(name):
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module(_EXPORTS[name], __name__), name)
    except ImportError as error:
        if name in _NEED_TORCH and (error.name or "").partition(".")[0] == "torch":
            raise ImportError(f"emmy.{name} needs PyTorch, which is not installed") from error
        raise


def __dir__():
    return sorted([*globals(), *_EXPORTS])
