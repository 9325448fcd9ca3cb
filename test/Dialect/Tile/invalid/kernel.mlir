// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// C1: one entry axis per axis of the kernel, of its kind.
func.func @kernel_c1_count(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a schedule of the 1 axes of the kernel, but got 2}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [block], i1 = [block]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for parallel (%i) in (8) {
    }
  }
  return %y : tensor<8xf32>
}

// -----

func.func @kernel_c1_kind(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected axis #0 of the schedule to be of kind 'i', but got 'r0'}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [r0 = [sequential]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for parallel (%i) in (8) {
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C2: collapsed axes of one loop.
func.func @kernel_c2(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected collapsed axes to belong to one loop, but got i0 and i1 of different loops}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [(i0, i1) = [block]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for parallel (%i) in (2) {
      emmy_tile.for parallel (%j) in (4) {
      }
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C3: blocks on parallel axes only.
func.func @kernel_c3(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected axis i1 with a block factor to be a parallel axis inside parallel loops only}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [sequential], i1 = [block]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for sequential (%i) in (2) {
      emmy_tile.for parallel (%j) in (4) {
      }
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C4: what runs in order is not distributed.
func.func @kernel_c4(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected axis i0, which runs in order, to be sequential or unrolled, but got thread}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [thread]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for sequential (%i) in (2) {
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C5: derived sizes of threads are static.
emmy.symbol @n
func.func @kernel_c5(%x: tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n]>> {
  %n = emmy.size @n
  // expected-error @+1 {{expected a static extent of axis i0, whose outermost factor is thread, but got a dynamic one}}
  %y = emmy_tile.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n]>> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [thread]]>} {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    emmy_tile.for parallel (%i) in (%size) {
    }
  }
  return %y : tensor<?xf32, #emmy.dims<[n]>>
}

// -----

// C6: nested thread factors fit the block.
func.func @kernel_c6(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected at most 32 threads in nested axes, but got 64}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [block, thread 8], i1 = [unroll, thread 8]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for parallel (%i) in (2) {
      emmy_tile.for parallel (%j) in (4) {
      }
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C7: groups of threads that can be combined.
func.func @kernel_c7(%x: tensor<8xf32>) -> tensor<f32> {
  // expected-error @+1 {{expected the thread factor of reduction axis r0 to be a power of two up to 32 or a multiple of 32, but got 6}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<f32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [r0 = [unroll, thread 6]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<f32>):
    %zero = arith.constant 0.0 : f32
    %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
      emmy_tile.yield %zero : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      emmy_tile.yield %a : f32
    }
  }
  return %y : tensor<f32>
}

// -----

// C8: staged inputs exist and are only read.
func.func @kernel_c8_number(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a staging to name one of 1 inputs, but got operand 3}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [block]], stage = [operand 3 at i0 in registers]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for parallel (%i) in (8) {
    }
  }
  return %y : tensor<8xf32>
}

// -----

func.func @kernel_c8_tied(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected a staging of an input that is only read, but operand 0 is tied to a result}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tied(0) tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [block]], stage = [operand 0 at i0 in registers]>} {
  ^bb0(%in: memref<8xf32>):
    emmy_tile.for parallel (%i) in (8) {
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C9: nothing is bound before it is scheduled.
func.func @kernel_c9_binding(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    // expected-error @+1 {{expected parallel or sequential in a kernel without threads, but got block}}
    emmy_tile.for block (%i) in (8) {
    }
  }
  return %y : tensor<8xf32>
}

// -----

func.func @kernel_c9_stage(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{expected no staged buffer in a kernel without threads}}
    %s = emmy_tile.stage (%t) in (8) bind [thread] stride [1] {
      emmy_tile.yield %zero : f32
    } : memref<8xf32, #emmy_tile.shared>
  }
  return %y : tensor<8xf32>
}

// -----

// C10: one grid.
func.func @kernel_c10(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 32 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for block (%i) in (8) {
    }
    // expected-error @+1 {{expected at most one for block, outermost in the kernel}}
    emmy_tile.for block (%i) in (8) {
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C11: everything is bound, and threads store.
func.func @kernel_c11_bound(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 32 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    // expected-error @+1 {{expected a bound loop in a kernel with threads, but got parallel}}
    emmy_tile.for parallel (%i) in (8) {
    }
  }
  return %y : tensor<8xf32>
}

// -----

func.func @kernel_c11_store(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 32 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{expected a store to a kernel buffer to stand inside a thread loop}}
    emmy_tile.store %zero, %out[0] : memref<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

// C6: the product of factors is not taken modulo 2^64.
func.func @kernel_c6_overflow(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected at most 1024 threads in nested axes, but got 18446744073709551615}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {schedule = #emmy_tile.schedule<threads = 1024, axes = [(i0, i1) = [thread], i2 = [unroll, thread 1073741824]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for parallel (%i, %j) in (4294967296, 4294967296) {
      emmy_tile.for parallel (%k) in (4) {
      }
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C7: two axes of a reduction would be two groups of threads.
func.func @kernel_c7_axes(%x: tensor<8xf32>) -> tensor<f32> {
  // expected-error @+1 {{expected at most one thread factor in a reduction and the loops inside of it, but got one on axis r0 and one on axis r1}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<f32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [r0 = [unroll, thread 4], r1 = [unroll, thread 8]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<f32>):
    %zero = arith.constant 0.0 : f32
    %s = emmy_tile.reduce (%r, %c) in (8, 8) init(%zero : f32) {
      emmy_tile.yield %zero : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      emmy_tile.yield %a : f32
    }
  }
  return %y : tensor<f32>
}

// -----

// C7: threads that lift by themselves do not combine inside.
func.func @kernel_c7_nested(%x: tensor<8xf32>) -> tensor<f32> {
  // expected-error @+1 {{expected at most one thread factor in a reduction and the loops inside of it, but got one on axis r0 and one on axis r1}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<f32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [r0 = [unroll, thread 4], r1 = [unroll, thread 8]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<f32>):
    %zero = arith.constant 0.0 : f32
    %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
      %t = emmy_tile.reduce (%c) in (8) init(%zero : f32) {
        emmy_tile.yield %zero : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        emmy_tile.yield %a : f32
      }
      emmy_tile.yield %t : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      emmy_tile.yield %a : f32
    }
  }
  return %y : tensor<f32>
}

