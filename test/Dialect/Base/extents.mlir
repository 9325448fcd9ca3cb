// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// Extents are normalised when they are read.
// CHECK: emmy.symbol @seq {hint = 512 : i64, max = 4096 : i64}
emmy.symbol @seq {max = 4096, hint = 512}
emmy.symbol @batch
emmy.symbol @n
emmy.symbol @m

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

// A size has one form however it was computed: what is added to a minimum or maximum goes into it where that leaves fewer
// terms, and nested ones are one, of different operands in order.
// CHECK-LABEL: func.func @forms
// CHECK-SAME: #emmy.dims<[max(0, seq - 1), max(0, seq - 1), max(0, seq - 2), max(batch, seq)]>
// CHECK-SAME: #emmy.dims<[max(batch, seq), max(batch, seq), min(batch, seq + 1), max(4, seq)]>
func.func @forms(%x: tensor<?x?x?x?xf32, #emmy.dims<[seq - min(1, seq), max(seq - 1, 0), max(0, seq - min(2, seq)),
                                                     batch + seq - min(seq, batch)]>>,
                 %y: tensor<?x?x?x?xf32, #emmy.dims<[max(seq, max(0, batch)), max(max(batch, seq), max(seq, 0)),
                                                     min(min(seq + 1, batch), min(seq + 2, batch)), 2 + max(seq - 2, 2)]>>) {
  return
}

// Sizes are not negative, and so is what is made of them: bounds that hold anyway are none. A difference may be negative.
// CHECK-LABEL: func.func @bounds
// CHECK-SAME: #emmy.dims<[min(4, n), min(4, n), min(7, floordiv(n, 2)), 7, max(3, n)]>
// CHECK-SAME: #emmy.dims<[max(0, min(4, n - 1)), max(-m + n, 0), min(8, mod(n, m)), mod(n, 4), max(1, ceildiv(n, 2))]>
// CHECK-SAME: #emmy.dims<[n + 2, 0, m*n + n, floordiv(n - 3, 2), min(4, n)]>
func.func @bounds(%x: tensor<?x?x?x7x?xf32, #emmy.dims<[min(4, n), max(0, min(4, n)), min(7, max(floordiv(n, 2), 0)),
                                                      min(max(n, 9), 7), max(min(n, 3), max(3, n))]>>,
                  %y: tensor<?x?x?x?x?xf32, #emmy.dims<[max(0, min(4, n - 1)), max(0, n - m), min(mod(n, m), 8),
                                                        min(mod(n, 4), 3), max(1, ceildiv(n, 2))]>>,
                  %z: tensor<?x0x?x?x?xf32, #emmy.dims<[max(n + 2, 2), min(0, n*m), max(n, n*m + n),
                                                        max(floordiv(n - 3, 2), -2), min(n, 4)]>>) {
  return
}

// Where it leaves no fewer, it stays beside; so do several functions, and products.
// CHECK-LABEL: func.func @beside
// CHECK-SAME: #emmy.dims<[min(4, seq) - 1, max(0, seq - 1) + min(1, seq), -2*min(1, seq) + 2*seq, batch*min(1, seq) + batch]>
func.func @beside(%x: tensor<?x?x?x?xf32, #emmy.dims<[min(4, seq) - 1, max(seq - 1, 0) + min(1, seq),
                                                      2 * seq - 2 * min(1, seq), batch + batch * min(1, seq)]>>) {
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
