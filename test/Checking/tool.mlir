// The tool's own questions need no program, and a file that is not there is told.
// RUN: emmy-opt --emmy-check-each-pass --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: emmy-opt --emmy-check-each-pass --list-passes | FileCheck %s --check-prefix=PASSES
// RUN: not emmy-opt --emmy-check-each-pass %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// DIALECTS: emmy_tensor
// PASSES: emmy-tensor-compose-index-maps
// MISSING: missing.mlir
