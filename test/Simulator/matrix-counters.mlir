// What a load of one matrix costs: its eight rows of 16 bytes, each in banks of its own. Of the 24 lanes that give the address of no row
// nothing is read, on sm_75 either, where all of them have to give one.
// RUN: emmy-run --level=kernel --print-launches %s | FileCheck %s
// RUN: sed 's/sm_75/sm_80/' %s | emmy-run --level=kernel --print-launches - | FileCheck %s
// CHECK: "shared_loads": {
// CHECK-NEXT: "requests": 1,
// CHECK-NEXT: "wavefronts": 1,
// CHECK-NEXT: "conflicts": 0
emmy_kernel.module @kernels attributes {target = "sm_75"} {
  emmy_kernel.func @k_load(%out: memref<32xf16, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c8 = arith.constant 8 : i32
    %ones = arith.constant dense<1.0> : vector<8xf16>
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<256xf16, #gpu.address_space<workgroup>>
    %row = arith.muli %t, %c8 : i32
    emmy_kernel.store %ones, %s[%row : i32] : memref<256xf16, #gpu.address_space<workgroup>>, vector<8xf16>
    emmy_kernel.barrier
    %a = emmy_kernel.ldmatrix %s[%row : i32] : memref<256xf16, #gpu.address_space<workgroup>>, vector<2xf16>
    %first = vector.extract %a[0] : f16 from vector<2xf16>
    emmy_kernel.store %first, %out[%t : i32] : memref<32xf16, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf16> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_load grid(%c1) args(%out : memref<32xf16>)
  return
}
