// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

emmy.symbol @seq

// CHECK-LABEL: func.func @one_piece
func.func @one_piece(%x: tensor<4x8xf32>) -> tensor<8x4xf32> {
  // CHECK: emmy_tensor.index_map [%{{.*}}[(d0, d1) -> (d1, d0)]] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %t = emmy_tensor.index_map [%x[(i, j) -> (j, i)]] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return %t : tensor<8x4xf32>
}

// A pad: the source where the guard holds, else a fill; products with symbols are allowed.
// CHECK-LABEL: func.func @pieces
func.func @pieces(%x: tensor<?x8xf32, #emmy.dims<[seq, 8]>>, %fill: tensor<f32>) {
  // CHECK: %[[SEQ:.*]] = emmy.size @seq
  %n = emmy.size @seq
  // CHECK: emmy_tensor.index_map [%{{.*}}[(d0, d1)[s0] -> (d0 - s0, d1)] if affine_set<(d0, d1)[s0] : (d0 - s0 >= 0)>, %{{.*}}[(d0, d1)[s0] -> ()]] symbols(%[[SEQ]])
  %p = emmy_tensor.index_map [%x[(d0, d1)[s0] -> (d0 - s0, d1)] if affine_set<(d0, d1)[s0] : (d0 - s0 >= 0)>,
                              %fill[(d0, d1)[s0] -> ()]] symbols(%n)
    : (tensor<?x8xf32, #emmy.dims<[seq, 8]>>, tensor<f32>) -> tensor<?x8xf32, #emmy.dims<[2*seq, 8]>>
  // CHECK: emmy_tensor.index_map [%{{.*}}[(d0)[s0] -> (d0 floordiv 8, d0 mod 8)]] symbols(%[[SEQ]])
  %r = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 floordiv 8, d0 mod 8)]] symbols(%n)
    : (tensor<?x8xf32, #emmy.dims<[seq, 8]>>) -> tensor<?xf32, #emmy.dims<[8*seq]>>
  return
}

// CHECK-LABEL: func.func @rank_0
func.func @rank_0(%x: tensor<1xf32>) -> tensor<f32> {
  // CHECK: emmy_tensor.index_map [%{{.*}}[() -> (0)]] : (tensor<1xf32>) -> tensor<f32>
  %s = emmy_tensor.index_map [%x[() -> (0)]] : (tensor<1xf32>) -> tensor<f32>
  return %s : tensor<f32>
}
