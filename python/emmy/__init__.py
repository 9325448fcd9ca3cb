# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Emmy: a compiler of captured tensor graphs to GPU kernels, through levels that a person can read."""
