// RUN: emmy-opt %s --emmy-convert-loop-to-scf --cse --split-input-file | FileCheck %s
// RUN: emmy-opt %s --emmy-convert-loop-to-scf=reference-accumulate=false --cse --split-input-file | FileCheck %s --check-prefix=WRITTEN

// Axes nest in row-major order; rank 0 has none.
// CHECK-LABEL: func.func private @k_loops
// CHECK-SAME: (%[[N:.*]]: index, %[[OUT:.*]]: memref<?x8xf32>)
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N]] step
// CHECK-NEXT: scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step
// CHECK-NEXT: memref.store %{{.*}}, %[[OUT]][%[[I]], %[[J]]]
// CHECK: memref.store %{{.*}}, %[[OUT]][%{{.*}}, %{{.*}}]
// CHECK-NEXT: return
emmy.symbol @n
func.func @main() -> tensor<?x8xf32, #emmy.dims<[n, 8]>> {
  %n = emmy.size @n
  %y = emmy_loop.kernel sizes(@n = %n) -> tensor<?x8xf32, #emmy.dims<[n, 8]>> {
  ^bb0(%ns: index, %out: memref<?x8xf32>):
    %c = arith.constant 1.0 : f32
    emmy_loop.for parallel (%i, %j) in (%ns, 8) {
      emmy_loop.store %c, %out[%i, %j] : memref<?x8xf32>
    }
    emmy_loop.for sequential () in () {
      emmy_loop.store %c, %out[0, 1] : memref<?x8xf32>
    }
  } loc("loops")
  return %y : tensor<?x8xf32, #emmy.dims<[n, 8]>>
}

// -----

// A guard is a branch, with the indices computed inside it; a bool is a byte.
// CHECK-LABEL: func.func private @k_guards
// CHECK-SAME: (%[[X:.*]]: memref<4xi8>, %[[OUT:.*]]: memref<4xi8>)
// CHECK: scf.for %[[I:.*]] =
// CHECK: %[[D:.*]] = arith.addi %[[I]], %{{.*}}
// CHECK-NEXT: %[[HOLDS:.*]] = arith.cmpi sge, %[[D]], %{{.*}}
// CHECK-NEXT: %[[V:.*]] = scf.if %[[HOLDS]] -> (i1) {
// CHECK-NEXT:   %[[BYTE:.*]] = memref.load %[[X]][%[[D]]]
// CHECK:   %[[BOOL:.*]] = arith.cmpi ne, %[[BYTE]], %{{.*}} : i8
// CHECK-NEXT:   scf.yield %[[BOOL]]
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %true
// CHECK-NEXT: }
// CHECK-NEXT: scf.if %[[HOLDS]] {
// CHECK-NEXT:   %[[STORED:.*]] = arith.extui %[[V]] : i1 to i8
// CHECK-NEXT:   memref.store %[[STORED]], %[[OUT]][%[[I]]]
func.func @main(%x: tensor<4xi1>) -> tensor<4xi1> {
  %y = emmy_loop.kernel ins(%x : tensor<4xi1>) -> tensor<4xi1> {
  ^bb0(%xb: memref<4xi8>, %out: memref<4xi8>):
    %true = arith.constant true
    emmy_loop.for parallel (%i) in (4) {
      %v = emmy_loop.load %xb[%i - 1] if (%i - 1 >= 0) else %true : memref<4xi8> -> i1
      emmy_loop.store %v, %out[%i] if (%i - 1 >= 0) : i1, memref<4xi8>
    }
  } loc("guards")
  return %y : tensor<4xi1>
}

// -----

// A divisor that is a symbol is at least 1; mod is not negative.
// CHECK-LABEL: func.func private @k_divisions
// CHECK: %[[DIVISOR:.*]] = arith.maxsi %{{.*}}, %{{.*}} : index
// CHECK: arith.floordivsi %{{.*}}, %[[DIVISOR]] : index
// CHECK: %[[R:.*]] = arith.remsi %{{.*}}, %{{.*}} : index
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[R]],
// CHECK: %[[WRAPPED:.*]] = arith.addi %[[R]],
// CHECK: arith.select %[[NEGATIVE]], %[[WRAPPED]], %[[R]]
// CHECK: arith.ceildivsi
emmy.symbol @n
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = emmy.size @n
  %y = emmy_loop.kernel ins(%x : tensor<4xf32>) sizes(@n = %n) -> tensor<4xf32> {
  ^bb0(%xb: memref<4xf32>, %ns: index, %out: memref<4xf32>):
    emmy_loop.for parallel (%i) in (4) {
      %a = emmy_loop.load %xb[%i floordiv symbol(%ns)] : memref<4xf32>
      %b = emmy_loop.load %xb[%i mod 3] : memref<4xf32>
      %c = emmy_loop.load %xb[%i ceildiv 5] : memref<4xf32>
      emmy_loop.store %a, %out[%i] : memref<4xf32>
      emmy_loop.store %b, %out[%i] : memref<4xf32>
      emmy_loop.store %c, %out[%i] : memref<4xf32>
    }
  } loc("divisions")
  return %y : tensor<4xf32>
}

