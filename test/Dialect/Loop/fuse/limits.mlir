// RUN: emmy-opt --emmy-convert-tensor-to-loop --emmy-loop-fuse="report max-instructions=13" --split-input-file --verify-diagnostics %s

// Kernels grow up to a limit.
func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = emmy_tensor.elementwise exp(%x) : tensor<8xf32>
  // expected-remark @+1 {{'exp' into 'negate' not profitable: the merged kernel has 35 instructions, more than 13}}
  %b = emmy_tensor.elementwise negate(%a) : tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

func.func @side_by_side(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = emmy_tensor.elementwise exp(%x) : tensor<8xf32>
  // expected-remark @below {{'exp' into 'negate' not profitable side by side: the merged kernel has 37 instructions, more than 13}}
  %b = emmy_tensor.elementwise negate(%x) : tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}
