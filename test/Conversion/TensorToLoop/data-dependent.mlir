// RUN: emmy-opt --emmy-convert-tensor-to-loop --cse %s | FileCheck %s

// The index is loaded, the access is guarded by the extent.
// CHECK-LABEL: func.func @embedding
// CHECK: %[[ID:.*]] = emmy_loop.load %{{[a-z_0-9]+}}[%i0] : memref<3xi64>
// CHECK-NEXT: %[[I:.*]] = arith.index_cast %[[ID]]
// CHECK-NEXT: emmy_loop.load %{{[a-z_0-9]+}}[%[[I]], %i1] if (%[[I]] >= 0, -%[[I]] + 99 >= 0) else
func.func @embedding(%table: tensor<100x8xf32>, %ids: tensor<3xi64>) -> tensor<3x8xf32> {
  %g = emmy_tensor.gather %table[%ids] dims = [0] : (tensor<100x8xf32>, tensor<3xi64>) -> tensor<3x8xf32>
  return %g : tensor<3x8xf32>
}

// A source that is virtual is stored first; the indices are not.
// CHECK-LABEL: func.func @virtual_source
// CHECK: emmy_loop.kernel ins(%{{.*}} : tensor<8x100xf32>) -> tensor<100x8xf32>
// CHECK: emmy_loop.kernel ins(%{{.*}} : tensor<100x8xf32>) -> tensor<3x8xf32>
// CHECK-NOT: emmy_loop.kernel
func.func @virtual_source(%table: tensor<8x100xf32>) -> tensor<3x8xf32> {
  %t = emmy_tensor.index_map [%table[(i, j) -> (j, i)]] : (tensor<8x100xf32>) -> tensor<100x8xf32>
  %ids = emmy_tensor.iota dim = 0 : tensor<3xi64>
  %g = emmy_tensor.gather %t[%ids] dims = [0] : (tensor<100x8xf32>, tensor<3xi64>) -> tensor<3x8xf32>
  return %g : tensor<3x8xf32>
}

// The dims that no index chooses are parallel; updates run in order.
// CHECK-LABEL: func.func @scatter
// CHECK: emmy_loop.kernel ins({{.*}}) -> tied(0) tensor<9x8xf32>
// CHECK: emmy_loop.for parallel (%i0) in (8)
// CHECK-NEXT: emmy_loop.for sequential (%i1) in (3)
// CHECK: %[[OLD:.*]] = emmy_loop.load %{{[a-z_0-9]+}}[%{{.*}}, %i0] if
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK: emmy_loop.store %[[NEW]], %in0[%{{.*}}, %i0] if
func.func @scatter(%x: tensor<9x8xf32>, %u: tensor<3x8xf32>, %i: tensor<3xi64>) -> tensor<9x8xf32> {
  %r = emmy_tensor.scatter sum %u into %x[%i] dims = [0] : tensor<3x8xf32> into (tensor<9x8xf32>, tensor<3xi64>)
  return %r : tensor<9x8xf32>
}

// Updates that come from the destination: it is copied first.
// CHECK-LABEL: func.func @from_itself
// CHECK: %[[COPY:.*]] = emmy_loop.kernel
// CHECK: emmy_loop.kernel ins(%[[COPY]],
func.func @from_itself(%x: tensor<3x8xf32>, %i: tensor<3xi64>) -> tensor<3x8xf32> {
  %r = emmy_tensor.scatter replace %x into %x[%i] dims = [0] : tensor<3x8xf32> into (tensor<3x8xf32>, tensor<3xi64>)
  return %r : tensor<3x8xf32>
}
