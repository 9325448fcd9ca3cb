// RUN: emmy-opt --emmy-convert-tensor-to-loop --emmy-loop-fuse --split-input-file %s | FileCheck %s

// A row's statistic is computed once per row: the loops are split, and the scale that depends on it alone leaves the inner loop.
// CHECK-LABEL: func.func @rms
// CHECK: emmy_loop.for parallel (%i0) in (5) {
// CHECK-NEXT: %[[SUM:.*]] = emmy_loop.reduce (%r0) in (7)
// CHECK: emmy_loop.load %[[X:.*]][%i0, %r0]
// CHECK: %[[SCALE:.*]] = emmy.apply rsqrt(%[[SUM]])
// CHECK-NEXT: emmy_loop.for parallel (%i1) in (7) {
// CHECK-NEXT: %[[V:.*]] = emmy_loop.load %[[X]][%i0, %i1]
// CHECK-NEXT: arith.mulf %[[V]], %[[SCALE]]
// CHECK-NOT: emmy_loop.kernel
func.func @rms(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %q = emmy_tensor.elementwise multiply(%x, %x) : tensor<5x7xf32>
  %s = emmy_tensor.reduce sum(%q) dims = [1] : tensor<5x7xf32> -> tensor<5xf32>
  %r = emmy_tensor.elementwise rsqrt(%s) : tensor<5xf32>
  %b = emmy_tensor.index_map [%r[(i, j) -> (i)]] : (tensor<5xf32>) -> tensor<5x7xf32>
  %y = emmy_tensor.elementwise multiply(%x, %b) : tensor<5x7xf32>
  return %y : tensor<5x7xf32>
}

// -----

// A statistic of columns: the loops are exchanged.
// CHECK-LABEL: func.func @columns
// CHECK: emmy_loop.for parallel (%i0) in (7) {
// CHECK: emmy_loop.reduce (%r0) in (5)
// CHECK: emmy_loop.for parallel (%i1) in (5) {
// CHECK: emmy_loop.load %{{.*}}[%i1, %i0]
// CHECK: emmy_loop.store %{{.*}}[%i1, %i0]
func.func @columns(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %s = emmy_tensor.reduce sum(%x) dims = [0] : tensor<5x7xf32> -> tensor<7xf32>
  %b = emmy_tensor.index_map [%s[(i, j) -> (j)]] : (tensor<7xf32>) -> tensor<5x7xf32>
  %y = emmy_tensor.elementwise subtract(%x, %b) : tensor<5x7xf32>
  return %y : tensor<5x7xf32>
}

// -----

// The reduction of everything, for a large tensor, stays a kernel of its own: one block would do the work of all.
// CHECK-LABEL: func.func @global
// CHECK-COUNT-2: emmy_loop.kernel
func.func @global(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %s = emmy_tensor.reduce sum(%x) dims = [0, 1] : tensor<4096x4096xf32> -> tensor<f32>
  %b = emmy_tensor.index_map [%s[(i, j) -> ()]] : (tensor<f32>) -> tensor<4096x4096xf32>
  %y = emmy_tensor.elementwise divide(%x, %b) : tensor<4096x4096xf32>
  return %y : tensor<4096x4096xf32>
}

// -----

emmy.symbol @n

// A value that is an output too is stored where it is computed once per element, not inside the reduction.
// CHECK-LABEL: func.func @kept
// CHECK: emmy_loop.kernel {{.*}} -> (tensor<?x7xf32, {{.*}}>, tensor<?x7xf32, {{.*}}>)
// CHECK: emmy_loop.for parallel (%i0) in (%
// CHECK: emmy_loop.reduce
// CHECK-NOT: emmy_loop.store
// CHECK: emmy_loop.for parallel (%i1) in (7)
// CHECK: %[[H:.*]] = arith.addf
// CHECK-NEXT: emmy_loop.store %[[H]], %{{[a-z_0-9]+}}[%i0, %i1]
// CHECK-NOT: emmy_loop.kernel
func.func @kept(%x: tensor<?x7xf32, #emmy.dims<[n, 7]>>, %y: tensor<?x7xf32, #emmy.dims<[n, 7]>>)
    -> (tensor<?x7xf32, #emmy.dims<[n, 7]>>, tensor<?x7xf32, #emmy.dims<[n, 7]>>) {
  %h = emmy_tensor.elementwise add(%x, %y) : tensor<?x7xf32, #emmy.dims<[n, 7]>>
  %s = emmy_tensor.reduce sum(%h) dims = [1] : tensor<?x7xf32, #emmy.dims<[n, 7]>> -> tensor<?xf32, #emmy.dims<[n]>>
  %b = emmy_tensor.index_map [%s[(i, j) -> (i)]] : (tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?x7xf32, #emmy.dims<[n, 7]>>
  %z = emmy_tensor.elementwise subtract(%h, %b) : tensor<?x7xf32, #emmy.dims<[n, 7]>>
  return %h, %z : tensor<?x7xf32, #emmy.dims<[n, 7]>>, tensor<?x7xf32, #emmy.dims<[n, 7]>>
}
