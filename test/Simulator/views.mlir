// RUN: sed '/_A$/d' %s | emmy-run --level=kernel --print-launches - | FileCheck %s
// RUN: sed '/ WRITE_B$/d; / COPY_A$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: sed '/ WRITE_A$/d; / COPY_B$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s --check-prefix=UNWRITTEN

// Views of one workspace: %a from byte 0 on, %b from byte 144. What is said of memory is said of where a view lies, not of where it
// begins: in which sectors its elements are, and which of them have been written.
#global = #gpu.address_space<global>
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // 128 bytes from byte 144 on lie in five sectors of 32.
  // CHECK-LABEL: "kernel": "k_iota"
  // CHECK: "global_stores": {
  // CHECK-NEXT: "requests": 1,
  // CHECK-NEXT: "sectors": 5,
  emmy_kernel.func @k_iota(%out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    emmy_kernel.store %t, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
  // CHECK-LABEL: "kernel": "k_read"
  // CHECK: "global_loads": {
  // CHECK-NEXT: "requests": 1,
  // CHECK-NEXT: "sectors": 5,
  // OTHER: error: uninitialized read: k_read, block (0, 0, 0): expected element 0 of 'arg0' to be written before it is read
  emmy_kernel.func @k_read(%x: memref<32xi32, #global>, %out: memref<32xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %v = emmy_kernel.load %x[%t : i32] : memref<32xi32, #global>
    emmy_kernel.store %v, %out[%t : i32] : memref<32xi32, #global>
    emmy_kernel.return
  }
}
// A copy of what nobody wrote is written as little.
// UNWRITTEN: error: element never written: expected all 128 bytes of 'again' to be written, but got 128 that no kernel writes, the first at byte 0
func.func @main(%out: memref<32xi32> {emmy.name = "out", emmy.result}, %again: memref<32xi32> {emmy.name = "again", emmy.result}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c144 = arith.constant 144 : index
  %arena = emmy_kernel.alloc() : memref<272xi8>
  %b = memref.view %arena[%c144][] : memref<272xi8> to memref<32xi32>
  %a = memref.view %arena[%c0][] : memref<272xi8> to memref<32xi32>
  emmy_kernel.launch @kernels::@k_iota grid(%c1) args(%b : memref<32xi32>) // WRITE_B
  emmy_kernel.launch @kernels::@k_iota grid(%c1) args(%a : memref<32xi32>) // WRITE_A
  emmy_kernel.launch @kernels::@k_read grid(%c1) args(%b, %out : memref<32xi32>, memref<32xi32>)
  emmy_kernel.copy %b to %again : memref<32xi32> // COPY_B
  emmy_kernel.copy %a to %again : memref<32xi32> // COPY_A
  return
}
