# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Hand-written programs of the kernel level whose accesses the report and the simulator both count."""

from __future__ import annotations

HEADER = """
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
"""

# A masked tail: the last block is not full. 4 bytes in and out for each of n elements.
TAIL = (
    HEADER
    + """
module attributes {emmy.target = "sm_90"} {
  emmy.symbol @n {max = 65536}
  emmy_kernel.module @kernels attributes {target = "sm_90"} {
    emmy_kernel.func @k_copy(%x: memref<?xf32, #global>, %out: memref<?xf32, #global>, %n: i32) attributes {block = array<i32: 64, 1, 1>} {
      %c64 = arith.constant 64 : i32
      %b = emmy_kernel.block_id x : i32
      %t = emmy_kernel.thread_id x : i32
      %base = arith.muli %b, %c64 : i32
      %i = arith.addi %base, %t : i32
      %inside = arith.cmpi slt, %i, %n : i32
      scf.if %inside {
        %v = emmy_kernel.load %x[%i : i32] : memref<?xf32, #global>
        emmy_kernel.store %v, %out[%i : i32] : memref<?xf32, #global>
      }
      emmy_kernel.return
    }
  }
  func.func @main(%x: memref<?xf32> {emmy.dims = #emmy.dims<[n]>}, %out: memref<?xf32> {emmy.dims = #emmy.dims<[n]>}, %n: index) {
    %c63 = arith.constant 63 : index
    %c64 = arith.constant 64 : index
    %up = arith.addi %n, %c63 : index
    %blocks = arith.divui %up, %c64 : index
    %size = arith.index_cast %n : index to i32
    emmy_kernel.launch @kernels::@k_copy grid(%blocks) args(%x, %out, %size : memref<?xf32>, memref<?xf32>, i32)
    return
  }
}
"""
)

# Rows of 100 in 32 threads: every thread has another number of iterations; a vector access by some of them; one thread stores. An
# unused load is not made.
ROWS = (
    HEADER
    + """
module attributes {emmy.target = "sm_90"} {
  emmy.symbol @n {max = 65536}
  emmy_kernel.module @kernels attributes {target = "sm_90"} {
    emmy_kernel.func @k_rows(%x: memref<?xf32, #global>, %out: memref<?xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : i32
      %c4 = arith.constant 4 : i32
      %c25 = arith.constant 25 : i32
      %c32 = arith.constant 32 : i32
      %c100 = arith.constant 100 : i32
      %b = emmy_kernel.block_id x : i32
      %t = emmy_kernel.thread_id x : i32
      %start = arith.muli %b, %c100 : i32
      %unused = emmy_kernel.load %x[%start : i32] : memref<?xf32, #global>
      %sum = scf.for %k = %t to %c100 step %c32 iter_args(%acc = %zero) -> f32 : i32 {
        %i = arith.addi %start, %k : i32
        %v = emmy_kernel.load %x[%i : i32] : memref<?xf32, #global>
        %next = arith.addf %acc, %v : f32
        scf.yield %next : f32
      }
      %isVector = arith.cmpi ult, %t, %c25 : i32
      %again = scf.if %isVector -> f32 {
        %column = arith.muli %t, %c4 : i32
        %i = arith.addi %start, %column : i32
        %v = emmy_kernel.load %x[%i : i32] : memref<?xf32, #global>, vector<4xf32>
        %e = vector.extract %v[2] : f32 from vector<4xf32>
        scf.yield %e : f32
      } else {
        scf.yield %zero : f32
      }
      %total = arith.addf %sum, %again : f32
      %first = arith.cmpi eq, %t, %c0 : i32
      scf.if %first {
        emmy_kernel.store %total, %out[%b : i32] : memref<?xf32, #global>
      }
      emmy_kernel.return
    }
  }
  func.func @main(%x: memref<?x100xf32> {emmy.dims = #emmy.dims<[n, 100]>}, %out: memref<?xf32> {emmy.dims = #emmy.dims<[n]>}, %n: index) {
    emmy_kernel.launch @kernels::@k_rows grid(%n) args(%x, %out : memref<?x100xf32>, memref<?xf32>)
    return
  }
}
"""
)

