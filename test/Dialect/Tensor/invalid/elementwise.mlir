// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_arity(%x: tensor<4xf32>) {
  // expected-error @below {{expected 2 operands of add, but got 1}}
  %e = "emmy_tensor.elementwise"(%x) <{function = #emmy<fn add>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @c2_shape(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @below {{expected operand #0 to have the shape of the result 'tensor<4xf32>', but got 'tensor<5xf32>'}}
  %e = "emmy_tensor.elementwise"(%y, %x) <{function = #emmy<fn add>}> : (tensor<5xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

emmy.symbol @a
emmy.symbol @b

// Two symbols are never one.
func.func @c2_extent(%x: tensor<?xf32, #emmy.dims<[a]>>, %y: tensor<?xf32, #emmy.dims<[b]>>) {
  // expected-error @below {{expected operand #0 to have the shape of the result 'tensor<?xf32, #emmy.dims<[b]>>', but got 'tensor<?xf32, #emmy.dims<[a]>>'}}
  %e = emmy_tensor.elementwise add(%x, %y) : (tensor<?xf32, #emmy.dims<[a]>>, tensor<?xf32, #emmy.dims<[b]>>) -> tensor<?xf32, #emmy.dims<[b]>>
  return
}

// -----

func.func @c3_result(%x: tensor<4xf32>) {
  // expected-error @below {{expected result type 'tensor<4xi1>', but got 'tensor<4xf32>'}}
  // expected-error @below {{failed to infer returned types}}
  %e = emmy_tensor.elementwise less(%x, %x) : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @c3_operand(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @below {{expected operand #0 of type 'tensor<4xf64>', but got 'tensor<4xf32>'}}
  %e = emmy_tensor.elementwise add(%x, %y) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @c4_undefined(%x: tensor<4xi32>) {
  // expected-error @below {{expected a function that is defined on 'i32', but got exp}}
  %e = emmy_tensor.elementwise exp(%x) : tensor<4xi32>
  return
}

// -----

func.func @c5_no_origin(%x: tensor<4xi32>) {
  // expected-error @below {{expected an origin (implied or user) of convert, but got none}}
  %e = emmy_tensor.elementwise convert(%x) : tensor<4xi32> -> tensor<4xf32>
  return
}

// -----

func.func @c5_origin(%x: tensor<4xf32>) {
  // expected-error @below {{expected an origin (implied or user) on convert only, but got one on exp}}
  %e = emmy_tensor.elementwise exp(%x) implied : tensor<4xf32>
  return
}

// -----

func.func @c6_width(%x: tensor<4xf32>) {
  // expected-error @below {{expected a bitcast to elements of 32 bits, but got 'i16'}}
  %e = emmy_tensor.elementwise bitcast(%x) : tensor<4xf32> -> tensor<4xi16>
  return
}

// -----

func.func @c6_of_bools(%x: tensor<4xi1>) {
  // expected-error @below {{expected a function that is defined on 'i1', but got bitcast}}
  %e = emmy_tensor.elementwise bitcast(%x) : tensor<4xi1> -> tensor<4xi1>
  return
}

// -----

func.func @c6_result_type(%x: tensor<4xf32>) {
  // expected-error @below {{expected '->' and the result type of bitcast}}
  %e = emmy_tensor.elementwise bitcast(%x) : tensor<4xf32>
  return
}

// -----

func.func @c5_saturate(%x: tensor<4xf32>) {
  // expected-error @below {{expected saturate only on a convert to an 8-bit float, but got it on convert to 'f16'}}
  %e = emmy_tensor.elementwise convert(%x) user saturate : tensor<4xf32> -> tensor<4xf16>
  return
}

// -----

func.func @parse_name(%x: tensor<4xf32>) {
  // expected-error @below {{expected a function of the laws table, but got 'swish'}}
  %e = emmy_tensor.elementwise swish(%x) : tensor<4xf32>
  return
}

// -----

func.func @parse_result(%x: tensor<4xf32>) {
  // expected-error @below {{expected '->' and the result type of convert}}
  %e = emmy_tensor.elementwise convert(%x) user : tensor<4xf32>
  return
}

// -----

func.func @type_unnamed(%x: tensor<?xf32>) {
  // expected-error @below {{operand #0 must be variadic of ranked tensor of numbers or bools with named extents, but got 'tensor<?xf32>'}}
  %e = emmy_tensor.elementwise exp(%x) : tensor<?xf32>
  return
}
