// RUN: emmy-opt %s --emmy-convert-loop-to-scf --split-input-file | FileCheck %s

// Inputs, outputs, then the symbols in module order; what types no longer say stays in attributes. An intermediate result is allocated at its
// extents and freed after its last use; the returned one is written in place.
emmy.symbol @seq
emmy.symbol @batch
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.*]]: memref<?xf32> {emmy.dims = #emmy.dims<[seq]>, emmy.name = "x"}, %[[Y:.*]]: memref<?xf32> {emmy.dims = #emmy.dims<[seq]>, emmy.name = "y", emmy.result},
// CHECK-SAME: %[[SEQ:.*]]: index {emmy.symbol = "seq"}, %[[BATCH:.*]]: index {emmy.symbol = "batch"})
func.func @chain(%x: tensor<?xf32, #emmy.dims<[seq]>> {emmy.name = "x"})
    -> (tensor<?xf32, #emmy.dims<[seq]>> {emmy.name = "y"}) {
  %n = emmy.size @seq
  // CHECK: %[[SIZE:.*]] = arith.muli %[[SEQ]], %{{.*}}
  // CHECK: %[[T:.*]] = memref.alloc(%[[SIZE]]) : memref<?xf32>
  // CHECK-NEXT: call @k_first(%[[X]], %[[SEQ]], %[[T]])
  %t = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[seq]>>) sizes(@seq = %n) -> tensor<?xf32, #emmy.dims<[2*seq]>> {
  ^bb0(%xb: memref<?xf32>, %s: index, %tb: memref<?xf32>):
  } loc("first")
  // CHECK-NEXT: call @k_second(%[[T]], %[[SEQ]], %[[Y]])
  // CHECK-NEXT: memref.dealloc %[[T]]
  %y = emmy_loop.kernel ins(%t : tensor<?xf32, #emmy.dims<[2*seq]>>) sizes(@seq = %n) -> tensor<?xf32, #emmy.dims<[seq]>> {
  ^bb0(%tb: memref<?xf32>, %s: index, %yb: memref<?xf32>):
  } loc("second")
  // CHECK-NEXT: return
  return %y : tensor<?xf32, #emmy.dims<[seq]>>
}

// -----

// A returned argument, and what is returned again, is copied.
// CHECK-LABEL: func.func @copies
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[A:.*]]: memref<4xf32> {emmy.result}, %[[B:.*]]: memref<4xf32> {emmy.result}, %[[C:.*]]: memref<4xf32> {emmy.result})
func.func @copies(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: call @k_kernel(%[[X]], %[[B]])
  %y = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %yb: memref<4xf32>):
  }
  // CHECK-NEXT: memref.copy %[[X]], %[[A]]
  // CHECK-NEXT: memref.copy %[[B]], %[[C]]
  // CHECK-NEXT: return
  return %x, %y, %y : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A tied result takes over a result that nothing else uses, from its making on; an argument is copied first.
// CHECK-LABEL: func.func @tied
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32> {emmy.result})
func.func @tied(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: memref.copy %[[X]], %[[Y]]
  // CHECK-NEXT: call @k_a(%[[Y]])
  %a = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tied(0) tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>):
  } loc("a")
  // CHECK-NEXT: call @k_b(%[[Y]])
  %b = emmy_loop.kernel ins(%a : tensor<4xf32>) -> tied(0) tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>):
  } loc("b")
  return %b : tensor<4xf32>
}

// -----

// A result that is used again, by a kernel or as an output, is not written in place.
// CHECK-LABEL: func.func @tied_and_used
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[B:.*]]: memref<4xf32> {emmy.result}, %[[C:.*]]: memref<4xf32> {emmy.result}, %[[D:.*]]: memref<4xf32> {emmy.result})
func.func @tied_and_used(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<4xf32>
  // CHECK-NEXT: call @k_a(%[[X]], %[[A]])
  %a = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %ab: memref<4xf32>):
  } loc("a")
  // CHECK-NEXT: memref.copy %[[A]], %[[B]]
  // CHECK-NEXT: call @k_b(%[[B]])
  %b = emmy_loop.kernel ins(%a : tensor<4xf32>) -> tied(0) tensor<4xf32> {
  ^bb0(%ab: memref<4xf32>):
  } loc("b")
  // CHECK-NEXT: call @k_c(%[[A]], %[[C]])
  %c = emmy_loop.kernel ins(%a : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%ab: memref<4xf32>, %cb: memref<4xf32>):
  } loc("c")
  // CHECK-NEXT: memref.dealloc %[[A]]
  // CHECK-NEXT: memref.copy %[[C]], %[[D]]
  // CHECK-NEXT: call @k_d(%[[D]])
  %d = emmy_loop.kernel ins(%c : tensor<4xf32>) -> tied(0) tensor<4xf32> {
  ^bb0(%cb: memref<4xf32>):
  } loc("d")
  return %b, %c, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Constants are globals of the buffer's type; a kernel fused from many is named by the first three and the last.
// CHECK: memref.global "private" constant @constant_0 : memref<2xi8> = dense<[1, 0]>
// CHECK-LABEL: func.func @constants
func.func @constants() -> tensor<2xi1> {
  // CHECK: %[[C:.*]] = memref.get_global @constant_0
  %c = arith.constant dense<[true, false]> : tensor<2xi1>
  // CHECK: call @k_a_b_1_c_e(%[[C]], %{{.*}})
  %y = emmy_loop.kernel ins(%c : tensor<2xi1>) -> tensor<2xi1> {
  ^bb0(%cb: memref<2xi8>, %yb: memref<2xi8>):
  } loc(fused["a", "b.1", "c", fused["d", "a"], "e"])
  return %y : tensor<2xi1>
}
