# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of a few operators up to whole architectures: run at small sizes, compiled at full ones."""
