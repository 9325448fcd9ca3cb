// RUN: emmy-opt --emmy-loop-fuse=report --split-input-file --verify-diagnostics %s | FileCheck %s

// Kernels whose elements cannot be computed one by one elsewhere: each edge says why it is not merged.

// What an error flag says is not said from elsewhere.
// CHECK-LABEL: func.func @reports
// CHECK-COUNT-2: emmy_loop.kernel
func.func @reports(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {reports} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer reports errors}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// Two nests have no common coordinates.
// CHECK-LABEL: func.func @two_nests
// CHECK-COUNT-2: emmy_loop.kernel
func.func @two_nests(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (4) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
    emmy_loop.for parallel (%i) in (4) {
      %v = emmy_loop.load %in[%i + 4] : memref<8xf32>
      emmy_loop.store %v, %out[%i + 4] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer is not one parallel nest}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// What runs in order is not computed at one place.
// CHECK-LABEL: func.func @in_order
// CHECK-COUNT-2: emmy_loop.kernel
func.func @in_order(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for sequential (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer is not one parallel nest}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// A buffer beside the nest.
// CHECK-LABEL: func.func @beside
// CHECK-COUNT-2: emmy_loop.kernel
func.func @beside(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %l = emmy_loop.local : memref<8xf32>
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer does more than one parallel nest}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// An element is stored at the coordinates of the iteration.
// CHECK-LABEL: func.func @shifted
// CHECK-COUNT-2: emmy_loop.kernel
func.func @shifted(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[7 - %i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer does not store each element once at its own coordinates}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// An element that is not stored is not computed elsewhere.
// CHECK-LABEL: func.func @guarded
// CHECK-COUNT-2: emmy_loop.kernel
func.func @guarded(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] if (%i - 4 >= 0) : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer does not store each element once at its own coordinates}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// Of two stores the last counts.
// CHECK-LABEL: func.func @twice
// CHECK-COUNT-2: emmy_loop.kernel
func.func @twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer does not store each element once at its own coordinates}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// One element of many.
// CHECK-LABEL: func.func @constant_place
// CHECK-COUNT-2: emmy_loop.kernel
func.func @constant_place(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[0] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer does not store each element once at its own coordinates}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// A place that is computed from data.
// CHECK-LABEL: func.func @computed_place
// CHECK-COUNT-2: emmy_loop.kernel
func.func @computed_place(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %j = arith.fptosi %v : f32 to i64
      %k = arith.index_cast %j : i64 to index
      emmy_loop.store %v, %out[%k] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer does not store each element once at its own coordinates}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// A place that no loop runs over.
// CHECK-LABEL: func.func @sized_place
// CHECK-COUNT-2: emmy_loop.kernel
func.func @sized_place(%x: tensor<8xf32>, %s: index) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) scalars(%s : index) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %n: index, %out: memref<8xf32>):
    %v = emmy_loop.load %in[0] : memref<8xf32>
    emmy_loop.store %v, %out[%n] : memref<8xf32>
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer does not store each element once at its own coordinates}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// An element that an inner loop stores.
// CHECK-LABEL: func.func @inner
// CHECK-COUNT-2: emmy_loop.kernel
func.func @inner(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (4) {
      emmy_loop.for parallel (%j) in (2) {
        %v = emmy_loop.load %in[%i * 2 + %j] : memref<8xf32>
        emmy_loop.store %v, %out[%i * 2 + %j] : memref<8xf32>
      }
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer does not store at the innermost place}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// A nest that holds a scan.
// CHECK-LABEL: func.func @scans
// CHECK-COUNT-2: emmy_loop.kernel
func.func @scans(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (8) {
      %l = emmy_loop.local : memref<8xf32>
      emmy_loop.scan (%r) in (8) init(%zero : f32) {
        %v = emmy_loop.load %in[%r] : memref<8xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        emmy_loop.yield %s : f32
      } emit {
      ^bb0(%r: index, %p: f32):
      }
      emmy_loop.store %zero, %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer holds more than a nest with reductions}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// A second result that an inner loop stores.
// CHECK-LABEL: func.func @inner_store
// CHECK-COUNT-2: emmy_loop.kernel
func.func @inner_store(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (8) {
      %m = emmy_loop.reduce (%r) in (8) init(%zero : f32) {
        %v = emmy_loop.load %in[%r] : memref<8xf32>
        emmy_loop.store %v, %out[%i] : memref<8xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        emmy_loop.yield %s : f32
      }
      emmy_loop.store %m, %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer stores in inner loops}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// What was stored is not there elsewhere.
// CHECK-LABEL: func.func @rereads
// CHECK-COUNT-2: emmy_loop.kernel
func.func @rereads(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
      %w = emmy_loop.load %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer reads what it writes}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %w = arith.negf %v : f32
      emmy_loop.store %w, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}
