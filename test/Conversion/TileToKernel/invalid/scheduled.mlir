// RUN: emmy-opt %s --emmy-convert-tile-to-kernel --split-input-file --verify-diagnostics

// Every kernel that is not scheduled is named, before anything is changed.
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error @+1 {{expected a kernel in scheduled form, but got one without threads; run --emmy-tile-choose-schedule and --emmy-tile-apply-schedule}}
  %a = emmy_tile.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%in: memref<4xf32>, %out: memref<4xf32>):
    emmy_tile.for parallel (%i) in (4) {
      %e = emmy_tile.load %in[%i] : memref<4xf32>
      emmy_tile.store %e, %out[%i] : memref<4xf32>
    }
  }
  // expected-error @+1 {{expected a kernel in scheduled form, but got one without threads; run --emmy-tile-choose-schedule and --emmy-tile-apply-schedule}}
  %b = emmy_tile.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%in: memref<4xf32>, %out: memref<4xf32>):
    emmy_tile.for parallel (%i) in (4) {
      %e = emmy_tile.load %in[%i] : memref<4xf32>
      emmy_tile.store %e, %out[%i] : memref<4xf32>
    }
  }
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// Kernels of the loop level have no schedule.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected emmy_tile.kernel, but got a kernel of another level; run --emmy-convert-loop-to-tile}}
  %b = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%in: memref<4xf32>, %out: memref<4xf32>):
    emmy_loop.for parallel (%i) in (4) {
      %e = emmy_loop.load %in[%i] : memref<4xf32>
      emmy_loop.store %e, %out[%i] : memref<4xf32>
    }
  }
  return %b : tensor<4xf32>
}

// -----

// Nothing is bound to warps yet, and a kernel holds scalar code beside operations of the tile level: all is told at once.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> attributes {threads = 32 : i64} {
  ^bb0(%in: memref<4xf32>, %out: memref<4xf32>):
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{expected a loop bound to blocks, threads, lanes or to nobody, but got one bound to warps}}
    emmy_tile.for warp (%w) in (1) {
      // expected-error @+1 {{expected a loop bound to blocks, threads, lanes or to nobody, but got one bound to warps}}
      %s = emmy_tile.reduce warp (%r) in (4) init(%zero : f32) {
        // expected-error @+1 {{expected a scalar operation or one of the tile level, but got 'memref.load'}}
        %e = memref.load %in[%r] : memref<4xf32>
        emmy_tile.yield %e : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %c = arith.addf %p, %q : f32
        emmy_tile.yield %c : f32
      }
      // expected-error @+1 {{expected a scalar operation or one of the tile level, but got 'scf.execute_region'}}
      scf.execute_region {
        // expected-error @+1 {{expected a scalar operation or one of the tile level, but got 'scf.yield'}}
        scf.yield
      }
    }
  }
  return %y : tensor<4xf32>
}

// -----

// expected-error @+1 {{expected a public function with a body as the entry, but got none}}
module {
}
