// RUN: emmy-translate --emmy-kernel-to-cuda %s | FileCheck %s

// The operations that scalars.mlir does not show, one line for each.

#global = #gpu.address_space<global>

emmy_kernel.module @kernels {
  // CHECK-LABEL: k_narrow
  emmy_kernel.func @k_narrow(%z: memref<64xi8, #global> loc("z"), %a: i8 loc("a"), %b: i8 loc("b"), %p: i32 loc("p")) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    // CHECK: z[0] = int8_t(a & b);
    %and = arith.andi %a, %b : i8
    emmy_kernel.store %and, %z[%c0 : i32] : memref<64xi8, #global>
    // CHECK-NEXT: z[1] = int8_t(a ^ b);
    %xor = arith.xori %a, %b : i8
    emmy_kernel.store %xor, %z[%c1 : i32] : memref<64xi8, #global>
    // Bools: exclusive or is inequality, and a cast from a number keeps its last bit.
    // CHECK-NEXT: const bool [[P:.*]] = a < b;
    // CHECK-NEXT: z[2] = int8_t(((p & 1) != 0) != [[P]]);
    %odd = arith.trunci %p : i32 to i1
    %less = arith.cmpi slt, %a, %b : i8
    %one = arith.xori %odd, %less : i1
    %byte = arith.extui %one : i1 to i8
    emmy_kernel.store %byte, %z[%c2 : i32] : memref<64xi8, #global>
    // As a signed number, true is -1.
    // CHECK-NEXT: z[3] = [[P]] ? -1 : 0;
    %signed = arith.extsi %less : i1 to i8
    emmy_kernel.store %signed, %z[%c3 : i32] : memref<64xi8, #global>
    // The smallest number of a narrow type is a literal of int.
    // CHECK-NEXT: z[4] = -128;
    %c4 = arith.constant 4 : i32
    %smallest = arith.constant -128 : i8
    emmy_kernel.store %smallest, %z[%c4 : i32] : memref<64xi8, #global>
    // A bit pattern that is shifted down, or widened, as a natural number becomes one first.
    // CHECK-NEXT: z[5] = int8_t(uint8_t(a) >> uint8_t(b));
    %c5 = arith.constant 5 : i32
    %shifted = arith.shrui %a, %b : i8
    emmy_kernel.store %shifted, %z[%c5 : i32] : memref<64xi8, #global>
    // CHECK-NEXT: z[int(uint8_t(a))] = b;
    %wide = arith.extui %a : i8 to i32
    emmy_kernel.store %b, %z[%wide : i32] : memref<64xi8, #global>
    // As signed numbers, true is less than false; as unsigned ones it is greater.
    // CHECK-NEXT: z[6] = int8_t((a == b) < (a > b));
    %c6 = arith.constant 6 : i32
    %greater = arith.cmpi sgt, %a, %b : i8
    %equal = arith.cmpi eq, %a, %b : i8
    %below = arith.cmpi slt, %greater, %equal : i1
    %belowByte = arith.extui %below : i1 to i8
    emmy_kernel.store %belowByte, %z[%c6 : i32] : memref<64xi8, #global>
    // CHECK-NEXT: z[7] = int8_t((a <= b) > (a != b));
    %c7 = arith.constant 7 : i32
    %atMost = arith.cmpi sle, %a, %b : i8
    %unequal = arith.cmpi ne, %a, %b : i8
    %above = arith.cmpi ugt, %atMost, %unequal : i1
    %aboveByte = arith.extui %above : i1 to i8
    emmy_kernel.store %aboveByte, %z[%c7 : i32] : memref<64xi8, #global>
    emmy_kernel.return
  }

  // CHECK-LABEL: k_integers
  emmy_kernel.func @k_integers(%x: memref<64xi32, #global> loc("x"), %y: memref<64xi64, #global> loc("y"), %a: i32 loc("a"), %b: i32 loc("b"), %n: i64 loc("n"), %m: index loc("m")) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c4 = arith.constant 4 : i32
    %c5 = arith.constant 5 : i32
    %c6 = arith.constant 6 : i32
    // CHECK: x[0] = int(uint32_t(a) % uint32_t(b));
    %rem = arith.remui %a, %b : i32
    emmy_kernel.store %rem, %x[%c0 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[1] = int(emmy_floordiv(a, b));
    %floor = arith.floordivsi %a, %b : i32
    emmy_kernel.store %floor, %x[%c1 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[2] = a < b ? a : b;
    %min = arith.minsi %a, %b : i32
    emmy_kernel.store %min, %x[%c2 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[3] = uint32_t(a) > uint32_t(b) ? a : b;
    %maxu = arith.maxui %a, %b : i32
    emmy_kernel.store %maxu, %x[%c3 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[4] = uint32_t(a) < uint32_t(b) ? a : b;
    %minu = arith.minui %a, %b : i32
    emmy_kernel.store %minu, %x[%c4 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: x[5] = __clz(a);
    %clz = math.ctlz %a : i32
    emmy_kernel.store %clz, %x[%c5 : i32] : memref<64xi32, #global>
    // A view of bits as the type that they have is the value.
    // CHECK-NEXT: x[6] = a;
    %same = arith.bitcast %a : i32 to i32
    emmy_kernel.store %same, %x[%c6 : i32] : memref<64xi32, #global>
    // CHECK-NEXT: y[0] = __clzll(n);
    %clzll = math.ctlz %n : i64
    emmy_kernel.store %clzll, %y[%c0 : i32] : memref<64xi64, #global>
    // CHECK-NEXT: y[1] = emmy_ceildiv(m, int64_t(a));
    %wide = arith.index_cast %a : i32 to index
    %ceil = arith.ceildivsi %m, %wide : index
    %ceiling = arith.index_cast %ceil : index to i64
    emmy_kernel.store %ceiling, %y[%c1 : i32] : memref<64xi64, #global>
    emmy_kernel.return
  }

  // CHECK-LABEL: k_floats
  emmy_kernel.func @k_floats(%x: memref<64xf32, #global> loc("x"), %h: memref<64xf16, #global> loc("h"), %d: memref<64xf64, #global> loc("d"), %a: f32 loc("a"), %b: f32 loc("b"), %w: f64 loc("w"), %i: i32 loc("i")) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c4 = arith.constant 4 : i32
    %c5 = arith.constant 5 : i32
    %c6 = arith.constant 6 : i32
    %c7 = arith.constant 7 : i32
    // CHECK: x[0] = floorf(a);
    %floor = math.floor %a : f32
    emmy_kernel.store %floor, %x[%c0 : i32] : memref<64xf32, #global>
    // CHECK-NEXT: x[1] = ceilf(a);
    %ceil = math.ceil %a : f32
    emmy_kernel.store %ceil, %x[%c1 : i32] : memref<64xf32, #global>
    // CHECK-NEXT: x[2] = truncf(a);
    %trunc = math.trunc %a : f32
    emmy_kernel.store %trunc, %x[%c2 : i32] : memref<64xf32, #global>
    // CHECK-NEXT: x[3] = copysignf(a, b);
    %sign = math.copysign %a, %b : f32
    emmy_kernel.store %sign, %x[%c3 : i32] : memref<64xf32, #global>
    // CHECK-NEXT: x[4] = float(w);
    %single = arith.truncf %w : f64 to f32
    emmy_kernel.store %single, %x[%c4 : i32] : memref<64xf32, #global>
    // f64 to f16 rounds once.
    // CHECK-NEXT: h[0] = __double2half(w);
    %half = arith.truncf %w : f64 to f16
    emmy_kernel.store %half, %h[%c0 : i32] : memref<64xf16, #global>
    // CHECK-NEXT: const bool [[LESS:.*]] = a < b;
    // CHECK-NEXT: x[5] = [[LESS]] ? -1.0f : 0.0f;
    %less = arith.cmpf olt, %a, %b : f32
    %minus = arith.sitofp %less : i1 to f32
    emmy_kernel.store %minus, %x[%c5 : i32] : memref<64xf32, #global>
    // CHECK-NEXT: h[1] = __float2half_rn(float([[LESS]]));
    %plus = arith.uitofp %less : i1 to f16
    emmy_kernel.store %plus, %h[%c1 : i32] : memref<64xf16, #global>
    // CHECK-NEXT: d[0] = double([[LESS]]);
    %double = arith.uitofp %less : i1 to f64
    emmy_kernel.store %double, %d[%c0 : i32] : memref<64xf64, #global>
    // CHECK-NEXT: x[6] = float(uint32_t(i));
    %natural = arith.uitofp %i : i32 to f32
    emmy_kernel.store %natural, %x[%c6 : i32] : memref<64xf32, #global>
    // CHECK-NEXT: x[7] = float(int(uint32_t(a)));
    %unsigned = arith.fptoui %a : f32 to i32
    %back = arith.sitofp %unsigned : i32 to f32
    emmy_kernel.store %back, %x[%c7 : i32] : memref<64xf32, #global>
    // Comparisons of which the answer is known.
    // CHECK-NEXT: h[2] = __float2half_rn(float(false));
    %never = arith.cmpf false, %a, %b : f32
    %zero = arith.uitofp %never : i1 to f16
    emmy_kernel.store %zero, %h[%c2 : i32] : memref<64xf16, #global>
    // CHECK-NEXT: h[3] = __float2half_rn(float(true));
    %always = arith.cmpf true, %a, %b : f32
    %one = arith.uitofp %always : i1 to f16
    emmy_kernel.store %one, %h[%c3 : i32] : memref<64xf16, #global>
    // CHECK-NEXT: h[4] = __float2half_rn(float(bool(a)));
    %bit = arith.fptoui %a : f32 to i1
    %nonzero = arith.uitofp %bit : i1 to f16
    emmy_kernel.store %nonzero, %h[%c4 : i32] : memref<64xf16, #global>
    // A vector of different numbers.
    // CHECK-NEXT: *reinterpret_cast<float4 *>(&x[8]) = make_float4(0.0f, -1.0f, 2.5f, -0.0f);
    %c8 = arith.constant 8 : i32
    %vector = arith.constant dense<[0.0, -1.0, 2.5, -0.0]> : vector<4xf32>
    emmy_kernel.store %vector, %x[%c8 : i32] : memref<64xf32, #global>, vector<4xf32>
    emmy_kernel.return
  }

  // What is computed of memory is computed before memory changes, though it is used behind that.
  // CHECK-LABEL: k_order
  emmy_kernel.func @k_order(%x: memref<64xf32, #global> loc("x"), %b: f32 loc("b")) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: const float [[SUM:.*]] = x[0] + b;
    // CHECK-NEXT: x[0] = b;
    // CHECK-NEXT: x[1] = [[SUM]];
    %v = emmy_kernel.load %x[%c0 : i32] : memref<64xf32, #global>
    %sum = arith.addf %v, %b : f32
    emmy_kernel.store %b, %x[%c0 : i32] : memref<64xf32, #global>
    emmy_kernel.store %sum, %x[%c1 : i32] : memref<64xf32, #global>
    emmy_kernel.return
  }
}

// A launch of no blocks is no launch.
// CHECK-LABEL: cudaError_t emmy_main
// CHECK-NOT: cudaLaunchKernel
// CHECK: return cudaSuccess;
func.func @main(%z: memref<64xi8>) {
  %zero = arith.constant 0 : index
  %a = arith.constant 1 : i8
  %p = arith.constant 1 : i32
  emmy_kernel.launch @kernels::@k_narrow grid(%zero) args(%z, %a, %a, %p : memref<64xi8>, i8, i8, i32)
  return
}