// -----

// Sums of narrow floats are accumulated in f64, with the finish in the written type; other combines are as written.
// CHECK-LABEL: func.func private @k_sums
// CHECK: %[[SUM:.*]]:2 = scf.for {{.*}} -> (f64, i64)
// CHECK: arith.addf %{{.*}}, %{{.*}} : f64
// CHECK: %[[NARROW:.*]] = arith.truncf %[[SUM]]#0 : f64 to f32
// CHECK: %[[RESULT:.*]] = arith.truncf %[[NARROW]] : f32 to f16
// CHECK: arith.mulf %[[RESULT]], %[[RESULT]] : f16
// CHECK: scf.for {{.*}} -> (f16)
// CHECK: arith.subf %{{.*}}, %{{.*}} : f16
// WRITTEN-LABEL: func.func private @k_sums
// WRITTEN: scf.for {{.*}} -> (f16, i64)
// WRITTEN: arith.addf %{{.*}}, %{{.*}} : f16
func.func @main(%x: tensor<4xf16>) -> tensor<2xf16> {
  %y = emmy_loop.kernel ins(%x : tensor<4xf16>) -> tensor<2xf16> {
  ^bb0(%xb: memref<4xf16>, %out: memref<2xf16>):
    %zero = arith.constant 0.0 : f16
    %none = arith.constant 0 : i64
    %s = emmy_loop.reduce (%r) in (4) init(%zero, %none : f16, i64) {
      %v = emmy_loop.load %xb[%r] : memref<4xf16>
      emmy_loop.yield %v, %none : f16, i64
    } combine {
    ^bb0(%a: f16, %ai: i64, %b: f16, %bi: i64):
      %t = arith.addf %a, %b : f16
      %ti = arith.addi %ai, %bi : i64
      emmy_loop.yield %t, %ti : f16, i64
    } finish {
    ^bb0(%a: f16, %ai: i64):
      %square = arith.mulf %a, %a : f16
      emmy_loop.yield %square : f16
    } -> (f16)
    emmy_loop.store %s, %out[0] : memref<2xf16>
    %u = emmy_loop.reduce (%r) in (4) init(%zero : f16) {
      %v = emmy_loop.load %xb[%r] : memref<4xf16>
      emmy_loop.yield %v : f16
    } combine {
    ^bb0(%a: f16, %b: f16):
      %t = arith.subf %a, %b : f16
      emmy_loop.yield %t : f16
    }
    emmy_loop.store %u, %out[1] : memref<2xf16>
  } loc("sums")
  return %y : tensor<2xf16>
}

// -----

// Small buffers are on the stack of the function, large ones are allocated and freed.
// CHECK-LABEL: func.func private @k_locals
// CHECK-DAG: %[[LARGE:.*]] = memref.alloc() {alignment = 64 : i64} : memref<70000xi8>
// CHECK-DAG: memref.alloca() {alignment = 64 : i64} : memref<8xf32>
// CHECK: scf.for
// CHECK: memref.dealloc %[[LARGE]]
// CHECK-NEXT: return
func.func @main() {
  emmy_loop.kernel -> () {
    %c = arith.constant 1.0 : f32
    %d = arith.constant 1 : i8
    emmy_loop.for parallel (%i) in (4) {
      %a = emmy_loop.local : memref<8xf32>
      %b = emmy_loop.local : memref<70000xi8>
      emmy_loop.store %c, %a[0] : memref<8xf32>
      emmy_loop.store %d, %b[0] : memref<70000xi8>
    }
  } loc("locals")
  return
}

// -----

// A size that became the constant zero divides as one.
// CHECK-LABEL: func.func private @k_divisor
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %[[ONE:.*]] {
// CHECK-NOT: arith.maxsi
// CHECK: %[[AT:.*]] = arith.floordivsi %[[I]], %[[ONE]] : index
// CHECK: memref.load %{{.*}}[%[[AT]]]
func.func @divisor(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i floordiv 0] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
  } loc("divisor")
  return %y : tensor<8xf32>
}
