// RUN: emmy-opt %s --split-input-file --verify-diagnostics --emmy-tile-apply-schedule

// Blocks run in any order, so they do not exchange data.
func.func @blocks(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 4, axes = [i0 = [block, thread 4], i1 = [block, thread 4]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for parallel (%i) in (8) {
      %v = emmy_tile.load %in[%i] : memref<8xf32>
      emmy_tile.store %v, %out[%i] : memref<8xf32>
    }
    emmy_tile.for parallel (%i) in (8) {
      // expected-error @+1 {{expected no block factors where several nests of a kernel touch a buffer that one writes}}
      %v = emmy_tile.load %out[%i] : memref<8xf32>
    }
  }
  return %y : tensor<8xf32>
}

// -----

// The grid is known before the kernel runs.
func.func @extent(%x: tensor<8xi64>) -> tensor<8xi64> {
  // expected-error @+1 {{expected the extent of axis i1, which has a block factor, to be computed outside of loops}}
  %y = emmy_tile.kernel ins(%x : tensor<8xi64>) -> tensor<8xi64> attributes {schedule = #emmy_tile.schedule<threads = 4, axes = [i0 = [block], i1 = [block, thread 4]]>} {
  ^bb0(%in: memref<8xi64>, %out: memref<8xi64>):
    emmy_tile.for parallel (%i) in (8) {
      %v = emmy_tile.load %in[%i] : memref<8xi64>
      %n = arith.index_cast %v : i64 to index
      emmy_tile.for parallel (%j) in (%n) {
      }
    }
  }
  return %y : tensor<8xi64>
}

// -----

// Nothing to keep in registers: one load.
func.func @registers(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{expected several loads of operand 0 inside of i0 that read the same elements in the same threads, with static unrolled factors, to stage it in registers}}
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8x8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block], i1 = [unroll, thread 8]], stage = [operand 0 at i0 in registers]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8x8xf32>):
    emmy_tile.for parallel (%i) in (8) {
      emmy_tile.for parallel (%j) in (8) {
        %v = emmy_tile.load %in[%i, %j] : memref<8x8xf32>
        emmy_tile.store %v, %out[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return %y : tensor<8x8xf32>
}

// -----

func.func @registers_two(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{expected one operand in a staging in registers, but got 2}}
  %y = emmy_tile.kernel ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block], i1 = [unroll, thread 8]], stage = [operands [0, 1] at i0 in registers]>} {
  ^bb0(%in: memref<8x8xf32>, %in1: memref<8x8xf32>, %out: memref<8x8xf32>):
    emmy_tile.for parallel (%i) in (8) {
      emmy_tile.for parallel (%j) in (8) {
      }
    }
  }
  return %y : tensor<8x8xf32>
}

// -----

// A buffer on chip belongs to one thread or to a block.
func.func @group(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8x8xf32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [block, thread 4], i1 = [unroll, thread 8]]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8x8xf32>):
    emmy_tile.for parallel (%i) in (8) {
      // expected-error @+1 {{expected a buffer of one thread or of a whole block, but got one of a group of threads}}
      %row = emmy_tile.alloc : memref<8xf32>
      emmy_tile.for parallel (%j) in (8) {
      }
    }
  }
  return %y : tensor<8x8xf32>
}

// -----

// Tiles in shared memory.
func.func @shared_none(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{expected a value in the body of i1 that is computed from operands [0] alone, to stage it in shared memory, but got none}}
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8x8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block], i1 = [block, thread 8]], stage = [operand 0 at i1 in shared]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8x8xf32>):
    emmy_tile.for parallel (%i, %j) in (8, 8) {
    }
  }
  return %y : tensor<8x8xf32>
}

// -----

func.func @shared_block(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{expected a block factor on axis i1, of which a tile is staged in shared memory}}
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8x8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block], i1 = [thread]], stage = [operand 0 at i1 in shared]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8x8xf32>):
    emmy_tile.for parallel (%i, %j) in (8, 8) {
      %v = emmy_tile.load %in[%j, %i] : memref<8x8xf32>
      emmy_tile.store %v, %out[%i, %j] : memref<8x8xf32>
    }
  }
  return %y : tensor<8x8xf32>
}

// -----

// A reduction over tiles: factors of the loop around it, of its own, and what it may hold.
func.func @tiled_threads(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a thread factor around a reduction over tiles, but got none}}
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block, unroll 8], r0 = [sequential, unroll 4]], stage = [operand 0 at r0 in shared]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (8) {
      %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
        %v = emmy_tile.load %in[%i, %r] : memref<8x8xf32>
        emmy_tile.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
    }
  }
  return %y : tensor<8xf32>
}

// -----

func.func @tiled_sequential(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected block, thread, unroll or vector factors on axis i0 around a reduction over tiles, but got sequential}}
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block, sequential 2, thread 8], r0 = [sequential, unroll 4]], stage = [operand 0 at r0 in shared]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (8) {
      %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
        %v = emmy_tile.load %in[%i, %r] : memref<8x8xf32>
        emmy_tile.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
    }
  }
  return %y : tensor<8xf32>
}

// -----

