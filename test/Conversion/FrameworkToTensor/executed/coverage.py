# RUN: %python %s %emmy_src
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operator of the dialect is executed by some test of this folder."""

import json
import re
import subprocess
import sys
from pathlib import Path

source = Path(sys.argv[1])
include = source / "include"
prefix = Path(subprocess.run(["llvm-config-22", "--includedir"], capture_output=True, text=True, check=True).stdout.strip())
command = ["llvm-tblgen", "--dump-json", "-I", include, "-I", prefix, include / "Emmy/Dialect/Framework/IR/FrameworkOps.td"]
records = json.loads(subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout)
operators = sorted(records[name]["opName"] for name in records["!instanceof"]["EmmyFramework_TypedOp"])
texts = "\n".join(path.read_text() for path in Path(__file__).parent.glob("*.py") if path.name != "coverage.py")
# Parameters are moved, not computed: parameters.mlir.
missing = [name for name in operators if name != "parameter" and not re.search(rf"\b{name}\b", texts)]
print(f"{len(operators)} operators; not executed: {', '.join(missing) or 'none'}")
sys.exit(bool(missing) or len(operators) < 100)
