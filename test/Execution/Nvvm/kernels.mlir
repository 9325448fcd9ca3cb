// The code that becomes PTX and the simulator give the same values: functions, loops, vectors; shuffles of every mode and width, shared
// memory, a workspace, a copy and a constant.
// RUN: emmy-run --level=kernel --seed=0 --print %S/../../Simulator/functions.mlir > %t.kernel
// RUN: emmy-run --level=nvvm --seed=0 --print %S/../../Simulator/functions.mlir > %t.nvvm
// RUN: diff %t.kernel %t.nvvm
// RUN: emmy-run --level=nvvm --seed=0 --print %s | FileCheck %s
// RUN: emmy-run --level=nvvm --seed=0 --print-launches %s | FileCheck %s --check-prefix=STEPS

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // Each of the 40 threads adds its number to the one of its mirror in the block, and to the constant; a partial warp.
  emmy_kernel.func @k_mirror(%numbers: memref<4xi32, #global>, %out: memref<40xi32, #global>) attributes {block = array<i32: 40, 1, 1>} {
    %c3 = arith.constant 3 : i32
    %c39 = arith.constant 39 : i32
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<40xi32, #shared>
    emmy_kernel.store %t, %s[%t : i32] : memref<40xi32, #shared>
    emmy_kernel.barrier
    %mirror = arith.subi %c39, %t : i32
    %v = emmy_kernel.load %s[%mirror : i32] : memref<40xi32, #shared>
    %place = arith.andi %t, %c3 : i32
    %number = emmy_kernel.load %numbers[%place : i32] : memref<4xi32, #global>
    %sum = arith.addi %t, %v : i32
    %all = arith.addi %sum, %number : i32
    emmy_kernel.store %all, %out[%t : i32] : memref<40xi32, #global>
    emmy_kernel.return
  }
  // Lane l of the groups of 8 reads lane l + 3, and up to lane l - 2, and its own where that is outside.
  emmy_kernel.func @k_shuffle(%x: memref<40xi32, #global>, %n: i64, %flag: i8, %out: memref<32xi64, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %none = arith.constant 0 : i8
    %isSet = arith.cmpi ne, %flag, %none : i8
    %t = emmy_kernel.thread_id x : i32
    %wide = arith.extui %t : i32 to i64
    %down = emmy_kernel.shuffle down %wide, %c3 width 8 : i64
    %up = emmy_kernel.shuffle up %t, %c2 width 8 : i32
    %wideUp = arith.extui %up : i32 to i64
    %scaled = arith.muli %down, %n : i64
    %both = arith.addi %scaled, %wideUp : i64
    %result = arith.select %isSet, %both, %n : i64
    emmy_kernel.store %result, %out[%t : i32] : memref<32xi64, #global>
    emmy_kernel.return
  }
}
memref.global "private" constant @numbers : memref<4xi32> = dense<[100, 200, 300, 400]>

// CHECK: first : i32[40] = [139, 239, 339, 439, 139, 239,
// CHECK: second : i64[32] = [300, 401, 500, 601, 702, 503, 604, 705, 1108, 1209,
func.func @main(%first: memref<40xi32> {emmy.result, emmy.name = "first"}, %second: memref<32xi64> {emmy.result, emmy.name = "second"}) {
  %c1 = arith.constant 1 : index
  %yes = arith.constant 7 : i8
  %n = arith.constant 100 : i64
  %numbers = memref.get_global @numbers : memref<4xi32>
  %w = emmy_kernel.alloc() : memref<40xi32>
  // STEPS: "allocate": 160
  // STEPS: "constant": "64000000c80000002c01000090010000"
  // STEPS: "buffer": 2,
  // STEPS: "kernel": "k_mirror"
  // STEPS: "shared_bytes": 160
  emmy_kernel.launch @kernels::@k_mirror grid(%c1) args(%numbers, %w : memref<4xi32>, memref<40xi32>)
  // STEPS: "copy": 160,
  // STEPS: "source": {
  // STEPS: "buffer": 2,
  // STEPS: "target": {
  // STEPS: "buffer": 0,
  emmy_kernel.copy %w to %first : memref<40xi32>
  // STEPS: "bits": "64",
  // STEPS-NEXT: "bytes": 8
  // STEPS: "bits": "7",
  // STEPS-NEXT: "bytes": 1
  // STEPS: "kernel": "k_shuffle"
  emmy_kernel.launch @kernels::@k_shuffle grid(%c1) args(%w, %n, %yes, %second : memref<40xi32>, i64, i8, memref<32xi64>)
  return
}
