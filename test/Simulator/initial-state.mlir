// RUN: emmy-run --level=kernel --check=false --print %s | FileCheck %s
// RUN: emmy-run --level=nvvm --print %s | FileCheck %s
// RUN: not emmy-run --level=kernel %s 2>&1 | FileCheck %s --check-prefix=CHECKED

// No block finds what another one left in shared memory, checked or not: whoever reads what nobody wrote gets -1, in every block.
// CHECK: out : i32[4] = [-1, -1, -1, -1]
// CHECKED: error: uninitialized read: k_leave, block (0, 0, 0): expected element 0 of the shared buffer to be written before it is read
// CHECKED: and 3 more times
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_leave(%out: memref<4xi32, #global>) attributes {block = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %b = emmy_kernel.block_id x : i32
    %s = emmy_kernel.shared : memref<8xi32, #shared>
    %found = emmy_kernel.load %s[%c0 : i32] : memref<8xi32, #shared>
    emmy_kernel.store %found, %out[%b : i32] : memref<4xi32, #global>
    emmy_kernel.store %b, %s[%c0 : i32] : memref<8xi32, #shared>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<4xi32> {emmy.name = "out", emmy.result}) {
  %c4 = arith.constant 4 : index
  emmy_kernel.launch @kernels::@k_leave grid(%c4) args(%out : memref<4xi32>)
  return
}
