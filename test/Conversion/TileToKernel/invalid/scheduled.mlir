// RUN: emmy-opt %s --emmy-convert-tile-to-kernel --split-input-file --verify-diagnostics

// Every kernel that is not scheduled is named, before anything is changed.
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error @+1 {{expected an emmy_tile.kernel in scheduled form, but got one without threads; run emmy-tile-choose-schedule and emmy-tile-apply-schedule}}
  %a = emmy_tile.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%in: memref<4xf32>, %out: memref<4xf32>):
    emmy_tile.for parallel (%i) in (4) {
      %e = emmy_tile.load %in[%i] : memref<4xf32>
      emmy_tile.store %e, %out[%i] : memref<4xf32>
    }
  }
  // expected-error @+1 {{expected an emmy_tile.kernel in scheduled form, but got one of another level; run emmy-convert-loop-to-tile}}
  %b = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%in: memref<4xf32>, %out: memref<4xf32>):
    emmy_loop.for parallel (%i) in (4) {
      %e = emmy_loop.load %in[%i] : memref<4xf32>
      emmy_loop.store %e, %out[%i] : memref<4xf32>
    }
  }
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// A reduction across warps needs all threads of the block.
func.func @main(%x: tensor<64xf32>) -> tensor<2xf32> {
  %a = emmy_tile.kernel ins(%x : tensor<64xf32>) -> tensor<2xf32> attributes {threads = 128 : i64} {
  ^bb0(%in: memref<64xf32>, %out: memref<2xf32>):
    %zero = arith.constant 0.0 : f32
    %outer = emmy_tile.reduce thread (%g) in (32) stride [1] init(%zero : f32) {
      // expected-error @+1 {{expected a reduction over more than 32 threads at the level of the block, but got one inside of a loop over threads that do not all run it}}
      %inner = emmy_tile.reduce thread (%t) in (64) stride [1] init(%zero : f32) {
        %e = emmy_tile.load %in[%t] : memref<64xf32>
        emmy_tile.yield %e : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %s = arith.addf %p, %q : f32
        emmy_tile.yield %s : f32
      }
      emmy_tile.yield %inner : f32
    } combine {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      emmy_tile.yield %s : f32
    }
    emmy_tile.for thread (%t) in (1) stride [1] {
      emmy_tile.store %outer, %out[0] : memref<2xf32>
    }
  }
  return %a : tensor<2xf32>
}

// -----

// expected-error @+1 {{expected a public function with a body as the entry, but got none}}
module {
}
