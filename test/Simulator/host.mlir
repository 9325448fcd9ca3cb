// RUN: emmy-run --level=kernel --print-launches %s | FileCheck %s
// RUN: emmy-run --level=kernel --check=false --print-launches %s | FileCheck %s

// A program whose one buffer is a constant of its own, which the device's memory hears of by a launch; the second one finds it.
// CHECK: "kernel": "k_read"
// CHECK: "kernel": "k_read"
#global = #gpu.address_space<global>
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_read(%x: memref<4xi32, #global>) attributes {block = array<i32: 4, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    // Any other numbers than 1 to 4 are outside the buffer.
    %c1 = arith.constant 1 : i32
    %places = emmy_kernel.shared : memref<4xi32, #gpu.address_space<workgroup>>
    %v = emmy_kernel.load %x[%t : i32] : memref<4xi32, #global>
    %place = arith.subi %v, %c1 : i32
    emmy_kernel.store %t, %places[%place : i32] : memref<4xi32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}
memref.global "private" constant @numbers : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @main() {
  %c1 = arith.constant 1 : index
  %x = memref.get_global @numbers : memref<4xi32>
  emmy_kernel.launch @kernels::@k_read grid(%c1) args(%x : memref<4xi32>)
  emmy_kernel.launch @kernels::@k_read grid(%c1) args(%x : memref<4xi32>)
  return
}
