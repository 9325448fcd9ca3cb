// RUN: emmy-opt %s --emmy-lower-to-kernel --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,FUSED
// RUN: emmy-opt %s --emmy-lower-to-kernel=fuse=false --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,APART

// RUN: emmy-opt %s --emmy-lower-to-loop=prepare=false --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=UNPREPARED

// UNPREPARED-NOT: emmy-tensor-prepare

// A gate stands at each level, and what changes numbers or merges kernels stands where it is said to; an option leaves fusion out.
// CHECK: emmy-set-module-options
// CHECK-NEXT: emmy-gate{phase=framework}
// CHECK-NEXT: emmy-convert-framework-to-tensor
// CHECK: emmy-gate{phase=tensor}
// CHECK-NEXT: emmy-tensor-expand-sort
// CHECK-NEXT: emmy-tensor-compose-index-maps
// CHECK: emmy-tensor-fold-constants
// CHECK-NEXT: emmy-tensor-simplify
// CHECK-NEXT: emmy-tensor-fold-scales
// CHECK-NEXT: emmy-tensor-sink-scales
// CHECK-NEXT: emmy-tensor-fold-constants
// CHECK-NEXT: emmy-tensor-prepare
// CHECK: emmy-convert-tensor-to-loop
// CHECK-NEXT: cse
// FUSED-NEXT: emmy-loop-fuse
// CHECK-NEXT: emmy-loop-merge-reductions
// CHECK-NEXT: emmy-loop-drop-implied-converts
// CHECK: emmy-loop-share-coordinates
// CHECK-NEXT: emmy-gate{phase=loop}
// CHECK-NEXT: emmy-convert-loop-to-tile
// CHECK-NEXT: emmy-tile-choose-schedule
// CHECK-NEXT: emmy-tile-apply-schedule
// CHECK: emmy-gate{phase=tile}
// CHECK-NEXT: emmy-convert-tile-to-kernel
// CHECK-NEXT: emmy-form-fma
// CHECK: emmy-gate{phase=kernel}
// APART-NOT: emmy-loop-fuse
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = emmy_framework.relu %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
