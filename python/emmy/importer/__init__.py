# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From PyTorch to the framework level: capture with torch.export, then one line of text an operator."""

# Registered as they are imported: operators, and decompositions.
from . import grouped as _grouped  # noqa: F401
from . import numbers as _numbers  # noqa: F401
from . import ordering as _ordering  # noqa: F401
from . import recurrent as _recurrent  # noqa: F401
from . import sampling as _sampling  # noqa: F401
from . import scaled_products as _scaled_products  # noqa: F401
from . import statistics as _statistics  # noqa: F401
from . import updates as _updates  # noqa: F401
from . import windows as _windows  # noqa: F401
from .capture import capture, import_exported, import_module

__all__ = ["capture", "import_exported", "import_module"]
