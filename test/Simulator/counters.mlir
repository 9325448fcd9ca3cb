// RUN: emmy-run --level=kernel --seed=0 --print-launches %s | FileCheck %s

// What the accesses of a warp cost, against numbers that are worked out by hand in each case.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // Two warps of 32 words in a row each: 4 sectors a request, all of them used.
  // CHECK-LABEL: "kernel": "k_rows"
  // CHECK: "global_loads": {
  // CHECK-NEXT: "requests": 2,
  // CHECK-NEXT: "sectors": 8,
  // CHECK-NEXT: "bytes": 256,
  // CHECK-NEXT: "efficiency": 1
  // CHECK: "global_stores": {
  // CHECK-NEXT: "requests": 2,
  // CHECK-NEXT: "sectors": 8,
  emmy_kernel.func @k_rows(%x: memref<1024xf32, #global>, %out: memref<64xf32, #global>) attributes {block = array<i32: 64, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %v = emmy_kernel.load %x[%t : i32] : memref<1024xf32, #global>
    emmy_kernel.store %v, %out[%t : i32] : memref<64xf32, #global>
    emmy_kernel.return
  }
  // Every lane in a sector of its own: 4 of 32 bytes are used. The store starts one word late, so 128 bytes lie in 5 sectors.
  // CHECK-LABEL: "kernel": "k_strided"
  // CHECK: "global_loads": {
  // CHECK-NEXT: "requests": 1,
  // CHECK-NEXT: "sectors": 32,
  // CHECK-NEXT: "bytes": 128,
  // CHECK-NEXT: "efficiency": 0.125
  // CHECK: "global_stores": {
  // CHECK-NEXT: "requests": 1,
  // CHECK-NEXT: "sectors": 5,
  emmy_kernel.func @k_strided(%x: memref<1024xf32, #global>, %out: memref<64xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %t = emmy_kernel.thread_id x : i32
    %i = arith.muli %t, %c8 : i32
    %o = arith.addi %t, %c1 : i32
    %v = emmy_kernel.load %x[%i : i32] : memref<1024xf32, #global>
    emmy_kernel.store %v, %out[%o : i32] : memref<64xf32, #global>
    emmy_kernel.return
  }
  // Ten of the lanes, four words each: 160 bytes in 5 sectors. All lanes read one word: one sector, 128 bytes asked for.
  // CHECK-LABEL: "kernel": "k_vectors"
  // CHECK: "global_loads": {
  // CHECK-NEXT: "requests": 2,
  // CHECK-NEXT: "sectors": 6,
  // CHECK-NEXT: "bytes": 288,
  // CHECK-NEXT: "efficiency": 1.5
  // CHECK: "instructions": {
  // CHECK-NEXT: "integer": 2,
  // CHECK-NEXT: "float": 1,
  // CHECK-NEXT: "special": 0,
  // CHECK-NEXT: "control": 1,
  // CHECK-NEXT: "global_load": 2,
  // CHECK-NEXT: "global_store": 1,
  // CHECK: "lanes": {
  // CHECK-NEXT: "integer": 42,
  // CHECK-NEXT: "float": 10,
  // CHECK-NEXT: "special": 0,
  // CHECK-NEXT: "control": 32,
  // CHECK-NEXT: "global_load": 42,
  // CHECK-NEXT: "global_store": 10,
  emmy_kernel.func @k_vectors(%x: memref<1024xf32, #global>, %out: memref<64xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c4 = arith.constant 4 : i32
    %c10 = arith.constant 10 : i32
    %t = emmy_kernel.thread_id x : i32
    %first = emmy_kernel.load %x[%c0 : i32] : memref<1024xf32, #global>
    %isLow = arith.cmpi slt, %t, %c10 : i32
    scf.if %isLow {
      %i = arith.muli %t, %c4 : i32
      %v = emmy_kernel.load %x[%i : i32] : memref<1024xf32, #global>, vector<4xf32>
      %e = vector.extract %v[3] : f32 from vector<4xf32>
      %sum = arith.addf %e, %first : f32
      emmy_kernel.store %sum, %out[%t : i32] : memref<64xf32, #global>
    }
    emmy_kernel.return
  }
  // Stores: 33 rows in order, then a column of 32 words in one bank. Loads: a padded column in 32 banks, a word for all, and four words
  // in a row by a quarter warp at a time.
  // CHECK-LABEL: "kernel": "k_banks"
  // CHECK: "shared_loads": {
  // CHECK-NEXT: "requests": 3,
  // CHECK-NEXT: "wavefronts": 6,
  // CHECK-NEXT: "conflicts": 0,
  // CHECK-NEXT: "bytes": 768
  // CHECK: "shared_stores": {
  // CHECK-NEXT: "requests": 34,
  // CHECK-NEXT: "wavefronts": 65,
  // CHECK-NEXT: "conflicts": 31,
  // CHECK-NEXT: "bytes": 4352
  // CHECK: "barriers": 2,
  // CHECK: "shuffle": 1,
  // CHECK-NEXT: "barrier": 2
  emmy_kernel.func @k_banks(%x: memref<1024xf32, #global>, %out: memref<64xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c32 = arith.constant 32 : i32
    %c33 = arith.constant 33 : i32
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<1056xf32, #shared>
    %column = arith.muli %t, %c32 : i32
    %v = emmy_kernel.load %x[%t : i32] : memref<1024xf32, #global>
    scf.for %k = %c0 to %c33 step %c1 : i32 {
      %row = arith.muli %k, %c32 : i32
      %place = arith.addi %row, %t : i32
      emmy_kernel.store %v, %s[%place : i32] : memref<1056xf32, #shared>
    }
    emmy_kernel.barrier
    emmy_kernel.store %v, %s[%column : i32] : memref<1056xf32, #shared>
    emmy_kernel.barrier
    %padded = arith.muli %t, %c33 : i32
    %quad = arith.muli %t, %c4 : i32
    %a = emmy_kernel.load %s[%padded : i32] : memref<1056xf32, #shared>
    %b = emmy_kernel.load %s[%c0 : i32] : memref<1056xf32, #shared>
    %c = emmy_kernel.load %s[%quad : i32] : memref<1056xf32, #shared>, vector<4xf32>
    %e = vector.extract %c[1] : f32 from vector<4xf32>
    %ab = arith.addf %a, %b : f32
    %abe = arith.addf %ab, %e : f32
    %w = emmy_kernel.shuffle xor %abe, %c1 : f32
    emmy_kernel.store %w, %out[%t : i32] : memref<64xf32, #global>
    emmy_kernel.return
  }
}
func.func @main(%x: memref<1024xf32>, %a: memref<64xf32>, %out: memref<64xf32> {emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_rows grid(%c1) args(%x, %out : memref<1024xf32>, memref<64xf32>)
  emmy_kernel.launch @kernels::@k_strided grid(%c1) args(%x, %a : memref<1024xf32>, memref<64xf32>)
  emmy_kernel.launch @kernels::@k_vectors grid(%c1) args(%x, %a : memref<1024xf32>, memref<64xf32>)
  emmy_kernel.launch @kernels::@k_banks grid(%c1) args(%x, %a : memref<1024xf32>, memref<64xf32>)
  return
}
