// RUN: emmy-opt --emmy-convert-tile-to-kernel %s | FileCheck %s
// RUN: emmy-opt --emmy-convert-tile-to-kernel %s | emmy-run --level=kernel --seed=0 -
// RUN: emmy-opt --emmy-convert-tile-to-kernel %s | sed 's/protects(%\([a-z0-9_]*\), %[a-z0-9_]* : \(memref<64xf32, [^,]*>\), .*)$/protects(%\1 : \2)/' | not emmy-run --level=kernel --seed=0 - 2>&1 | FileCheck %s --check-prefix=RACE

// A barrier protects every buffer that is touched before and after it: the second one is read behind a barrier that stands there for
// the first one. What is not accessed any more is not on the list.


// CHECK-LABEL: emmy_kernel.func @
// CHECK: emmy_kernel.barrier protects(%[[FIRST:.*]], %[[SECOND:.*]] : memref<64xf32, #gpu.address_space<workgroup>>, memref<64xf32, #gpu.address_space<workgroup>>)
// CHECK: emmy_kernel.load %[[FIRST]]
// CHECK-NOT: emmy_kernel.barrier
// CHECK: emmy_kernel.load %[[SECOND]]
// CHECK: emmy_kernel.barrier protects(%[[THIRD:.*]] : memref<64xf32, #gpu.address_space<workgroup>>)
// CHECK: emmy_kernel.load %[[THIRD]]
// CHECK-NOT: emmy_kernel.barrier
// RACE: error: data race: {{.*}} expected a barrier between the load of element {{[0-9]+}} of shared buffer #{{[0-9]+}} by
func.func @main(%x: tensor<4x64xf32>) -> tensor<4x192xf32> {
  %y = emmy_tile.kernel ins(%x : tensor<4x64xf32>) -> tensor<4x192xf32> attributes {threads = 64 : i64} {
  ^bb0(%in: memref<4x64xf32>, %out: memref<4x192xf32>):
    emmy_tile.for block (%b) in (4) {
      %p = emmy_tile.stage (%t) in (64) bind [thread] stride [1] {
        %e = emmy_tile.load %in[%b, %t] : memref<4x64xf32>
        emmy_tile.yield %e : f32
      } : memref<64xf32, #emmy_tile.shared>
      %q = emmy_tile.stage (%t) in (64) bind [thread] stride [1] {
        %e = emmy_tile.load %in[%b, %t] : memref<4x64xf32>
        %n = arith.negf %e : f32
        emmy_tile.yield %n : f32
      } : memref<64xf32, #emmy_tile.shared>
      emmy_tile.for thread (%t) in (64) stride [1] {
        %e = emmy_tile.load %p[-%t + 63] : memref<64xf32, #emmy_tile.shared>
        emmy_tile.store %e, %out[%b, %t] : memref<4x192xf32>
      }
      emmy_tile.for thread (%t) in (64) stride [1] {
        %e = emmy_tile.load %q[-%t + 63] : memref<64xf32, #emmy_tile.shared>
        emmy_tile.store %e, %out[%b, %t + 64] : memref<4x192xf32>
      }
      %r = emmy_tile.stage (%t) in (64) bind [thread] stride [1] {
        %e = emmy_tile.load %in[%b, %t] : memref<4x64xf32>
        emmy_tile.yield %e : f32
      } : memref<64xf32, #emmy_tile.shared>
      emmy_tile.for thread (%t) in (64) stride [1] {
        %e = emmy_tile.load %r[-%t + 63] : memref<64xf32, #emmy_tile.shared>
        emmy_tile.store %e, %out[%b, %t + 128] : memref<4x192xf32>
      }
    }
  }
  return %y : tensor<4x192xf32>
}
