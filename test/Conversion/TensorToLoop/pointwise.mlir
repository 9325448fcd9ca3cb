// RUN: emmy-opt --emmy-convert-tensor-to-loop --split-input-file %s | FileCheck %s

// Virtual values are read through: the constant and the slice make no kernel. A dim of extent one has no loop.
// CHECK-LABEL: func.func @silu_tail
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @silu_tail(%x: tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32> {
  %r = emmy_tensor.index_map [%x[(i, j, k) -> (i, j, k + 2048)]] : (tensor<1x32x4096xf32>) -> tensor<1x32x2048xf32>
  %one = emmy_tensor.constant 1.0 : tensor<1x32x2048xf32>
  %e = emmy_tensor.elementwise exp(%r) : tensor<1x32x2048xf32>
  %d = emmy_tensor.elementwise add(%one, %e) : tensor<1x32x2048xf32>
  // CHECK: emmy_loop.for parallel (%i0, %i1) in (32, 2048) {
  // CHECK-NEXT: %[[E:.*]] = emmy_loop.load %{{[a-z_0-9]+}}[0, %i0, %i1] : memref<1x32x2048xf32>
  // CHECK-NEXT: %[[D:.*]] = arith.addf %{{.*}}, %[[E]] : f32
  // CHECK-NEXT: emmy_loop.store %[[D]], %{{[a-z_0-9]+}}[0, %i0, %i1]
  return %d : tensor<1x32x2048xf32>
}

// -----

emmy.symbol @seq

// Sizes in name order; bools in bytes; unsigned functions; a value used twice is written once.
// CHECK-LABEL: func.func @types
func.func @types(%x: tensor<?xui8, #emmy.dims<[seq]>>, %b: tensor<?xi1, #emmy.dims<[seq]>>) -> tensor<?xi1, #emmy.dims<[seq]>> {
  // CHECK: %seq = emmy.size @seq
  // CHECK: emmy_loop.kernel ins(%{{.*}} : tensor<?xui8, #emmy.dims<[seq]>>) sizes(@seq = %seq) -> tensor<?xi1
  // CHECK: emmy_loop.for parallel (%i0) in (%seq
  // CHECK-NEXT: %[[X:.*]] = emmy_loop.load %{{[a-z_0-9]+}}[%i0] : memref<?xi8>
  // CHECK-NEXT: %[[L:.*]] = arith.cmpi ult, %[[X]], %[[X]] : i8
  // CHECK-NEXT: emmy_loop.store %[[L]], %{{[a-z_0-9]+}}[%i0] : i1, memref<?xi8>
  %l = emmy_tensor.elementwise less(%x, %x) : tensor<?xui8, #emmy.dims<[seq]>>
  // CHECK: emmy_loop.load %{{.*}} : memref<?xi8> -> i1
  %a = emmy_tensor.elementwise bitwise_and(%l, %b) : tensor<?xi1, #emmy.dims<[seq]>>
  return %a : tensor<?xi1, #emmy.dims<[seq]>>
}

// -----

// An implied conversion marks its narrowing, one of the user does not.
// CHECK-LABEL: func.func @converts
// CHECK: arith.truncf %{{.*}} {emmy.implied = 0 : i64} : f32 to f16
// CHECK: arith.truncf %{{[^ ]*}} : f32 to bf16
func.func @converts(%x: tensor<4xf32>) -> (tensor<4xf16>, tensor<4xbf16>) {
  %a = emmy_tensor.elementwise convert(%x) implied : tensor<4xf32> -> tensor<4xf16>
  %b = emmy_tensor.elementwise convert(%x) user : tensor<4xf32> -> tensor<4xbf16>
  return %a, %b : tensor<4xf16>, tensor<4xbf16>
}

// -----

// A chain of pads under guards: no access where a guard does not hold, and the fill is the load's other value.
// CHECK-LABEL: func.func @pad
// CHECK: emmy_loop.load %{{[a-z_0-9]+}}[%i0 - 1] if (%i0 - 1 >= 0, -%i0 + 4 >= 0) else %{{.*}} : memref<4xf32>
// CHECK-NEXT: emmy_loop.store
func.func @pad(%x: tensor<4xf32>) -> tensor<6xf32> {
  %low = emmy_tensor.constant -inf : tensor<f32>
  %p = emmy_tensor.index_map [%x[(i) -> (i - 1)] if affine_set<(i) : (i - 1 >= 0, 4 - i >= 0)>, %low[(i) -> ()]]
    : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return %p : tensor<6xf32>
}

// -----

// Concatenation: the second piece is read where the first is not. A slice of it that lies in one piece reads that one only.
// CHECK-LABEL: func.func @concat
// CHECK: emmy_loop.load %{{[a-z_0-9]+}}[%i0] if (-%i0 + 3 >= 0)
// CHECK: emmy_loop.load %{{[a-z_0-9]+}}[%i0 - 4] if (%i0 - 4 >= 0)
// CHECK: arith.select
// CHECK: emmy_loop.kernel
// CHECK: emmy_loop.load %{{[a-z_0-9]+}}[%i0] : memref<5xf32>
// CHECK-NOT: select
func.func @concat(%x: tensor<4xf32>, %y: tensor<5xf32>) -> (tensor<9xf32>, tensor<5xf32>) {
  %c = emmy_tensor.index_map [%x[(i) -> (i)] if affine_set<(i) : (3 - i >= 0)>, %y[(i) -> (i - 4)]]
    : (tensor<4xf32>, tensor<5xf32>) -> tensor<9xf32>
  %s = emmy_tensor.index_map [%c[(i) -> (i + 4)]] : (tensor<9xf32>) -> tensor<5xf32>
  return %c, %s : tensor<9xf32>, tensor<5xf32>
}

// -----

// Iota and dense constants are arithmetic; a reshape chain is one kernel.
// CHECK-LABEL: func.func @sources
// CHECK: emmy_loop.kernel -> tensor<4xi64>
// CHECK: arith.index_cast %{{.*}} : index to i64
// CHECK: emmy_loop.kernel -> tensor<3xi64>
// CHECK-COUNT-2: arith.select
// CHECK: emmy_loop.kernel
// CHECK: emmy_loop.load %{{[a-z_0-9]+}}[%i0, %i1]
// CHECK-NOT: emmy_loop.kernel
func.func @sources(%x: tensor<4x6xf32>) -> (tensor<4xi64>, tensor<3xi64>, tensor<4x6xf32>) {
  %i = emmy_tensor.iota dim = 0 : tensor<4xi64>
  %k = emmy_tensor.constant dense<[3, 1, 2]> : tensor<3xi64>
  %f = emmy_tensor.index_map [%x[(i) -> (i floordiv 6, i mod 6)]] : (tensor<4x6xf32>) -> tensor<24xf32>
  %b = emmy_tensor.index_map [%f[(i, j) -> (i * 6 + j)]] : (tensor<24xf32>) -> tensor<4x6xf32>
  return %i, %k, %b : tensor<4xi64>, tensor<3xi64>, tensor<4x6xf32>
}
