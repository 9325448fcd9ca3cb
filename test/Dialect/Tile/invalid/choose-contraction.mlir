// RUN: emmy-opt %s --emmy-tile-choose-schedule="target=sm_90 overrides=family=contraction" --split-input-file --verify-diagnostics

// Kernels that are not tiled as contractions.

// Nothing is reduced.
func.func @pointwise(%l: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'contraction' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l : tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i, %j) in (64, 64) {
      %s = emmy_tile.load %lb[%i, %j] : memref<64x64xf32>
      emmy_tile.store %s, %out[%i, %j] : memref<64x64xf32>
    }
  }
  return %z : tensor<64x64xf32>
}

// -----

// What is loaded is used a few times only.
func.func @small(%l: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<4x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'contraction' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l, %w : tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<4x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %wb: memref<64x64xf32>, %out: memref<4x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i, %j) in (4, 64) {
      %s = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %lb[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %wb[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      emmy_tile.store %s, %out[%i, %j] : memref<4x64xf32>
    }
  }
  return %z : tensor<4x64xf32>
}

// -----

// A loop beside the reduction.
func.func @rows(%l: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'contraction' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l, %w : tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %wb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (64) {
      %s = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %p = emmy_tile.load %lb[%i, %r] : memref<64x64xf32>
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      emmy_tile.for parallel (%j) in (64) {
        emmy_tile.store %s, %out[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return %z : tensor<64x64xf32>
}

// -----

// Two nests.
func.func @nests(%l: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'contraction' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l, %w : tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %wb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i, %j) in (64, 64) {
      %s = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %lb[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %wb[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      emmy_tile.store %s, %out[%i, %j] : memref<64x64xf32>
    }
    emmy_tile.for parallel (%i) in (64) {
    }
  }
  return %z : tensor<64x64xf32>
}

// -----

// The result is read as well.
func.func @updated(%l: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'contraction' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l, %w : tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %wb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i, %j) in (64, 64) {
      %s = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %lb[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %wb[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      %o = emmy_tile.load %out[%i, %j] : memref<64x64xf32>
      emmy_tile.store %s, %out[%i, %j] : memref<64x64xf32>
    }
  }
  return %z : tensor<64x64xf32>
}

// -----

// An operand that is a result, too, is not staged.
func.func @tied(%l: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'contraction' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l, %w : tensor<64x64xf32>, tensor<64x64xf32>) -> tied(0) tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %wb: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i, %j) in (64, 64) {
      %s = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %lb[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %wb[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
    }
  }
  return %z : tensor<64x64xf32>
}

// -----

// A second reduction whose operand varies with both axes.
func.func @nothing_to_stage(%l: tensor<64x64xf32>, %w: tensor<64x64xf32>, %v: tensor<64x64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'contraction' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l, %w, %v : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %wb: memref<64x64xf32>, %vb: memref<64x64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i, %j) in (64, 64) {
      %s = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %lb[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %wb[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      %t = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %p = emmy_tile.load %vb[%i, %j, %r] : memref<64x64x64xf32>
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      %u = arith.addf %s, %t : f32
      emmy_tile.store %u, %out[%i, %j] : memref<64x64xf32>
    }
  }
  return %z : tensor<64x64xf32>
}

// -----

// A reduction that needs another one.
func.func @dependent(%l: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'contraction' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l, %w : tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %wb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i, %j) in (64, 64) {
      %s = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %lb[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %wb[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      %t = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %lb[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %wb[%r, %j] : memref<64x64xf32>
        %d = arith.subf %x, %s : f32
        %p = arith.mulf %d, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      emmy_tile.store %t, %out[%i, %j] : memref<64x64xf32>
    }
  }
  return %z : tensor<64x64xf32>
}

// -----

// Tiles that shared memory does not hold.
func.func @too_much(%l0: tensor<64x64xf32>, %w0: tensor<64x64xf32>, %l1: tensor<64x64xf32>, %w1: tensor<64x64xf32>, %l2: tensor<64x64xf32>, %w2: tensor<64x64xf32>, %l3: tensor<64x64xf32>, %w3: tensor<64x64xf32>, %l4: tensor<64x64xf32>, %w4: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'contraction' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l0, %w0, %l1, %w1, %l2, %w2, %l3, %w3, %l4, %w4 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%l0b: memref<64x64xf32>, %w0b: memref<64x64xf32>, %l1b: memref<64x64xf32>, %w1b: memref<64x64xf32>, %l2b: memref<64x64xf32>, %w2b: memref<64x64xf32>, %l3b: memref<64x64xf32>, %w3b: memref<64x64xf32>, %l4b: memref<64x64xf32>, %w4b: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i, %j) in (64, 64) {
      %s0 = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %l0b[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %w0b[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      %s1 = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %l1b[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %w1b[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      %s2 = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %l2b[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %w2b[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      %s3 = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %l3b[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %w3b[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      %s4 = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
        %x = emmy_tile.load %l4b[%i, %r] : memref<64x64xf32>
        %y = emmy_tile.load %w4b[%r, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        emmy_tile.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_tile.yield %c : f32
      }
      %t1 = arith.addf %s0, %s1 : f32
      %t2 = arith.addf %t1, %s2 : f32
      %t3 = arith.addf %t2, %s3 : f32
      %t4 = arith.addf %t3, %s4 : f32
      emmy_tile.store %t4, %out[%i, %j] : memref<64x64xf32>
    }
  }
  return %z : tensor<64x64xf32>
}
