// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// The scheduled form of kernels that reduce rows, as the lowering to hardware primitives takes it.

// softmax over rows of 1000: one block of 256 threads a row; the row is loaded once into registers.
// CHECK-LABEL: func.func @softmax
func.func @softmax(%x: tensor<64x1000xf32>) -> tensor<64x1000xf32> {
  %m = emmy_tile.kernel ins(%x : tensor<64x1000xf32>) -> tensor<64x1000xf32>
      attributes {threads = 256 : i64,
                  schedule = #emmy_tile.schedule<threads = 256, axes = [i0 = [block], r0 = [unroll, thread 256, vector 4], r1 = [unroll, thread 256, vector 4], i1 = [unroll, thread 256, vector 4]], stage = [operand 0 at i0 in registers]>} {
  ^bb0(%in: memref<64x1000xf32>, %out: memref<64x1000xf32>):
    %zero = arith.constant 0.0 : f32
    %lowest = arith.constant 0xFF800000 : f32
    %c250 = arith.constant 250 : index
    emmy_tile.for block (%b) in (64) {
      // CHECK: %[[ROW:.*]] = emmy_tile.stage ({{.*}}) in (256, 4) bind [thread, vector] stride [1, 0] {
      %row = emmy_tile.stage (%t, %v) in (256, 4) bind [thread, vector] stride [1, 0] {
        %e = emmy_tile.load %in[%b, %t * 4 + %v] if (249 - %t >= 0) else %zero : memref<64x1000xf32>
        emmy_tile.yield %e : f32
      // CHECK: } : memref<256x4xf32, #emmy_tile.registers<[0]>>
      } : memref<256x4xf32, #emmy_tile.registers<[0]>>
      // CHECK: emmy_tile.reduce thread ({{.*}}) in (256) stride [1] init(
      %max = emmy_tile.reduce thread (%t) in (256) stride [1] init(%lowest : f32) {
        %p = emmy_tile.reduce vector (%v) in (4) init(%lowest : f32) {
          %e = emmy_tile.load %row[%t, %v] : memref<256x4xf32, #emmy_tile.registers<[0]>>
          %inside = arith.cmpi ult, %t, %c250 : index
          %masked = arith.select %inside, %e, %lowest : f32
          emmy_tile.yield %masked : f32
        } combine {
        ^bb0(%a: f32, %c: f32):
          %f = emmy.apply maximum(%a, %c) : (f32, f32) -> f32
          emmy_tile.yield %f : f32
        }
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %c: f32):
        %f = emmy.apply maximum(%a, %c) : (f32, f32) -> f32
        emmy_tile.yield %f : f32
      }
      %sum = emmy_tile.reduce thread (%t) in (256) stride [1] init(%zero : f32) {
        %p = emmy_tile.reduce vector (%v) in (4) init(%zero : f32) {
          %e = emmy_tile.load %row[%t, %v] : memref<256x4xf32, #emmy_tile.registers<[0]>>
          %d = arith.subf %e, %max : f32
          %x1 = emmy.apply exp(%d) : (f32) -> f32
          %inside = arith.cmpi ult, %t, %c250 : index
          %masked = arith.select %inside, %x1, %zero : f32
          emmy_tile.yield %masked : f32
        } combine {
        ^bb0(%a: f32, %c: f32):
          %f = arith.addf %a, %c : f32
          emmy_tile.yield %f : f32
        }
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %c: f32):
        %f = arith.addf %a, %c : f32
        emmy_tile.yield %f : f32
      }
      emmy_tile.for thread (%t) in (256) stride [1] {
        emmy_tile.for vector (%v) in (4) {
          %e = emmy_tile.load %row[%t, %v] : memref<256x4xf32, #emmy_tile.registers<[0]>>
          %d = arith.subf %e, %max : f32
          %x1 = emmy.apply exp(%d) : (f32) -> f32
          %q = arith.divf %x1, %sum : f32
          emmy_tile.store %q, %out[%b, %t * 4 + %v] if (249 - %t >= 0) : memref<64x1000xf32>
        }
      }
    }
  }
  return %m : tensor<64x1000xf32>
}

// Sums of short rows: 8 rows a block, a warp each; one thread of each group stores the row's sum.
// CHECK-LABEL: func.func @row_sums
func.func @row_sums(%x: tensor<20x128xf32>) -> tensor<20xf32> {
  %m = emmy_tile.kernel ins(%x : tensor<20x128xf32>) -> tensor<20xf32>
      attributes {threads = 256 : i64,
                  schedule = #emmy_tile.schedule<threads = 256, axes = [i0 = [block, thread 8], r0 = [unroll, thread 32, vector 4]]>} {
  ^bb0(%in: memref<20x128xf32>, %out: memref<20xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for block (%b) in (3) {
      // CHECK: emmy_tile.for thread ({{.*}}) in (8) stride [32]
      emmy_tile.for thread (%g) in (8) stride [32] {
        %sum = emmy_tile.reduce thread (%t) in (32) stride [1] init(%zero : f32) {
          %p = emmy_tile.reduce vector (%v) in (4) init(%zero : f32) {
            %e = emmy_tile.load %in[%b * 8 + %g, %t * 4 + %v] if (19 - %b * 8 - %g >= 0) else %zero : memref<20x128xf32>
            emmy_tile.yield %e : f32
          } combine {
          ^bb0(%a: f32, %c: f32):
            %f = arith.addf %a, %c : f32
            emmy_tile.yield %f : f32
          }
          emmy_tile.yield %p : f32
        } combine {
        ^bb0(%a: f32, %c: f32):
          %f = arith.addf %a, %c : f32
          emmy_tile.yield %f : f32
        }
        // CHECK: emmy_tile.for thread ({{.*}}) in (1) stride [1]
        emmy_tile.for thread (%one) in (1) stride [1] {
          emmy_tile.store %sum, %out[%b * 8 + %g] if (19 - %b * 8 - %g >= 0) : memref<20xf32>
        }
      }
    }
  }
  return %m : tensor<20xf32>
}
