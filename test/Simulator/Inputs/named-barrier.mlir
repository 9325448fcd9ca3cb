#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_pair(%out: memref<64xi32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c0 = arith.constant 0 : i32
    %c63 = arith.constant 63 : i32
    %s = emmy_kernel.shared : memref<64xi32, #shared>
    %i = arith.subi %c63, %t : i32
    // Each thread reads what one of the other warp has stored.
    emmy_kernel.store %t, %s[%t : i32] : memref<64xi32, #shared>
    emmy_kernel.barrier id(3) threads(64)
    // The last warp that came goes on first.
    %v = emmy_kernel.load %s[%i : i32] : memref<64xi32, #shared>
    emmy_kernel.store %v, %out[%t : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<64xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_pair grid(%c1) args(%out : memref<64xi32>)
  return
}
