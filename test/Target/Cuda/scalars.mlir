// RUN: emmy-translate --emmy-kernel-to-cuda %s | FileCheck %s

// How scalar operations are spelled.

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>
#private = #gpu.address_space<private>

emmy_kernel.module @kernels {
  // CHECK-LABEL: k_integers
  emmy_kernel.func @k_integers(%x: memref<64xi32, #global> loc("x"), %y: memref<64xi64, #global> loc("y"), %z: memref<64xi8, #global> loc("z"), %a: i32 loc("a"), %b: i32 loc("b"), %n: i64 loc("n")) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c4 = arith.constant 4 : i32
    %c5 = arith.constant 5 : i32
    %c6 = arith.constant 6 : i32
    %mask = arith.constant 0x7fffffff : i32
    %small = arith.constant -7 : i32
    %minimum = arith.constant -2147483648 : i32
    // Arithmetic that may wrap is unsigned; the cast back is written once.
    // CHECK: x[0] = int(uint32_t(a) * uint32_t(b) + 0xfffffff9u);
    %p = arith.muli %a, %b : i32
    %q = arith.addi %p, %small : i32
    emmy_kernel.store %q, %x[%c0 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[1] = int(uint32_t(a) & 0x7fffffffu);
    %masked = arith.andi %a, %mask : i32
    emmy_kernel.store %masked, %x[%c1 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[2] = a > b ? a : b;
    %max = arith.maxsi %a, %b : i32
    emmy_kernel.store %max, %x[%c2 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[3] = uint32_t(a) < uint32_t(b) ? a : int(0x80000000u);
    %less = arith.cmpi ult, %a, %b : i32
    %chosen = arith.select %less, %a, %minimum : i32
    emmy_kernel.store %chosen, %x[%c3 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[4] = a - (b - 1);
    %e = arith.subi %b, %c1 overflow<nsw> : i32
    %f = arith.subi %a, %e overflow<nsw> : i32
    emmy_kernel.store %f, %x[%c4 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[5] = a < 0 ? int(0u - uint32_t(a)) : a;
    %abs = math.absi %a : i32
    emmy_kernel.store %abs, %x[%c5 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[6] = int(uint32_t(a) >> 3u);
    %shifted = arith.shrui %a, %c3 : i32
    emmy_kernel.store %shifted, %x[%c6 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: y[0] = int64_t(a) * n;
    %wide = arith.extsi %a : i32 to i64
    %product = arith.muli %wide, %n overflow<nsw> : i64
    emmy_kernel.store %product, %y[%c0 : i32] : memref<64xi64, #global>
    // CHECK-NEXT: y[1] = int64_t(uint64_t(n) + 0x100000000ull);
    %big = arith.constant 4294967296 : i64
    %sum = arith.addi %n, %big : i64
    emmy_kernel.store %sum, %y[%c1 : i32] : memref<64xi64, #global>
    // CHECK-NEXT: const int8_t byte = z[a];
    // CHECK-NEXT: z[0] = int8_t(uint32_t(byte) + uint32_t(byte));
    %byte = emmy_kernel.load %z[%a : i32] : memref<64xi8, #global> loc("byte")
    %twice = arith.addi %byte, %byte : i8
    emmy_kernel.store %twice, %z[%c0 : i32] : memref<64xi8, #global>
    // CHECK-NEXT: z[1] = int8_t(a == b || !(byte != 0 && a < b));
    %zero = arith.constant 0 : i8
    %true = arith.constant true
    %bool = arith.cmpi ne, %byte, %zero : i8
    %same = arith.cmpi eq, %a, %b : i32
    %slt = arith.cmpi slt, %a, %b : i32
    %both = arith.andi %bool, %slt : i1
    %neither = arith.xori %both, %true : i1
    %either = arith.ori %same, %neither : i1
    %stored = arith.extui %either : i1 to i8
    emmy_kernel.store %stored, %z[%c1 : i32] : memref<64xi8, #global>
    emmy_kernel.return
  }

  // CHECK-LABEL: k_floats
  emmy_kernel.func @k_floats(%x: memref<64xf32, #global> loc("x"), %h: memref<64xf16, #global> loc("h"), %g: memref<64xbf16, #global> loc("g"), %d: memref<64xf64, #global> loc("d"), %a: f32 loc("a"), %b: f32 loc("b")) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c4 = arith.constant 4 : i32
    %third = arith.constant 0.333333343 : f32
    %tiny = arith.constant 0x00000001 : f32
    %infinity = arith.constant 0x7f800000 : f32
    %minusZero = arith.constant -0.0 : f32
    // CHECK: x[0] = fmaf(a, b, 0.33333334f);
    %fma = math.fma %a, %b, %third : f32
    emmy_kernel.store %fma, %x[%c0 : i32] : memref<64xf32, #global>
    // CHECK-NEXT: x[1] = a * (b + 1e-45f) - -0.0f;
    %sum = arith.addf %b, %tiny : f32
    %product = arith.mulf %a, %sum : f32
    %difference = arith.subf %product, %minusZero : f32
    emmy_kernel.store %difference, %x[%c1 : i32] : memref<64xf32, #global>
    // CHECK-NEXT: x[2] = !(fabsf(a) >= INFINITY) ? sqrtf(b) : -(-a);
    %abs = math.absf %a : f32
    %finite = arith.cmpf ult, %abs, %infinity : f32
    %root = math.sqrt %b : f32
    %negated = arith.negf %a : f32
    %again = arith.negf %negated : f32
    %chosen = arith.select %finite, %root, %again : f32
    emmy_kernel.store %chosen, %x[%c2 : i32] : memref<64xf32, #global>
    // CHECK-NEXT: h[0] = __float2half_rn(a);
    %half = arith.truncf %a : f32 to f16
    emmy_kernel.store %half, %h[%c0 : i32] : memref<64xf16, #global>
    // CHECK-NEXT: h[1] = __ushort_as_half(0x3c00);
    %one = arith.constant 1.0 : f16
    emmy_kernel.store %one, %h[%c1 : i32] : memref<64xf16, #global>
    // CHECK-NEXT: g[0] = __float2bfloat16_rn(b);
    %brain = arith.truncf %b : f32 to bf16
    emmy_kernel.store %brain, %g[%c0 : i32] : memref<64xbf16, #global>
    // CHECK-NEXT: const __half loaded = h[2];
    %loaded = emmy_kernel.load %h[%c2 : i32] : memref<64xf16, #global> loc("loaded")
    // CHECK-NEXT: h[3] = __float2half_rn(__half2float(loaded) + __half2float(loaded));
    %twice = arith.addf %loaded, %loaded : f16
    emmy_kernel.store %twice, %h[%c3 : i32] : memref<64xf16, #global>
    // CHECK-NEXT: d[0] = double(__half2float(loaded)) + 0.1;
    %tenth = arith.constant 0.1 : f64
    %double = arith.extf %loaded : f16 to f64
    %shifted = arith.addf %double, %tenth : f64
    emmy_kernel.store %shifted, %d[%c0 : i32] : memref<64xf64, #global>
    // CHECK-NEXT: x[3] = __int_as_float(__float_as_int(a) & 1);
    %bits = arith.bitcast %a : f32 to i32
    %bit = arith.andi %bits, %c1 : i32
    %view = arith.bitcast %bit : i32 to f32
    emmy_kernel.store %view, %x[%c3 : i32] : memref<64xf32, #global>
    // CHECK-NEXT: x[4] = a != a ? 1.0f : 0.0f;
    %oneF = arith.constant 1.0 : f32
    %zeroF = arith.constant 0.0 : f32
    %nan = arith.cmpf uno, %a, %a : f32
    %flag = arith.select %nan, %oneF, %zeroF : f32
    emmy_kernel.store %flag, %x[%c4 : i32] : memref<64xf32, #global>
    emmy_kernel.return
  }

  // CHECK-LABEL: k_vectors
  emmy_kernel.func @k_vectors(%h: memref<64xf16, #global> loc("h"), %counts: memref<64xi64, #global> loc("counts"), %out: memref<64xi32, #global> loc("out")) attributes {block = array<i32: 32, 1, 1>, min_blocks = 2 : i32} {
    %c0 = arith.constant 0 : i32
    %c8 = arith.constant 8 : i32
    %one = arith.constant 1 : i64
    // CHECK: const halfx8 h8 = *reinterpret_cast<const halfx8 *>(&h[0]);
    %h8 = emmy_kernel.load %h[%c0 : i32] : memref<64xf16, #global>, vector<8xf16> loc("h8")
    %e = vector.extract %h8[7] : f16 from vector<8xf16>
    // CHECK-NEXT: *reinterpret_cast<halfx8 *>(&h[8]) = halfx8{{[{][{]}}h8.at[7], h8.at[7],
    %v = vector.broadcast %e : f16 to vector<8xf16>
    emmy_kernel.store %v, %h[%c8 : i32] : memref<64xf16, #global>, vector<8xf16>
    // CHECK-NEXT: float r[8];
    %r = emmy_kernel.local : memref<8xf32, #private> loc("r")
    %f = arith.extf %e : f16 to f32
    emmy_kernel.store %f, %r[%c0 : i32] : memref<8xf32, #private>
    %u = emmy_kernel.load %r[%c0 : i32] : memref<8xf32, #private>
    %w = arith.fptosi %u : f32 to i32
    emmy_kernel.store %w, %out[%c8 : i32] : memref<64xi32, #global>
    // CHECK: const int64_t {{.*}} = __shfl_down_sync(0xffffffffu, {{.*}}, 8, 16);
    %count = emmy_kernel.load %counts[%c0 : i32] : memref<64xi64, #global>
    %y = emmy_kernel.shuffle down %count, %c8 width 16 : i64
    // CHECK: atomicAdd(reinterpret_cast<unsigned long long *>(&counts[8]), static_cast<unsigned long long>({{.*}}));
    %old = emmy_kernel.atomic add %y, %counts[%c8 : i32] : memref<64xi64, #global>
    // CHECK: int64_t(atomicMax(reinterpret_cast<long long *>(&counts[0]), static_cast<long long>(1)));
    %before = emmy_kernel.atomic max_signed %one, %counts[%c0 : i32] : memref<64xi64, #global>
    %low = arith.trunci %before : i64 to i32
    %narrow = arith.trunci %low : i32 to i16
    // CHECK: int16_t(__shfl_xor_sync(0xffffffffu, int({{.*}}), 8))
    %swapped = emmy_kernel.shuffle xor %narrow, %c8 : i16
    %back = arith.extsi %swapped : i16 to i32
    emmy_kernel.store %back, %out[%c0 : i32] : memref<64xi32, #global>
    emmy_kernel.return
  }

  // Both branches and two carried values; nothing is printed for what nobody needs.
  // CHECK-LABEL: k_control
  emmy_kernel.func @k_control(%x: memref<64xf32, #global> loc("x"), %n: i32 loc("n")) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %unused = emmy_kernel.load %x[%c1 : i32] : memref<64xf32, #global>
    %dead = arith.addf %unused, %one : f32
    // CHECK: float [[A:.*]] = 0.0f;
    // CHECK-NEXT: float [[B:.*]] = 1.0f;
    // CHECK-NEXT: for (int [[K:.*]] = 0; [[K]] < n; ++[[K]]) {
    // CHECK-NEXT:   const float [[SUM:.*]] = [[A]] + [[B]];
    // CHECK-NEXT:   const float [[OLD:.*]] = [[A]];
    // CHECK-NEXT:   [[A]] = [[SUM]];
    // CHECK-NEXT:   [[B]] = [[OLD]];
    // CHECK-NEXT: }
    %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %zero, %b = %one) -> (f32, f32) : i32 {
      %sum = arith.addf %a, %b : f32
      scf.yield %sum, %a : f32, f32
    }
    // CHECK-NEXT: float [[R:.*]];
    // CHECK-NEXT: if (n > 3) {
    // CHECK-NEXT:   [[R]] = [[A]];
    // CHECK-NEXT: } else {
    // CHECK-NEXT:   [[R]] = [[B]] * 2.0f;
    // CHECK-NEXT: }
    %c3 = arith.constant 3 : i32
    %two = arith.constant 2.0 : f32
    %many = arith.cmpi sgt, %n, %c3 : i32
    %result = scf.if %many -> f32 {
      scf.yield %r#0 : f32
    } else {
      %double = arith.mulf %r#1, %two : f32
      scf.yield %double : f32
    }
    emmy_kernel.store %result, %x[%c0 : i32] : memref<64xf32, #global>
    emmy_kernel.return
  }
}
