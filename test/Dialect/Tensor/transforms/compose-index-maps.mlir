// RUN: emmy-opt %s --emmy-tensor-compose-index-maps --canonicalize | FileCheck %s
// Once more changes nothing.
// RUN: emmy-opt %s --emmy-tensor-compose-index-maps --canonicalize > %t.once
// RUN: emmy-opt %t.once --emmy-tensor-compose-index-maps --canonicalize | diff %t.once -

emmy.symbol @seq
emmy.symbol @batch
emmy.symbol @long {min = 8, max = 4096}

// A reshape and back is nothing.
// CHECK-LABEL: func.func @reshape_and_back
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
func.func @reshape_and_back(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK-NEXT: return %[[X]]
  %r = emmy_tensor.index_map [%x[(d0) -> (d0 floordiv 8, d0 mod 8)]] : (tensor<4x8xf32>) -> tensor<32xf32>
  %s = emmy_tensor.index_map [%r[(d0, d1) -> (d0 * 8 + d1)]] : (tensor<32xf32>) -> tensor<4x8xf32>
  return %s : tensor<4x8xf32>
}

// The same with symbolic extents, in both directions: 0 <= d1 < seq, and seq >= 1 where there is an element at all.
// CHECK-LABEL: func.func @symbolic_reshape_and_back
// CHECK-SAME: (%[[X:.*]]: tensor<?x?xf32, {{.*}}>, %[[Y:.*]]: tensor<?xf32, {{.*}}>)
func.func @symbolic_reshape_and_back(%x: tensor<?x?xf32, #emmy.dims<[batch, seq]>>, %y: tensor<?xf32, #emmy.dims<[batch*seq]>>)
    -> (tensor<?x?xf32, #emmy.dims<[batch, seq]>>, tensor<?xf32, #emmy.dims<[batch*seq]>>) {
  // CHECK-NEXT: return %[[X]], %[[Y]]
  %n = emmy.size @seq
  %r = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 floordiv s0, d0 mod s0)]] symbols(%n)
    : (tensor<?x?xf32, #emmy.dims<[batch, seq]>>) -> tensor<?xf32, #emmy.dims<[batch*seq]>>
  %s = emmy_tensor.index_map [%r[(d0, d1)[s0] -> (d0 * s0 + d1)]] symbols(%n)
    : (tensor<?xf32, #emmy.dims<[batch*seq]>>) -> tensor<?x?xf32, #emmy.dims<[batch, seq]>>
  %t = emmy_tensor.index_map [%y[(d0, d1)[s0] -> (d0 * s0 + d1)]] symbols(%n)
    : (tensor<?xf32, #emmy.dims<[batch*seq]>>) -> tensor<?x?xf32, #emmy.dims<[batch, seq]>>
  %u = emmy_tensor.index_map [%t[(d0)[s0] -> (d0 floordiv s0, d0 mod s0)]] symbols(%n)
    : (tensor<?x?xf32, #emmy.dims<[batch, seq]>>) -> tensor<?xf32, #emmy.dims<[batch*seq]>>
  return %s, %u : tensor<?x?xf32, #emmy.dims<[batch, seq]>>, tensor<?xf32, #emmy.dims<[batch*seq]>>
}

// Heads: [batch, seq, 12*64] as [batch, 12, seq, 64] and back; sizes may be computed.
// CHECK-LABEL: func.func @heads
func.func @heads(%x: tensor<?x?x768xf32, #emmy.dims<[batch, seq, 768]>>)
    -> (tensor<?x12x?x64xf32, #emmy.dims<[batch, 12, seq, 64]>>, tensor<?x?x768xf32, #emmy.dims<[batch, seq, 768]>>) {
  // CHECK: %[[HEADS:.*]] = emmy_tensor.index_map [%[[X:.*]][(d0, d1, d2, d3) -> (d0, d2, d1 * 64 + d3)]] :
  // CHECK: return %[[HEADS]], %[[X]]
  %x4 = emmy_tensor.index_map [%x[(d0, d1, d2, d3) -> (d0, d1, d2 * 64 + d3)]]
    : (tensor<?x?x768xf32, #emmy.dims<[batch, seq, 768]>>) -> tensor<?x?x12x64xf32, #emmy.dims<[batch, seq, 12, 64]>>
  %h = emmy_tensor.index_map [%x4[(d0, d1, d2, d3) -> (d0, d2, d1, d3)]]
    : (tensor<?x?x12x64xf32, #emmy.dims<[batch, seq, 12, 64]>>) -> tensor<?x12x?x64xf32, #emmy.dims<[batch, 12, seq, 64]>>
  %b = emmy_tensor.index_map [%h[(d0, d1, d2, d3) -> (d0, d2, d1, d3)]]
    : (tensor<?x12x?x64xf32, #emmy.dims<[batch, 12, seq, 64]>>) -> tensor<?x?x12x64xf32, #emmy.dims<[batch, seq, 12, 64]>>
  %y = emmy_tensor.index_map [%b[(d0, d1, d2) -> (d0, d1, d2 floordiv 64, d2 mod 64)]]
    : (tensor<?x?x12x64xf32, #emmy.dims<[batch, seq, 12, 64]>>) -> tensor<?x?x768xf32, #emmy.dims<[batch, seq, 768]>>
  return %h, %y : tensor<?x12x?x64xf32, #emmy.dims<[batch, 12, seq, 64]>>, tensor<?x?x768xf32, #emmy.dims<[batch, seq, 768]>>
}

// A slice of a concatenation that lies in one source is a slice of that source.
// CHECK-LABEL: func.func @slice_of_concat
// CHECK-SAME: (%[[X:.*]]: tensor<?x4xf32, {{.*}}>, %[[Y:.*]]: tensor<?x4xf32, {{.*}}>)
func.func @slice_of_concat(%x: tensor<?x4xf32, #emmy.dims<[batch, 4]>>, %y: tensor<?x4xf32, #emmy.dims<[seq, 4]>>)
    -> (tensor<?x2xf32, #emmy.dims<[seq, 2]>>, tensor<?x4xf32, #emmy.dims<[batch, 4]>>) {
  // CHECK: %[[S:.*]] = emmy_tensor.index_map [%[[Y]][(d0, d1) -> (d0, d1 + 1)]] : (tensor<?x4xf32, #emmy.dims<[seq, 4]>>)
  // CHECK: return %[[S]], %[[X]]
  %b = emmy.size @batch
  %c = emmy_tensor.index_map [%x[(d0, d1)[s0] -> (d0, d1)] if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 >= 0)>,
                              %y[(d0, d1)[s0] -> (d0 - s0, d1)]] symbols(%b)
    : (tensor<?x4xf32, #emmy.dims<[batch, 4]>>, tensor<?x4xf32, #emmy.dims<[seq, 4]>>) -> tensor<?x4xf32, #emmy.dims<[batch + seq, 4]>>
  %s = emmy_tensor.index_map [%c[(d0, d1)[s0] -> (d0 + s0, d1 + 1)]] symbols(%b)
    : (tensor<?x4xf32, #emmy.dims<[batch + seq, 4]>>) -> tensor<?x2xf32, #emmy.dims<[seq, 2]>>
  %t = emmy_tensor.index_map [%c[(d0, d1) -> (d0, d1)]]
    : (tensor<?x4xf32, #emmy.dims<[batch + seq, 4]>>) -> tensor<?x4xf32, #emmy.dims<[batch, 4]>>
  return %s, %t : tensor<?x2xf32, #emmy.dims<[seq, 2]>>, tensor<?x4xf32, #emmy.dims<[batch, 4]>>
}

// One source at two coordinates is two pieces; only what reads the same elements is one.
// CHECK-LABEL: func.func @concat_with_itself
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<9xf32>)
func.func @concat_with_itself(%x: tensor<4xf32>, %y: tensor<9xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[TWICE:.*]] = emmy_tensor.index_map [%[[X]][(d0) -> (d0)] if affine_set<(d0) : (-d0 + 3 >= 0)>, %[[X]][(d0) -> (d0 - 4)]]
  %a = emmy_tensor.index_map [%x[(d0) -> (d0)] if affine_set<(d0) : (3 - d0 >= 0)>, %x[(d0) -> (d0 - 4)]]
    : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  // CHECK: %[[SLICE:.*]] = emmy_tensor.index_map [%[[Y]][(d0) -> (d0 + 1)]] : (tensor<9xf32>) -> tensor<8xf32>
  %b = emmy_tensor.index_map [%y[(d0) -> (d0 + 1)] if affine_set<(d0) : (3 - d0 >= 0)>, %y[(d0) -> (d0 + 1)]]
    : (tensor<9xf32>, tensor<9xf32>) -> tensor<8xf32>
  // CHECK: return %[[TWICE]], %[[SLICE]]
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// A pad of a pad with the same value: one source, one fill, the guard of both.
// CHECK-LABEL: func.func @pad_of_pad
func.func @pad_of_pad(%x: tensor<4xf32>) -> tensor<8xf32> {
  // CHECK: %[[ZERO:.*]] = emmy_tensor.constant 0.000000e+00 : tensor<f32>
  // CHECK: emmy_tensor.index_map [%{{.*}}[(d0) -> (d0 - 2)] if affine_set<(d0) : (d0 - 2 >= 0, -d0 + 5 >= 0)>, %[[ZERO]][(d0) -> ()]] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %zero = emmy_tensor.constant 0.0 : tensor<f32>
  %p = emmy_tensor.index_map [%x[(d0) -> (d0 - 1)] if affine_set<(d0) : (d0 - 1 >= 0, 4 - d0 >= 0)>, %zero[(d0) -> ()]]
    : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  %q = emmy_tensor.index_map [%p[(d0) -> (d0 - 1)] if affine_set<(d0) : (d0 - 1 >= 0, 6 - d0 >= 0)>, %zero[(d0) -> ()]]
    : (tensor<6xf32>, tensor<f32>) -> tensor<8xf32>
  return %q : tensor<8xf32>
}

// Inside the guard 1 <= d0 <= 4 the flat number splits without divisions.
// CHECK-LABEL: func.func @guarded
func.func @guarded(%x: tensor<4x4xf32>, %y: tensor<f32>) -> tensor<6x4xf32> {
  // CHECK: emmy_tensor.index_map [%{{.*}}[(d0, d1) -> (d0 - 1, d1)] if
  %r = emmy_tensor.index_map [%x[(d0) -> (d0 floordiv 4, d0 mod 4)]] : (tensor<4x4xf32>) -> tensor<16xf32>
  %q = emmy_tensor.index_map [%r[(d0, d1) -> (d0 * 4 + d1 - 4)] if affine_set<(d0, d1) : (d0 - 1 >= 0, 4 - d0 >= 0)>, %y[(d0, d1) -> ()]]
    : (tensor<16xf32>, tensor<f32>) -> tensor<6x4xf32>
  return %q : tensor<6x4xf32>
}

// [6, 4] as [4, 6], transposed, as [24]: what would take four divisions stays two maps of two.
// CHECK-LABEL: func.func @too_costly
func.func @too_costly(%x: tensor<6x4xf32>) -> tensor<24xf32> {
  // CHECK: %[[R:.*]] = emmy_tensor.index_map [%{{.*}}[(d0, d1) -> (d0 + (d0 * 2 + d1) floordiv 4, (d0 * 2 + d1) mod 4)]]
  // CHECK: emmy_tensor.index_map [%[[R]][(d0) -> (d0 mod 4, d0 floordiv 4)]]
  %r = emmy_tensor.index_map [%x[(d0, d1) -> ((d0 * 6 + d1) floordiv 4, (d0 * 6 + d1) mod 4)]] : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %s = emmy_tensor.index_map [%r[(d0) -> (d0 mod 4, d0 floordiv 4)]] : (tensor<4x6xf32>) -> tensor<24xf32>
  return %s : tensor<24xf32>
}

// A declared minimum decides a guard: long >= 8.
// CHECK-LABEL: func.func @declared
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %{{.*}}: tensor<f32>)
func.func @declared(%x: tensor<8xf32>, %y: tensor<f32>) -> tensor<8xf32> {
  // CHECK: return %[[X]]
  %n = emmy.size @long
  %r = emmy_tensor.index_map [%x[(d0)[s0] -> (d0)] if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>, %y[(d0)[s0] -> ()]] symbols(%n)
    : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// An index that nothing is known about may be anything: the guard stays.
// CHECK-LABEL: func.func @unknown
func.func @unknown(%x: tensor<8xf32>, %y: tensor<f32>, %n: index) -> tensor<8xf32> {
  // CHECK: if affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)>
  %r = emmy_tensor.index_map [%x[(d0)[s0] -> (d0)] if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>, %y[(d0)[s0] -> ()]] symbols(%n)
    : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Computed sizes are expressions of the sizes that they are computed from.
// CHECK-LABEL: func.func @computed
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32, {{.*}}>)
func.func @computed(%x: tensor<?xf32, #emmy.dims<[2*seq]>>) -> tensor<?xf32, #emmy.dims<[2*seq]>> {
  // CHECK: return %[[X]]
  %n = emmy.size @seq
  %two = arith.constant 2 : index
  %m = arith.muli %n, %two : index
  %r = emmy_tensor.index_map [%x[(d0)[s0] -> (s0 - 1 - d0)]] symbols(%m) : (tensor<?xf32, #emmy.dims<[2*seq]>>) -> tensor<?xf32, #emmy.dims<[2*seq]>>
  %s = emmy_tensor.index_map [%r[(d0)[s0] -> (s0 * 2 - 1 - d0)]] symbols(%n) : (tensor<?xf32, #emmy.dims<[2*seq]>>) -> tensor<?xf32, #emmy.dims<[2*seq]>>
  return %s : tensor<?xf32, #emmy.dims<[2*seq]>>
}

// A divisor of several terms: the remainder is written as one.
// CHECK-LABEL: func.func @sum_as_divisor
func.func @sum_as_divisor(%x: tensor<?x?xf32, #emmy.dims<[batch, seq + 3]>>) -> tensor<?xf32, #emmy.dims<[batch*seq + 3*batch]>> {
  // CHECK: emmy_tensor.index_map [%{{.*}}[(d0)[s0] -> (d0 floordiv (s0 + 3), d0 mod (s0 + 3))]]
  %n = emmy.size @seq
  %r = emmy_tensor.index_map [%x[(d0)[s0] -> (d0 floordiv (s0 + 3), d0 mod (s0 + 3))]] symbols(%n)
    : (tensor<?x?xf32, #emmy.dims<[batch, seq + 3]>>) -> tensor<?xf32, #emmy.dims<[batch*seq + 3*batch]>>
  return %r : tensor<?xf32, #emmy.dims<[batch*seq + 3*batch]>>
}
