// RUN: split-file %s %t
// RUN: emmy-run --level=nvvm --seed=0 --print %t/none.mlir | FileCheck %s --check-prefix=NONE
// RUN: not emmy-run --level=nvvm --seed=0 %t/host.mlir 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not emmy-run --level=nvvm --seed=0 %t/link.mlir 2>&1 | FileCheck %s --check-prefix=LINK
// RUN: not emmy-run --level=nvvm --seed=0 %t/targets.mlir 2>&1 | FileCheck %s --check-prefix=TARGETS
// RUN: not emmy-run --level=nvvm --seed=0 %t/grid.mlir 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not emmy-run --level=nvvm --seed=0 %t/loop.mlir 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not emmy-run --level=nvvm --seed=0 %t/apply.mlir 2>&1 | FileCheck %s --check-prefix=APPLY

// A program without kernels is host code alone.
// NONE: 1
//--- none.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func @main(%out: memref<1xf32> {emmy.result}) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  memref.store %one, %out[%c0] : memref<1xf32>
  return
}

// HOST: host.mlir:4:9: error: expected code around kernels to consist of arith, math, memref, scf, cf, vector and func, but got 'affine.apply'; lower it to those first
//--- host.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  %c0 = affine.apply affine_map<() -> (0)>()
  %zero = arith.constant 0.0 : f32
  memref.store %zero, %out[%c0] : memref<32xf32>
  return
}

// LINK: error: expected a module that compiles for this machine, but got: Symbols not found: [ missing ]
//--- link.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
}
func.func private @missing()
func.func @main(%out: memref<32xf32> {emmy.result}) {
  func.call @missing() : () -> ()
  return
}

// TARGETS: error: {{.*}}expected all kernel modules to have one target, but got sm_80 and sm_90
//--- targets.mlir
emmy_kernel.module @a attributes {target = "sm_80"} {
  emmy_kernel.func @k_a(%out: memref<32xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
emmy_kernel.module @b attributes {target = "sm_90"} {
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// After a launch that a device would refuse, nothing more is done.
// GRID: error: {{.*}}70000
//--- grid.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_none(%out: memref<32xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  %one = arith.constant 1 : index
  %many = arith.constant 70000 : index
  emmy_kernel.launch @kernels::@k_none grid(%one, %many) args(%out : memref<32xf32>)
  %more = emmy_kernel.alloc() : memref<32xf32>
  emmy_kernel.launch @kernels::@k_none grid(%one) args(%more : memref<32xf32>)
  return
}

// Nor does a loop go on, whatever its condition says.
//--- loop.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_none(%out: memref<32xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%flag: memref<i8>, %out: memref<32xf32> {emmy.result}) {
  %one = arith.constant 1 : index
  %many = arith.constant 70000 : index
  %zero = arith.constant 0 : i8
  scf.while : () -> () {
    emmy_kernel.launch @kernels::@k_none grid(%one, %many) args(%out : memref<32xf32>)
    %v = emmy_kernel.read %flag : memref<i8>
    %holds = arith.cmpi eq, %v, %zero : i8
    scf.condition(%holds)
  } do {
    scf.yield
  }
  return
}

// APPLY: apply.mlir:4:10: error: 'emmy.apply' op expected an operand type that 'exp' is defined on, but got 'i32'
//--- apply.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_none(%out: memref<32xi32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 1 : i32
    %e = emmy.apply exp(%c) : (i32) -> i32
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xi32> {emmy.result}) {
  return
}
