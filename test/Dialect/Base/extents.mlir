// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// Extents are normalised when they are read.
// CHECK: emmy.symbol @seq {hint = 512 : i64, max = 4096 : i64}
emmy.symbol @seq {max = 4096, hint = 512}
emmy.symbol @batch

// CHECK-LABEL: func.func @canonical
// CHECK-SAME: tensor<?x4xf32, #emmy.dims<[batch*seq + 2*seq + 1, 4]>>
func.func @canonical(%x: tensor<?x4xf32, #emmy.dims<[1 + seq*2 + seq*batch, 4]>>) {
  return
}

// CHECK-LABEL: func.func @functions
// CHECK-SAME: #emmy.dims<[floordiv(seq, 2), max(batch, seq), 3]>
func.func @functions(%x: tensor<?x?x3xf32, #emmy.dims<[floordiv(seq, 2), max(seq, batch), mod(7, 4)]>>) {
  // CHECK: emmy.size @seq
  %n = emmy.size @seq
  return
}

// CHECK-LABEL: func.func @apply
func.func @apply(%x: f32) -> f32 {
  // CHECK: emmy.apply exp(%{{.*}}) : (f32) -> f32
  %e = emmy.apply exp(%x) : (f32) -> f32
  return %e : f32
}
