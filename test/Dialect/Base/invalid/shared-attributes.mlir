// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// What stands where it may is no error.
module attributes {emmy.target = "sm_90a", emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
  emmy.symbol @n
  func.func @main(%x: memref<?xf32> {emmy.name = "x", emmy.parameter = "w", emmy.dims = #emmy.dims<[n]>}, %n: index {emmy.symbol = "n"})
      -> (f32 {emmy.name = "y", emmy.updates = "x"}) {
    %c = arith.constant 0.0 : f32
    return %c : f32
  }
}

// -----

// expected-error @+1 {{'builtin.module' op expected one of the attributes emmy.target, emmy.numerics, emmy.licences, emmy.implied, emmy.shared, emmy.name, emmy.parameter, emmy.prepared, emmy.symbol, emmy.dims, emmy.result, emmy.updates, but got "emmy.tarjet" on an operation}}
module attributes {emmy.tarjet = "sm_90"} {}

// -----

// expected-error @+1 {{'builtin.module' op expected a target of sm_75, sm_80, sm_86, sm_89, sm_90, sm_100, sm_120, but got 'sm_1'}}
module attributes {emmy.target = "sm_1"} {}

// -----

// expected-error @+1 {{'builtin.module' op expected emmy.target to be a string, but got 90 : i64 on an operation}}
module attributes {emmy.target = 90} {}

// -----

// expected-error @+1 {{'builtin.module' op expected emmy.numerics to be #emmy.numerics, but got "fused" on an operation}}
module attributes {emmy.numerics = "fused"} {}

// -----

// expected-error @+1 {{'func.func' op expected emmy.target on the top-level module, but got it on an operation}}
func.func private @main() attributes {emmy.target = "sm_90"}

// -----

func.func @implied(%x: f32) -> f64 {
  // expected-error @+1 {{'arith.extf' op expected emmy.implied on a conversion to a narrower type, but got it on an operation}}
  %y = arith.extf %x {emmy.implied} : f32 to f64
  return %y : f64
}

// -----

func.func @implied(%x: f32) -> f16 {
  // expected-error @+1 {{'arith.truncf' op expected emmy.implied to be no value or a number of type i64, but got true on an operation}}
  %y = arith.truncf %x {emmy.implied = true} : f32 to f16
  return %y : f16
}

// -----

func.func @shared(%x: f32) -> f32 {
  // expected-error @+1 {{'arith.addf' op expected emmy.shared on a product of floats, but got it on an operation}}
  %y = arith.addf %x, %x {emmy.shared} : f32
  return %y : f32
}

// -----

func.func @shared(%x: f32) -> f32 {
  // expected-error @+1 {{'arith.mulf' op expected emmy.shared to be no value, but got 1 : i64 on an operation}}
  %y = arith.mulf %x, %x {emmy.shared = 1} : f32
  return %y : f32
}

// -----

// expected-error @+1 {{'func.func' op expected emmy.updates on an argument or a result of a function, but got it on an operation}}
func.func private @main() attributes {emmy.updates = "x"}

// -----

// expected-error @+1 {{'func.func' op expected emmy.parameter on an argument of a function, but got it on result #0}}
func.func private @main() -> (f32 {emmy.parameter = "x"})

// -----

// Who passes parameters looks them up by key, wherever else they are passed.
// expected-error @+1 {{'func.func' op expected one argument for emmy.parameter "w", but got arguments #0 and #2}}
func.func private @main(f32 {emmy.parameter = "w"}, f32, f32 {emmy.parameter = "w"}, f32 {emmy.parameter = "b"})

// -----

// expected-error @+1 {{'func.func' op expected emmy.name on an argument or a result of a function, but got it on an operation}}
func.func private @main() attributes {emmy.name = "x"}

// -----

// expected-error @+1 {{'func.func' op expected emmy.name to be a string that is not empty, but got "" on argument #0}}
func.func private @main(f32 {emmy.name = ""})

// -----

// expected-error @+1 {{'func.func' op expected emmy.symbol on an argument of index type, but argument #0 is 'i64'}}
func.func private @main(i64 {emmy.symbol = "n"})

// -----

// expected-error @+1 {{'func.func' op expected emmy.dims on a memref of rank 1, but argument #0 is 'memref<?x?xf32>'}}
func.func private @main(memref<?x?xf32> {emmy.dims = #emmy.dims<[n]>})

// -----

// expected-error @+1 {{'builtin.module' op expected emmy.licences to be different names of licences, but got ["reassociate", "reassociate"] on an operation}}
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate", "reassociate"]} {}

// -----

// expected-error @+1 {{'builtin.module' op expected emmy.licences to be different names of licences, but got ["speed"] on an operation}}
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["speed"]} {}

// -----

// expected-error @+1 {{'builtin.module' op expected emmy.licences to be different names of licences, but got "reassociate" on an operation}}
module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = "reassociate"} {}

// -----

// expected-error @+1 {{'builtin.module' op expected emmy.numerics to be fast beside emmy.licences, but got fused}}
module attributes {emmy.numerics = #emmy.numerics<fused>, emmy.licences = ["reassociate"]} {}

// -----

// expected-error @+1 {{'builtin.module' op expected emmy.numerics to be fast beside emmy.licences, but got none}}
module attributes {emmy.licences = ["reassociate"]} {}

// -----

// expected-error @+1 {{'func.func' op expected emmy.prepared to be a string that is not empty, but got "" on argument #0}}
func.func @main(%x: tensor<4xf32> {emmy.prepared = ""}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
