// RUN: sed '/ BAD /d' %s | emmy-run --level=kernel -
// RUN: sed '/ LAUNCH$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s --check-prefix=COPY
// RUN: sed '/ COPY$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s --check-prefix=LAUNCH
// RUN: sed '/ COPY$/d' %s | not emmy-run --level=kernel --check=false - 2>&1 | FileCheck %s --check-prefix=LAUNCH

// What belongs to the program itself is not written, by a copy or by a kernel: neither the first nor the second one.
// COPY: error: access out of bounds: expected a copy to a buffer, but got one to a global of the program
// COPY-NEXT: note: in: emmy_kernel.copy
// LAUNCH: error: access out of bounds: k_fill, expected argument 'x', which the kernel writes, to be a buffer, but got a global of the program
#global = #gpu.address_space<global>
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_fill(%x: memref<4xi32, #global> loc("x")) attributes {block = array<i32: 4, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    emmy_kernel.store %t, %x[%t : i32] : memref<4xi32, #global>
    emmy_kernel.return
  }
}
memref.global "private" constant @numbers : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @main(%out: memref<4xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  %x = memref.get_global @numbers : memref<4xi32>
  emmy_kernel.copy %x to %out : memref<4xi32>
  emmy_kernel.launch @kernels::@k_fill grid(%c1) args(%x : memref<4xi32>) // BAD LAUNCH
  emmy_kernel.copy %out to %x : memref<4xi32> // BAD COPY
  return
}
