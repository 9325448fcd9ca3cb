// RUN: emmy-opt %s --split-input-file --verify-diagnostics --emmy-convert-loop-to-scf

// expected-error @+1 {{expected a public function with a body as the entry, but got none}}
module {
  func.func private @helper(f32) -> f32
}

// -----

// expected-error @+1 {{expected an entry of one block, but got 2}}
func.func @blocks(%x: tensor<4xf32>) {
  cf.br ^end
^end:
  return
}

// -----

// Everything that is wrong is told at once.
// expected-error @+1 {{expected tensors whose dynamic dims are named, but got 'f32'}}
func.func @several(%a: f32, %x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected emmy.symbol @n in the module, but got none}}
  %n = emmy.size @n
  // expected-error @+1 {{expected kernels, constants and emmy.while as the only operations on tensors in the host program, but got math.absf}}
  %y = math.absf %x : tensor<4xf32>
  %true = arith.constant true
  // expected-error @+1 {{expected straight-line code up to a return in the host program, but got scf.if}}
  scf.if %true {
  }
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{expected emmy.symbol @m in the module, but got none}}
func.func @symbol(%x: tensor<?xf32, #emmy.dims<[m]>>) {
  return
}

// -----

// An entry that never returns.
func.func @endless(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected straight-line code up to a return in the host program, but got llvm.unreachable}}
  llvm.unreachable
}

// -----

// What is wrong in a function that is repeated is told, too.
func.func private @more(%x: tensor<i1>) -> tensor<i1> {
  // expected-error @+1 {{expected kernels, constants and emmy.while as the only operations on tensors in the host program, but got tensor.empty}}
  %0 = tensor.empty() : tensor<i1>
  return %0 : tensor<i1>
}
// expected-error @+1 {{expected an entry of one block, but got 2}}
func.func private @step(%x: tensor<i1>) -> tensor<i1> {
  cf.br ^end
^end:
  return %x : tensor<i1>
}
func.func @loop(%x: tensor<i1>) -> tensor<i1> {
  %0 = emmy.while @more do @step carry(%x : tensor<i1>)
  return %0 : tensor<i1>
}
