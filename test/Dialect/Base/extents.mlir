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

// Coefficients saturate; they never wrap around.
// CHECK-LABEL: func.func @large
// CHECK-SAME: #emmy.dims<[9223372036854775807*seq]>
// CHECK-SAME: #emmy.dims<[-9223372036854775807*seq - 9223372036854775807]>
// CHECK-SAME: tensor<9223372036854775807xf32>
func.func @large(%x: tensor<?xf32, #emmy.dims<[4611686018427387904*seq*3]>>,
                 %y: tensor<?xf32, #emmy.dims<[-9223372036854775807 - 3 - 9223372036854775807 * seq - 3 * seq]>>,
                 %z: tensor<4294967296x4294967296xf32>) -> tensor<9223372036854775807xf32> {
  %flat = emmy_framework.flatten %z : tensor<4294967296x4294967296xf32>
  return %flat : tensor<9223372036854775807xf32>
}

// CHECK-LABEL: func.func @apply
func.func @apply(%x: f32) -> f32 {
  // CHECK: emmy.apply exp(%{{.*}}) : (f32) -> f32
  %e = emmy.apply exp(%x) : (f32) -> f32
  return %e : f32
}
