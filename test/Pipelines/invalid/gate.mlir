// RUN: not emmy-opt --emmy-gate=phase=cuda %s 2>&1 | FileCheck %s

// CHECK: expected option 'phase' to be framework, tensor, loop, tile or kernel, but got 'cuda'
module {}
