# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From PyTorch to the framework level: capture with torch.export, then one line of text an operator."""

from .capture import capture, import_exported, import_module

__all__ = ["capture", "import_exported", "import_module"]