// -----

// C12: the size of a block.
func.func @kernel_c12(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected 1 to 1024 threads, but got 0}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 0 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
  }
  return %y : tensor<8xf32>
}

// -----

// C13: the threads of a reduction lift by themselves.
func.func @kernel_c13_reduce(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 64 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    %s = emmy_tile.reduce thread (%r) in (8) stride [1] init(%zero : f32) {
      // expected-error @+1 {{expected nothing bound to threads and no stage inside of 'emmy_tile.reduce', which each thread runs by itself}}
      emmy_tile.for thread (%i) in (8) stride [1] {
      }
      emmy_tile.yield %zero : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      emmy_tile.yield %a : f32
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C13: so do those that fill a buffer.
func.func @kernel_c13_stage(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 64 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %outer = emmy_tile.stage (%i) in (8) bind [thread] stride [1] {
      // expected-error @+1 {{expected nothing bound to threads and no stage inside of 'emmy_tile.stage', which each thread runs by itself}}
      %inner = emmy_tile.stage (%j) in (8) bind [thread] stride [1] {
        %v = emmy_tile.load %in[%j] : memref<8xf32>
        emmy_tile.yield %v : f32
      } : memref<8xf32, #emmy_tile.shared>
      %w = emmy_tile.load %inner[7 - %i] : memref<8xf32, #emmy_tile.shared>
      emmy_tile.yield %w : f32
    } : memref<8xf32, #emmy_tile.shared>
  }
  return %y : tensor<8xf32>
}

// -----

// C7: half a warp more than a warp.
func.func @kernel_c7_group(%x: tensor<8xf32>) -> tensor<f32> {
  // expected-error @+1 {{expected the threads that run reduction axis r0 to be a multiple of 4, but got 6}}
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<f32> attributes {schedule = #emmy_tile.schedule<threads = 32, axes = [i0 = [block, thread 4], r0 = [unroll, thread 4], i1 = [unroll, thread 6]]>} {
  ^bb0(%in: memref<8xf32>, %out: memref<f32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (4) {
      %s = emmy_tile.reduce (%r) in (8) init(%zero : f32) {
        emmy_tile.yield %zero : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        emmy_tile.yield %a : f32
      }
      emmy_tile.for parallel (%j) in (6) {
      }
    }
  }
  return %y : tensor<f32>
}

// -----

// C14: more iterations than threads.
func.func @kernel_c14_block(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 4 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    // expected-error @+1 {{expected 8 iterations at a distance of 1 to fit into 4 threads}}
    emmy_tile.for thread (%i) in (8) stride [1] {
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C14: two axes on the same threads.
func.func @kernel_c14_strides(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 32 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    // expected-error @+1 {{expected 8 iterations at a distance of 1 to fit into 1 threads}}
    emmy_tile.for thread (%i, %j) in (8, 1) stride [1, 1] {
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C14: the threads of one iteration of a loop around.
func.func @kernel_c14_nested(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 32 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_tile.for thread (%i) in (8) stride [4] {
      // expected-error @+1 {{expected 8 iterations at a distance of 1 to fit into 4 threads}}
      emmy_tile.for thread (%j) in (8) stride [1] {
      }
    }
  }
  return %y : tensor<8xf32>
}

// -----

// C14: a buffer is filled by threads that there are.
func.func @kernel_c14_stage(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 4 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    // expected-error @+1 {{expected 4 iterations at a distance of 2 to fit into 4 threads}}
    %t = emmy_tile.stage (%u, %i) in (2, 4) bind [unroll, thread] stride [0, 2] {
      %v = emmy_tile.load %in[%u * 4 + %i] : memref<8xf32>
      emmy_tile.yield %v : f32
    } : memref<2x4xf32, #emmy_tile.shared>
  }
  return %y : tensor<8xf32>
}

// -----

// C14: lanes combine inside of warps.
func.func @kernel_c14_reduce(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 48 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{expected a reduction of 32 threads in a group of a multiple of 32, but got 48}}
    %s = emmy_tile.reduce thread (%r) in (32) stride [1] init(%zero : f32) {
      emmy_tile.yield %zero : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      emmy_tile.yield %a : f32
    }
  }
  return %y : tensor<8xf32>
}
