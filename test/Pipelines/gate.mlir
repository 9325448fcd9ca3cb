// RUN: emmy-opt --split-input-file --verify-diagnostics --emmy-gate=phase=loop %s

emmy.symbol @seq

// A declared symbol passes.
func.func private @declared(tensor<?xf32, #emmy.dims<[seq]>>)

// -----

// expected-error @+1 {{expected symbol 'batch' to be declared, but got none; add 'emmy.symbol @batch' to the module}}
func.func private @undeclared(tensor<?xf32, #emmy.dims<[batch]>>)

// -----

emmy.symbol @seq

func.func @upstream(%x: tensor<?xf32, #emmy.dims<[seq]>>) -> tensor<?xf32, #emmy.dims<[seq + 1]>> {
  // expected-error @+1 {{expected no upstream tensor operation on a type with symbolic dims, but got one; its folders do not keep the names}}
  %y = tensor.cast %x : tensor<?xf32, #emmy.dims<[seq]>> to tensor<?xf32, #emmy.dims<[seq + 1]>>
  return %y : tensor<?xf32, #emmy.dims<[seq + 1]>>
}

// -----

emmy.symbol @seq
// expected-error @+1 {{expected one declaration of a symbol, but got a second one of @seq}}
emmy.symbol @seq {max = 4}

// -----

// What an operation of a level above is, and which pipeline lowers it.
func.func @above(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected no operation above the loop level, but got one of emmy_tensor; run --emmy-lower-to-loop}}
  %y = emmy_tensor.elementwise exp(%x) : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Sizes are counted in 64 bits.
func.func @large(%empty: tensor<0x4294967296x4294967296xf32>, %dynamic: tensor<?xf32, #emmy.dims<[seq]>>) {
  // expected-error @+1 {{expected tensors of fewer than 2^63 bytes, but got 'tensor<2147483648x2147483648xi16>'}}
  %x = builtin.unrealized_conversion_cast %empty : tensor<0x4294967296x4294967296xf32> to tensor<2147483648x2147483648xi16>
  return
}
emmy.symbol @seq
