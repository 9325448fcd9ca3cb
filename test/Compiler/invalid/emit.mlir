// Target code that a program at the kernel level does not have.
// RUN: not emmy-test-compiler --emit=ptx %s 2>&1 | FileCheck %s
// RUN: emmy-test-compiler --emit=cuda %s | FileCheck %s --check-prefix=CUDA

// CHECK: error: expected a target that LLVM knows, but got sm_33
// CHECK-NOT: {{^}}.version
// CUDA: __global__ void {{.*}}k_nothing
emmy_kernel.module @kernels attributes {target = "sm_33"} {
  emmy_kernel.func @k_nothing(%x: memref<8xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<8xf32>) {
  return
}