# An atomic is a load and a store; two dims of grid and block; a loop whose condition depends on its iteration and the block.
COUNTS = (
    HEADER
    + """
module attributes {emmy.target = "sm_90"} {
  emmy.symbol @n {max = 65535}
  emmy_kernel.module @kernels attributes {target = "sm_90"} {
    emmy_kernel.func @k_counts(%x: memref<?xi32, #global>, %counts: memref<8xi32, #global>, %n: i64) attributes {block = array<i32: 8, 4, 1>} {
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %c3 = arith.constant 3 : i64
      %c4 = arith.constant 4 : i64
      %bx32 = emmy_kernel.block_id x : i32
      %by32 = emmy_kernel.block_id y : i32
      %tx = emmy_kernel.thread_id x : i32
      %ty32 = emmy_kernel.thread_id y : i32
      %bx = arith.extsi %bx32 : i32 to i64
      %by = arith.extsi %by32 : i32 to i64
      %ty = arith.extsi %ty32 : i32 to i64
      scf.for %k = %c0 to %c3 step %c1 : i64 {
        %rows = arith.muli %bx, %c3 : i64
        %row = arith.addi %rows, %k : i64
        %inside = arith.cmpi slt, %row, %n : i64
        %odd = arith.remsi %row, %c4 : i64
        %mine = arith.cmpi eq, %odd, %ty : i64
        %both = arith.andi %inside, %mine : i1
        scf.if %both {
          %v = emmy_kernel.load %x[%row : i64] : memref<?xi32, #global>
          %old = emmy_kernel.atomic add %v, %counts[%tx : i32] : memref<8xi32, #global>
        }
      }
      emmy_kernel.return
    }
  }
  func.func @main(%x: memref<?xi32> {emmy.dims = #emmy.dims<[n]>}, %counts: memref<8xi32>, %n: index) {
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %up = arith.addi %n, %c2 : index
    %blocks = arith.divui %up, %c3 : index
    %size = arith.index_cast %n : index to i64
    emmy_kernel.launch @kernels::@k_counts grid(%blocks, %c2) args(%x, %counts, %size : memref<?xi32>, memref<8xi32>, i64)
    return
  }
}
"""
)

# Rows of n elements, 64 at a time by 16 threads that copy four each; at the end of a row fewer than four, or none.
COPIES = (
    HEADER
    + """
module attributes {emmy.target = "sm_90"} {
  emmy.symbol @n {max = 65536}
  emmy_kernel.module @kernels attributes {target = "sm_90"} {
    emmy_kernel.func @k_copies(%x: memref<?xf32, #global>, %out: memref<48xf32, #global>, %n: i32) attributes {block = array<i32: 16, 1, 1>} {
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : i32
      %c4 = arith.constant 4 : i32
      %c16 = arith.constant 16 : i32
      %c64 = arith.constant 64 : i32
      %b = emmy_kernel.block_id x : i32
      %t = emmy_kernel.thread_id x : i32
      %s = emmy_kernel.shared : memref<64xf32, #shared>
      %place = arith.muli %t, %c4 : i32
      %sum = scf.for %k = %c0 to %n step %c64 iter_args(%acc = %zero) -> f32 : i32 {
        %i = arith.addi %k, %place : i32
        %rest = arith.subi %n, %i : i32
        %most = arith.minsi %rest, %c4 : i32
        %valid = arith.maxsi %most, %c0 : i32
        emmy_kernel.async_copy %x[%i : i32] to %s[%place : i32] elements 4 valid(%valid) : memref<?xf32, #global> to memref<64xf32, #shared>
        emmy_kernel.async_commit
        emmy_kernel.async_wait
        %v = emmy_kernel.load %s[%place : i32] : memref<64xf32, #shared>
        %next = arith.addf %acc, %v : f32
        scf.yield %next : f32
      }
      %rows = arith.muli %b, %c16 : i32
      %o = arith.addi %rows, %t : i32
      emmy_kernel.store %sum, %out[%o : i32] : memref<48xf32, #global>
      emmy_kernel.return
    }
  }
  func.func @main(%x: memref<?xf32> {emmy.dims = #emmy.dims<[n]>}, %out: memref<48xf32>, %n: index) {
    %c3 = arith.constant 3 : index
    %blocks = arith.minui %n, %c3 : index
    %size = arith.index_cast %n : index to i32
    emmy_kernel.launch @kernels::@k_copies grid(%blocks) args(%x, %out, %size : memref<?xf32>, memref<48xf32>, i32)
    return
  }
}
"""
)

# Name, text, the bytes of the buffers for n, and (loaded, stored) bytes for n.
CASES = [
    ("tail", TAIL, lambda n: [4 * n, 4 * n], lambda n: (4 * n, 4 * n)),
    ("rows", ROWS, lambda n: [400 * n, 4 * n], lambda n: (n * (400 + 25 * 16), 4 * n)),
    ("counts", COUNTS, lambda n: [4 * n, 32], lambda n: (2 * n * 8 * 8, 2 * n * 8 * 4)),
    ("copies", COPIES, lambda n: [4 * n, 192], lambda n: (min(n, 3) * 4 * n, min(n, 3) * 64)),
]
