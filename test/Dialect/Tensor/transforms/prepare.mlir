// RUN: emmy-opt %s --split-input-file --emmy-tensor-prepare | FileCheck %s
// RUN: emmy-opt %s --split-input-file --emmy-tensor-prepare --emmy-tensor-prepare | FileCheck %s
// RUN: emmy-opt %s --split-input-file --emmy-tensor-prepare --emmy-lower-to-tile | FileCheck %s --check-prefix=TILE

// The example of the pass. Lower levels keep both functions, each with kernels of its own.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[E:.*]]: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
// CHECK-NEXT: %[[Y:.*]] = emmy_tensor.elementwise multiply(%[[X]], %[[E]])
// CHECK-NEXT: return %[[Y]]
// CHECK: func.func @prepare(%[[W:.*]]: tensor<4xf32> {emmy.parameter = "w"}) -> (tensor<4xf32> {emmy.name = "e"}) {
// CHECK-NEXT: %[[MADE:.*]] = emmy_tensor.elementwise exp(%[[W]])
// CHECK-NEXT: return %[[MADE]]
// TILE-LABEL: func.func @main
// TILE-COUNT-1: emmy_tile.kernel
// TILE-LABEL: func.func @prepare
// TILE-COUNT-1: emmy_tile.kernel
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> {emmy.parameter = "w"}) -> tensor<4xf32> {
  %e = emmy_tensor.elementwise exp(%w) : tensor<4xf32> loc("e")
  %y = emmy_tensor.elementwise multiply(%x, %e) : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// A view is read where it is used, and what it reads is prepared; a value that another one is computed of, and that something uses, is
// prepared for itself; one of them is returned. A parameter that something else reads stays an argument. Names are made unique.
// CHECK-LABEL: func.func @chains
// CHECK-SAME: (%[[X:.*]]: tensor<3x2xf32>, %[[V:.*]]: tensor<2x3xf32> {emmy.parameter = "v"}, %[[A:.*]]: tensor<2x3xf32> {emmy.prepared = "w"}, %[[B:.*]]: tensor<2x3xf32> {emmy.prepared = "w_1"})
// CHECK-NEXT: %[[T:.*]] = emmy_tensor.index_map [%[[A]][(d0, d1) -> (d1, d0)]]
// CHECK-NEXT: %[[S:.*]] = emmy_tensor.elementwise add(%[[X]], %[[T]])
// CHECK-NEXT: %[[VT:.*]] = emmy_tensor.index_map [%[[V]]
// CHECK-NEXT: %[[R:.*]] = emmy_tensor.elementwise add(%[[S]], %[[VT]])
// CHECK-NEXT: return %[[R]], %[[B]]
// CHECK: func.func @prepare(%[[W:.*]]: tensor<2x3xf32> {emmy.parameter = "w"}, %[[PV:.*]]: tensor<2x3xf32> {emmy.parameter = "v"}) -> (tensor<2x3xf32> {emmy.name = "w"}, tensor<2x3xf32> {emmy.name = "w_1"})
// CHECK: %[[N:.*]] = emmy_tensor.elementwise negate(%[[W]])
// CHECK: %[[P:.*]] = emmy_tensor.elementwise multiply(%[[N]], %[[PV]])
// CHECK: return %[[N]], %[[P]]
func.func @chains(%x: tensor<3x2xf32>, %w: tensor<2x3xf32> {emmy.parameter = "w"}, %v: tensor<2x3xf32> {emmy.parameter = "v"}) -> (tensor<3x2xf32>, tensor<2x3xf32>) {
  %n = emmy_tensor.elementwise negate(%w) : tensor<2x3xf32> loc("w")
  %t = emmy_tensor.index_map [%n[(d0, d1) -> (d1, d0)]] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %s = emmy_tensor.elementwise add(%x, %t) : tensor<3x2xf32>
  %vt = emmy_tensor.index_map [%v[(d0, d1) -> (d1, d0)]] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %r = emmy_tensor.elementwise add(%s, %vt) : tensor<3x2xf32>
  %p = emmy_tensor.elementwise multiply(%n, %v) : tensor<2x3xf32> loc("w")
  return %r, %p : tensor<3x2xf32>, tensor<2x3xf32>
}

// -----

// What moves later is computed of what is prepared already.
// CHECK-LABEL: func.func @again
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[E:.*]]: tensor<4xf32> {emmy.prepared = "e"}, %[[F:.*]]: tensor<4xf32> {emmy.prepared = "prepared"})
// CHECK: func.func @prepare(%[[W:.*]]: tensor<4xf32> {emmy.parameter = "w"}) -> (tensor<4xf32> {emmy.name = "e"}, tensor<4xf32> {emmy.name = "prepared"})
// CHECK: %[[A:.*]] = emmy_tensor.elementwise exp(%[[W]])
// CHECK: %[[B:.*]] = emmy_tensor.elementwise negate(%[[A]])
// CHECK: return %[[A]], %[[B]]
func.func @again(%x: tensor<4xf32>, %e: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
  %n = emmy_tensor.elementwise negate(%e) : tensor<4xf32>
  %y = emmy_tensor.elementwise multiply(%x, %e) : tensor<4xf32>
  %z = emmy_tensor.elementwise multiply(%y, %n) : tensor<4xf32>
  return %z : tensor<4xf32>
}
func.func @prepare(%w: tensor<4xf32> {emmy.parameter = "w"}) -> (tensor<4xf32> {emmy.name = "e"}) {
  %e = emmy_tensor.elementwise exp(%w) : tensor<4xf32>
  return %e : tensor<4xf32>
}

