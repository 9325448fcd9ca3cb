// The matrix instructions that sm_75 has.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
emmy_kernel.module @kernels attributes {target = "sm_75"} {
  emmy_kernel.func @k_product(%x: memref<256xf16, #global>, %out: memref<128xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c = arith.constant dense<0.0> : vector<4xf32>
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<256xf16, #shared>
    %row = arith.muli %t, %c8 : i32
    %v = emmy_kernel.load %x[%row : i32] : memref<256xf16, #global>, vector<8xf16>
    emmy_kernel.store %v, %s[%row : i32] : memref<256xf16, #shared>, vector<8xf16>
    emmy_kernel.barrier
    %a = emmy_kernel.ldmatrix %s[%row : i32] : memref<256xf16, #shared>, vector<4xf16>
    %two = arith.muli %t, %c2 : i32
    %b = emmy_kernel.load %x[%two : i32] : memref<256xf16, #global>, vector<2xf16>
    %d = emmy_kernel.mma m16n8k8 %a, %b, %c : vector<4xf16>, vector<2xf16>, vector<4xf32>
    %i = arith.muli %t, %c4 : i32
    emmy_kernel.store %d, %out[%i : i32] : memref<128xf32, #global>, vector<4xf32>
    emmy_kernel.return
  }
}
