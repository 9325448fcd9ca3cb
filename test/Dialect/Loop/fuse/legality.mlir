// RUN: emmy-opt --emmy-convert-tensor-to-loop --emmy-loop-fuse=report --split-input-file --verify-diagnostics %s | FileCheck %s

// A kernel that writes through an operand is not computed elsewhere.
// CHECK-LABEL: func.func @tied
// CHECK-COUNT-2: emmy_loop.kernel
func.func @tied(%x: tensor<9xf32>, %u: tensor<3xf32>, %i: tensor<3xi64>) -> tensor<9xf32> {
  %s = emmy_tensor.scatter sum %u into %x[%i] dims = [0] : tensor<3xf32> into (tensor<9xf32>, tensor<3xi64>)
  // expected-remark @below {{'scatter' into 'negate' not legal: the producer writes through an operand}}
  %n = emmy_tensor.elementwise negate(%s) : tensor<9xf32>
  return %n : tensor<9xf32>
}

// -----

// Updates that read what the consumer writes.
// CHECK-LABEL: func.func @written
// CHECK-COUNT-2: emmy_loop.kernel
func.func @written(%x: tensor<3xf32>, %i: tensor<3xi64>) -> tensor<3xf32> {
  %n = emmy_tensor.elementwise negate(%x) : tensor<3xf32>
  // expected-remark @below {{'negate' into 'scatter' not legal: the consumer writes through an operand that the producer reads or makes}}
  %s = emmy_tensor.scatter sum %n into %x[%i] dims = [0] : tensor<3xf32> into (tensor<3xf32>, tensor<3xi64>)
  return %s : tensor<3xf32>
}

// -----

// The middle kernel reads the first and feeds the last: keeping the first's value in the last would close a cycle, and computing it
// again saves nothing.
// CHECK-LABEL: func.func @cycle
// CHECK-COUNT-3: emmy_loop.kernel
// CHECK: return %exp, %divide
func.func @cycle(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %e = emmy_tensor.elementwise exp(%x) : tensor<64x64xf32>
  // expected-remark @below {{'exp' into 'scan' not profitable: it would take}}
  %s = emmy_tensor.scan sum(%e) dim = 1 : tensor<64x64xf32> -> tensor<64x64xf32>
  // expected-remark @below {{'scan' into 'divide' not legal: the producer does not store at the innermost place}}
  // expected-remark @below {{'exp' into 'divide' not profitable: it would take}}
  %d = emmy_tensor.elementwise divide(%e, %s) : tensor<64x64xf32>
  return %e, %d : tensor<64x64xf32>, tensor<64x64xf32>
}
