// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// Every operation keeps its text through both forms.

// CHECK-LABEL: emmy_kernel.module @kernels attributes {target = "sm_90"}
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // CHECK: emmy_kernel.func @memory(%[[X:.*]]: memref<?xf32, #gpu.address_space<global>>, %{{.*}}: memref<1024xf16, #gpu.address_space<global>>, %[[N:.*]]: i32) attributes {block = array<i32: 256, 1, 1>, min_blocks = 2 : i32}
  emmy_kernel.func @memory(%x: memref<?xf32, #gpu.address_space<global>>, %h: memref<1024xf16, #gpu.address_space<global>>, %n: i32) attributes {block = array<i32: 256, 1, 1>, min_blocks = 2 : i32} {
    // CHECK: emmy_kernel.block_id x : i32
    %b = emmy_kernel.block_id x : i32
    // CHECK: emmy_kernel.thread_id y : i32
    %t = emmy_kernel.thread_id y : i32
    %wide = arith.extsi %t : i32 to i64
    // CHECK: emmy_kernel.load %[[X]][%{{.*}} : i32] : memref<?xf32, #gpu.address_space<global>>{{$}}
    %s = emmy_kernel.load %x[%t : i32] : memref<?xf32, #gpu.address_space<global>>
    // CHECK: emmy_kernel.load %[[X]][%{{.*}} : i64] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    %v = emmy_kernel.load %x[%wide : i64] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    // CHECK: emmy_kernel.load %{{.*}} : memref<1024xf16, #gpu.address_space<global>>, vector<8xf16>
    %hv = emmy_kernel.load %h[%t : i32] : memref<1024xf16, #gpu.address_space<global>>, vector<8xf16>
    // CHECK: emmy_kernel.store %{{.*}}, %[[X]][%{{.*}} : i64] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    emmy_kernel.store %v, %x[%wide : i64] : memref<?xf32, #gpu.address_space<global>>, vector<4xf32>
    // CHECK: emmy_kernel.store %{{.*}}, %[[X]][%[[N]] : i32] : memref<?xf32, #gpu.address_space<global>>{{$}}
    emmy_kernel.store %s, %x[%n : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }

  // CHECK: emmy_kernel.func @together
  emmy_kernel.func @together(%counts: memref<?xi32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    // CHECK: %[[S:.*]] = emmy_kernel.shared : memref<64xi32, #gpu.address_space<workgroup>>
    %s = emmy_kernel.shared : memref<64xi32, #gpu.address_space<workgroup>>
    // CHECK: emmy_kernel.local : memref<8xf32, #gpu.address_space<private>>
    %r = emmy_kernel.local : memref<8xf32, #gpu.address_space<private>>
    %t = emmy_kernel.thread_id x : i32
    // CHECK: emmy_kernel.shuffle xor %{{.*}}, %{{.*}} width 16 : i32
    %y = emmy_kernel.shuffle xor %t, %t width 16 : i32
    // CHECK: emmy_kernel.shuffle down %{{.*}}, %{{.*}} : i32
    %z = emmy_kernel.shuffle down %y, %t : i32
    emmy_kernel.store %z, %s[%t : i32] : memref<64xi32, #gpu.address_space<workgroup>>
    // CHECK: emmy_kernel.barrier protects(%[[S]] : memref<64xi32, #gpu.address_space<workgroup>>)
    emmy_kernel.barrier protects(%s : memref<64xi32, #gpu.address_space<workgroup>>)
    // CHECK: emmy_kernel.atomic add %{{.*}}, %{{.*}}[%{{.*}} : i32] : memref<?xi32, #gpu.address_space<global>>
    %old = emmy_kernel.atomic add %z, %counts[%t : i32] : memref<?xi32, #gpu.address_space<global>>
    // CHECK: emmy_kernel.barrier{{$}}
    emmy_kernel.barrier
    emmy_kernel.return
  }
}

// CHECK-LABEL: func.func @main
func.func @main(%x: memref<4x?xf32>, %counts: memref<?xi32>, %n: index) {
  // CHECK: %[[T:.*]] = emmy_kernel.alloc(%{{.*}}) : memref<4x?xf32>
  %t = emmy_kernel.alloc(%n) : memref<4x?xf32>
  %h = emmy_kernel.alloc() : memref<1024xf16>
  %i = arith.index_cast %n : index to i32
  // CHECK: emmy_kernel.copy %{{.*}} to %[[T]] sizes(%{{.*}}) : memref<4x?xf32>
  emmy_kernel.copy %x to %t sizes(%n) : memref<4x?xf32>
  // CHECK: emmy_kernel.launch @kernels::@memory grid(%{{.*}}) args(%[[T]], %{{.*}} : memref<4x?xf32>, memref<1024xf16>, i32)
  emmy_kernel.launch @kernels::@memory grid(%n) args(%t, %h, %i : memref<4x?xf32>, memref<1024xf16>, i32)
  %flag = emmy_kernel.alloc() : memref<i8>
  // CHECK: emmy_kernel.read %{{.*}} : memref<i8>
  %more = emmy_kernel.read %flag : memref<i8>
  emmy_kernel.launch @kernels::@together grid(%n, %n) args(%counts : memref<?xi32>)
  return
}
