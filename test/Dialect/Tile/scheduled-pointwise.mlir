// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// The scheduled form of pointwise kernels, as the lowering to hardware primitives takes it.

// A static kernel whose factors divide: no masks.
// CHECK-LABEL: func.func @silu_and_mul
func.func @silu_and_mul(%x: tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> {
  // CHECK: emmy_tile.kernel
  // CHECK-SAME: schedule = #emmy_tile.schedule<threads = 256, axes = [(i0, i1) = [block, thread 256, vector 4]]>, threads = 256 : i64
  %m = emmy_tile.kernel ins(%x : tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32>
      attributes {threads = 256 : i64,
                  schedule = #emmy_tile.schedule<threads = 256, axes = [(i0, i1) = [block, thread 256, vector 4]]>} {
  ^bb0(%in: memref<1x32x4096xf32>, %out: memref<1x32x2048xf32>):
    %one = arith.constant 1.0 : f32
    // CHECK: emmy_tile.for block ({{.*}}) in (64)
    emmy_tile.for block (%b) in (64) {
      // CHECK-NEXT: emmy_tile.for thread ({{.*}}) in (256) stride [1]
      emmy_tile.for thread (%t) in (256) stride [1] {
        // CHECK-NEXT: emmy_tile.for vector ({{.*}}) in (4)
        emmy_tile.for vector (%v) in (4) {
          %l = emmy_tile.load %in[0, %b floordiv 2, (%b mod 2) * 1024 + %t * 4 + %v] : memref<1x32x4096xf32>
          %n = arith.negf %l : f32
          %e = emmy.apply exp(%n) : (f32) -> f32
          %d = arith.addf %e, %one : f32
          %s = arith.divf %l, %d : f32
          %r = emmy_tile.load %in[0, %b floordiv 2, (%b mod 2) * 1024 + %t * 4 + %v + 2048] : memref<1x32x4096xf32>
          %p = arith.mulf %s, %r : f32
          emmy_tile.store %p, %out[0, %b floordiv 2, (%b mod 2) * 1024 + %t * 4 + %v] : memref<1x32x2048xf32>
        }
      }
    }
  }
  return %m : tensor<1x32x2048xf32>
}

// A masked tail and a dynamic extent: accesses beyond the extent are guarded; the extent of the grid is arithmetic on the size.
emmy.symbol @n
// CHECK-LABEL: func.func @dynamic
func.func @dynamic(%x: tensor<?xf16, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n]>> {
  %n = emmy.size @n
  %y = emmy_tile.kernel ins(%x : tensor<?xf16, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n]>>
      attributes {threads = 256 : i64, schedule = #emmy_tile.schedule<threads = 256, axes = [i0 = [block, thread 256]]>} {
  ^bb0(%in: memref<?xf16>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0.0 : f16
    %c255 = arith.constant 255 : index
    %c256 = arith.constant 256 : index
    %rounded = arith.addi %size, %c255 : index
    %blocks = arith.divui %rounded, %c256 : index
    // CHECK: emmy_tile.for block ({{.*}}) in (%{{.*}})
    emmy_tile.for block (%b) in (%blocks) {
      emmy_tile.for thread (%t) in (256) stride [1] {
        // CHECK: emmy_tile.load {{.*}} if ({{.*}} >= 0) else
        %v = emmy_tile.load %in[%b * 256 + %t] if (symbol(%size) - 1 - %b * 256 - %t >= 0) else %zero : memref<?xf16>
        %w = arith.extf %v : f16 to f32
        emmy_tile.store %w, %out[%b * 256 + %t] if (symbol(%size) - 1 - %b * 256 - %t >= 0) : memref<?xf32>
      }
    }
  }
  return %y : tensor<?xf32, #emmy.dims<[n]>>
}
