// RUN: emmy-opt %s --emmy-convert-tile-to-kernel --canonicalize --split-input-file | FileCheck %s

// What is known of indices: a guard that always holds is none, one that never holds reads nothing.
// CHECK-LABEL: emmy_kernel.func @k_guards
// CHECK-NOT: scf.if
// CHECK: %[[V:.*]] = emmy_kernel.load %{{.*}}[%{{.*}} : i32]
// CHECK-NOT: emmy_kernel.load
// CHECK: emmy_kernel.store %[[V]]
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> attributes {threads = 8 : i64} {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %zero = arith.constant -0.0 : f32
    emmy_tile.for thread (%t) in (8) stride [1] {
      %v = emmy_tile.load %in[%t] if (%t >= 0, 7 - %t >= 0) else %zero : memref<8xf32>
      %w = emmy_tile.load %in[%t] if (%t - 8 >= 0) else %zero : memref<8xf32>
      %s = arith.addf %v, %w : f32
      emmy_tile.store %s, %out[%t] : memref<8xf32>
    }
  } loc("guards")
  return %y : tensor<8xf32>
}

// -----

// A number of the caller, and the value of a symbol that the module does not bound, may need 64 bits.
// CHECK-LABEL: emmy_kernel.func @k_numbers(
// CHECK-SAME: %{{.*}}: i64
// CHECK: emmy_kernel.load %{{.*}}[%{{.*}} : i64]
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %n = arith.constant 3 : index
  %y = emmy_tile.kernel ins(%x : tensor<8xf32>) scalars(%n : index) sizes(@unbound = %n) -> tensor<8xf32> attributes {threads = 8 : i64} {
  ^bb0(%in: memref<8xf32>, %number: index, %size: index, %out: memref<8xf32>):
    emmy_tile.for thread (%t) in (8) stride [1] {
      %v = emmy_tile.load %in[(%t + %number + %size) mod 8] : memref<8xf32>
      emmy_tile.store %v, %out[%t] : memref<8xf32>
    }
  } loc("numbers")
  return %y : tensor<8xf32>
}

// -----

// A state that is an index: nothing is known of what is combined.
// CHECK-LABEL: emmy_kernel.func @k_state
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i64)
// CHECK: arith.maxsi %{{.*}}, %{{.*}} : i64
func.func @main(%x: tensor<8xi64>) -> tensor<i64> {
  %y = emmy_tile.kernel ins(%x : tensor<8xi64>) -> tensor<i64> attributes {threads = 1 : i64} {
  ^bb0(%in: memref<8xi64>, %out: memref<i64>):
    %zero = arith.constant 0 : index
    emmy_tile.for thread (%t) in (1) stride [1] {
      %m = emmy_tile.reduce sequential (%r) in (8) init(%zero : index) {
        %e = emmy_tile.load %in[%r] : memref<8xi64>
        %i = arith.index_cast %e : i64 to index
        emmy_tile.yield %i : index
      } combine {
      ^bb0(%a: index, %b: index):
        %c = arith.maxsi %a, %b : index
        emmy_tile.yield %c : index
      }
      %v = arith.index_cast %m : index to i64
      emmy_tile.store %v, %out[] : memref<i64>
    }
  } loc("state")
  return %y : tensor<i64>
}

// -----

// Every loop is short, and the number of an element is not: an index of more than 32 bits.
// CHECK-LABEL: emmy_kernel.func @k_large(
// CHECK: %[[ROW:.*]] = arith.muli %{{.*}}, %{{.*}} overflow<nsw> : i64
// CHECK: emmy_kernel.store %{{.*}}[%{{.*}} : i64] : memref<4831838208xi8, #gpu.address_space<global>>
func.func @main() -> tensor<73728x65536xi8> {
  %y = emmy_tile.kernel -> tensor<73728x65536xi8> attributes {threads = 256 : i64} {
  ^bb0(%out: memref<73728x65536xi8>):
    %one = arith.constant 1 : i8
    emmy_tile.for block (%b) in (73728) {
      emmy_tile.for sequential (%r) in (256) {
        emmy_tile.for thread (%t) in (256) stride [1] {
          emmy_tile.store %one, %out[%b, %r * 256 + %t] : memref<73728x65536xi8>
        }
      }
    }
  } loc("large")
  return %y : tensor<73728x65536xi8>
}
