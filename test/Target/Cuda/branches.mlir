// RUN: emmy-translate --emmy-kernel-to-cuda %s | FileCheck %s

// Branches: one that reads an element is a choice; what a branch alone needs is computed in it, what a loop needs is not.

#global = #gpu.address_space<global>

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // CHECK-LABEL: k_masked(
  // CHECK-NEXT: const int t = int(threadIdx.x);
  // CHECK-NEXT: const bool inside = t < n;
  // CHECK-NEXT: const float v0 = inside ? x[t * 4] : 0.0f;
  // CHECK-NEXT: const float4 v1 = inside ? *reinterpret_cast<const float4 *>(&x[t * 8]) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  // CHECK-NEXT: if (inside) {
  // CHECK-NEXT:   out[t + 1] = v0 + v1.x;
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  emmy_kernel.func @k_masked(%x: memref<?xf32, #global> loc("x"), %n: i32 loc("n"), %out: memref<?xf32, #global> loc("out")) attributes {block = array<i32: 64, 1, 1>} {
    %zero = arith.constant 0.0 : f32
    %c1 = arith.constant 1 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %t = emmy_kernel.thread_id x : i32 loc("t")
    %inside = arith.cmpi slt, %t, %n : i32 loc("inside")
    %first = arith.muli %t, %c4 overflow<nsw> : i32
    %a = scf.if %inside -> f32 {
      %v = emmy_kernel.load %x[%first : i32] : memref<?xf32, #global>
      scf.yield %v : f32
    } else {
      scf.yield %zero : f32
    }
    %second = arith.muli %t, %c8 overflow<nsw> : i32
    %b = scf.if %inside -> vector<4xf32> {
      %v = emmy_kernel.load %x[%second : i32] : memref<?xf32, #global>, vector<4xf32>
      scf.yield %v : vector<4xf32>
    } else {
      %zeros = vector.from_elements %zero, %zero, %zero, %zero : vector<4xf32>
      scf.yield %zeros : vector<4xf32>
    }
    %b0 = vector.extract %b[0] : f32 from vector<4xf32>
    %sum = arith.addf %a, %b0 : f32
    %to = arith.addi %t, %c1 overflow<nsw> : i32
    scf.if %inside {
      emmy_kernel.store %sum, %out[%to : i32] : memref<?xf32, #global>
    }
    emmy_kernel.return
  }

  // Two values, or more than a read, are statements. A loop does not compute its row in every iteration.
  // CHECK-LABEL: k_statements(
  // CHECK: float v0;
  // CHECK-NEXT: if (t < n) {
  // CHECK-NEXT:   v0 = x[t] + 1.0f;
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   v0 = 0.0f;
  // CHECK-NEXT: }
  // CHECK-NEXT: const int row = t * 8;
  // CHECK-NEXT: for (int i0 = 0; i0 < 8; ++i0) {
  // CHECK-NEXT:   out[row + i0] = v0;
  // CHECK-NEXT: }
  emmy_kernel.func @k_statements(%x: memref<?xf32, #global> loc("x"), %n: i32 loc("n"), %out: memref<?xf32, #global> loc("out")) attributes {block = array<i32: 64, 1, 1>} {
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %t = emmy_kernel.thread_id x : i32 loc("t")
    %inside = arith.cmpi slt, %t, %n : i32
    %a = scf.if %inside -> f32 {
      %v = emmy_kernel.load %x[%t : i32] : memref<?xf32, #global>
      %more = arith.addf %v, %one : f32
      scf.yield %more : f32
    } else {
      scf.yield %zero : f32
    }
    %row = arith.muli %t, %c8 overflow<nsw> : i32 loc("row")
    scf.for %k = %c0 to %c8 step %c1 : i32 {
      %i = arith.addi %row, %k overflow<nsw> : i32
      emmy_kernel.store %a, %out[%i : i32] : memref<?xf32, #global>
    }
    emmy_kernel.return
  }

  // The other side needs its value twice, so it gets a name, and there is no place for that in a choice.
  // CHECK-LABEL: k_named(
  // CHECK: float v0;
  // CHECK-NEXT: if (t < n) {
  // CHECK-NEXT:   v0 = x[t];
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   const float v1 = v + 1.0f;
  // CHECK-NEXT:   v0 = v1 * v1;
  // CHECK-NEXT: }
  // CHECK-NEXT: out[t] = v0;
  emmy_kernel.func @k_named(%x: memref<?xf32, #global> loc("x"), %n: i32 loc("n"), %v: f32 loc("v"), %out: memref<?xf32, #global> loc("out")) attributes {block = array<i32: 64, 1, 1>} {
    %one = arith.constant 1.0 : f32
    %t = emmy_kernel.thread_id x : i32 loc("t")
    %inside = arith.cmpi slt, %t, %n : i32
    %a = scf.if %inside -> f32 {
      %e = emmy_kernel.load %x[%t : i32] : memref<?xf32, #global>
      scf.yield %e : f32
    } else {
      %sum = arith.addf %v, %one : f32
      %square = arith.mulf %sum, %sum : f32
      scf.yield %square : f32
    }
    emmy_kernel.store %a, %out[%t : i32] : memref<?xf32, #global>
    emmy_kernel.return
  }

  // A coordinate of 64 bits is converted once.
  // CHECK-LABEL: k_wide(
  // CHECK-NEXT: const int64_t block = int64_t(blockIdx.y);
  // CHECK-NEXT: out[block * block] = 1.0f;
  emmy_kernel.func @k_wide(%out: memref<?xf32, #global> loc("out")) attributes {block = array<i32: 64, 1, 1>} {
    %one = arith.constant 1.0 : f32
    %b32 = emmy_kernel.block_id y : i32
    %b = arith.extsi %b32 : i32 to i64 loc("block")
    %i = arith.muli %b, %b overflow<nsw> : i64
    emmy_kernel.store %one, %out[%i : i64] : memref<?xf32, #global>
    emmy_kernel.return
  }
}
