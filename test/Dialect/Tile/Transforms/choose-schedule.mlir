// RUN: emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule | FileCheck %s --check-prefixes=CHECK,FREE
// RUN: emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="target=sm_90 overrides=threads=256,vector=4" | FileCheck %s --check-prefixes=CHECK,FIXED
// RUN: emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="overrides=family=plain" | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: not emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="target=sm_33" 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="overrides=speed=9" 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="overrides=threads=0" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="overrides=threads=33" 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: not emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="overrides=vector=3" 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="overrides=rows=1025" 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="overrides=vector=2,threads=64,vector=2" 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="overrides=vector=2,,threads=64" 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="overrides=family=fast" 2>&1 | FileCheck %s --check-prefix=FAMILY
// RUN: not emmy-opt %s --emmy-convert-loop-to-tile --emmy-tile-choose-schedule="overrides=family=rows" 2>&1 | FileCheck %s --check-prefix=FIT

// TARGET: expected a target of sm_75, sm_80, sm_86, sm_89, sm_90, sm_100, sm_120, but got 'sm_33'
// KEY: expected overrides of threads, vector, rows or family, but got 'speed'
// NUMBER: expected 1 to 32, or a multiple of 32 up to 1024 for 'threads', but got '0'
// WARPS: expected 1 to 32, or a multiple of 32 up to 1024 for 'threads', but got '33'
// VECTOR: expected 1, 2, 4, 8 or 16 for 'vector', but got '3'
// ROWS: expected 1 to 1024 for 'rows', but got '1025'
// TWICE: expected each override once, but got 'vector' again
// FORM: expected overrides of the form threads=256,vector=4, but got '' in 'vector=2,,threads=64'
// FAMILY: expected a family of schedules (plain, pointwise, rows, contraction, transpose), but got 'fast'
// FIT: expected a kernel that the family of schedules 'rows' fits; leave the family out to choose one

