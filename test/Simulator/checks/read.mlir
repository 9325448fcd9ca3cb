// RUN: emmy-run --level=kernel --check --seed=0 %s
// RUN: sed 's/ %x to %flag/ %unwritten to %flag/' %s | not emmy-run --level=kernel --check --seed=0 - 2>&1 | FileCheck %s
// RUN: sed 's/read %flag/read %unwritten/' %s | not emmy-run --level=kernel --check --seed=0 - 2>&1 | FileCheck %s
// RUN: sed 's/read %flag/read %unwritten/; s/cmpi ne/cmpi eq/' %s | not emmy-run --level=kernel --check --seed=0 - 2>&1 | FileCheck %s

// The host reads what nobody has written. After that the loop ends, whatever its condition says.
// CHECK: error: uninitialized read: expected a read of what a kernel has written, but got one of 'workspace', which none has
// CHECK-NOT: error
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func @main(%x: memref<i8>, %out: memref<i8> {emmy.result}) {
  %zero = arith.constant 0 : i8
  %flag = emmy_kernel.alloc() : memref<i8>
  %unwritten = emmy_kernel.alloc() : memref<i8>
  emmy_kernel.copy %x to %out : memref<i8>
  scf.while : () -> () {
    emmy_kernel.copy %x to %flag : memref<i8>
    %v = emmy_kernel.read %flag : memref<i8>
    %w = arith.subi %v, %v : i8
    %u = emmy_kernel.read %flag : memref<i8>
    %go = arith.cmpi ne, %w, %zero : i8
    scf.condition(%go)
  } do {
    scf.yield
  }
  return
}
