// RUN: sed '/ BAD$/d' %s | emmy-run --level=kernel -
// RUN: sed '/ GOOD$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s

// All 32 lanes take part in a matrix instruction: a branch that some of them take is reported, and so is a warp that is not full.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// CHECK: error: divergent matrix instruction: k_product, block (0, 0, 0): expected all lanes of the warp at ldmatrix, but got thread (0, 0, 0) without thread (20, 0, 0)
// CHECK-NEXT: note: in: %{{.*}} = emmy_kernel.ldmatrix
// CHECK: error: divergent matrix instruction: k_product, block (0, 0, 0): expected all lanes of the warp at mma, but got thread (0, 0, 0) without thread (20, 0, 0)
// CHECK-NEXT: note: in: %{{.*}} = emmy_kernel.mma
// CHECK: error: divergent matrix instruction: k_product, block (0, 0, 0): expected a warp of 32 threads at ldmatrix, but got one of 16, the first of them thread (32, 0, 0)
// CHECK: error: divergent matrix instruction: k_product, block (0, 0, 0): expected a warp of 32 threads at mma, but got one of 16, the first of them thread (32, 0, 0)
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_product(%out: memref<64xf32, #global>)
    attributes {block = array<i32: 32, 1, 1>} { // GOOD
    attributes {block = array<i32: 48, 1, 1>} { // BAD
    %limit = arith.constant 32 : i32 // GOOD
    %limit = arith.constant 20 : i32 // BAD
    %c8 = arith.constant 8 : i32
    %c64 = arith.constant 64 : i32
    %one = arith.constant 1.0 : f32
    %ones = arith.constant dense<1.0> : vector<8xf16>
    %b = arith.constant dense<1.0> : vector<2xf16>
    %c = arith.constant dense<0.0> : vector<4xf32>
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<512xf16, #shared>
    %row = arith.muli %t, %c8 : i32
    emmy_kernel.store %ones, %s[%row : i32] : memref<512xf16, #shared>, vector<8xf16>
    emmy_kernel.barrier
    %isLow = arith.cmpi slt, %t, %limit : i32
    %v = scf.if %isLow -> f32 {
      %a = emmy_kernel.ldmatrix %s[%row : i32] : memref<512xf16, #shared>, vector<4xf16>
      %d = emmy_kernel.mma m16n8k8 %a, %b, %c : vector<4xf16>, vector<2xf16>, vector<4xf32>
      %e = vector.extract %d[0] : f32 from vector<4xf32>
      scf.yield %e : f32
    } else {
      scf.yield %one : f32
    }
    %a = emmy_kernel.ldmatrix %s[%row : i32] : memref<512xf16, #shared>, vector<4xf16>
    %d = emmy_kernel.mma m16n8k8 %a, %b, %c : vector<4xf16>, vector<2xf16>, vector<4xf32>
    %e = vector.extract %d[0] : f32 from vector<4xf32>
    %sum = arith.addf %v, %e : f32
    emmy_kernel.store %sum, %out[%t : i32] : memref<64xf32, #global>
    %rest = arith.addi %t, %limit : i32 // GOOD
    emmy_kernel.store %sum, %out[%rest : i32] : memref<64xf32, #global> // GOOD
    emmy_kernel.return
  }
}
func.func @main(%out: memref<64xf32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_product grid(%c1) args(%out : memref<64xf32>)
  return
}
