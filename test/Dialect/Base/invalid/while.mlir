// RUN: emmy-opt --split-input-file --verify-diagnostics %s

func.func private @f() -> tensor<i1>

func.func @c1_nothing_carried() {
  // expected-error @+1 {{expected at least one carried tensor, but got none; carry what the condition reads}}
  emmy.while @f do @f carry()
  return
}

// -----

func.func @c2_no_function(%x: tensor<i1>) -> tensor<i1> {
  // expected-error @+1 {{expected a func.func of the module as the condition, but got @more; define one of that name}}
  %0 = emmy.while @more do @more carry(%x : tensor<i1>)
  return %0 : tensor<i1>
}

// -----

func.func private @more(%x: tensor<i1>) -> tensor<i1> {
  return %x : tensor<i1>
}
emmy.symbol @n

func.func @c2_no_function(%x: tensor<i1>) -> tensor<i1> {
  // expected-error @+1 {{expected a func.func of the module as the body, but got @n; define one of that name}}
  %0 = emmy.while @more do @n carry(%x : tensor<i1>)
  return %0 : tensor<i1>
}

// -----

ml_program.func private @more(%x: tensor<i1>) -> tensor<i1> {
  ml_program.return %x : tensor<i1>
}

// No pass of this compiler looks into functions of other kinds.
func.func @c2_other_function(%x: tensor<i1>) -> tensor<i1> {
  // expected-error @+1 {{expected a func.func of the module as the condition, but got @more; define one of that name}}
  %0 = emmy.while @more do @more carry(%x : tensor<i1>)
  return %0 : tensor<i1>
}

// -----

func.func @more(%x: tensor<i1>) -> tensor<i1> {
  return %x : tensor<i1>
}

func.func @c2_public(%x: tensor<i1>) -> tensor<i1> {
  // expected-error @+1 {{expected a private function with a body as the condition, but got @more; mark it private, and give it a body}}
  %0 = emmy.while @more do @more carry(%x : tensor<i1>)
  return %0 : tensor<i1>
}

// -----

func.func private @more(%x: tensor<i1>) -> tensor<i1> {
  return %x : tensor<i1>
}
func.func private @step(%x: tensor<i1>) -> tensor<i1>

func.func @c2_declaration(%x: tensor<i1>) -> tensor<i1> {
  // expected-error @+1 {{expected a private function with a body as the body, but got @step; mark it private, and give it a body}}
  %0 = emmy.while @more do @step carry(%x : tensor<i1>)
  return %0 : tensor<i1>
}

// -----

func.func private @more(%x: tensor<i1>) -> tensor<i1> {
  return %x : tensor<i1>
}

func.func @c3_arguments(%x: tensor<i1>, %y: tensor<f32>) -> tensor<i1> {
  // expected-error @+1 {{expected the condition @more to take the carried and the given tensors, ('tensor<i1>', 'tensor<f32>'), but got ('tensor<i1>'); give it arguments of these types}}
  %0 = emmy.while @more do @more carry(%x : tensor<i1>) given(%y : tensor<f32>)
  return %0 : tensor<i1>
}

// -----

func.func private @more(%x: tensor<1xi1>) -> tensor<1xi1> {
  return %x : tensor<1xi1>
}

func.func @c4_result(%x: tensor<1xi1>) -> tensor<1xi1> {
  // expected-error @+1 {{expected the condition @more to give ('tensor<i1>'), but got ('tensor<1xi1>'); return these types}}
  %0 = emmy.while @more do @more carry(%x : tensor<1xi1>)
  return %0 : tensor<1xi1>
}

// -----

emmy.symbol @n
emmy.symbol @m

func.func private @more(%x: tensor<?xf32, #emmy.dims<[n]>>, %y: tensor<?xf32, #emmy.dims<[m]>>, %go: tensor<i1>) -> tensor<i1> {
  return %go : tensor<i1>
}
func.func private @step(%x: tensor<?xf32, #emmy.dims<[n]>>, %y: tensor<?xf32, #emmy.dims<[m]>>, %go: tensor<i1>) -> tensor<?xf32, #emmy.dims<[m]>> {
  return %y : tensor<?xf32, #emmy.dims<[m]>>
}

// A carried tensor of other extents in each step has no type.
func.func @c5_extents(%x: tensor<?xf32, #emmy.dims<[n]>>, %y: tensor<?xf32, #emmy.dims<[m]>>, %go: tensor<i1>) -> tensor<?xf32, #emmy.dims<[n]>> {
  // expected-error @+1 {{expected the body @step to give ('tensor<?xf32, #emmy.dims<[n]>>'), but got ('tensor<?xf32, #emmy.dims<[m]>>'); return these types}}
  %0 = emmy.while @more do @step carry(%x : tensor<?xf32, #emmy.dims<[n]>>) given(%y, %go : tensor<?xf32, #emmy.dims<[m]>>, tensor<i1>)
  return %0 : tensor<?xf32, #emmy.dims<[n]>>
}

// -----

func.func private @more(%x: tensor<i1>) -> tensor<i1> {
  return %x : tensor<i1>
}
func.func private @outer(%x: tensor<i1>) -> tensor<i1> {
  %0 = emmy.while @more do @inner carry(%x : tensor<i1>)
  return %0 : tensor<i1>
}
func.func private @inner(%x: tensor<i1>) -> tensor<i1> {
  // expected-error @+1 {{expected functions that are not repeated within themselves, but got @inner; carry what it computes in one loop}}
  %0 = emmy.while @outer do @more carry(%x : tensor<i1>)
  return %0 : tensor<i1>
}

func.func @c6_recursion(%x: tensor<i1>) -> tensor<i1> {
  %0 = emmy.while @more do @outer carry(%x : tensor<i1>)
  return %0 : tensor<i1>
}

// -----

func.func private @more(%x: tensor<i1>) -> tensor<i1> {
  return %x : tensor<i1>
}
func.func private @self(%x: tensor<i1>) -> tensor<i1> {
  // expected-error @+1 {{expected functions that are not repeated within themselves, but got @self; carry what it computes in one loop}}
  %0 = emmy.while @more do @self carry(%x : tensor<i1>)
  return %0 : tensor<i1>
}
