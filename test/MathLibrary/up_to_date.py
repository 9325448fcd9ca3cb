# RUN: %python %emmy_src/utils/math/generate.py --check --laws %emmy_build/include/Emmy/Dialect/Base/IR/Laws.json
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MathLibrary.mlir is what its sources say."""
