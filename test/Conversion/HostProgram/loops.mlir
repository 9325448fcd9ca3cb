// RUN: emmy-opt %s --emmy-convert-loop-to-scf --split-input-file | FileCheck %s

!v = tensor<?xf32, #emmy.dims<[n]>>
emmy.symbol @n

func.func private @more(%a: !v, %b: !v, %c: !v, %g: !v) -> tensor<i1> {
  %n = emmy.size @n
  %0 = emmy_loop.kernel ins(%a : !v) sizes(@n = %n) -> tensor<i1> {
  ^bb0(%x: memref<?xf32>, %s: index, %r: memref<i8>):
  } loc("less")
  return %0 : tensor<i1>
}

func.func private @step(%a: !v, %b: !v, %c: !v, %g: !v) -> (!v, !v, !v) {
  %n = emmy.size @n
  %t = emmy_loop.kernel ins(%a : !v) sizes(@n = %n) -> !v {
  ^bb0(%x: memref<?xf32>, %s: index, %r: memref<?xf32>):
  } loc("temporary")
  %0 = emmy_loop.kernel ins(%t, %g : !v, !v) sizes(@n = %n) -> !v {
  ^bb0(%x: memref<?xf32>, %y: memref<?xf32>, %s: index, %r: memref<?xf32>):
  } loc("fresh")
  %1 = emmy_loop.kernel ins(%b : !v) sizes(@n = %n) -> tied(0) !v {
  ^bb0(%x: memref<?xf32>, %s: index):
  } loc("tied")
  return %0, %1, %c : !v, !v, !v
}

// The first of what is carried changes places with a second buffer, the second is written in place, the third stays what it is. Steps
// allocate nothing. No function is left.

// CHECK-NOT: @step
// CHECK-LABEL: func.func @loop(
// CHECK-SAME: %[[X:.*]]: memref<?xf32> {{.*}}, %[[G:.*]]: memref<?xf32> {{.*}}, %[[A:.*]]: memref<?xf32> {{.*}}, %[[B:.*]]: memref<?xf32> {{.*}}, %[[C:.*]]: memref<?xf32> {{.*}}, %[[N:.*]]: index
func.func @loop(%x: !v {emmy.name = "x"}, %g: !v) -> (!v, !v, !v) {
  %n = emmy.size @n
  // What is written in place, and returned, is made in the output at once.
  // CHECK: call @k_init(%[[N]], %[[B]])
  %init = emmy_loop.kernel sizes(@n = %n) -> !v {
  ^bb0(%s: index, %r: memref<?xf32>):
  } loc("init")
  // CHECK: %[[NOW:.*]] = memref.alloc(%[[N]])
  // CHECK: memref.copy %[[X]], %[[NOW]]
  // CHECK: %[[NEXT:.*]] = memref.alloc(%[[N]])
  // CHECK: %[[LESS:.*]] = memref.alloc() : memref<i8>
  // CHECK: %[[T:.*]] = memref.alloc(%[[N]])
  // CHECK: %[[R:.*]]:2 = scf.while (%[[P:.*]] = %[[NOW]], %[[Q:.*]] = %[[NEXT]])
  // CHECK-NEXT: call @k_less(%[[P]], %[[N]], %[[LESS]])
  // CHECK-NEXT: %[[BYTE:.*]] = memref.load %[[LESS]][]
  // CHECK: %[[MORE:.*]] = arith.cmpi ne, %[[BYTE]], %{{.*}} : i8
  // CHECK-NEXT: scf.condition(%[[MORE]]) %[[P]], %[[Q]]
  // CHECK-NEXT: } do {
  // CHECK-NEXT: ^bb0(%[[P:.*]]: memref<?xf32>, %[[Q:.*]]: memref<?xf32>):
  // CHECK-NEXT: call @k_temporary(%[[P]], %[[N]], %[[T]])
  // CHECK-NEXT: call @k_fresh(%[[T]], %[[G]], %[[N]], %[[Q]])
  // CHECK-NEXT: call @k_tied(%[[B]], %[[N]])
  // CHECK-NEXT: scf.yield %[[Q]], %[[P]]
  // CHECK: memref.dealloc %[[T]]
  // CHECK: memref.dealloc %[[LESS]]
  %0:3 = emmy.while @more do @step carry(%x, %init, %x : !v, !v, !v) given(%g : !v)
  // CHECK: memref.copy %[[R]]#0, %[[A]]
  // CHECK-NEXT: memref.copy %[[X]], %[[C]]
  // CHECK-NEXT: memref.dealloc %[[NOW]]
  // CHECK-NEXT: memref.dealloc %[[NEXT]]
  // CHECK-NEXT: return
  return %0#0, %0#1, %0#2 : !v, !v, !v
}

// -----

// A function that nothing repeats any more is dropped.

// CHECK-NOT: @unused
// CHECK: func.func @main
func.func @main(%x: tensor<i1>) -> tensor<i1> {
  return %x : tensor<i1>
}
func.func private @unused(%x: tensor<i1>) -> tensor<i1> {
  return %x : tensor<i1>
}