// Pointwise: the axes collapsed; 16384 workers of 4 elements.
// CHECK-LABEL: func.func @silu_and_mul
// FREE: threads = 64, axes = [(i0, i1) = [block, thread 64, vector 4]]>
// FIXED: threads = 256, axes = [(i0, i1) = [block, thread 256, vector 4]]>
// PLAIN: threads = 256, axes = [(i0, i1) = [block, thread 256]]>
func.func @silu_and_mul(%x: tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> {
  %m = emmy_loop.kernel ins(%x : tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32>
       {
  ^bb0(%in: memref<1x32x4096xf32>, %out: memref<1x32x2048xf32>):
    %one = arith.constant 1.0 : f32
    emmy_loop.for parallel (%i, %j) in (32, 2048) {
          %l = emmy_loop.load %in[0, %i, %j] : memref<1x32x4096xf32>
          %n = arith.negf %l : f32
          %e = emmy.apply exp(%n) : (f32) -> f32
          %d = arith.addf %e, %one : f32
          %s = arith.divf %l, %d : f32
          %r = emmy_loop.load %in[0, %i, %j + 2048] : memref<1x32x4096xf32>
          %p = arith.mulf %s, %r : f32
          emmy_loop.store %p, %out[0, %i, %j] : memref<1x32x2048xf32>
    }
  }
  return %m : tensor<1x32x2048xf32>
}

// Rows of 1000: a block each, read once into registers; 250 of 256 threads have a vector.
// CHECK-LABEL: func.func @softmax
// FREE: threads = 256, axes = [i0 = [block], r0 = [unroll, thread 256, vector 4], r1 = [unroll, thread 256, vector 4], i1 = [unroll, thread 256, vector 4]], stage = [operand 0 at i0 in registers]>
// PLAIN: threads = 64, axes = [i0 = [block, thread 64], r0 = [sequential, unroll 8], r1 = [sequential, unroll 8], i1 = [sequential]]>
func.func @softmax(%x: tensor<64x1000xf32>) -> tensor<64x1000xf32> {
  %m = emmy_loop.kernel ins(%x : tensor<64x1000xf32>) -> tensor<64x1000xf32>
       {
  ^bb0(%in: memref<64x1000xf32>, %out: memref<64x1000xf32>):
    %zero = arith.constant 0.0 : f32
    %lowest = arith.constant 0xFF800000 : f32
    emmy_loop.for parallel (%i) in (64) {
      %max = emmy_loop.reduce (%r) in (1000) init(%lowest : f32) {
          %e = emmy_loop.load %in[%i, %r] : memref<64x1000xf32>
          emmy_loop.yield %e : f32
        } combine {
        ^bb0(%a: f32, %c: f32):
          %f = emmy.apply maximum(%a, %c) : (f32, f32) -> f32
          emmy_loop.yield %f : f32
        }
      %sum = emmy_loop.reduce (%r) in (1000) init(%zero : f32) {
          %e = emmy_loop.load %in[%i, %r] : memref<64x1000xf32>
          %d = arith.subf %e, %max : f32
          %x1 = emmy.apply exp(%d) : (f32) -> f32
          emmy_loop.yield %x1 : f32
        } combine {
        ^bb0(%a: f32, %c: f32):
          %f = arith.addf %a, %c : f32
          emmy_loop.yield %f : f32
        }
      emmy_loop.for parallel (%j) in (1000) {
          %e = emmy_loop.load %in[%i, %j] : memref<64x1000xf32>
          %d = arith.subf %e, %max : f32
          %x1 = emmy.apply exp(%d) : (f32) -> f32
          %q = arith.divf %x1, %sum : f32
          emmy_loop.store %q, %out[%i, %j] : memref<64x1000xf32>
      }
    }
  }
  return %m : tensor<64x1000xf32>
}

// Short rows: a warp each.
// CHECK-LABEL: func.func @row_sums
// FREE: threads = 32, axes = [i0 = [block], r0 = [unroll, thread 32, vector 4]]>
// FIXED: threads = 256, axes = [i0 = [block, thread 8], r0 = [unroll, thread 32, vector 4]]>
func.func @row_sums(%x: tensor<20x128xf32>) -> tensor<20xf32> {
  %m = emmy_loop.kernel ins(%x : tensor<20x128xf32>) -> tensor<20xf32>
       {
  ^bb0(%in: memref<20x128xf32>, %out: memref<20xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (20) {
      %sum = emmy_loop.reduce (%r) in (128) init(%zero : f32) {
            %e = emmy_loop.load %in[%i, %r] : memref<20x128xf32>
            emmy_loop.yield %e : f32
          } combine {
          ^bb0(%a: f32, %c: f32):
            %f = arith.addf %a, %c : f32
            emmy_loop.yield %f : f32
          }
          emmy_loop.store %sum, %out[%i] : memref<20xf32>
    }
  }
  return %m : tensor<20xf32>
}

// Dynamic extents: no vectors, since nothing says that rows are aligned.
// CHECK-LABEL: func.func @dynamic
// FREE: threads = 256, axes = [(i0, i1) = [block, thread 256]]>
emmy.symbol @n
emmy.symbol @m
func.func @dynamic(%x: tensor<?x?xf32, #emmy.dims<[m,n]>>) -> tensor<?x?xf32, #emmy.dims<[m,n]>> {
  %n = emmy.size @n
  %m = emmy.size @m
  %y = emmy_loop.kernel ins(%x : tensor<?x?xf32, #emmy.dims<[m,n]>>) sizes(@m = %m, @n = %n) -> tensor<?x?xf32, #emmy.dims<[m,n]>>
       {
  ^bb0(%in: memref<?x?xf32>, %size: index, %size2: index, %out: memref<?x?xf32>):
    emmy_loop.for parallel (%i, %j) in (%size, %size2) {
        %v = emmy_loop.load %in[%i, %j] : memref<?x?xf32>
        %w = math.absf %v : f32
        emmy_loop.store %w, %out[%i, %j] : memref<?x?xf32>
    }
  }
  return %y : tensor<?x?xf32, #emmy.dims<[m,n]>>
}

// Elements whose distance is a size are not accessed together.
// CHECK-LABEL: func.func @strided_by_size
// FREE: threads = 64, axes = [(i0, i1) = [block, thread 64]]>
// FIXED: threads = 256, axes = [(i0, i1) = [block, thread 256]]>
// PLAIN: threads = 64, axes = [(i0, i1) = [block, thread 64]]>
func.func @strided_by_size(%x: tensor<?xf32, #emmy.dims<[64*n]>>, %n: index) -> tensor<32x64xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[64*n]>>) sizes(@n = %n) -> tensor<32x64xf32> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<32x64xf32>):
    emmy_loop.for parallel (%i, %j) in (32, 64) {
      %v = emmy_loop.load %in[%i mod symbol(%size) + %j * symbol(%size)] : memref<?xf32>
      emmy_loop.store %v, %out[%i, %j] : memref<32x64xf32>
    }
  }
  return %y : tensor<32x64xf32>
}

// A nest that reads what another one wrote elsewhere: one block, whose threads wait for each other between the nests.
// CHECK-LABEL: func.func @exchange
// FREE: threads = 128, axes = [i0 = [sequential, thread 128], i1 = [sequential, thread 128]]>
// FIXED: threads = 256, axes = [i0 = [sequential, thread 256], i1 = [sequential, thread 256]]>
// PLAIN: threads = 128, axes = [i0 = [sequential, thread 128], i1 = [sequential, thread 128]]>
func.func @exchange(%x: tensor<100xf32>) -> (tensor<100xf32>, tensor<100xf32>) {
  %a, %b = emmy_loop.kernel ins(%x : tensor<100xf32>) -> (tensor<100xf32>, tensor<100xf32>) {
  ^bb0(%in: memref<100xf32>, %first: memref<100xf32>, %second: memref<100xf32>):
    emmy_loop.for parallel (%i) in (100) {
      %v = emmy_loop.load %in[%i] : memref<100xf32>
      %w = math.absf %v : f32
      emmy_loop.store %w, %first[%i] : memref<100xf32>
    }
    emmy_loop.for parallel (%i) in (100) {
      %v = emmy_loop.load %first[99 - %i] : memref<100xf32>
      emmy_loop.store %v, %second[%i] : memref<100xf32>
    }
  }
  return %a, %b : tensor<100xf32>, tensor<100xf32>
}
