// RUN: split-file %s %t

// A parameter of @prepare that nobody can make.
// RUN: not emmy-test-compiler --signature %t/unnamed.mlir 2>&1 | FileCheck %s --check-prefix=UNNAMED
// UNNAMED: error: expected argument #0 to be a ranked tensor whose dynamic dims are named, but got 'tensor<?xf32>'

// What fails when it is prepared is told, and the entry does not run.
// RUN: not emmy-run --level=tensor --seed=0 --print %t/fails.mlir 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: error: 'emmy_tensor.index_map' op expected coordinates in 0..4 along dim 0 of source #0, but got 4

// So is what cannot be executed.
// RUN: not emmy-run --level=loop --seed=0 %t/foreign.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN
// FOREIGN: error: expected kernels, constants and emmy.while as the only operations on tensors in the host program, but got tensor.empty
// RUN: not emmy-run --level=loop --seed=0 %t/entry.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN

// An entry that takes what nobody makes.
// RUN: not emmy-run --level=loop --seed=0 %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not emmy-test-compiler --signature %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: expected @prepare to make "e" of the type of argument #0, which is 'tensor<4xf32>', but got no such result
// RUN: not emmy-run --level=loop --seed=0 %t/other-shape.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not emmy-run --level=loop --seed=0 %t/other-dtype.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not emmy-run --level=loop --seed=0 %t/other-name.mlir 2>&1 | FileCheck %s --check-prefix=MISSING

//--- missing.mlir
func.func @main(%x: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

//--- other-shape.mlir
func.func @main(%x: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @prepare(%w: tensor<5xf32> {emmy.parameter = "w"}) -> (tensor<5xf32> {emmy.name = "e"}) {
  return %w : tensor<5xf32>
}

//--- other-dtype.mlir
func.func @main(%x: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @prepare(%w: tensor<4xi32> {emmy.parameter = "w"}) -> (tensor<4xi32> {emmy.name = "e"}) {
  return %w : tensor<4xi32>
}

//--- other-name.mlir
func.func @main(%x: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @prepare(%w: tensor<4xf32> {emmy.parameter = "w"}) -> (tensor<4xf32> {emmy.name = "f"}) {
  return %w : tensor<4xf32>
}

//--- unnamed.mlir
func.func @main(%x: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @prepare(%w: tensor<?xf32> {emmy.parameter = "w"}) -> (tensor<4xf32> {emmy.name = "e"}) {
  %e = emmy_tensor.constant 1.0 : tensor<4xf32>
  return %e : tensor<4xf32>
}

//--- fails.mlir
func.func @main(%x: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @prepare(%w: tensor<4xf32> {emmy.parameter = "w"}) -> (tensor<4xf32> {emmy.name = "e"}) {
  %e = emmy_tensor.index_map [%w[(d0) -> (d0 + 1)]] : (tensor<4xf32>) -> tensor<4xf32>
  return %e : tensor<4xf32>
}

//--- foreign.mlir
func.func @main(%x: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @prepare(%w: tensor<4xf32> {emmy.parameter = "w"}) -> (tensor<4xf32> {emmy.name = "e"}) {
  %e = tensor.empty() : tensor<4xf32>
  return %e : tensor<4xf32>
}

//--- entry.mlir
func.func @main(%x: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  return %e : tensor<4xf32>
}
func.func @prepare(%w: tensor<4xf32> {emmy.parameter = "w"}) -> (tensor<4xf32> {emmy.name = "e"}) {
  return %w : tensor<4xf32>
}
