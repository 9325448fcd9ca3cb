# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What large comparisons with PyTorch have in common: units that are judged in processes, results that are kept, a page made of them,
and the command line. What a suite judges, and how, is in its own folder."""
