// Host programs that no report can follow: sizes that are not computed from the symbols, and control flow.
// RUN: split-file %s %t
// RUN: not emmy-test-compiler --report %t/grid.mlir 2>&1 | FileCheck %s --check-prefix=GRID
// RUN: not emmy-test-compiler --report %t/alloc.mlir 2>&1 | FileCheck %s --check-prefix=ALLOC
// RUN: not emmy-test-compiler --report %t/copy.mlir 2>&1 | FileCheck %s --check-prefix=COPY
// RUN: not emmy-test-compiler --report %t/loop.mlir 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: not emmy-test-compiler --report %t/branch.mlir 2>&1 | FileCheck %s --check-prefix=BRANCH

//--- grid.mlir
// GRID: grid.mlir:10:3: error: 'emmy_kernel.launch' op expected sizes that are computed from the symbols by arith, but got <block argument> of type 'index'
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<8xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
// One index more than there are symbols.
func.func @main(%x: memref<8xf32>, %n: index) {
  // This is the line.
  emmy_kernel.launch @kernels::@k grid(%n) args(%x : memref<8xf32>)
  return
}

//--- alloc.mlir
// ALLOC: alloc.mlir:5:8: error: 'emmy_kernel.alloc' op expected sizes that are computed from the symbols by arith, but got
func.func @main(%x: memref<8xi32>, %i: index) {
  %e = memref.load %x[%i] : memref<8xi32>
  %n = arith.index_cast %e : i32 to index
  %t = emmy_kernel.alloc(%n) : memref<?xf32>
  return
}

//--- copy.mlir
// COPY: copy.mlir:3:3: error: 'emmy_kernel.copy' op expected sizes that are computed from the symbols by arith, but got
func.func @main(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  emmy_kernel.copy %x to %y sizes(%n) : memref<?xf32>
  return
}

//--- branch.mlir
// BRANCH: branch.mlir:4:3: error: 'scf.if' op expected straight-line code in the host program, but got this
func.func @main(%x: memref<8xf32>, %t: memref<8xf32>, %c: i1) {
  // The branch decides whether there is a copy.
  scf.if %c {
    emmy_kernel.copy %x to %t sizes() : memref<8xf32>
  }
  return
}

//--- loop.mlir
// LOOP: loop.mlir:11:5: error: 'emmy_kernel.launch' op expected sizes that are computed from the symbols by arith, but got
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<i64>) {
  scf.while : () -> () {
    %e = emmy_kernel.read %x : memref<i64>
    %n = arith.index_cast %e : i64 to index
    emmy_kernel.launch @kernels::@k grid(%n) args()
    %go = arith.trunci %e : i64 to i1
    scf.condition(%go)
  } do {
    scf.yield
  }
  return
}
