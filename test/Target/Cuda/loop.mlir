// RUN: emmy-translate --emmy-kernel-to-cuda %s | FileCheck %s

emmy_kernel.module @kernels {
  emmy_kernel.func @k_less(%x: memref<1xi64, #gpu.address_space<global>>, %r: memref<1xi8, #gpu.address_space<global>>) attributes {block = array<i32: 1, 1, 1>} {
    emmy_kernel.return
  }
  emmy_kernel.func @k_step(%x: memref<1xi64, #gpu.address_space<global>>, %r: memref<1xi64, #gpu.address_space<global>>) attributes {block = array<i32: 1, 1, 1>} {
    emmy_kernel.return
  }
}

// Buffers that change places are pointers; the host waits for what decides whether the loop goes on. The workspace is as large as without
// the loop.

// CHECK-LABEL: int64_t emmy_workspace_bytes
// CHECK-NEXT: return 768;
// CHECK-LABEL: cudaError_t emmy_main
func.func @main(%x: memref<i64> {emmy.name = "x"}, %y: memref<i64> {emmy.name = "y", emmy.result}) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i8
  %a = emmy_kernel.alloc() : memref<i64>
  %b = emmy_kernel.alloc() : memref<i64>
  %less = emmy_kernel.alloc() : memref<i8>
  emmy_kernel.copy %x to %a : memref<i64>
  // CHECK: int64_t *[[NOW:buffer.*]] = buffer{{.*}};
  // CHECK-NEXT: int64_t *[[NEXT:buffer.*]] = buffer{{.*}};
  // CHECK-NEXT: while (true) {
  // CHECK: void *arguments[] = {(void *)&[[NOW]], (void *)&[[LESS:.*]]};
  // CHECK: int8_t more;
  // CHECK-NEXT: if (cudaError_t status = cudaMemcpyAsync(&more, [[LESS]], sizeof(more), cudaMemcpyDeviceToHost, stream))
  // CHECK-NEXT: return status;
  // CHECK-NEXT: if (cudaError_t status = cudaStreamSynchronize(stream))
  // CHECK-NEXT: return status;
  // CHECK-NEXT: if (!(more != 0))
  // CHECK-NEXT: break;
  // CHECK: void *arguments[] = {(void *)&[[NOW]], (void *)&[[NEXT]]};
  // CHECK: int64_t *[[V:.*]] = [[NOW]];
  // CHECK-NEXT: [[NOW]] = [[NEXT]];
  // CHECK-NEXT: [[NEXT]] = [[V]];
  // CHECK-NEXT: }
  %r:2 = scf.while (%now = %a, %next = %b) : (memref<i64>, memref<i64>) -> (memref<i64>, memref<i64>) {
    emmy_kernel.launch @kernels::@k_less grid(%c1) args(%now, %less : memref<i64>, memref<i8>)
    %more = emmy_kernel.read %less : memref<i8> loc("more")
    %go = arith.cmpi ne, %more, %zero : i8
    scf.condition(%go) %now, %next : memref<i64>, memref<i64>
  } do {
  ^bb0(%now: memref<i64>, %next: memref<i64>):
    emmy_kernel.launch @kernels::@k_step grid(%c1) args(%now, %next : memref<i64>, memref<i64>)
    scf.yield %next, %now : memref<i64>, memref<i64>
  }
  // CHECK-NEXT: if (cudaError_t status = cudaMemcpyAsync(y, [[NOW]], 8,
  emmy_kernel.copy %r#0 to %y : memref<i64>
  return
}
