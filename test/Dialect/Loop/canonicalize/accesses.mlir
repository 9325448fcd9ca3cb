// RUN: emmy-opt %s --canonicalize | FileCheck %s

// Constants move into maps and guards, repeated and unused operands go, and what always holds.
// CHECK-LABEL: func.func @maps
// CHECK-SAME: (%[[X:.*]]: memref<8x8xf32>, %[[I:.*]]: index, %[[N:.*]]: index, %[[Z:.*]]: f32)
func.func @maps(%x: memref<8x8xf32>, %i: index, %n: index, %z: f32) -> (f32, f32, f32) {
  %c3 = arith.constant 3 : index
  // CHECK: emmy_loop.load %[[X]][%[[I]] + 3, 5] : memref<8x8xf32>
  %a = emmy_loop.load %x[%i + %c3, %c3 + 2] : memref<8x8xf32>
  // CHECK: emmy_loop.load %[[X]][%[[I]] * 2, %[[I]] mod symbol(%[[N]])] if (%[[I]] - 1 >= 0) else %[[Z]]
  %b = "emmy_loop.load"(%x, %i, %i, %n, %n, %i, %i, %c3, %z) <{
    map = affine_map<(d0, d1)[s0, s1] -> (d0 + d1, d1 mod s1)>,
    guard = affine_set<(d0, d1, d2) : (d0 - 1 >= 0, d1 - 1 >= 0, d2 - 3 == 0)>,
    operandSegmentSizes = array<i32: 1, 4, 3, 1>}> : (memref<8x8xf32>, index, index, index, index, index, index, index, f32) -> f32
  // A guard that always holds needs no else value.
  // CHECK: emmy_loop.load %[[X]][%[[I]], 3] : memref<8x8xf32>
  %c = emmy_loop.load %x[%i, 3] if (%c3 - 3 >= 0) else %z : memref<8x8xf32>
  return %a, %b, %c : f32, f32, f32
}

// What never happens is its else value, or nothing.
// CHECK-LABEL: func.func @never
// CHECK-SAME: (%{{.*}}: memref<8xf32>, %{{.*}}: index, %[[Z:.*]]: f32)
func.func @never(%x: memref<8xf32>, %i: index, %z: f32) -> f32 {
  %c3 = arith.constant 3 : index
  // CHECK-NEXT: return %[[Z]]
  %a = emmy_loop.load %x[%i] if (%i >= 0, %c3 - 4 >= 0) else %z : memref<8xf32>
  emmy_loop.store %z, %x[%i] if (%c3 == 4) : memref<8xf32>
  return %a : f32
}

// Stays: maps that are simple, guards on values, attributes of others.
// CHECK-LABEL: func.func @simple
func.func @simple(%x: memref<8xf32>, %i: index, %n: index, %z: f32) -> f32 {
  // CHECK-NEXT: emmy_loop.load %{{.*}}[%{{.*}} - 1] if (%{{.*}} - 1 >= 0, -%{{.*}} + symbol(%{{.*}}) >= 0) else %{{.*}} {note} : memref<8xf32>
  %a = emmy_loop.load %x[%i - 1] if (%i - 1 >= 0, symbol(%n) - %i >= 0) else %z {note} : memref<8xf32>
  return %a : f32
}

// Equal constraints are one; an inequality does not say what an equation of the same expression says.
// CHECK-LABEL: func.func @repeated
func.func @repeated(%x: memref<8xf32>, %i: index, %z: f32) -> (f32, f32) {
  // CHECK-NEXT: emmy_loop.load %{{.*}}[0] if (%[[I:.*]] - 3 >= 0) else %{{.*}} : memref<8xf32>
  %a = emmy_loop.load %x[0] if (%i - 3 >= 0, %i - 3 >= 0) else %z : memref<8xf32>
  // CHECK-NEXT: emmy_loop.load %{{.*}}[1] if (%[[I]] - 3 >= 0, %[[I]] - 3 == 0) else %{{.*}} : memref<8xf32>
  %b = emmy_loop.load %x[1] if (%i - 3 >= 0, %i - 3 == 0) else %z : memref<8xf32>
  return %a, %b : f32, f32
}

// Loops over nothing and of nothing go; a constant extent is static.
// CHECK-LABEL: func.func @loops
func.func @loops(%x: memref<8xf32>, %n: index, %z: f32) {
  %c8 = arith.constant 8 : index
  %minus = arith.constant -8 : index
  emmy_loop.for parallel (%i, %j) in (%n, 0) {
    emmy_loop.store %z, %x[%i] : memref<8xf32>
  }
  emmy_loop.for parallel (%i) in (%minus) {
    emmy_loop.store %z, %x[%i] : memref<8xf32>
  }
  emmy_loop.for parallel (%i) in (%n) {
  }
  // CHECK-NEXT: emmy_loop.for parallel (%i0, %i1) in (8, %{{.*}}) {
  emmy_loop.for parallel (%i, %j) in (%c8, %n) {
    emmy_loop.store %z, %x[%i + %j] : memref<8xf32>
  }
  // CHECK: }
  // CHECK-NEXT: return
  return
}

// A divisor that is below one counts as one. A negative constant stays an operand, since affine maps would divide by it.
// CHECK-LABEL: func.func @divisors
// CHECK-SAME: (%[[X:.*]]: memref<8xf32>, %[[I:.*]]: index)
func.func @divisors(%x: memref<8xf32>, %i: index) -> (f32, f32) {
  %zero = arith.constant 0 : index
  %minus = arith.constant -2 : index
  // CHECK: emmy_loop.load %[[X]][%[[I]] floordiv 0] : memref<8xf32>
  %a = emmy_loop.load %x[%i floordiv symbol(%zero)] : memref<8xf32>
  // CHECK: emmy_loop.load %[[X]][%[[I]] floordiv symbol(%{{.*}})] : memref<8xf32>
  %b = emmy_loop.load %x[%i floordiv symbol(%minus)] : memref<8xf32>
  return %a, %b : f32, f32
}
