// RUN: emmy-opt --emmy-loop-fuse=report --split-input-file --verify-diagnostics %s | FileCheck %s

// Consumers in which a producer cannot be computed.

// A consumer with an error flag keeps its form.
// CHECK-LABEL: func.func @reports
// CHECK-COUNT-2: emmy_loop.kernel
func.func @reports(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the consumer reports errors}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> attributes {reports} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// A use that is no load of the level.
// CHECK-LABEL: func.func @other_use
// CHECK-COUNT-2: emmy_loop.kernel
func.func @other_use(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the consumer does more with the value than load it}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = memref.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}

// -----

// A byte is stored and a bool is loaded.
// CHECK-LABEL: func.func @other_type
// CHECK-COUNT-2: emmy_loop.kernel
func.func @other_type(%x: tensor<8xi8>) -> tensor<8xi1> {
  %y = emmy_loop.kernel ins(%x : tensor<8xi8>) -> tensor<8xi1> {
  ^bb0(%in: memref<8xi8>, %out: memref<8xi8>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xi8>
      emmy_loop.store %v, %out[%i] : memref<8xi8>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the consumer loads the value as another type}}
  %z = emmy_loop.kernel ins(%y : tensor<8xi1>) -> tensor<8xi1> {
  ^bb0(%in: memref<8xi8>, %out: memref<8xi8>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xi8> -> i1
      emmy_loop.store %v, %out[%i] : i1, memref<8xi8>
    }
  }
  return %z : tensor<8xi1>
}

// -----

// A row's sum is wanted inside of two nests, so that both would be split.
// CHECK-LABEL: func.func @depths
// CHECK-COUNT-2: emmy_loop.kernel
func.func @depths(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8x8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (8) {
      %m = emmy_loop.reduce (%r) in (8) init(%zero : f32) {
        %v = emmy_loop.load %in[%i, %r] : memref<8x8xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        emmy_loop.yield %s : f32
      }
      emmy_loop.store %m, %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: the producer is needed at several depths of the consumer}}
  %z, %z2 = emmy_loop.kernel ins(%y : tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  ^bb0(%in: memref<8xf32>, %out: memref<8x8xf32>, %out2: memref<8x8xf32>):
    emmy_loop.for parallel (%i, %j) in (8, 8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      emmy_loop.store %v, %out[%i, %j] : memref<8x8xf32>
    }
    emmy_loop.for parallel (%i, %j) in (8, 8) {
      %v = emmy_loop.load %in[%j] : memref<8xf32>
      emmy_loop.store %v, %out2[%i, %j] : memref<8x8xf32>
    }
  }
  return %z : tensor<8x8xf32>
}

// -----

// A sum that is an output too is stored where the loops run over its elements in their order, which they do not here.
// CHECK-LABEL: func.func @others
// CHECK-COUNT-2: emmy_loop.kernel
func.func @others(%x: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %y = emmy_loop.kernel ins(%x : tensor<8x8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8x8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (8) {
      %m = emmy_loop.reduce (%r) in (8) init(%zero : f32) {
        %v = emmy_loop.load %in[%i, %r] : memref<8x8xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        emmy_loop.yield %s : f32
      }
      emmy_loop.store %m, %out[%i] : memref<8xf32>
    }
  }
  // expected-remark @+1 {{'kernel' into 'kernel' not legal: others use the value, which the merged kernel cannot store, and a reduction is computed once}}
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[7 - %i] : memref<8xf32>
      emmy_loop.store %v, %out[%i] : memref<8xf32>
    }
  }
  return %y, %z : tensor<8xf32>, tensor<8xf32>
}
