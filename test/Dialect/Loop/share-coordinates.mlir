// RUN: emmy-opt --emmy-loop-share-coordinates=min-kernels=2 %s | FileCheck %s
// RUN: emmy-opt --emmy-loop-share-coordinates=min-kernels=2 --emmy-loop-share-coordinates=min-kernels=2 %s | FileCheck %s
// RUN: emmy-opt --emmy-loop-share-coordinates %s | FileCheck %s --check-prefix=FEW

// Two kernels are too few for the default.
// FEW-NOT: : index)

// Each step reads its own row, in two places; the column is the same in both and stays a number.
// CHECK-LABEL: func.func @steps
func.func @steps(%x: tensor<4x9x3xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  // CHECK: %[[ONE:.*]] = arith.constant 1 : index
  // CHECK: emmy_loop.kernel ins(%{{.*}}) scalars(%[[ONE]] : index)
  // CHECK: ^bb0(%[[X:.*]]: memref<4x9x3xf32>, %[[ROW:.*]]: index, %{{.*}}: memref<9xf32>):
  // CHECK: emmy_loop.for parallel (%[[I:.*]]) in (9)
  // CHECK: emmy_loop.load %[[X]][%[[ROW]], %[[I]], 2]
  // CHECK: emmy_loop.load %[[X]][%[[ROW]], %[[I]] floordiv symbol(%{{.*}}), 1]
  %a = emmy_loop.kernel ins(%x : tensor<4x9x3xf32>) -> (tensor<9xf32>) {
  ^bb0(%in: memref<4x9x3xf32>, %out: memref<9xf32>):
    %s = arith.constant 2 : index
    emmy_loop.for parallel (%i) in (9) {
      %v = emmy_loop.load %in[1, %i, 2] : memref<4x9x3xf32>
      %u = emmy_loop.load %in[1, %i floordiv symbol(%s), 1] : memref<4x9x3xf32>
      %w = arith.addf %u, %v : f32
      emmy_loop.store %w, %out[%i] : memref<9xf32>
    }
  }
  // CHECK: %[[THREE:.*]] = arith.constant 3 : index
  // CHECK: emmy_loop.kernel ins(%{{.*}}) scalars(%[[THREE]] : index)
  %b = emmy_loop.kernel ins(%x : tensor<4x9x3xf32>) -> (tensor<9xf32>) {
  ^bb0(%in: memref<4x9x3xf32>, %out: memref<9xf32>):
    %s = arith.constant 2 : index
    emmy_loop.for parallel (%i) in (9) {
      %v = emmy_loop.load %in[3, %i, 2] : memref<4x9x3xf32>
      %u = emmy_loop.load %in[3, %i floordiv symbol(%s), 1] : memref<4x9x3xf32>
      %w = arith.addf %u, %v : f32
      emmy_loop.store %w, %out[%i] : memref<9xf32>
    }
  }
  return %a, %b : tensor<9xf32>, tensor<9xf32>
}

// Rows and columns that differ independently are two operands; scalars that were there come first.
// CHECK-LABEL: func.func @two_operands
func.func @two_operands(%x: tensor<4x5xf32>, %n: f32) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
  // CHECK: emmy_loop.kernel ins(%{{.*}}) scalars(%{{.*}}, %{{.*}}, %{{.*}} : f32, index, index)
  // CHECK: ^bb0(%[[X:.*]]: memref<4x5xf32>, %{{.*}}: f32, %[[ROW:.*]]: index, %[[COLUMN:.*]]: index, %{{.*}}: memref<1xf32>):
  // CHECK: emmy_loop.load %[[X]][%[[ROW]], %[[COLUMN]]]
  %a = emmy_loop.kernel ins(%x : tensor<4x5xf32>) scalars(%n : f32) -> (tensor<1xf32>) {
  ^bb0(%in: memref<4x5xf32>, %by: f32, %out: memref<1xf32>):
    %v = emmy_loop.load %in[1, 2] : memref<4x5xf32>
    %w = arith.mulf %v, %by : f32
    emmy_loop.store %w, %out[0] : memref<1xf32>
  }
  %b = emmy_loop.kernel ins(%x : tensor<4x5xf32>) scalars(%n : f32) -> (tensor<1xf32>) {
  ^bb0(%in: memref<4x5xf32>, %by: f32, %out: memref<1xf32>):
    %v = emmy_loop.load %in[1, 4] : memref<4x5xf32>
    %w = arith.mulf %v, %by : f32
    emmy_loop.store %w, %out[0] : memref<1xf32>
  }
  %c = emmy_loop.kernel ins(%x : tensor<4x5xf32>) scalars(%n : f32) -> (tensor<1xf32>) {
  ^bb0(%in: memref<4x5xf32>, %by: f32, %out: memref<1xf32>):
    %v = emmy_loop.load %in[3, 4] : memref<4x5xf32>
    %w = arith.mulf %v, %by : f32
    emmy_loop.store %w, %out[0] : memref<1xf32>
  }
  return %a, %b, %c : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

