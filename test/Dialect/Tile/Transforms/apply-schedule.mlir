// RUN: emmy-opt %s --emmy-tile-apply-schedule --canonicalize --cse | FileCheck %s

// Factors that divide: no masks, and the vector stays outside of divisions.
// CHECK-LABEL: func.func @silu_and_mul
// CHECK: emmy_tile.for block (%[[B:.*]]) in (64) {
// CHECK-NEXT: emmy_tile.for thread (%[[T:.*]]) in (256) stride [1] {
// CHECK-NEXT: emmy_tile.for vector (%[[V:.*]]) in (4) {
// CHECK-NEXT: emmy_tile.load %in0[0, %[[B]] floordiv 2, (%[[B]] mod 2) * 1024 + %[[V]] + %[[T]] * 4] : memref<1x32x4096xf32>
// CHECK: emmy_tile.store {{.*}}, %out[0, %[[B]] floordiv 2, (%[[B]] mod 2) * 1024 + %[[V]] + %[[T]] * 4] : memref<1x32x2048xf32>

func.func @silu_and_mul(%x: tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> {
  %m = emmy_tile.kernel ins(%x : tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32>
      attributes {schedule = #emmy_tile.schedule<threads = 256, axes = [(i0, i1) = [block, thread 256, vector 4]]>} {
  ^bb0(%in: memref<1x32x4096xf32>, %out: memref<1x32x2048xf32>):
    %one = arith.constant 1.0 : f32
    emmy_tile.for parallel (%i, %j) in (32, 2048) {
          %l = emmy_tile.load %in[0, %i, %j] : memref<1x32x4096xf32>
          %n = arith.negf %l : f32
          %e = emmy.apply exp(%n) : (f32) -> f32
          %d = arith.addf %e, %one : f32
          %s = arith.divf %l, %d : f32
          %r = emmy_tile.load %in[0, %i, %j + 2048] : memref<1x32x4096xf32>
          %p = arith.mulf %s, %r : f32
          emmy_tile.store %p, %out[0, %i, %j] : memref<1x32x2048xf32>
    }
  }
  return %m : tensor<1x32x2048xf32>
}
// A row is loaded once; guards do not depend on the lane of a vector, and points beyond the row are the identity.
// CHECK-LABEL: func.func @softmax
// CHECK: emmy_tile.for block (%[[B:.*]]) in (64) {
// CHECK-NEXT: %[[ROW:.*]] = emmy_tile.stage (%[[T:.*]], %[[V:.*]]) in (256, 4) bind [thread, vector] stride [1, 0] {
// CHECK-NEXT: emmy_tile.load %in0[%[[B]], %[[T]] * 4 + %[[V]]] if (-%[[T]] + 249 >= 0) else
// CHECK: emmy_tile.reduce thread (%[[T0:.*]]) in (256) stride [1]
// CHECK-NEXT: emmy_tile.reduce vector (%[[V0:.*]]) in (4)
// CHECK-NEXT: emmy_tile.load %[[ROW]][%[[T0]], %[[V0]]]
// CHECK-NEXT: arith.cmpi ult, %[[T0]], %c250
// CHECK-NEXT: arith.select
// CHECK: emmy_tile.for thread
// CHECK: emmy_tile.store {{.*}} if

func.func @softmax(%x: tensor<64x1000xf32>) -> tensor<64x1000xf32> {
  %m = emmy_tile.kernel ins(%x : tensor<64x1000xf32>) -> tensor<64x1000xf32>
      attributes {
                  schedule = #emmy_tile.schedule<threads = 256, axes = [i0 = [block], r0 = [unroll, thread 256, vector 4], r1 = [unroll, thread 256, vector 4], i1 = [unroll, thread 256, vector 4]], stage = [operand 0 at i0 in registers]>} {
  ^bb0(%in: memref<64x1000xf32>, %out: memref<64x1000xf32>):
    %zero = arith.constant 0.0 : f32
    %lowest = arith.constant 0xFF800000 : f32
    emmy_tile.for parallel (%i) in (64) {
      %max = emmy_tile.reduce (%r) in (1000) init(%lowest : f32) {
          %e = emmy_tile.load %in[%i, %r] : memref<64x1000xf32>
          emmy_tile.yield %e : f32
        } combine {
        ^bb0(%a: f32, %c: f32):
          %f = emmy.apply maximum(%a, %c) : (f32, f32) -> f32
          emmy_tile.yield %f : f32
        }
      %sum = emmy_tile.reduce (%r) in (1000) init(%zero : f32) {
          %e = emmy_tile.load %in[%i, %r] : memref<64x1000xf32>
          %d = arith.subf %e, %max : f32
          %x1 = emmy.apply exp(%d) : (f32) -> f32
          emmy_tile.yield %x1 : f32
        } combine {
        ^bb0(%a: f32, %c: f32):
          %f = arith.addf %a, %c : f32
          emmy_tile.yield %f : f32
        }
      emmy_tile.for parallel (%j) in (1000) {
          %e = emmy_tile.load %in[%i, %j] : memref<64x1000xf32>
          %d = arith.subf %e, %max : f32
          %x1 = emmy.apply exp(%d) : (f32) -> f32
          %q = arith.divf %x1, %sum : f32
          emmy_tile.store %q, %out[%i, %j] : memref<64x1000xf32>
      }
    }
  }
  return %m : tensor<64x1000xf32>
}
// Eight rows a block: the result of the reduction is stored by one thread of the row's group, where the row exists.
// CHECK-LABEL: func.func @row_sums
// CHECK: emmy_tile.for block (%[[B:.*]]) in (3) {
// CHECK-NEXT: emmy_tile.for thread (%[[G:.*]]) in (8) stride [32] {
// CHECK: emmy_tile.reduce thread ({{.*}}) in (32) stride [1]
// CHECK: emmy_tile.for thread ({{.*}}) in (1) stride [1] {
// CHECK-NEXT: emmy_tile.store {{.*}}, %out[%[[B]] * 8 + %[[G]]] if (-(%[[B]] * 8 + %[[G]]) + 19 >= 0)

func.func @row_sums(%x: tensor<20x128xf32>) -> tensor<20xf32> {
  %m = emmy_tile.kernel ins(%x : tensor<20x128xf32>) -> tensor<20xf32>
      attributes {
                  schedule = #emmy_tile.schedule<threads = 256, axes = [i0 = [block, thread 8], r0 = [unroll, thread 32, vector 4]]>} {
  ^bb0(%in: memref<20x128xf32>, %out: memref<20xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (20) {
      %sum = emmy_tile.reduce (%r) in (128) init(%zero : f32) {
            %e = emmy_tile.load %in[%i, %r] : memref<20x128xf32>
            emmy_tile.yield %e : f32
          } combine {
          ^bb0(%a: f32, %c: f32):
            %f = arith.addf %a, %c : f32
            emmy_tile.yield %f : f32
          }
          emmy_tile.store %sum, %out[%i] : memref<20xf32>
    }
  }
  return %m : tensor<20xf32>
}
// Dynamic extents: the grid is arithmetic on the sizes, everything is masked.
emmy.symbol @n
emmy.symbol @m
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[TOTAL:.*]] = arith.muli %m, %n : index
// CHECK: %[[ROUND:.*]] = arith.addi %[[TOTAL]], %c255
// CHECK: %[[BLOCKS:.*]] = arith.divui %[[ROUND]], %c256
// CHECK: emmy_tile.for block ({{.*}}) in (%[[BLOCKS]])
// CHECK: emmy_tile.store {{.*}} if ({{.*}} + symbol(%m) * symbol(%n) - 1 >= 0)

func.func @dynamic(%x: tensor<?x?xf32, #emmy.dims<[m,n]>>) -> tensor<?x?xf32, #emmy.dims<[m,n]>> {
  %n = emmy.size @n
  %m = emmy.size @m
  %y = emmy_tile.kernel ins(%x : tensor<?x?xf32, #emmy.dims<[m,n]>>) sizes(@m = %m, @n = %n) -> tensor<?x?xf32, #emmy.dims<[m,n]>>
      attributes {schedule = #emmy_tile.schedule<threads = 256, axes = [(i0, i1) = [block, thread 256]]>} {
  ^bb0(%in: memref<?x?xf32>, %size: index, %size2: index, %out: memref<?x?xf32>):
    emmy_tile.for parallel (%i, %j) in (%size, %size2) {
        %v = emmy_tile.load %in[%i, %j] : memref<?x?xf32>
        %w = math.absf %v : f32
        emmy_tile.store %w, %out[%i, %j] : memref<?x?xf32>
    }
  }
  return %y : tensor<?x?xf32, #emmy.dims<[m,n]>>
}

// A factor of one thread takes no thread from its neighbours.
// CHECK-LABEL: func.func @trivial_factor
// CHECK: emmy_tile.for thread (%[[I:.*]], %[[J:.*]]) in (8, 1) stride [1, 8] {
func.func @trivial_factor(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8x8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block, thread 8], i1 = [block, thread 1]]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8x8xf32>):
    emmy_tile.for parallel (%i, %j) in (8, 8) {
      %v = emmy_tile.load %in[%i, %j] : memref<8x8xf32>
      emmy_tile.store %v, %out[%i, %j] : memref<8x8xf32>
    }
  }
  return %y : tensor<8x8xf32>
}

// A reduction without axes has one point.
// CHECK-LABEL: func.func @one_point
// CHECK: emmy_tile.reduce sequential () in () init(
func.func @one_point(%x: tensor<f32>) -> tensor<f32> {
  %y = emmy_tile.kernel ins(%x : tensor<f32>) -> tensor<f32> attributes {schedule = #emmy_tile.schedule<threads = 4, axes = []>} {
  ^bb0(%in: memref<f32>, %out: memref<f32>):
    %zero = arith.constant 0.0 : f32
    %s = emmy_tile.reduce () in () init(%zero : f32) {
      %v = emmy_tile.load %in[] : memref<f32>
      emmy_tile.yield %v : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      emmy_tile.yield %c : f32
    }
    emmy_tile.store %s, %out[] : memref<f32>
  }
  return %y : tensor<f32>
}