// -----

// Parameters that the program updates are not the same in every call; what would take more memory than its parameters is computed where it
// is used, as an outer product and a wider type are; constants are no parameters; sizes are not known when a program is loaded.
// CHECK-LABEL: func.func @must_stay
// CHECK-NOT: emmy.prepared
// CHECK-NOT: @prepare
module {
  emmy.symbol @n
  func.func @must_stay(%x: tensor<3x3xf32>, %z: tensor<?xf32, #emmy.dims<[n]>>, %u: tensor<3xf32> {emmy.parameter = "u"}, %w: tensor<3xf32> {emmy.parameter = "w"}, %h: tensor<3x3xf16> {emmy.parameter = "h"})
      -> (tensor<3x3xf32>, tensor<?xf32, #emmy.dims<[n]>>, tensor<3xf32> {emmy.updates = "u"}) {
    %v = emmy_tensor.elementwise negate(%u) : tensor<3xf32>
    %a = emmy_tensor.index_map [%w[(d0, d1) -> (d0)]] : (tensor<3xf32>) -> tensor<3x3xf32>
    %b = emmy_tensor.index_map [%w[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<3x3xf32>
    %c = emmy_tensor.elementwise multiply(%a, %b) : tensor<3x3xf32>
    %d = emmy_tensor.elementwise add(%x, %c) : tensor<3x3xf32>
    %f = emmy_tensor.elementwise convert(%h) user : tensor<3x3xf16> -> tensor<3x3xf32>
    %e = emmy_tensor.elementwise add(%d, %f) : tensor<3x3xf32>
    %i = emmy_tensor.iota dim = 0 : tensor<3x3xi64>
    %j = emmy_tensor.elementwise convert(%i) user : tensor<3x3xi64> -> tensor<3x3xf32>
    %k = emmy_tensor.elementwise add(%e, %j) : tensor<3x3xf32>
    %size = emmy.size @n
    %s = emmy_tensor.index_map [%w[(d0)[s0] -> (d0 mod 3)]] symbols(%size) : (tensor<3xf32>) -> tensor<?xf32, #emmy.dims<[n]>>
    %t = emmy_tensor.elementwise multiply(%z, %s) : tensor<?xf32, #emmy.dims<[n]>>
    return %k, %t, %v : tensor<3x3xf32>, tensor<?xf32, #emmy.dims<[n]>>, tensor<3xf32>
  }
}

// -----

// The name is taken.
// CHECK-LABEL: func.func @prepare
// CHECK: emmy_tensor.elementwise exp
// CHECK-NOT: func.func
func.func @prepare(%x: tensor<4xf32>, %w: tensor<4xf32> {emmy.parameter = "w"}) -> tensor<4xf32> {
  %e = emmy_tensor.elementwise exp(%w) : tensor<4xf32>
  %y = emmy_tensor.elementwise multiply(%x, %e) : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// Nothing to do in a module without a program.
// CHECK-LABEL: func.func private @declared
func.func private @declared(tensor<4xf32>)

// -----

// How often a parameter is repeated is in a sum over the copies, which has a static shape; a view of one of them is a view of the parameter.
// CHECK-LABEL: func.func @repeated
// CHECK-SAME: %[[W:.*]]: tensor<3xf32> {emmy.parameter = "w"}, %[[E:.*]]: tensor<3xf32> {emmy.prepared = "e"})
// CHECK: emmy_tensor.reduce
// CHECK: func.func @prepare
// CHECK-NOT: emmy_tensor.reduce
// CHECK: emmy_tensor.elementwise exp
// CHECK-NOT: emmy_tensor.reduce
module {
  emmy.symbol @n
  func.func @repeated(%z: tensor<?x3xf32, #emmy.dims<[n, 3]>>, %w: tensor<3xf32> {emmy.parameter = "w"}) -> (tensor<3xf32>, tensor<3xf32>) {
    %r = emmy_tensor.index_map [%w[(d0, d1) -> (d1)]] : (tensor<3xf32>) -> tensor<?x3xf32, #emmy.dims<[n, 3]>>
    %s = emmy_tensor.reduce sum(%r) dims = [0] accumulate f32 : tensor<?x3xf32, #emmy.dims<[n, 3]>> -> tensor<3xf32>
    %v = emmy_tensor.index_map [%r[(d0) -> (0, d0)]] : (tensor<?x3xf32, #emmy.dims<[n, 3]>>) -> tensor<3xf32>
    %e = emmy_tensor.elementwise exp(%v) : tensor<3xf32> loc("e")
    return %s, %e : tensor<3xf32>, tensor<3xf32>
  }
}