// Kernels that are equal already, those that compute something else, and coordinates under a guard stay.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: scalars
func.func @kept(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<9xf32>, tensor<9xf32>) {
  %a = emmy_loop.kernel ins(%x : tensor<4xf32>) -> (tensor<1xf32>) {
  ^bb0(%in: memref<4xf32>, %out: memref<1xf32>):
    // CHECK: emmy_loop.load %{{.*}}[1]
    %v = emmy_loop.load %in[1] : memref<4xf32>
    emmy_loop.store %v, %out[0] : memref<1xf32>
  }
  %b = emmy_loop.kernel ins(%y : tensor<4xf32>) -> (tensor<1xf32>) {
  ^bb0(%in: memref<4xf32>, %out: memref<1xf32>):
    // CHECK: emmy_loop.load %{{.*}}[1]
    %v = emmy_loop.load %in[1] : memref<4xf32>
    emmy_loop.store %v, %out[0] : memref<1xf32>
  }
  %c = emmy_loop.kernel ins(%y : tensor<4xf32>) -> (tensor<1xf32>) {
  ^bb0(%in: memref<4xf32>, %out: memref<1xf32>):
    // CHECK: emmy_loop.load %{{.*}}[2]
    %v = emmy_loop.load %in[2] : memref<4xf32>
    %w = arith.negf %v : f32
    emmy_loop.store %w, %out[0] : memref<1xf32>
  }
  %d = emmy_loop.kernel ins(%x : tensor<4xf32>) -> (tensor<9xf32>) {
  ^bb0(%in: memref<4xf32>, %out: memref<9xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (9) {
      // CHECK: emmy_loop.load %{{.*}}[1] if
      %v = emmy_loop.load %in[1] if (%i - 1 >= 0) else %zero : memref<4xf32>
      emmy_loop.store %v, %out[%i] : memref<9xf32>
    }
  }
  %e = emmy_loop.kernel ins(%x : tensor<4xf32>) -> (tensor<9xf32>) {
  ^bb0(%in: memref<4xf32>, %out: memref<9xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (9) {
      // CHECK: emmy_loop.load %{{.*}}[2] if
      %v = emmy_loop.load %in[2] if (%i - 1 >= 0) else %zero : memref<4xf32>
      emmy_loop.store %v, %out[%i] : memref<9xf32>
    }
  }
  // CHECK: return
  return %a, %b, %c, %d, %e : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<9xf32>, tensor<9xf32>
}

// Five coordinates are too many.
// CHECK-LABEL: func.func @many_operands
// CHECK: emmy_loop.load %{{.*}}[0, 1, 2, 3, 4]
// CHECK: emmy_loop.load %{{.*}}[1, 2, 3, 4, 5]
func.func @many_operands(%x: tensor<9x9x9x9x9xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %a = emmy_loop.kernel ins(%x : tensor<9x9x9x9x9xf32>) -> (tensor<1xf32>) {
  ^bb0(%in: memref<9x9x9x9x9xf32>, %out: memref<1xf32>):
    %v = emmy_loop.load %in[0, 1, 2, 3, 4] : memref<9x9x9x9x9xf32>
    emmy_loop.store %v, %out[0] : memref<1xf32>
  }
  %b = emmy_loop.kernel ins(%x : tensor<9x9x9x9x9xf32>) -> (tensor<1xf32>) {
  ^bb0(%in: memref<9x9x9x9x9xf32>, %out: memref<1xf32>):
    %v = emmy_loop.load %in[1, 2, 3, 4, 5] : memref<9x9x9x9x9xf32>
    emmy_loop.store %v, %out[0] : memref<1xf32>
  }
  return %a, %b : tensor<1xf32>, tensor<1xf32>
}
