// RUN: sed '/ BAD[A-Z]*$/d' %s | emmy-run --level=kernel -
// RUN: sed -e '/ GOODOUT$/d' -e '/ BAD[B-Z]*$/d' -e 's/sm_75/sm_80/' %s | emmy-run --level=kernel -
// RUN: sed -e '/ GOODOUT$/d' -e '/ BAD[B-Z]*$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: sed -e '/ GOODROW$/d' -e '/ BADA$/d' -e '/ BADC$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: sed -e '/ GOODROW$/d' -e '/ BADA$/d' -e '/ BADB$/d' %s | not emmy-run --level=kernel - 2>&1 | FileCheck %s --check-prefix=UNWRITTEN

// What a load of matrices reads. Two matrices need 16 rows: lanes 16 to 31 give one that nobody reads, which sm_75 wants to be
// inside of the buffer all the same.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
// UNUSED: error: access out of bounds: k_load, block (0, 0, 0): expected a load inside of the 256 elements of the shared buffer, but got elements 2176 to 2183 by thread (16, 0, 0)
// UNUSED-NEXT: note: in: %{{.*}} = emmy_kernel.ldmatrix
// A lane that wrote a row and gives its address is not the one that gets it: elements 2 and 3 go to lane 1.
// RACE: error: data race: k_load, block (0, 0, 0): expected a barrier between the load of element 2 of the shared buffer by thread (1, 0, 0) and the store by thread (0, 0, 0), but got none
// RACE-NEXT: note: in: %{{.*}} = emmy_kernel.ldmatrix
// RACE-NEXT: note: the store by thread (0, 0, 0), in: emmy_kernel.store
// Lane l / 4 of the rows: row 8 is the second matrix's first one.
// UNWRITTEN: error: uninitialized read: k_load, block (0, 0, 0): expected element 64 of the shared buffer to be written before it is read, but got a load by thread (0, 0, 0) first
emmy_kernel.module @kernels attributes {target = "sm_75"} {
  emmy_kernel.func @k_load(%out: memref<64xf16, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %c256 = arith.constant 256 : i32
    %ones = arith.constant dense<1.0> : vector<8xf16>
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<256xf16, #shared>
    %row = arith.muli %t, %c8 : i32
    %written = arith.constant 32 : i32 // GOODROW
    %written = arith.constant 32 : i32 // BADB
    %written = arith.constant 8 : i32 // BADC
    %writes = arith.cmpi slt, %t, %written : i32
    scf.if %writes {
      emmy_kernel.store %ones, %s[%row : i32] : memref<256xf16, #shared>, vector<8xf16>
    }
    emmy_kernel.barrier // GOODROW
    emmy_kernel.barrier // BADC
    %isUsed = arith.cmpi slt, %t, %c16 : i32
    %far = arith.constant 0 : i32 // GOODOUT
    %far = arith.muli %c256, %c8 : i32 // BADA
    %place = arith.addi %row, %far : i32
    %index = arith.select %isUsed, %row, %place : i32
    %a = emmy_kernel.ldmatrix %s[%index : i32] : memref<256xf16, #shared>, vector<4xf16>
    %first = vector.extract %a[0] : f16 from vector<4xf16>
    %last = vector.extract %a[3] : f16 from vector<4xf16>
    %i = arith.muli %t, %c2 : i32
    %j = arith.addi %i, %c1 : i32
    emmy_kernel.store %first, %out[%i : i32] : memref<64xf16, #global>
    emmy_kernel.store %last, %out[%j : i32] : memref<64xf16, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<64xf16> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_load grid(%c1) args(%out : memref<64xf16>)
  return
}
