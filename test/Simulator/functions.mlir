// RUN: emmy-run --level=kernel --seed=0 --print %s | FileCheck %s
// RUN: emmy-run --level=kernel --seed=0 --check=false --print %s | FileCheck %s

// Functions that kernels call, loops whose lanes end one after the other, casts of indices, and vectors that are made.
#global = #gpu.address_space<global>

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @emmy_exp_f32(f32) -> f32
  // The sum of 0 to n - 1, which is n * (n - 1) / 2.
  func.func private @triangle(%n: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %c0) -> i32 : i32 {
      %after = arith.addi %before, %k : i32
      scf.yield %after : i32
    }
    return %sum : i32
  }
  // CHECK: result0 : i32[8] = [0, 0, 1, 3, 6, 10, -1, -1]
  // CHECK: result1 : i64[8] = [0, 0, 1, 3, 6, 10, -1, -1]
  emmy_kernel.func @k_calls(%out: memref<8xi32, #global>, %again: memref<8xi64, #global>) attributes {block = array<i32: 8, 1, 1>} {
    %c6 = arith.constant 6 : i32
    %none = arith.constant -1 : i32
    %t = emmy_kernel.thread_id x : i32
    // Only lanes that call take part in what the function does.
    %isLow = arith.cmpi slt, %t, %c6 : i32
    %v = scf.if %isLow -> i32 {
      %sum = func.call @triangle(%t) : (i32) -> i32
      scf.yield %sum : i32
    } else {
      scf.yield %none : i32
    }
    emmy_kernel.store %v, %out[%t : i32] : memref<8xi32, #global>
    // The same loop, in the kernel itself.
    %c0 = arith.constant 0 : i64
    %c1 = arith.constant 1 : i64
    %wide = arith.extsi %t : i32 to i64
    %sum = scf.for %k = %c0 to %wide step %c1 iter_args(%before = %c0) -> i64 : i64 {
      %after = arith.addi %before, %k : i64
      scf.yield %after : i64
    }
    %noneWide = arith.extsi %none : i32 to i64
    %w = arith.select %isLow, %sum, %noneWide : i64
    emmy_kernel.store %w, %again[%t : i32] : memref<8xi64, #global>
    emmy_kernel.return
  }
  // exp(0) is 1, whatever the lane.
  // CHECK: result2 : f32[8] = [1, 1, 1, 1, 1, 1, 1, 1]
  emmy_kernel.func @k_library(%out: memref<8xf32, #global>) attributes {block = array<i32: 8, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %zero = arith.subi %t, %t : i32
    %x = arith.sitofp %zero : i32 to f32
    %e = func.call @emmy_exp_f32(%x) : (f32) -> f32
    emmy_kernel.store %e, %out[%t : i32] : memref<8xf32, #global>
    emmy_kernel.return
  }
  // An index has 64 bits: the high ones are copies of the sign, or zeros; the low ones stay what they are.
  // CHECK: result3 : i64[6] = [-1, 0, -1, -1, -1, 0]
  emmy_kernel.func @k_casts(%out: memref<6xi64, #global>) attributes {block = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %t = emmy_kernel.thread_id x : i32
    %one = arith.constant -1 : i32
    %two = arith.constant -2 : i32
    %c32 = arith.constant 32 : i64
    %lanes = arith.addi %t, %one : i32
    // Of lanes: wider, narrower and back, of the same width.
    %signed = arith.index_cast %lanes : i32 to index
    %unsigned = arith.index_castui %lanes : i32 to index
    %signedWide = arith.index_cast %signed : index to i64
    %signedHigh = arith.shrsi %signedWide, %c32 : i64
    %unsignedWide = arith.index_castui %unsigned : index to i64
    %unsignedHigh = arith.shrsi %unsignedWide, %c32 : i64
    %low = arith.index_cast %unsigned : index to i32
    %lowWide = arith.extsi %low : i32 to i64
    %lowUnsigned = arith.index_castui %unsigned : index to i32
    %lowUnsignedWide = arith.extsi %lowUnsigned : i32 to i64
    emmy_kernel.store %signedHigh, %out[%c0 : index] : memref<6xi64, #global>
    emmy_kernel.store %unsignedHigh, %out[%c1 : index] : memref<6xi64, #global>
    emmy_kernel.store %lowWide, %out[%c2 : index] : memref<6xi64, #global>
    emmy_kernel.store %lowUnsignedWide, %out[%c3 : index] : memref<6xi64, #global>
    // Of a value that all lanes share.
    %same = arith.index_cast %two : i32 to index
    %sameWide = arith.index_cast %same : index to i64
    %sameHigh = arith.shrsi %sameWide, %c32 : i64
    %sameUnsigned = arith.index_castui %two : i32 to index
    %sameUnsignedWide = arith.index_castui %sameUnsigned : index to i64
    %sameUnsignedHigh = arith.shrsi %sameUnsignedWide, %c32 : i64
    emmy_kernel.store %sameHigh, %out[%c4 : index] : memref<6xi64, #global>
    emmy_kernel.store %sameUnsignedHigh, %out[%c5 : index] : memref<6xi64, #global>
    emmy_kernel.return
  }
  // Elements in order, one in all places, and one of them again.
  // CHECK: result4 : i32[10] = [0, 7, 1, 7, 0, 0, 0, 0, 7, 7]
  emmy_kernel.func @k_vectors(%out: memref<10xi32, #global>) attributes {block = array<i32: 2, 1, 1>} {
    %c2 = arith.constant 2 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c7 = arith.constant 7 : i32
    %t = emmy_kernel.thread_id x : i32
    %pair = vector.from_elements %t, %c7 : vector<2xi32>
    %place = arith.muli %t, %c2 : i32
    emmy_kernel.store %pair, %out[%place : i32] : memref<10xi32, #global>, vector<2xi32>
    %zero = arith.subi %t, %t : i32
    %zeros = vector.broadcast %zero : i32 to vector<2xi32>
    %later = arith.addi %place, %c4 : i32
    emmy_kernel.store %zeros, %out[%later : i32] : memref<10xi32, #global>, vector<2xi32>
    %seven = vector.extract %pair[1] : i32 from vector<2xi32>
    %last = arith.addi %t, %c8 : i32
    emmy_kernel.store %seven, %out[%last : i32] : memref<10xi32, #global>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<8xi32> {emmy.result}, %again: memref<8xi64> {emmy.result}, %ones: memref<8xf32> {emmy.result}, %casts: memref<6xi64> {emmy.result}, %vectors: memref<10xi32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_calls grid(%c1) args(%out, %again : memref<8xi32>, memref<8xi64>)
  emmy_kernel.launch @kernels::@k_library grid(%c1) args(%ones : memref<8xf32>)
  emmy_kernel.launch @kernels::@k_casts grid(%c1) args(%casts : memref<6xi64>)
  emmy_kernel.launch @kernels::@k_vectors grid(%c1) args(%vectors : memref<10xi32>)
  return
}
