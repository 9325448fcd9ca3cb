// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// Asynchronous copies and named barriers keep their text through both forms.

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

emmy_kernel.module @kernels attributes {target = "sm_80"} {
  // CHECK-LABEL: emmy_kernel.func @copies
  emmy_kernel.func @copies(%x: memref<?xf32, #global>, %h: memref<1024xf16, #global>, %n: i32) attributes {block = array<i32: 64, 1, 1>} {
    // CHECK: %[[S:.*]] = emmy_kernel.shared
    %s = emmy_kernel.shared : memref<256xf32, #shared>
    %t = emmy_kernel.shared : memref<256xf16, #shared>
    %i = emmy_kernel.thread_id x : i32
    %wide = arith.extsi %i : i32 to i64
    // CHECK: emmy_kernel.async_copy %{{.*}}[%{{.*}} : i64] to %[[S]][%{{.*}} : i32] elements 4 : memref<?xf32, #gpu.address_space<global>> to memref<256xf32, #gpu.address_space<workgroup>>
    emmy_kernel.async_copy %x[%wide : i64] to %s[%i : i32] elements 4 : memref<?xf32, #global> to memref<256xf32, #shared>
    // CHECK: emmy_kernel.async_copy %{{.*}}[%{{.*}} : i32] to %{{.*}}[%{{.*}} : i64] elements 2 valid(%{{.*}}) : memref<1024xf16, #gpu.address_space<global>> to memref<256xf16, #gpu.address_space<workgroup>>
    emmy_kernel.async_copy %h[%i : i32] to %t[%wide : i64] elements 2 valid(%n) : memref<1024xf16, #global> to memref<256xf16, #shared>
    // CHECK: emmy_kernel.async_commit
    emmy_kernel.async_commit
    // CHECK: emmy_kernel.async_wait all_but 1{{$}}
    emmy_kernel.async_wait all_but 1
    // CHECK: emmy_kernel.async_wait{{$}}
    emmy_kernel.async_wait
    // CHECK: emmy_kernel.barrier id(1) threads(64){{$}}
    emmy_kernel.barrier id(1) threads(64)
    // CHECK: emmy_kernel.barrier id(15) threads(32) protects(%[[S]] : memref<256xf32, #gpu.address_space<workgroup>>)
    emmy_kernel.barrier id(15) threads(32) protects(%s : memref<256xf32, #shared>)
    emmy_kernel.return
  }
}
