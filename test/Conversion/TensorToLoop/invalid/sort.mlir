// RUN: emmy-opt %s --emmy-convert-tensor-to-loop --verify-diagnostics

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected no sort, but got one; run emmy-tensor-expand-sort first}}
  %s = emmy_tensor.sort(%x) dim = 0 : tensor<4xf32>
  return %s : tensor<4xf32>
}
