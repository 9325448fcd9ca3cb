// RUN: emmy-opt %s --emmy-tile-choose-schedule="target=sm_90 overrides=family=rows" --split-input-file --verify-diagnostics

// Kernels that are not run row by row.

// A reduction of everything beside a loop that runs in order.
func.func @alone_in_order(%l: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'rows' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l : tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    %s = emmy_tile.reduce (%r) in (64) init(%zero : f32) {
      %p = emmy_tile.load %lb[0, %r] : memref<64x64xf32>
      emmy_tile.yield %p : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      emmy_tile.yield %c : f32
    }
    emmy_tile.for sequential (%i) in (64) {
      emmy_tile.store %s, %out[0, %i] : memref<64x64xf32>
    }
  }
  return %z : tensor<64x64xf32>
}

// -----

// A loop that runs in order.
func.func @in_order(%l: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'rows' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l : tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for sequential (%i) in (64) {
      emmy_tile.for parallel (%j) in (64) {
        %v = emmy_tile.load %lb[%i, %j] : memref<64x64xf32>
        emmy_tile.store %v, %out[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return %z : tensor<64x64xf32>
}

// -----

// A loop deeper than in a row.
func.func @deep(%l: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'rows' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l : tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (64) {
      emmy_tile.for parallel (%j) in (8) {
        emmy_tile.for parallel (%k) in (8) {
          %v = emmy_tile.load %lb[%i, %j * 8 + %k] : memref<64x64xf32>
          emmy_tile.store %v, %out[%i, %j * 8 + %k] : memref<64x64xf32>
        }
      }
    }
  }
  return %z : tensor<64x64xf32>
}

// -----

// No loop inside of another.
func.func @pointwise(%l: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'rows' fits; leave the family out to choose one}}
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

// A nest that reads what another one wrote.
func.func @dependent(%l: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // expected-error @+1 {{expected a kernel that the family of schedules 'rows' fits; leave the family out to choose one}}
  %z = emmy_tile.kernel ins(%l : tensor<64x64xf32>) -> tensor<64x64xf32> {
  ^bb0(%lb: memref<64x64xf32>, %out: memref<64x64xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_tile.for parallel (%i) in (64) {
      emmy_tile.for parallel (%j) in (64) {
        %v = emmy_tile.load %lb[%i, %j] : memref<64x64xf32>
        emmy_tile.store %v, %out[%i, %j] : memref<64x64xf32>
      }
    }
    emmy_tile.for parallel (%i) in (64) {
      %v = emmy_tile.load %out[%i, 0] : memref<64x64xf32>
    }
  }
  return %z : tensor<64x64xf32>
}
