# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the shell scripts of this folder share: the root of the repository, where
# the toolchain lives, and how to speak. Sourced, never run.

set -euo pipefail

EMMY_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
EMMY_LLVM_MAJOR=22
EMMY_LLVM_PREFIX=${EMMY_LLVM_PREFIX:-/usr/lib/llvm-$EMMY_LLVM_MAJOR}
EMMY_VENV=$EMMY_ROOT/.venv
EMMY_PY=$EMMY_VENV/bin/python

# say WHAT…: one line of progress.
say() { printf '[%s] %s\n' "$(basename "$0")" "$*"; }

# die WHAT [REMEDY…]: what went wrong, then one indented line per remedy.
die() {
  printf '[%s] error: %s\n' "$(basename "$0")" "$1" >&2
  shift
  local line
  for line in "$@"; do printf '    %s\n' "$line" >&2; done
  exit 1
}