func.func @tiled_steps(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected axis r0 of a reduction over tiles to be split into sequential chunks of sequential or unrolled steps}}
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block, thread 8], r0 = [unroll, unroll 4]], stage = [operand 0 at r0 in shared]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (8) {
      %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
        %v = emmy_tile.load %in[%i, %r] : memref<8x8xf32>
        emmy_tile.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
    }
  }
  return %y : tensor<8xf32>
}

// -----

func.func @tiled_loop(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected reductions as the only loops beside a reduction over tiles, but got emmy_tile.for}}
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block, thread 8], r0 = [sequential, unroll 4], i1 = [sequential]], stage = [operand 0 at r0 in shared]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (8) {
      %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
        %v = emmy_tile.load %in[%i, %r] : memref<8x8xf32>
        emmy_tile.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      emmy_tile.for parallel (%j) in (2) {
      }
    }
  }
  return %y : tensor<8xf32>
}

// -----

func.func @tiled_lift(%x: tensor<8x8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected the lift of a reduction over tiles to use no loop and no other reduction}}
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block, thread 8], r0 = [sequential, unroll 4], r1 = [sequential, unroll 4]], stage = [operand 0 at r0 in shared]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (8) {
      %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
        %v = emmy_tile.load %in[%i, %r] : memref<8x8xf32>
        emmy_tile.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      %t = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
        %v = emmy_tile.load %in[%i, %r] : memref<8x8xf32>
        %w = arith.subf %v, %s : f32
        emmy_tile.yield %w : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
    }
  }
  return %y : tensor<8xf32>
}

// -----

func.func @regions(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) scalars(%c : i1) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = []>} {
  ^bb0(%in: memref<8xf32>, %cond: i1, %out: memref<8xf32>):
    // expected-error @+1 {{expected loops, reductions and scans as the only operations with regions in a kernel}}
    scf.if %cond {
    }
  }
  return %y : tensor<8xf32>
}

// -----

// Where stagings may stand.
func.func @registers_axis(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{expected a staging in registers at an axis of a loop, but got r0}}
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8x8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [r0 = [sequential]], stage = [operand 0 at r0 in registers]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8x8xf32>):
    %zero = arith.constant 0.0 : f32
    %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
      emmy_tile.yield %zero : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      emmy_tile.yield %a : f32
    }
  }
  return %y : tensor<8x8xf32>
}

// -----

func.func @shared_alone(%x: tensor<8xf32>) -> tensor<f32> {
  // expected-error @+1 {{expected reduction axis r0 with operands in shared memory to stand in a parallel loop}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<f32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [r0 = [sequential]], stage = [operand 0 at r0 in shared]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<f32>):
    %zero = arith.constant 0.0 : f32
    %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
      %v = emmy_tile.load %in[%r] : memref<8xf32>
      emmy_tile.yield %v : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      emmy_tile.yield %a : f32
    }
  }
  return %y : tensor<f32>
}

// -----

func.func @shared_scan(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a staging in shared memory at an axis of a loop or a reduction, but got r0}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [r0 = [sequential]], stage = [operand 0 at r0 in shared]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.scan (%r) in (8) init(%zero : f32) {
      %v = emmy_tile.load %in[%r] : memref<8xf32>
      emmy_tile.yield %v : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      emmy_tile.yield %a : f32
    } emit {
    ^bb0(%i: index, %p: f32):
    }
  }
  return %y : tensor<8xf32>
}

// -----

func.func @shared_nested(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{expected a staging in shared memory at an outermost loop, but got i1}}
  %y = emmy_tile.kernel ins(%x : tensor<8x8xf32>) -> tensor<8x8xf32> attributes {schedule = #emmy_tile.schedule<threads = 8, axes = [i0 = [block], i1 = [block, thread 8]], stage = [operand 0 at i1 in shared]>} {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8x8xf32>):
    emmy_tile.for parallel (%i) in (8) {
      emmy_tile.for parallel (%j) in (8) {
        %v = emmy_tile.load %in[%j, %i] : memref<8x8xf32>
        emmy_tile.store %v, %out[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return %y : tensor<8x8xf32>
}

// -----

// Elements that several threads read are nobody's to keep.
func.func @registers_shared(%x: tensor<8x32xf32>) -> tensor<8x8x32xf32> {
  // expected-error @+1 {{expected several loads of operand 0 inside of i0 that read the same elements in the same threads, with static unrolled factors, to stage it in registers}}
  %y = emmy_tile.kernel ins(%x : tensor<8x32xf32>) -> tensor<8x8x32xf32> attributes {schedule = #emmy_tile.schedule<threads = 256, axes = [i0 = [block], i1 = [thread], i2 = [thread], i3 = [thread], i4 = [thread]], stage = [operand 0 at i0 in registers]>} {
  ^bb0(%in: memref<8x32xf32>, %out: memref<8x8x32xf32>):
    emmy_tile.for parallel (%i) in (8) {
      emmy_tile.for parallel (%j, %k) in (8, 32) {
        %v = emmy_tile.load %in[%i, %k] : memref<8x32xf32>
        emmy_tile.store %v, %out[%i, %j, %k] : memref<8x8x32xf32>
      }
      emmy_tile.for parallel (%j, %k) in (8, 32) {
        %v = emmy_tile.load %in[%i, %k] : memref<8x32xf32>
        emmy_tile.store %v, %out[%i, %j, %k] : memref<8x8x32xf32>
      }
    }
  }
  return %y : tensor<8x8x32xf32>
}
