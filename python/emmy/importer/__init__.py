# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From PyTorch to the framework level: capture with torch.export, then one line of text an operator."""

from . import windows as _windows  # noqa: F401  registers its operators
from .capture import capture, import_exported, import_module

__all__ = ["capture", "import_exported", "import_module"]
