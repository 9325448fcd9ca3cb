// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scalar functions that every executor calls by name, from primitives whose results are the
// same bits everywhere: add, subtract, multiply, divide, fma and sqrt rounded to nearest even,
// integer operations, comparisons, selects. No operation here may be contracted, reassociated or
// flushed. No NaN and no out-of-range value reaches a float -> int conversion or exponent
// arithmetic: arguments are clamped or replaced first, and special values selected at the end.
//
// Operations: arith.{constant, addf, subf, mulf, divf, negf, cmpf, select, bitcast, addi, subi, muli,
// andi, ori, xori, shli, shrsi, shrui, cmpi, trunci, extui, extsi, sitofp, fptosi, extf, truncf},
// math.{fma, sqrt}, func.call, and scf.if / scf.for (constant trip count) on slow paths. i1 is a
// condition, i32 and i64 are bits. Bounds are in units in the last place of the result, measured by
// the tests in test/MathLibrary against an oracle of higher precision.
//
// Written by utils/math/generate.py; the coefficients by utils/math/polynomials.py.

// e^x.
// Method: x = k ln 2 + r with |r| <= ln(2)/2; e^r by a minimax polynomial; times 2^k in two
// steps, so that subnormal results are rounded once more and never flushed.
// Error bound: 1.1 ulp.
func.func @emmy_exp_f32(%x: f32) -> f32 {
  %f_89.0 = arith.constant 89.0 : f32
  %f_-104.0 = arith.constant -104.0 : f32
  %log2_e = arith.constant 1.442695 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %ln2_high = arith.constant 0.6931472 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %expm1_4 = arith.constant 0.0013869938 : f32
  %expm1_3 = arith.constant 0.008366253 : f32
  %expm1_2 = arith.constant 0.041667443 : f32
  %expm1_1 = arith.constant 0.16666546 : f32
  %expm1_0 = arith.constant 0.49999997 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %i32_1 = arith.constant 1 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_23 = arith.constant 23 : i32
  // Keep k small; NaN is put back at the end.
  %0 = arith.cmpf olt, %x, %f_89.0 : f32
  %below = arith.select %0, %x, %f_89.0 : f32
  %1 = arith.cmpf ogt, %below, %f_-104.0 : f32
  %clamped = arith.select %1, %below, %f_-104.0 : f32
  %shifted = math.fma %clamped, %log2_e, %f_12582912.0 : f32
  %k = arith.subf %shifted, %f_12582912.0 : f32
  %2 = arith.bitcast %shifted : f32 to i32
  %n = arith.subi %2, %i32_x4B400000 : i32
  %3 = arith.negf %k : f32
  %r = math.fma %3, %ln2_high, %clamped : f32
  %r_1 = math.fma %3, %ln2_low, %r : f32
  %4 = math.fma %expm1_4, %r_1, %expm1_3 : f32
  %5 = math.fma %4, %r_1, %expm1_2 : f32
  %6 = math.fma %5, %r_1, %expm1_1 : f32
  %q = math.fma %6, %r_1, %expm1_0 : f32
  %7 = arith.mulf %r_1, %r_1 : f32
  %p = math.fma %7, %q, %r_1 : f32
  %value = arith.addf %p, %f_1.0 : f32
  %half = arith.shrsi %n, %i32_1 : i32
  %8 = arith.addi %half, %i32_127 : i32
  %9 = arith.shli %8, %i32_23 : i32
  %first = arith.bitcast %9 : i32 to f32
  %n_1 = arith.subi %n, %half : i32
  %10 = arith.addi %n_1, %i32_127 : i32
  %11 = arith.shli %10, %i32_23 : i32
  %second = arith.bitcast %11 : i32 to f32
  %12 = arith.mulf %value, %first : f32
  %e = arith.mulf %12, %second : f32
  %13 = arith.cmpf uno, %x, %x : f32
  %14 = arith.select %13, %x, %e : f32
  return %14 : f32
}

// e^x.
// Method: x = k ln 2 + r with |r| <= ln(2)/2; e^r by a minimax polynomial; times 2^k in two
// steps, so that subnormal results are rounded once more and never flushed.
// Error bound: 1.0 ulp.
func.func @emmy_exp_f64(%x: f64) -> f64 {
  %f_710.0 = arith.constant 710.0 : f64
  %f_-746.0 = arith.constant -746.0 : f64
  %log2_e = arith.constant 1.4426950408889634 : f64
  %f_6755399441055744.0 = arith.constant 6755399441055744.0 : f64
  %i64_x4338000000000000 = arith.constant 4843621399236968448 : i64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %expm1_10 = arith.constant 2.0875341370296014e-9 : f64
  %expm1_9 = arith.constant 2.5108978481916927e-8 : f64
  %expm1_8 = arith.constant 2.7557402611510417e-7 : f64
  %expm1_7 = arith.constant 2.755724437532155e-6 : f64
  %expm1_6 = arith.constant 2.480158717256062e-5 : f64
  %expm1_5 = arith.constant 0.00019841269885964772 : f64
  %expm1_4 = arith.constant 0.0013888888888962374 : f64
  %expm1_3 = arith.constant 0.008333333333321691 : f64
  %expm1_2 = arith.constant 0.04166666666666651 : f64
  %expm1_1 = arith.constant 0.16666666666666677 : f64
  %expm1_0 = arith.constant 0.5 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %i64_1 = arith.constant 1 : i64
  %i64_1023 = arith.constant 1023 : i64
  %i64_52 = arith.constant 52 : i64
  // Keep k small; NaN is put back at the end.
  %0 = arith.cmpf olt, %x, %f_710.0 : f64
  %below = arith.select %0, %x, %f_710.0 : f64
  %1 = arith.cmpf ogt, %below, %f_-746.0 : f64
  %clamped = arith.select %1, %below, %f_-746.0 : f64
  %shifted = math.fma %clamped, %log2_e, %f_6755399441055744.0 : f64
  %k = arith.subf %shifted, %f_6755399441055744.0 : f64
  %2 = arith.bitcast %shifted : f64 to i64
  %n = arith.subi %2, %i64_x4338000000000000 : i64
  %3 = arith.negf %k : f64
  %r = math.fma %3, %ln2_high, %clamped : f64
  %r_1 = math.fma %3, %ln2_low, %r : f64
  %4 = math.fma %expm1_10, %r_1, %expm1_9 : f64
  %5 = math.fma %4, %r_1, %expm1_8 : f64
  %6 = math.fma %5, %r_1, %expm1_7 : f64
  %7 = math.fma %6, %r_1, %expm1_6 : f64
  %8 = math.fma %7, %r_1, %expm1_5 : f64
  %9 = math.fma %8, %r_1, %expm1_4 : f64
  %10 = math.fma %9, %r_1, %expm1_3 : f64
  %11 = math.fma %10, %r_1, %expm1_2 : f64
  %12 = math.fma %11, %r_1, %expm1_1 : f64
  %q = math.fma %12, %r_1, %expm1_0 : f64
  %13 = arith.mulf %r_1, %r_1 : f64
  %p = math.fma %13, %q, %r_1 : f64
  %value = arith.addf %p, %f_1.0 : f64
  %half = arith.shrsi %n, %i64_1 : i64
  %14 = arith.addi %half, %i64_1023 : i64
  %15 = arith.shli %14, %i64_52 : i64
  %first = arith.bitcast %15 : i64 to f64
  %n_1 = arith.subi %n, %half : i64
  %16 = arith.addi %n_1, %i64_1023 : i64
  %17 = arith.shli %16, %i64_52 : i64
  %second = arith.bitcast %17 : i64 to f64
  %18 = arith.mulf %value, %first : f64
  %e = arith.mulf %18, %second : f64
  %19 = arith.cmpf uno, %x, %x : f64
  %20 = arith.select %19, %x, %e : f64
  return %20 : f64
}

// 2^x.
// Method: x = k + r with |r| <= 1/2, exactly; 2^r = 1 + r ln 2 + r^2 q(r); times 2^k.
// Error bound: 0.9 ulp.
func.func @emmy_exp2_f32(%x: f32) -> f32 {
  %f_129.0 = arith.constant 129.0 : f32
  %f_-151.0 = arith.constant -151.0 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %exp2_4 = arith.constant 0.00015327618 : f32
  %exp2_3 = arith.constant 0.0013390202 : f32
  %exp2_2 = arith.constant 0.009618503 : f32
  %exp2_1 = arith.constant 0.05550362 : f32
  %exp2_0 = arith.constant 0.24022648 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %ln2_high = arith.constant 0.6931472 : f32
  %i32_1 = arith.constant 1 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_23 = arith.constant 23 : i32
  %0 = arith.cmpf olt, %x, %f_129.0 : f32
  %below = arith.select %0, %x, %f_129.0 : f32
  %1 = arith.cmpf ogt, %below, %f_-151.0 : f32
  %clamped = arith.select %1, %below, %f_-151.0 : f32
  %shifted = math.fma %clamped, %f_1.0, %f_12582912.0 : f32
  %k = arith.subf %shifted, %f_12582912.0 : f32
  %2 = arith.bitcast %shifted : f32 to i32
  %n = arith.subi %2, %i32_x4B400000 : i32
  %r = arith.subf %clamped, %k : f32
  %3 = math.fma %exp2_4, %r, %exp2_3 : f32
  %4 = math.fma %3, %r, %exp2_2 : f32
  %5 = math.fma %4, %r, %exp2_1 : f32
  %6 = math.fma %5, %r, %exp2_0 : f32
  %7 = math.fma %6, %r, %ln2_low : f32
  %tail = arith.mulf %r, %7 : f32
  %p = math.fma %r, %ln2_high, %tail : f32
  %value = arith.addf %p, %f_1.0 : f32
  %half = arith.shrsi %n, %i32_1 : i32
  %8 = arith.addi %half, %i32_127 : i32
  %9 = arith.shli %8, %i32_23 : i32
  %first = arith.bitcast %9 : i32 to f32
  %n_1 = arith.subi %n, %half : i32
  %10 = arith.addi %n_1, %i32_127 : i32
  %11 = arith.shli %10, %i32_23 : i32
  %second = arith.bitcast %11 : i32 to f32
  %12 = arith.mulf %value, %first : f32
  %e = arith.mulf %12, %second : f32
  %13 = arith.cmpf uno, %x, %x : f32
  %14 = arith.select %13, %x, %e : f32
  return %14 : f32
}

// 2^x.
// Method: x = k + r with |r| <= 1/2, exactly; 2^r = 1 + r ln 2 + r^2 q(r); times 2^k.
// Error bound: 0.9 ulp.
func.func @emmy_exp2_f64(%x: f64) -> f64 {
  %f_1025.0 = arith.constant 1025.0 : f64
  %f_-1076.0 = arith.constant -1076.0 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %f_6755399441055744.0 = arith.constant 6755399441055744.0 : f64
  %i64_x4338000000000000 = arith.constant 4843621399236968448 : i64
  %exp2_10 = arith.constant 2.561679360486644e-11 : f64
  %exp2_9 = arith.constant 4.456174768827803e-10 : f64
  %exp2_8 = arith.constant 7.0549788606392475e-9 : f64
  %exp2_7 = arith.constant 1.017805483846336e-7 : f64
  %exp2_6 = arith.constant 1.3215486590284112e-6 : f64
  %exp2_5 = arith.constant 1.5252733846453174e-5 : f64
  %exp2_4 = arith.constant 0.00015403530393633222 : f64
  %exp2_3 = arith.constant 0.0013333558146402344 : f64
  %exp2_2 = arith.constant 0.009618129107628345 : f64
  %exp2_1 = arith.constant 0.05550410866482164 : f64
  %exp2_0 = arith.constant 0.24022650695910072 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %i64_1 = arith.constant 1 : i64
  %i64_1023 = arith.constant 1023 : i64
  %i64_52 = arith.constant 52 : i64
  %0 = arith.cmpf olt, %x, %f_1025.0 : f64
  %below = arith.select %0, %x, %f_1025.0 : f64
  %1 = arith.cmpf ogt, %below, %f_-1076.0 : f64
  %clamped = arith.select %1, %below, %f_-1076.0 : f64
  %shifted = math.fma %clamped, %f_1.0, %f_6755399441055744.0 : f64
  %k = arith.subf %shifted, %f_6755399441055744.0 : f64
  %2 = arith.bitcast %shifted : f64 to i64
  %n = arith.subi %2, %i64_x4338000000000000 : i64
  %r = arith.subf %clamped, %k : f64
  %3 = math.fma %exp2_10, %r, %exp2_9 : f64
  %4 = math.fma %3, %r, %exp2_8 : f64
  %5 = math.fma %4, %r, %exp2_7 : f64
  %6 = math.fma %5, %r, %exp2_6 : f64
  %7 = math.fma %6, %r, %exp2_5 : f64
  %8 = math.fma %7, %r, %exp2_4 : f64
  %9 = math.fma %8, %r, %exp2_3 : f64
  %10 = math.fma %9, %r, %exp2_2 : f64
  %11 = math.fma %10, %r, %exp2_1 : f64
  %12 = math.fma %11, %r, %exp2_0 : f64
  %13 = math.fma %12, %r, %ln2_low : f64
  %tail = arith.mulf %r, %13 : f64
  %p = math.fma %r, %ln2_high, %tail : f64
  %value = arith.addf %p, %f_1.0 : f64
  %half = arith.shrsi %n, %i64_1 : i64
  %14 = arith.addi %half, %i64_1023 : i64
  %15 = arith.shli %14, %i64_52 : i64
  %first = arith.bitcast %15 : i64 to f64
  %n_1 = arith.subi %n, %half : i64
  %16 = arith.addi %n_1, %i64_1023 : i64
  %17 = arith.shli %16, %i64_52 : i64
  %second = arith.bitcast %17 : i64 to f64
  %18 = arith.mulf %value, %first : f64
  %e = arith.mulf %18, %second : f64
  %19 = arith.cmpf uno, %x, %x : f64
  %20 = arith.select %19, %x, %e : f64
  return %20 : f64
}

// e^x - 1, accurate near 0.
// Method: x = k ln 2 + r; 2^k (e^r - 1) + (2^k - 1) by one fma. The scale is halved and
// doubled again for large k, where 2^k is not representable.
// Error bound: 1.6 ulp.
func.func @emmy_expm1_f32(%x: f32) -> f32 {
  %f_89.0 = arith.constant 89.0 : f32
  %f_-18.0 = arith.constant -18.0 : f32
  %log2_e = arith.constant 1.442695 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %ln2_high = arith.constant 0.6931472 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %expm1_4 = arith.constant 0.0013869938 : f32
  %expm1_3 = arith.constant 0.008366253 : f32
  %expm1_2 = arith.constant 0.041667443 : f32
  %expm1_1 = arith.constant 0.16666546 : f32
  %expm1_0 = arith.constant 0.49999997 : f32
  %i32_127 = arith.constant 127 : i32
  %i32_1 = arith.constant 1 : i32
  %i32_23 = arith.constant 23 : i32
  %f_0.5 = arith.constant 0.5 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %0 = arith.cmpf olt, %x, %f_89.0 : f32
  %below = arith.select %0, %x, %f_89.0 : f32
  %1 = arith.cmpf ogt, %below, %f_-18.0 : f32
  %clamped = arith.select %1, %below, %f_-18.0 : f32
  %shifted = math.fma %clamped, %log2_e, %f_12582912.0 : f32
  %k = arith.subf %shifted, %f_12582912.0 : f32
  %2 = arith.bitcast %shifted : f32 to i32
  %n = arith.subi %2, %i32_x4B400000 : i32
  %3 = arith.negf %k : f32
  %r = math.fma %3, %ln2_high, %clamped : f32
  %r_1 = math.fma %3, %ln2_low, %r : f32
  %4 = math.fma %expm1_4, %r_1, %expm1_3 : f32
  %5 = math.fma %4, %r_1, %expm1_2 : f32
  %6 = math.fma %5, %r_1, %expm1_1 : f32
  %q = math.fma %6, %r_1, %expm1_0 : f32
  %7 = arith.mulf %r_1, %r_1 : f32
  %p = math.fma %7, %q, %r_1 : f32
  // Halve 2^k when it would overflow.
  %large = arith.cmpi sgt, %n, %i32_127 : i32
  %8 = arith.subi %n, %i32_1 : i32
  %n_1 = arith.select %large, %8, %n : i32
  %9 = arith.addi %n_1, %i32_127 : i32
  %10 = arith.shli %9, %i32_23 : i32
  %scale = arith.bitcast %10 : i32 to f32
  %one = arith.select %large, %f_0.5, %f_1.0 : f32
  %11 = arith.subf %scale, %one : f32
  %half = math.fma %p, %scale, %11 : f32
  %12 = arith.addf %half, %half : f32
  %result = arith.select %large, %12, %half : f32
  // Zeros keep their sign, and NaN is put back.
  %13 = arith.cmpf one, %x, %f_0.0 : f32
  %14 = arith.select %13, %result, %x : f32
  return %14 : f32
}

// e^x - 1, accurate near 0.
// Method: x = k ln 2 + r; 2^k (e^r - 1) + (2^k - 1) by one fma. The scale is halved and
// doubled again for large k, where 2^k is not representable.
// Error bound: 1.8 ulp.
func.func @emmy_expm1_f64(%x: f64) -> f64 {
  %f_710.0 = arith.constant 710.0 : f64
  %f_-38.0 = arith.constant -38.0 : f64
  %log2_e = arith.constant 1.4426950408889634 : f64
  %f_6755399441055744.0 = arith.constant 6755399441055744.0 : f64
  %i64_x4338000000000000 = arith.constant 4843621399236968448 : i64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %expm1_10 = arith.constant 2.0875341370296014e-9 : f64
  %expm1_9 = arith.constant 2.5108978481916927e-8 : f64
  %expm1_8 = arith.constant 2.7557402611510417e-7 : f64
  %expm1_7 = arith.constant 2.755724437532155e-6 : f64
  %expm1_6 = arith.constant 2.480158717256062e-5 : f64
  %expm1_5 = arith.constant 0.00019841269885964772 : f64
  %expm1_4 = arith.constant 0.0013888888888962374 : f64
  %expm1_3 = arith.constant 0.008333333333321691 : f64
  %expm1_2 = arith.constant 0.04166666666666651 : f64
  %expm1_1 = arith.constant 0.16666666666666677 : f64
  %expm1_0 = arith.constant 0.5 : f64
  %i64_1023 = arith.constant 1023 : i64
  %i64_1 = arith.constant 1 : i64
  %i64_52 = arith.constant 52 : i64
  %f_1.0 = arith.constant 1.0 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %0 = arith.cmpf olt, %x, %f_710.0 : f64
  %below = arith.select %0, %x, %f_710.0 : f64
  %1 = arith.cmpf ogt, %below, %f_-38.0 : f64
  %clamped = arith.select %1, %below, %f_-38.0 : f64
  %shifted = math.fma %clamped, %log2_e, %f_6755399441055744.0 : f64
  %k = arith.subf %shifted, %f_6755399441055744.0 : f64
  %2 = arith.bitcast %shifted : f64 to i64
  %n = arith.subi %2, %i64_x4338000000000000 : i64
  %3 = arith.negf %k : f64
  %r = math.fma %3, %ln2_high, %clamped : f64
  %r_1 = math.fma %3, %ln2_low, %r : f64
  %4 = math.fma %expm1_10, %r_1, %expm1_9 : f64
  %5 = math.fma %4, %r_1, %expm1_8 : f64
  %6 = math.fma %5, %r_1, %expm1_7 : f64
  %7 = math.fma %6, %r_1, %expm1_6 : f64
  %8 = math.fma %7, %r_1, %expm1_5 : f64
  %9 = math.fma %8, %r_1, %expm1_4 : f64
  %10 = math.fma %9, %r_1, %expm1_3 : f64
  %11 = math.fma %10, %r_1, %expm1_2 : f64
  %12 = math.fma %11, %r_1, %expm1_1 : f64
  %q = math.fma %12, %r_1, %expm1_0 : f64
  %13 = arith.mulf %r_1, %r_1 : f64
  %p = math.fma %13, %q, %r_1 : f64
  // Halve 2^k when it would overflow.
  %large = arith.cmpi sgt, %n, %i64_1023 : i64
  %14 = arith.subi %n, %i64_1 : i64
  %n_1 = arith.select %large, %14, %n : i64
  %15 = arith.addi %n_1, %i64_1023 : i64
  %16 = arith.shli %15, %i64_52 : i64
  %scale = arith.bitcast %16 : i64 to f64
  %one = arith.select %large, %expm1_0, %f_1.0 : f64
  %17 = arith.subf %scale, %one : f64
  %half = math.fma %p, %scale, %17 : f64
  %18 = arith.addf %half, %half : f64
  %result = arith.select %large, %18, %half : f64
  // Zeros keep their sign, and NaN is put back.
  %19 = arith.cmpf one, %x, %f_0.0 : f64
  %20 = arith.select %19, %result, %x : f64
  return %20 : f64
}

// The natural logarithm.
// Method: x = 2^k (1 + f); log(1 + f) by a minimax polynomial (f64: in s = f / (2 + f));
// plus k ln 2, with ln 2 in two parts.
// Error bound: 0.9 ulp.
func.func @emmy_log_f32(%x: f32) -> f32 {
  %f_1.1754944e-38 = arith.constant 1.1754944e-38 : f32
  %f_8388608.0 = arith.constant 8388608.0 : f32
  %i32_-23 = arith.constant -23 : i32
  %i32_0 = arith.constant 0 : i32
  %f_0.0 = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %i32_x3F3504F3 = arith.constant 1060439283 : i32
  %i32_23 = arith.constant 23 : i32
  %log_8 = arith.constant -0.076087266 : f32
  %log_7 = arith.constant 0.12899953 : f32
  %log_6 = arith.constant -0.13245821 : f32
  %log_5 = arith.constant 0.14182463 : f32
  %log_4 = arith.constant -0.16608801 : f32
  %log_3 = arith.constant 0.20001955 : f32
  %log_2 = arith.constant -0.25001597 : f32
  %log_1 = arith.constant 0.33333325 : f32
  %log_0 = arith.constant -0.49999988 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %ln2_high = arith.constant 0.6931472 : f32
  %neg_inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  // Subnormals are scaled up first.
  %small = arith.cmpf olt, %x, %f_1.1754944e-38 : f32
  %0 = arith.mulf %x, %f_8388608.0 : f32
  %scaled = arith.select %small, %0, %x : f32
  %shift = arith.select %small, %i32_-23, %i32_0 : i32
  %1 = arith.cmpf ogt, %x, %f_0.0 : f32
  %2 = arith.cmpf olt, %x, %inf : f32
  %regular = arith.andi %1, %2 : i1
  %y = arith.select %regular, %scaled, %f_1.0 : f32
  %3 = arith.bitcast %y : f32 to i32
  %4 = arith.subi %3, %i32_x3F3504F3 : i32
  %n = arith.shrsi %4, %i32_23 : i32
  %5 = arith.shli %n, %i32_23 : i32
  %6 = arith.subi %3, %5 : i32
  %m = arith.bitcast %6 : i32 to f32
  %7 = arith.addi %n, %shift : i32
  %k = arith.sitofp %7 : i32 to f32
  %f = arith.subf %m, %f_1.0 : f32
  %8 = arith.mulf %f, %f : f32
  %9 = math.fma %log_8, %f, %log_7 : f32
  %10 = math.fma %9, %f, %log_6 : f32
  %11 = math.fma %10, %f, %log_5 : f32
  %12 = math.fma %11, %f, %log_4 : f32
  %13 = math.fma %12, %f, %log_3 : f32
  %14 = math.fma %13, %f, %log_2 : f32
  %15 = math.fma %14, %f, %log_1 : f32
  %16 = math.fma %15, %f, %log_0 : f32
  %tail = arith.mulf %8, %16 : f32
  %17 = math.fma %k, %ln2_low, %tail : f32
  %18 = arith.addf %f, %17 : f32
  %result = math.fma %k, %ln2_high, %18 : f32
  %19 = arith.cmpf oeq, %x, %f_0.0 : f32
  %20 = arith.select %19, %neg_inf, %nan : f32
  %other = arith.select %1, %x, %20 : f32
  %21 = arith.select %regular, %result, %other : f32
  return %21 : f32
}

// The natural logarithm.
// Method: x = 2^k (1 + f); log(1 + f) by a minimax polynomial (f64: in s = f / (2 + f));
// plus k ln 2, with ln 2 in two parts.
// Error bound: 0.85 ulp.
func.func @emmy_log_f64(%x: f64) -> f64 {
  %f_2.2250738585072014e-308 = arith.constant 2.2250738585072014e-308 : f64
  %f_4503599627370496.0 = arith.constant 4503599627370496.0 : f64
  %i64_-52 = arith.constant -52 : i64
  %i64_0 = arith.constant 0 : i64
  %f_0.0 = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %i64_x3FE6A09E667F3BCD = arith.constant 4604544271217802189 : i64
  %i64_52 = arith.constant 52 : i64
  %f_0.5 = arith.constant 0.5 : f64
  %f_2.0 = arith.constant 2.0 : f64
  %atanh_tail_7 = arith.constant 0.0662591793037291 : f64
  %atanh_tail_6 = arith.constant 0.06625031322542946 : f64
  %atanh_tail_5 = arith.constant 0.07693546603985789 : f64
  %atanh_tail_4 = arith.constant 0.09090887804848279 : f64
  %atanh_tail_3 = arith.constant 0.11111111323745795 : f64
  %atanh_tail_2 = arith.constant 0.14285714284540643 : f64
  %atanh_tail_1 = arith.constant 0.20000000000003132 : f64
  %atanh_tail_0 = arith.constant 0.3333333333333333 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %neg_inf = arith.constant 0xFFF0000000000000 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  // Subnormals are scaled up first.
  %small = arith.cmpf olt, %x, %f_2.2250738585072014e-308 : f64
  %0 = arith.mulf %x, %f_4503599627370496.0 : f64
  %scaled = arith.select %small, %0, %x : f64
  %shift = arith.select %small, %i64_-52, %i64_0 : i64
  %1 = arith.cmpf ogt, %x, %f_0.0 : f64
  %2 = arith.cmpf olt, %x, %inf : f64
  %regular = arith.andi %1, %2 : i1
  %y = arith.select %regular, %scaled, %f_1.0 : f64
  %3 = arith.bitcast %y : f64 to i64
  %4 = arith.subi %3, %i64_x3FE6A09E667F3BCD : i64
  %n = arith.shrsi %4, %i64_52 : i64
  %5 = arith.shli %n, %i64_52 : i64
  %6 = arith.subi %3, %5 : i64
  %m = arith.bitcast %6 : i64 to f64
  %7 = arith.addi %n, %shift : i64
  %k = arith.sitofp %7 : i64 to f64
  %f = arith.subf %m, %f_1.0 : f64
  %8 = arith.mulf %f_0.5, %f : f64
  %half_square = arith.mulf %8, %f : f64
  %9 = arith.addf %f, %f_2.0 : f64
  %s = arith.divf %f, %9 : f64
  %z = arith.mulf %s, %s : f64
  %10 = arith.addf %z, %z : f64
  %11 = math.fma %atanh_tail_7, %z, %atanh_tail_6 : f64
  %12 = math.fma %11, %z, %atanh_tail_5 : f64
  %13 = math.fma %12, %z, %atanh_tail_4 : f64
  %14 = math.fma %13, %z, %atanh_tail_3 : f64
  %15 = math.fma %14, %z, %atanh_tail_2 : f64
  %16 = math.fma %15, %z, %atanh_tail_1 : f64
  %17 = math.fma %16, %z, %atanh_tail_0 : f64
  %tail = arith.mulf %10, %17 : f64
  %18 = arith.addf %half_square, %tail : f64
  %lo = arith.mulf %s, %18 : f64
  %19 = math.fma %k, %ln2_low, %lo : f64
  %20 = arith.subf %half_square, %19 : f64
  %21 = arith.subf %f, %20 : f64
  %result = math.fma %k, %ln2_high, %21 : f64
  %22 = arith.cmpf oeq, %x, %f_0.0 : f64
  %23 = arith.select %22, %neg_inf, %nan : f64
  %other = arith.select %1, %x, %23 : f64
  %24 = arith.select %regular, %result, %other : f64
  return %24 : f64
}

// The logarithm to base 2, exact for powers of two.
// Method: as log, with 1 / ln 2 in two parts.
// Error bound: 1.0 ulp.
func.func @emmy_log2_f32(%x: f32) -> f32 {
  %f_1.1754944e-38 = arith.constant 1.1754944e-38 : f32
  %f_8388608.0 = arith.constant 8388608.0 : f32
  %i32_-23 = arith.constant -23 : i32
  %i32_0 = arith.constant 0 : i32
  %f_0.0 = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %i32_x3F3504F3 = arith.constant 1060439283 : i32
  %i32_23 = arith.constant 23 : i32
  %log2_8 = arith.constant -0.110956386 : f32
  %log2_7 = arith.constant 0.1874085 : f32
  %log2_6 = arith.constant -0.19129442 : f32
  %log2_5 = arith.constant 0.20443647 : f32
  %log2_4 = arith.constant -0.23957095 : f32
  %log2_3 = arith.constant 0.28857374 : f32
  %log2_2 = arith.constant -0.36069864 : f32
  %log2_1 = arith.constant 0.48089817 : f32
  %log2_0 = arith.constant -0.72134733 : f32
  %scale_low = arith.constant 1.925963e-8 : f32
  %scale_high = arith.constant 1.442695 : f32
  %neg_inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  // Subnormals are scaled up first.
  %small = arith.cmpf olt, %x, %f_1.1754944e-38 : f32
  %0 = arith.mulf %x, %f_8388608.0 : f32
  %scaled = arith.select %small, %0, %x : f32
  %shift = arith.select %small, %i32_-23, %i32_0 : i32
  %1 = arith.cmpf ogt, %x, %f_0.0 : f32
  %2 = arith.cmpf olt, %x, %inf : f32
  %regular = arith.andi %1, %2 : i1
  %y = arith.select %regular, %scaled, %f_1.0 : f32
  %3 = arith.bitcast %y : f32 to i32
  %4 = arith.subi %3, %i32_x3F3504F3 : i32
  %n = arith.shrsi %4, %i32_23 : i32
  %5 = arith.shli %n, %i32_23 : i32
  %6 = arith.subi %3, %5 : i32
  %m = arith.bitcast %6 : i32 to f32
  %7 = arith.addi %n, %shift : i32
  %k = arith.sitofp %7 : i32 to f32
  %f = arith.subf %m, %f_1.0 : f32
  %8 = math.fma %log2_8, %f, %log2_7 : f32
  %9 = math.fma %8, %f, %log2_6 : f32
  %10 = math.fma %9, %f, %log2_5 : f32
  %11 = math.fma %10, %f, %log2_4 : f32
  %12 = math.fma %11, %f, %log2_3 : f32
  %13 = math.fma %12, %f, %log2_2 : f32
  %14 = math.fma %13, %f, %log2_1 : f32
  %15 = math.fma %14, %f, %log2_0 : f32
  %16 = math.fma %f, %15, %scale_low : f32
  %tail = arith.mulf %f, %16 : f32
  %17 = math.fma %f, %scale_high, %tail : f32
  %result = arith.addf %k, %17 : f32
  %18 = arith.cmpf oeq, %x, %f_0.0 : f32
  %19 = arith.select %18, %neg_inf, %nan : f32
  %other = arith.select %1, %x, %19 : f32
  %20 = arith.select %regular, %result, %other : f32
  return %20 : f32
}

// The logarithm to base 2, exact for powers of two.
// Method: as log, with 1 / ln 2 in two parts.
// Error bound: 0.7 ulp.
func.func @emmy_log2_f64(%x: f64) -> f64 {
  %f_2.2250738585072014e-308 = arith.constant 2.2250738585072014e-308 : f64
  %f_4503599627370496.0 = arith.constant 4503599627370496.0 : f64
  %i64_-52 = arith.constant -52 : i64
  %i64_0 = arith.constant 0 : i64
  %f_0.0 = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %i64_x3FE6A09E667F3BCD = arith.constant 4604544271217802189 : i64
  %i64_52 = arith.constant 52 : i64
  %f_0.5 = arith.constant 0.5 : f64
  %f_2.0 = arith.constant 2.0 : f64
  %atanh_tail_7 = arith.constant 0.0662591793037291 : f64
  %atanh_tail_6 = arith.constant 0.06625031322542946 : f64
  %atanh_tail_5 = arith.constant 0.07693546603985789 : f64
  %atanh_tail_4 = arith.constant 0.09090887804848279 : f64
  %atanh_tail_3 = arith.constant 0.11111111323745795 : f64
  %atanh_tail_2 = arith.constant 0.14285714284540643 : f64
  %atanh_tail_1 = arith.constant 0.20000000000003132 : f64
  %atanh_tail_0 = arith.constant 0.3333333333333333 : f64
  %scale_high = arith.constant 1.4426950408889634 : f64
  %scale_low = arith.constant 2.0355273740931033e-17 : f64
  %neg_inf = arith.constant 0xFFF0000000000000 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  // Subnormals are scaled up first.
  %small = arith.cmpf olt, %x, %f_2.2250738585072014e-308 : f64
  %0 = arith.mulf %x, %f_4503599627370496.0 : f64
  %scaled = arith.select %small, %0, %x : f64
  %shift = arith.select %small, %i64_-52, %i64_0 : i64
  %1 = arith.cmpf ogt, %x, %f_0.0 : f64
  %2 = arith.cmpf olt, %x, %inf : f64
  %regular = arith.andi %1, %2 : i1
  %y = arith.select %regular, %scaled, %f_1.0 : f64
  %3 = arith.bitcast %y : f64 to i64
  %4 = arith.subi %3, %i64_x3FE6A09E667F3BCD : i64
  %n = arith.shrsi %4, %i64_52 : i64
  %5 = arith.shli %n, %i64_52 : i64
  %6 = arith.subi %3, %5 : i64
  %m = arith.bitcast %6 : i64 to f64
  %7 = arith.addi %n, %shift : i64
  %k = arith.sitofp %7 : i64 to f64
  %f = arith.subf %m, %f_1.0 : f64
  // log(1 + f) = hi + lo, where hi is f - f^2/2 rounded, and lo takes its error as well.
  %8 = arith.mulf %f_0.5, %f : f64
  %half_square = arith.mulf %8, %f : f64
  %9 = arith.addf %f, %f_2.0 : f64
  %s = arith.divf %f, %9 : f64
  %z = arith.mulf %s, %s : f64
  %10 = arith.addf %z, %z : f64
  %11 = math.fma %atanh_tail_7, %z, %atanh_tail_6 : f64
  %12 = math.fma %11, %z, %atanh_tail_5 : f64
  %13 = math.fma %12, %z, %atanh_tail_4 : f64
  %14 = math.fma %13, %z, %atanh_tail_3 : f64
  %15 = math.fma %14, %z, %atanh_tail_2 : f64
  %16 = math.fma %15, %z, %atanh_tail_1 : f64
  %17 = math.fma %16, %z, %atanh_tail_0 : f64
  %tail = arith.mulf %10, %17 : f64
  %18 = arith.addf %half_square, %tail : f64
  %lo = arith.mulf %s, %18 : f64
  %hi = arith.subf %f, %half_square : f64
  %19 = arith.negf %half_square : f64
  %square_error = math.fma %8, %f, %19 : f64
  %20 = arith.subf %f, %hi : f64
  %21 = arith.subf %20, %half_square : f64
  %22 = arith.subf %lo, %square_error : f64
  %lo_1 = arith.addf %21, %22 : f64
  // Times 1 / ln(base), in two parts; the sum with k keeps its error.
  %product = arith.mulf %hi, %scale_high : f64
  %23 = arith.negf %product : f64
  %24 = math.fma %hi, %scale_high, %23 : f64
  %25 = arith.mulf %hi, %scale_low : f64
  %26 = math.fma %lo_1, %scale_high, %25 : f64
  %error = arith.addf %24, %26 : f64
  %total = arith.addf %k, %product : f64
  %27 = arith.subf %k, %total : f64
  %rest = arith.addf %27, %product : f64
  %28 = arith.addf %rest, %error : f64
  %result = arith.addf %total, %28 : f64
  %29 = arith.cmpf oeq, %x, %f_0.0 : f64
  %30 = arith.select %29, %neg_inf, %nan : f64
  %other = arith.select %1, %x, %30 : f64
  %31 = arith.select %regular, %result, %other : f64
  return %31 : f64
}

// The logarithm to base 10.
// Method: as log, with 1 / ln 10 and log10(2) in two parts.
// Error bound: 0.95 ulp.
func.func @emmy_log10_f32(%x: f32) -> f32 {
  %f_1.1754944e-38 = arith.constant 1.1754944e-38 : f32
  %f_8388608.0 = arith.constant 8388608.0 : f32
  %i32_-23 = arith.constant -23 : i32
  %i32_0 = arith.constant 0 : i32
  %f_0.0 = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %i32_x3F3504F3 = arith.constant 1060439283 : i32
  %i32_23 = arith.constant 23 : i32
  %log10_8 = arith.constant -0.03330341 : f32
  %log10_7 = arith.constant 0.056244057 : f32
  %log10_6 = arith.constant -0.05753596 : f32
  %log10_5 = arith.constant 0.061561372 : f32
  %log10_4 = arith.constant -0.072125494 : f32
  %log10_3 = arith.constant 0.08686871 : f32
  %log10_2 = arith.constant -0.10858084 : f32
  %log10_1 = arith.constant 0.14476478 : f32
  %log10_0 = arith.constant -0.21714719 : f32
  %scale_low = arith.constant -1.010305e-8 : f32
  %unit_low = arith.constant -3.0243555e-6 : f32
  %scale_high = arith.constant 0.4342945 : f32
  %unit_high = arith.constant 0.30103302 : f32
  %neg_inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  // Subnormals are scaled up first.
  %small = arith.cmpf olt, %x, %f_1.1754944e-38 : f32
  %0 = arith.mulf %x, %f_8388608.0 : f32
  %scaled = arith.select %small, %0, %x : f32
  %shift = arith.select %small, %i32_-23, %i32_0 : i32
  %1 = arith.cmpf ogt, %x, %f_0.0 : f32
  %2 = arith.cmpf olt, %x, %inf : f32
  %regular = arith.andi %1, %2 : i1
  %y = arith.select %regular, %scaled, %f_1.0 : f32
  %3 = arith.bitcast %y : f32 to i32
  %4 = arith.subi %3, %i32_x3F3504F3 : i32
  %n = arith.shrsi %4, %i32_23 : i32
  %5 = arith.shli %n, %i32_23 : i32
  %6 = arith.subi %3, %5 : i32
  %m = arith.bitcast %6 : i32 to f32
  %7 = arith.addi %n, %shift : i32
  %k = arith.sitofp %7 : i32 to f32
  %f = arith.subf %m, %f_1.0 : f32
  %8 = math.fma %log10_8, %f, %log10_7 : f32
  %9 = math.fma %8, %f, %log10_6 : f32
  %10 = math.fma %9, %f, %log10_5 : f32
  %11 = math.fma %10, %f, %log10_4 : f32
  %12 = math.fma %11, %f, %log10_3 : f32
  %13 = math.fma %12, %f, %log10_2 : f32
  %14 = math.fma %13, %f, %log10_1 : f32
  %15 = math.fma %14, %f, %log10_0 : f32
  %16 = math.fma %f, %15, %scale_low : f32
  %tail = arith.mulf %f, %16 : f32
  %17 = math.fma %k, %unit_low, %tail : f32
  %18 = math.fma %f, %scale_high, %17 : f32
  %result = math.fma %k, %unit_high, %18 : f32
  %19 = arith.cmpf oeq, %x, %f_0.0 : f32
  %20 = arith.select %19, %neg_inf, %nan : f32
  %other = arith.select %1, %x, %20 : f32
  %21 = arith.select %regular, %result, %other : f32
  return %21 : f32
}

// The logarithm to base 10.
// Method: as log, with 1 / ln 10 and log10(2) in two parts.
// Error bound: 0.7 ulp.
func.func @emmy_log10_f64(%x: f64) -> f64 {
  %f_2.2250738585072014e-308 = arith.constant 2.2250738585072014e-308 : f64
  %f_4503599627370496.0 = arith.constant 4503599627370496.0 : f64
  %i64_-52 = arith.constant -52 : i64
  %i64_0 = arith.constant 0 : i64
  %f_0.0 = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %i64_x3FE6A09E667F3BCD = arith.constant 4604544271217802189 : i64
  %i64_52 = arith.constant 52 : i64
  %f_0.5 = arith.constant 0.5 : f64
  %f_2.0 = arith.constant 2.0 : f64
  %atanh_tail_7 = arith.constant 0.0662591793037291 : f64
  %atanh_tail_6 = arith.constant 0.06625031322542946 : f64
  %atanh_tail_5 = arith.constant 0.07693546603985789 : f64
  %atanh_tail_4 = arith.constant 0.09090887804848279 : f64
  %atanh_tail_3 = arith.constant 0.11111111323745795 : f64
  %atanh_tail_2 = arith.constant 0.14285714284540643 : f64
  %atanh_tail_1 = arith.constant 0.20000000000003132 : f64
  %atanh_tail_0 = arith.constant 0.3333333333333333 : f64
  %scale_high = arith.constant 0.4342944819032518 : f64
  %scale_low = arith.constant 1.098319650216765e-17 : f64
  %unit_high = arith.constant 0.30102999566395283 : f64
  %unit_low = arith.constant 2.8363394551044964e-14 : f64
  %neg_inf = arith.constant 0xFFF0000000000000 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  // Subnormals are scaled up first.
  %small = arith.cmpf olt, %x, %f_2.2250738585072014e-308 : f64
  %0 = arith.mulf %x, %f_4503599627370496.0 : f64
  %scaled = arith.select %small, %0, %x : f64
  %shift = arith.select %small, %i64_-52, %i64_0 : i64
  %1 = arith.cmpf ogt, %x, %f_0.0 : f64
  %2 = arith.cmpf olt, %x, %inf : f64
  %regular = arith.andi %1, %2 : i1
  %y = arith.select %regular, %scaled, %f_1.0 : f64
  %3 = arith.bitcast %y : f64 to i64
  %4 = arith.subi %3, %i64_x3FE6A09E667F3BCD : i64
  %n = arith.shrsi %4, %i64_52 : i64
  %5 = arith.shli %n, %i64_52 : i64
  %6 = arith.subi %3, %5 : i64
  %m = arith.bitcast %6 : i64 to f64
  %7 = arith.addi %n, %shift : i64
  %k = arith.sitofp %7 : i64 to f64
  %f = arith.subf %m, %f_1.0 : f64
  // log(1 + f) = hi + lo, where hi is f - f^2/2 rounded, and lo takes its error as well.
  %8 = arith.mulf %f_0.5, %f : f64
  %half_square = arith.mulf %8, %f : f64
  %9 = arith.addf %f, %f_2.0 : f64
  %s = arith.divf %f, %9 : f64
  %z = arith.mulf %s, %s : f64
  %10 = arith.addf %z, %z : f64
  %11 = math.fma %atanh_tail_7, %z, %atanh_tail_6 : f64
  %12 = math.fma %11, %z, %atanh_tail_5 : f64
  %13 = math.fma %12, %z, %atanh_tail_4 : f64
  %14 = math.fma %13, %z, %atanh_tail_3 : f64
  %15 = math.fma %14, %z, %atanh_tail_2 : f64
  %16 = math.fma %15, %z, %atanh_tail_1 : f64
  %17 = math.fma %16, %z, %atanh_tail_0 : f64
  %tail = arith.mulf %10, %17 : f64
  %18 = arith.addf %half_square, %tail : f64
  %lo = arith.mulf %s, %18 : f64
  %hi = arith.subf %f, %half_square : f64
  %19 = arith.negf %half_square : f64
  %square_error = math.fma %8, %f, %19 : f64
  %20 = arith.subf %f, %hi : f64
  %21 = arith.subf %20, %half_square : f64
  %22 = arith.subf %lo, %square_error : f64
  %lo_1 = arith.addf %21, %22 : f64
  // Times 1 / ln(base), in two parts; the sum with k keeps its error.
  %product = arith.mulf %hi, %scale_high : f64
  %23 = arith.negf %product : f64
  %24 = math.fma %hi, %scale_high, %23 : f64
  %25 = arith.mulf %hi, %scale_low : f64
  %26 = math.fma %lo_1, %scale_high, %25 : f64
  %error = arith.addf %24, %26 : f64
  %unit = arith.mulf %k, %unit_high : f64
  %total = arith.addf %unit, %product : f64
  %27 = arith.subf %unit, %total : f64
  %rest = arith.addf %27, %product : f64
  %rest_1 = math.fma %k, %unit_low, %rest : f64
  %28 = arith.addf %rest_1, %error : f64
  %result = arith.addf %total, %28 : f64
  %29 = arith.cmpf oeq, %x, %f_0.0 : f64
  %30 = arith.select %29, %neg_inf, %nan : f64
  %other = arith.select %1, %x, %30 : f64
  %31 = arith.select %regular, %result, %other : f64
  return %31 : f64
}

// log(1 + x), accurate near 0.
// Method: k from 1 + x rounded; f = 2^-k x + (2^-k - 1) by one fma, so that 1 + x = 2^k (1 + f)
// up to one rounding; then as log.
// Error bound: 1.55 ulp.
func.func @emmy_log1p_f32(%x: f32) -> f32 {
  %f_-1.0 = arith.constant -1.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %f_1.1529215e18 = arith.constant 1.1529215e18 : f32
  %f_5.421011e-20 = arith.constant 5.421011e-20 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %i32_x3F3504F3 = arith.constant 1060439283 : i32
  %i32_23 = arith.constant 23 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_64 = arith.constant 64 : i32
  %i32_0 = arith.constant 0 : i32
  %log_8 = arith.constant -0.076087266 : f32
  %log_7 = arith.constant 0.12899953 : f32
  %log_6 = arith.constant -0.13245821 : f32
  %log_5 = arith.constant 0.14182463 : f32
  %log_4 = arith.constant -0.16608801 : f32
  %log_3 = arith.constant 0.20001955 : f32
  %log_2 = arith.constant -0.25001597 : f32
  %log_1 = arith.constant 0.33333325 : f32
  %log_0 = arith.constant -0.49999988 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %ln2_high = arith.constant 0.6931472 : f32
  %neg_inf = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf ogt, %x, %f_-1.0 : f32
  %1 = arith.cmpf olt, %x, %inf : f32
  %inside = arith.andi %0, %1 : i1
  %y = arith.select %inside, %x, %f_0.0 : f32
  // Far from 1 the argument is scaled down, so that 2^-n is representable.
  %large = arith.cmpf ogt, %y, %f_1.1529215e18 : f32
  %2 = arith.mulf %y, %f_5.421011e-20 : f32
  %scaled = arith.select %large, %2, %y : f32
  %3 = arith.addf %y, %f_1.0 : f32
  %x_1 = arith.select %large, %scaled, %3 : f32
  %4 = arith.bitcast %x_1 : f32 to i32
  %5 = arith.subi %4, %i32_x3F3504F3 : i32
  %n = arith.shrsi %5, %i32_23 : i32
  %6 = arith.shli %n, %i32_23 : i32
  %7 = arith.subi %4, %6 : i32
  %m = arith.bitcast %7 : i32 to f32
  %8 = arith.subi %i32_127, %n : i32
  %9 = arith.shli %8, %i32_23 : i32
  %inverse = arith.bitcast %9 : i32 to f32
  %one = arith.select %large, %f_0.0, %inverse : f32
  %10 = arith.subf %one, %f_1.0 : f32
  %f = math.fma %scaled, %inverse, %10 : f32
  %11 = arith.select %large, %i32_64, %i32_0 : i32
  %12 = arith.addi %n, %11 : i32
  %k = arith.sitofp %12 : i32 to f32
  %13 = arith.mulf %f, %f : f32
  %14 = math.fma %log_8, %f, %log_7 : f32
  %15 = math.fma %14, %f, %log_6 : f32
  %16 = math.fma %15, %f, %log_5 : f32
  %17 = math.fma %16, %f, %log_4 : f32
  %18 = math.fma %17, %f, %log_3 : f32
  %19 = math.fma %18, %f, %log_2 : f32
  %20 = math.fma %19, %f, %log_1 : f32
  %21 = math.fma %20, %f, %log_0 : f32
  %tail = arith.mulf %13, %21 : f32
  %22 = math.fma %k, %ln2_low, %tail : f32
  %23 = arith.addf %f, %22 : f32
  %result = math.fma %k, %ln2_high, %23 : f32
  // Zeros keep their sign; -1 gives -inf, less gives NaN.
  %24 = arith.cmpf une, %x, %f_0.0 : f32
  %regular = arith.andi %inside, %24 : i1
  %25 = arith.cmpf oeq, %x, %f_-1.0 : f32
  %26 = arith.select %25, %neg_inf, %nan : f32
  %other = arith.select %0, %x, %26 : f32
  %27 = arith.select %regular, %result, %other : f32
  return %27 : f32
}

// log(1 + x), accurate near 0.
// Method: k from 1 + x rounded; f = 2^-k x + (2^-k - 1) by one fma, so that 1 + x = 2^k (1 + f)
// up to one rounding; then as log.
// Error bound: 1.4 ulp.
func.func @emmy_log1p_f64(%x: f64) -> f64 {
  %f_-1.0 = arith.constant -1.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %f_1.152921504606847e18 = arith.constant 1.152921504606847e18 : f64
  %f_5.421010862427522e-20 = arith.constant 5.421010862427522e-20 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %i64_x3FE6A09E667F3BCD = arith.constant 4604544271217802189 : i64
  %i64_52 = arith.constant 52 : i64
  %i64_1023 = arith.constant 1023 : i64
  %i64_64 = arith.constant 64 : i64
  %i64_0 = arith.constant 0 : i64
  %f_0.5 = arith.constant 0.5 : f64
  %f_2.0 = arith.constant 2.0 : f64
  %atanh_tail_7 = arith.constant 0.0662591793037291 : f64
  %atanh_tail_6 = arith.constant 0.06625031322542946 : f64
  %atanh_tail_5 = arith.constant 0.07693546603985789 : f64
  %atanh_tail_4 = arith.constant 0.09090887804848279 : f64
  %atanh_tail_3 = arith.constant 0.11111111323745795 : f64
  %atanh_tail_2 = arith.constant 0.14285714284540643 : f64
  %atanh_tail_1 = arith.constant 0.20000000000003132 : f64
  %atanh_tail_0 = arith.constant 0.3333333333333333 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %neg_inf = arith.constant 0xFFF0000000000000 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  %0 = arith.cmpf ogt, %x, %f_-1.0 : f64
  %1 = arith.cmpf olt, %x, %inf : f64
  %inside = arith.andi %0, %1 : i1
  %y = arith.select %inside, %x, %f_0.0 : f64
  // Far from 1 the argument is scaled down, so that 2^-n is representable.
  %large = arith.cmpf ogt, %y, %f_1.152921504606847e18 : f64
  %2 = arith.mulf %y, %f_5.421010862427522e-20 : f64
  %scaled = arith.select %large, %2, %y : f64
  %3 = arith.addf %y, %f_1.0 : f64
  %x_1 = arith.select %large, %scaled, %3 : f64
  %4 = arith.bitcast %x_1 : f64 to i64
  %5 = arith.subi %4, %i64_x3FE6A09E667F3BCD : i64
  %n = arith.shrsi %5, %i64_52 : i64
  %6 = arith.shli %n, %i64_52 : i64
  %7 = arith.subi %4, %6 : i64
  %m = arith.bitcast %7 : i64 to f64
  %8 = arith.subi %i64_1023, %n : i64
  %9 = arith.shli %8, %i64_52 : i64
  %inverse = arith.bitcast %9 : i64 to f64
  %one = arith.select %large, %f_0.0, %inverse : f64
  %10 = arith.subf %one, %f_1.0 : f64
  %f = math.fma %scaled, %inverse, %10 : f64
  %11 = arith.select %large, %i64_64, %i64_0 : i64
  %12 = arith.addi %n, %11 : i64
  %k = arith.sitofp %12 : i64 to f64
  %13 = arith.mulf %f_0.5, %f : f64
  %half_square = arith.mulf %13, %f : f64
  %14 = arith.addf %f, %f_2.0 : f64
  %s = arith.divf %f, %14 : f64
  %z = arith.mulf %s, %s : f64
  %15 = arith.addf %z, %z : f64
  %16 = math.fma %atanh_tail_7, %z, %atanh_tail_6 : f64
  %17 = math.fma %16, %z, %atanh_tail_5 : f64
  %18 = math.fma %17, %z, %atanh_tail_4 : f64
  %19 = math.fma %18, %z, %atanh_tail_3 : f64
  %20 = math.fma %19, %z, %atanh_tail_2 : f64
  %21 = math.fma %20, %z, %atanh_tail_1 : f64
  %22 = math.fma %21, %z, %atanh_tail_0 : f64
  %tail = arith.mulf %15, %22 : f64
  %23 = arith.addf %half_square, %tail : f64
  %lo = arith.mulf %s, %23 : f64
  %24 = math.fma %k, %ln2_low, %lo : f64
  %25 = arith.subf %half_square, %24 : f64
  %26 = arith.subf %f, %25 : f64
  %result = math.fma %k, %ln2_high, %26 : f64
  // Zeros keep their sign; -1 gives -inf, less gives NaN.
  %27 = arith.cmpf une, %x, %f_0.0 : f64
  %regular = arith.andi %inside, %27 : i1
  %28 = arith.cmpf oeq, %x, %f_-1.0 : f64
  %29 = arith.select %28, %neg_inf, %nan : f64
  %other = arith.select %0, %x, %29 : f64
  %30 = arith.select %regular, %result, %other : f64
  return %30 : f64
}

// The hyperbolic tangent.
// Method: 1 - 2 / (e^(2|x|) + 1), where e^(2|x|) + 1 is one fma; an odd minimax polynomial for
// |x| < 0.6.
// Error bound: 1.25 ulp.
func.func @emmy_tanh_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_1.0e1 = arith.constant 1.0e1 : f32
  %log2_e = arith.constant 1.442695 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %ln2_high = arith.constant 0.6931472 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %expm1_4 = arith.constant 0.0013869938 : f32
  %expm1_3 = arith.constant 0.008366253 : f32
  %expm1_2 = arith.constant 0.041667443 : f32
  %expm1_1 = arith.constant 0.16666546 : f32
  %expm1_0 = arith.constant 0.49999997 : f32
  %i32_127 = arith.constant 127 : i32
  %i32_23 = arith.constant 23 : i32
  %f_1.0 = arith.constant 1.0 : f32
  %f_2.0 = arith.constant 2.0 : f32
  %tanh_4 = arith.constant -0.0058979667 : f32
  %tanh_3 = arith.constant 0.020798625 : f32
  %tanh_2 = arith.constant -0.053784717 : f32
  %tanh_1 = arith.constant 0.13331936 : f32
  %tanh_0 = arith.constant -0.333333 : f32
  %f_0.6 = arith.constant 0.6 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.cmpf olt, %a, %f_1.0e1 : f32
  %clamped = arith.select %2, %a, %f_1.0e1 : f32
  %x_1 = arith.addf %clamped, %clamped : f32
  %shifted = math.fma %x_1, %log2_e, %f_12582912.0 : f32
  %k = arith.subf %shifted, %f_12582912.0 : f32
  %3 = arith.bitcast %shifted : f32 to i32
  %n = arith.subi %3, %i32_x4B400000 : i32
  %4 = arith.negf %k : f32
  %r = math.fma %4, %ln2_high, %x_1 : f32
  %r_1 = math.fma %4, %ln2_low, %r : f32
  %5 = math.fma %expm1_4, %r_1, %expm1_3 : f32
  %6 = math.fma %5, %r_1, %expm1_2 : f32
  %7 = math.fma %6, %r_1, %expm1_1 : f32
  %q = math.fma %7, %r_1, %expm1_0 : f32
  %8 = arith.mulf %r_1, %r_1 : f32
  %p = math.fma %8, %q, %r_1 : f32
  %9 = arith.addi %n, %i32_127 : i32
  %10 = arith.shli %9, %i32_23 : i32
  %scale = arith.bitcast %10 : i32 to f32
  %11 = arith.addf %scale, %f_1.0 : f32
  %plus = math.fma %p, %scale, %11 : f32
  %12 = arith.divf %f_2.0, %plus : f32
  %far = arith.subf %f_1.0, %12 : f32
  %u = arith.mulf %clamped, %clamped : f32
  %13 = arith.mulf %clamped, %u : f32
  %14 = math.fma %tanh_4, %u, %tanh_3 : f32
  %15 = math.fma %14, %u, %tanh_2 : f32
  %16 = math.fma %15, %u, %tanh_1 : f32
  %17 = math.fma %16, %u, %tanh_0 : f32
  %near = math.fma %13, %17, %clamped : f32
  %18 = arith.cmpf olt, %clamped, %f_0.6 : f32
  %magnitude = arith.select %18, %near, %far : f32
  %19 = arith.cmpf one, %x, %f_0.0 : f32
  %20 = arith.bitcast %magnitude : f32 to i32
  %21 = arith.andi %0, %i32_x80000000 : i32
  %22 = arith.ori %20, %21 : i32
  %23 = arith.bitcast %22 : i32 to f32
  %24 = arith.select %19, %23, %x : f32
  return %24 : f32
}

// The hyperbolic tangent.
// Method: 1 - 2 / (e^(2|x|) + 1), where e^(2|x|) + 1 is one fma; an odd minimax polynomial for
// |x| < 0.6.
// Error bound: 1.3 ulp.
func.func @emmy_tanh_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_20.0 = arith.constant 20.0 : f64
  %log2_e = arith.constant 1.4426950408889634 : f64
  %f_6755399441055744.0 = arith.constant 6755399441055744.0 : f64
  %i64_x4338000000000000 = arith.constant 4843621399236968448 : i64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %expm1_10 = arith.constant 2.0875341370296014e-9 : f64
  %expm1_9 = arith.constant 2.5108978481916927e-8 : f64
  %expm1_8 = arith.constant 2.7557402611510417e-7 : f64
  %expm1_7 = arith.constant 2.755724437532155e-6 : f64
  %expm1_6 = arith.constant 2.480158717256062e-5 : f64
  %expm1_5 = arith.constant 0.00019841269885964772 : f64
  %expm1_4 = arith.constant 0.0013888888888962374 : f64
  %expm1_3 = arith.constant 0.008333333333321691 : f64
  %expm1_2 = arith.constant 0.04166666666666651 : f64
  %expm1_1 = arith.constant 0.16666666666666677 : f64
  %expm1_0 = arith.constant 0.5 : f64
  %i64_1023 = arith.constant 1023 : i64
  %i64_52 = arith.constant 52 : i64
  %f_1.0 = arith.constant 1.0 : f64
  %f_2.0 = arith.constant 2.0 : f64
  %tanh_11 = arith.constant 6.494605757021346e-6 : f64
  %tanh_10 = arith.constant -3.1159163532440306e-5 : f64
  %tanh_9 = arith.constant 9.247061071089296e-5 : f64
  %tanh_8 = arith.constant -0.0002375023071501474 : f64
  %tanh_7 = arith.constant 0.0005896185921593595 : f64
  %tanh_6 = arith.constant -0.0014557632573847126 : f64
  %tanh_5 = arith.constant 0.0035921195384223796 : f64
  %tanh_4 = arith.constant -0.008863234849939537 : f64
  %tanh_3 = arith.constant 0.021869488501410357 : f64
  %tanh_2 = arith.constant -0.05396825396721112 : f64
  %tanh_1 = arith.constant 0.1333333333333176 : f64
  %tanh_0 = arith.constant -0.33333333333333326 : f64
  %f_0.6 = arith.constant 0.6 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.cmpf olt, %a, %f_20.0 : f64
  %clamped = arith.select %2, %a, %f_20.0 : f64
  %x_1 = arith.addf %clamped, %clamped : f64
  %shifted = math.fma %x_1, %log2_e, %f_6755399441055744.0 : f64
  %k = arith.subf %shifted, %f_6755399441055744.0 : f64
  %3 = arith.bitcast %shifted : f64 to i64
  %n = arith.subi %3, %i64_x4338000000000000 : i64
  %4 = arith.negf %k : f64
  %r = math.fma %4, %ln2_high, %x_1 : f64
  %r_1 = math.fma %4, %ln2_low, %r : f64
  %5 = math.fma %expm1_10, %r_1, %expm1_9 : f64
  %6 = math.fma %5, %r_1, %expm1_8 : f64
  %7 = math.fma %6, %r_1, %expm1_7 : f64
  %8 = math.fma %7, %r_1, %expm1_6 : f64
  %9 = math.fma %8, %r_1, %expm1_5 : f64
  %10 = math.fma %9, %r_1, %expm1_4 : f64
  %11 = math.fma %10, %r_1, %expm1_3 : f64
  %12 = math.fma %11, %r_1, %expm1_2 : f64
  %13 = math.fma %12, %r_1, %expm1_1 : f64
  %q = math.fma %13, %r_1, %expm1_0 : f64
  %14 = arith.mulf %r_1, %r_1 : f64
  %p = math.fma %14, %q, %r_1 : f64
  %15 = arith.addi %n, %i64_1023 : i64
  %16 = arith.shli %15, %i64_52 : i64
  %scale = arith.bitcast %16 : i64 to f64
  %17 = arith.addf %scale, %f_1.0 : f64
  %plus = math.fma %p, %scale, %17 : f64
  %18 = arith.divf %f_2.0, %plus : f64
  %far = arith.subf %f_1.0, %18 : f64
  %u = arith.mulf %clamped, %clamped : f64
  %19 = arith.mulf %clamped, %u : f64
  %20 = math.fma %tanh_11, %u, %tanh_10 : f64
  %21 = math.fma %20, %u, %tanh_9 : f64
  %22 = math.fma %21, %u, %tanh_8 : f64
  %23 = math.fma %22, %u, %tanh_7 : f64
  %24 = math.fma %23, %u, %tanh_6 : f64
  %25 = math.fma %24, %u, %tanh_5 : f64
  %26 = math.fma %25, %u, %tanh_4 : f64
  %27 = math.fma %26, %u, %tanh_3 : f64
  %28 = math.fma %27, %u, %tanh_2 : f64
  %29 = math.fma %28, %u, %tanh_1 : f64
  %30 = math.fma %29, %u, %tanh_0 : f64
  %near = math.fma %19, %30, %clamped : f64
  %31 = arith.cmpf olt, %clamped, %f_0.6 : f64
  %magnitude = arith.select %31, %near, %far : f64
  %32 = arith.cmpf one, %x, %f_0.0 : f64
  %33 = arith.bitcast %magnitude : f64 to i64
  %34 = arith.andi %0, %i64_x8000000000000000 : i64
  %35 = arith.ori %33, %34 : i64
  %36 = arith.bitcast %35 : i64 to f64
  %37 = arith.select %32, %36, %x : f64
  return %37 : f64
}

// The hyperbolic cosine. Method: (e^|x| + e^-|x|) / 2.
// Error bound: 1.5 ulp.
func.func @emmy_cosh_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_89.5 = arith.constant 89.5 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %log2_e = arith.constant 1.442695 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %ln2_high = arith.constant 0.6931472 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %expm1_4 = arith.constant 0.0013869938 : f32
  %expm1_3 = arith.constant 0.008366253 : f32
  %expm1_2 = arith.constant 0.041667443 : f32
  %expm1_1 = arith.constant 0.16666546 : f32
  %expm1_0 = arith.constant 0.49999997 : f32
  %i32_2 = arith.constant 2 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_23 = arith.constant 23 : i32
  %f_0.0625 = arith.constant 0.0625 : f32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.cmpf olt, %a, %f_89.5 : f32
  %below = arith.select %2, %a, %f_89.5 : f32
  %3 = arith.cmpf ogt, %below, %f_0.0 : f32
  %clamped = arith.select %3, %below, %f_0.0 : f32
  %shifted = math.fma %clamped, %log2_e, %f_12582912.0 : f32
  %k = arith.subf %shifted, %f_12582912.0 : f32
  %4 = arith.bitcast %shifted : f32 to i32
  %n = arith.subi %4, %i32_x4B400000 : i32
  %5 = arith.negf %k : f32
  %r = math.fma %5, %ln2_high, %clamped : f32
  %r_1 = math.fma %5, %ln2_low, %r : f32
  %6 = math.fma %expm1_4, %r_1, %expm1_3 : f32
  %7 = math.fma %6, %r_1, %expm1_2 : f32
  %8 = math.fma %7, %r_1, %expm1_1 : f32
  %q = math.fma %8, %r_1, %expm1_0 : f32
  %9 = arith.mulf %r_1, %r_1 : f32
  %p = math.fma %9, %q, %r_1 : f32
  %n_1 = arith.subi %n, %i32_2 : i32
  %10 = arith.addi %n_1, %i32_127 : i32
  %11 = arith.shli %10, %i32_23 : i32
  %scale = arith.bitcast %11 : i32 to f32
  %grow = math.fma %p, %scale, %scale : f32
  %shrink = arith.divf %f_0.0625, %grow : f32
  %half = arith.addf %grow, %shrink : f32
  %12 = arith.cmpf uno, %x, %x : f32
  %13 = arith.addf %half, %half : f32
  %14 = arith.select %12, %x, %13 : f32
  return %14 : f32
}

// The hyperbolic cosine. Method: (e^|x| + e^-|x|) / 2.
// Error bound: 1.45 ulp.
func.func @emmy_cosh_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_710.5 = arith.constant 710.5 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %log2_e = arith.constant 1.4426950408889634 : f64
  %f_6755399441055744.0 = arith.constant 6755399441055744.0 : f64
  %i64_x4338000000000000 = arith.constant 4843621399236968448 : i64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %expm1_10 = arith.constant 2.0875341370296014e-9 : f64
  %expm1_9 = arith.constant 2.5108978481916927e-8 : f64
  %expm1_8 = arith.constant 2.7557402611510417e-7 : f64
  %expm1_7 = arith.constant 2.755724437532155e-6 : f64
  %expm1_6 = arith.constant 2.480158717256062e-5 : f64
  %expm1_5 = arith.constant 0.00019841269885964772 : f64
  %expm1_4 = arith.constant 0.0013888888888962374 : f64
  %expm1_3 = arith.constant 0.008333333333321691 : f64
  %expm1_2 = arith.constant 0.04166666666666651 : f64
  %expm1_1 = arith.constant 0.16666666666666677 : f64
  %expm1_0 = arith.constant 0.5 : f64
  %i64_2 = arith.constant 2 : i64
  %i64_1023 = arith.constant 1023 : i64
  %i64_52 = arith.constant 52 : i64
  %f_0.0625 = arith.constant 0.0625 : f64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.cmpf olt, %a, %f_710.5 : f64
  %below = arith.select %2, %a, %f_710.5 : f64
  %3 = arith.cmpf ogt, %below, %f_0.0 : f64
  %clamped = arith.select %3, %below, %f_0.0 : f64
  %shifted = math.fma %clamped, %log2_e, %f_6755399441055744.0 : f64
  %k = arith.subf %shifted, %f_6755399441055744.0 : f64
  %4 = arith.bitcast %shifted : f64 to i64
  %n = arith.subi %4, %i64_x4338000000000000 : i64
  %5 = arith.negf %k : f64
  %r = math.fma %5, %ln2_high, %clamped : f64
  %r_1 = math.fma %5, %ln2_low, %r : f64
  %6 = math.fma %expm1_10, %r_1, %expm1_9 : f64
  %7 = math.fma %6, %r_1, %expm1_8 : f64
  %8 = math.fma %7, %r_1, %expm1_7 : f64
  %9 = math.fma %8, %r_1, %expm1_6 : f64
  %10 = math.fma %9, %r_1, %expm1_5 : f64
  %11 = math.fma %10, %r_1, %expm1_4 : f64
  %12 = math.fma %11, %r_1, %expm1_3 : f64
  %13 = math.fma %12, %r_1, %expm1_2 : f64
  %14 = math.fma %13, %r_1, %expm1_1 : f64
  %q = math.fma %14, %r_1, %expm1_0 : f64
  %15 = arith.mulf %r_1, %r_1 : f64
  %p = math.fma %15, %q, %r_1 : f64
  %n_1 = arith.subi %n, %i64_2 : i64
  %16 = arith.addi %n_1, %i64_1023 : i64
  %17 = arith.shli %16, %i64_52 : i64
  %scale = arith.bitcast %17 : i64 to f64
  %grow = math.fma %p, %scale, %scale : f64
  %shrink = arith.divf %f_0.0625, %grow : f64
  %half = arith.addf %grow, %shrink : f64
  %18 = arith.cmpf uno, %x, %x : f64
  %19 = arith.addf %half, %half : f64
  %20 = arith.select %18, %x, %19 : f64
  return %20 : f64
}

// The hyperbolic sine.
// Method: (e^|x| - e^-|x|) / 2, and an odd polynomial for |x| < 1.
// Error bound: 1.65 ulp.
func.func @emmy_sinh_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_89.5 = arith.constant 89.5 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %log2_e = arith.constant 1.442695 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %ln2_high = arith.constant 0.6931472 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %expm1_4 = arith.constant 0.0013869938 : f32
  %expm1_3 = arith.constant 0.008366253 : f32
  %expm1_2 = arith.constant 0.041667443 : f32
  %expm1_1 = arith.constant 0.16666546 : f32
  %expm1_0 = arith.constant 0.49999997 : f32
  %i32_2 = arith.constant 2 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_23 = arith.constant 23 : i32
  %f_0.0625 = arith.constant 0.0625 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %sinh_3 = arith.constant 2.7822132e-6 : f32
  %sinh_2 = arith.constant 0.00019842896 : f32
  %sinh_1 = arith.constant 0.0083333105 : f32
  %sinh_0 = arith.constant 0.16666667 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.cmpf olt, %a, %f_89.5 : f32
  %below = arith.select %2, %a, %f_89.5 : f32
  %3 = arith.cmpf ogt, %below, %f_0.0 : f32
  %clamped = arith.select %3, %below, %f_0.0 : f32
  %shifted = math.fma %clamped, %log2_e, %f_12582912.0 : f32
  %k = arith.subf %shifted, %f_12582912.0 : f32
  %4 = arith.bitcast %shifted : f32 to i32
  %n = arith.subi %4, %i32_x4B400000 : i32
  %5 = arith.negf %k : f32
  %r = math.fma %5, %ln2_high, %clamped : f32
  %r_1 = math.fma %5, %ln2_low, %r : f32
  %6 = math.fma %expm1_4, %r_1, %expm1_3 : f32
  %7 = math.fma %6, %r_1, %expm1_2 : f32
  %8 = math.fma %7, %r_1, %expm1_1 : f32
  %q = math.fma %8, %r_1, %expm1_0 : f32
  %9 = arith.mulf %r_1, %r_1 : f32
  %p = math.fma %9, %q, %r_1 : f32
  %n_1 = arith.subi %n, %i32_2 : i32
  %10 = arith.addi %n_1, %i32_127 : i32
  %11 = arith.shli %10, %i32_23 : i32
  %scale = arith.bitcast %11 : i32 to f32
  %grow = math.fma %p, %scale, %scale : f32
  %shrink = arith.divf %f_0.0625, %grow : f32
  %half = arith.subf %grow, %shrink : f32
  %12 = arith.cmpf olt, %a, %f_1.0 : f32
  %near_a = arith.select %12, %a, %f_0.0 : f32
  %u = arith.mulf %near_a, %near_a : f32
  %13 = arith.mulf %near_a, %u : f32
  %14 = math.fma %sinh_3, %u, %sinh_2 : f32
  %15 = math.fma %14, %u, %sinh_1 : f32
  %16 = math.fma %15, %u, %sinh_0 : f32
  %near = math.fma %13, %16, %near_a : f32
  %17 = arith.addf %half, %half : f32
  %magnitude = arith.select %12, %near, %17 : f32
  %18 = arith.cmpf one, %x, %f_0.0 : f32
  %19 = arith.bitcast %magnitude : f32 to i32
  %20 = arith.andi %0, %i32_x80000000 : i32
  %21 = arith.ori %19, %20 : i32
  %22 = arith.bitcast %21 : i32 to f32
  %23 = arith.select %18, %22, %x : f32
  return %23 : f32
}

// The hyperbolic sine.
// Method: (e^|x| - e^-|x|) / 2, and an odd polynomial for |x| < 1.
// Error bound: 1.65 ulp.
func.func @emmy_sinh_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_710.5 = arith.constant 710.5 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %log2_e = arith.constant 1.4426950408889634 : f64
  %f_6755399441055744.0 = arith.constant 6755399441055744.0 : f64
  %i64_x4338000000000000 = arith.constant 4843621399236968448 : i64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %expm1_10 = arith.constant 2.0875341370296014e-9 : f64
  %expm1_9 = arith.constant 2.5108978481916927e-8 : f64
  %expm1_8 = arith.constant 2.7557402611510417e-7 : f64
  %expm1_7 = arith.constant 2.755724437532155e-6 : f64
  %expm1_6 = arith.constant 2.480158717256062e-5 : f64
  %expm1_5 = arith.constant 0.00019841269885964772 : f64
  %expm1_4 = arith.constant 0.0013888888888962374 : f64
  %expm1_3 = arith.constant 0.008333333333321691 : f64
  %expm1_2 = arith.constant 0.04166666666666651 : f64
  %expm1_1 = arith.constant 0.16666666666666677 : f64
  %expm1_0 = arith.constant 0.5 : f64
  %i64_2 = arith.constant 2 : i64
  %i64_1023 = arith.constant 1023 : i64
  %i64_52 = arith.constant 52 : i64
  %f_0.0625 = arith.constant 0.0625 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %sinh_7 = arith.constant 2.8482329468836054e-15 : f64
  %sinh_6 = arith.constant 7.646482898680752e-13 : f64
  %sinh_5 = arith.constant 1.6059050601204893e-10 : f64
  %sinh_4 = arith.constant 2.505210834650958e-8 : f64
  %sinh_3 = arith.constant 2.7557319224116285e-6 : f64
  %sinh_2 = arith.constant 0.000198412698412696 : f64
  %sinh_1 = arith.constant 0.008333333333333333 : f64
  %sinh_0 = arith.constant 0.16666666666666666 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.cmpf olt, %a, %f_710.5 : f64
  %below = arith.select %2, %a, %f_710.5 : f64
  %3 = arith.cmpf ogt, %below, %f_0.0 : f64
  %clamped = arith.select %3, %below, %f_0.0 : f64
  %shifted = math.fma %clamped, %log2_e, %f_6755399441055744.0 : f64
  %k = arith.subf %shifted, %f_6755399441055744.0 : f64
  %4 = arith.bitcast %shifted : f64 to i64
  %n = arith.subi %4, %i64_x4338000000000000 : i64
  %5 = arith.negf %k : f64
  %r = math.fma %5, %ln2_high, %clamped : f64
  %r_1 = math.fma %5, %ln2_low, %r : f64
  %6 = math.fma %expm1_10, %r_1, %expm1_9 : f64
  %7 = math.fma %6, %r_1, %expm1_8 : f64
  %8 = math.fma %7, %r_1, %expm1_7 : f64
  %9 = math.fma %8, %r_1, %expm1_6 : f64
  %10 = math.fma %9, %r_1, %expm1_5 : f64
  %11 = math.fma %10, %r_1, %expm1_4 : f64
  %12 = math.fma %11, %r_1, %expm1_3 : f64
  %13 = math.fma %12, %r_1, %expm1_2 : f64
  %14 = math.fma %13, %r_1, %expm1_1 : f64
  %q = math.fma %14, %r_1, %expm1_0 : f64
  %15 = arith.mulf %r_1, %r_1 : f64
  %p = math.fma %15, %q, %r_1 : f64
  %n_1 = arith.subi %n, %i64_2 : i64
  %16 = arith.addi %n_1, %i64_1023 : i64
  %17 = arith.shli %16, %i64_52 : i64
  %scale = arith.bitcast %17 : i64 to f64
  %grow = math.fma %p, %scale, %scale : f64
  %shrink = arith.divf %f_0.0625, %grow : f64
  %half = arith.subf %grow, %shrink : f64
  %18 = arith.cmpf olt, %a, %f_1.0 : f64
  %near_a = arith.select %18, %a, %f_0.0 : f64
  %u = arith.mulf %near_a, %near_a : f64
  %19 = arith.mulf %near_a, %u : f64
  %20 = math.fma %sinh_7, %u, %sinh_6 : f64
  %21 = math.fma %20, %u, %sinh_5 : f64
  %22 = math.fma %21, %u, %sinh_4 : f64
  %23 = math.fma %22, %u, %sinh_3 : f64
  %24 = math.fma %23, %u, %sinh_2 : f64
  %25 = math.fma %24, %u, %sinh_1 : f64
  %26 = math.fma %25, %u, %sinh_0 : f64
  %near = math.fma %19, %26, %near_a : f64
  %27 = arith.addf %half, %half : f64
  %magnitude = arith.select %18, %near, %27 : f64
  %28 = arith.cmpf one, %x, %f_0.0 : f64
  %29 = arith.bitcast %magnitude : f64 to i64
  %30 = arith.andi %0, %i64_x8000000000000000 : i64
  %31 = arith.ori %29, %30 : i64
  %32 = arith.bitcast %31 : i64 to f64
  %33 = arith.select %28, %32, %x : f64
  return %33 : f64
}

// The inverse hyperbolic sine.
// Method: log1p(|x| + x^2 / (1 + sqrt(1 + x^2))), and log1p(|x|) + ln 2 for large |x|.
// Error bound: 1.7 ulp.
func.func @emmy_asinh_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_1.1529215e18 = arith.constant 1.1529215e18 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %f_5.421011e-20 = arith.constant 5.421011e-20 : f32
  %i32_x3F3504F3 = arith.constant 1060439283 : i32
  %i32_23 = arith.constant 23 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_64 = arith.constant 64 : i32
  %i32_0 = arith.constant 0 : i32
  %log_8 = arith.constant -0.076087266 : f32
  %log_7 = arith.constant 0.12899953 : f32
  %log_6 = arith.constant -0.13245821 : f32
  %log_5 = arith.constant 0.14182463 : f32
  %log_4 = arith.constant -0.16608801 : f32
  %log_3 = arith.constant 0.20001955 : f32
  %log_2 = arith.constant -0.25001597 : f32
  %log_1 = arith.constant 0.33333325 : f32
  %log_0 = arith.constant -0.49999988 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %ln2_high = arith.constant 0.6931472 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %moderate = arith.cmpf ole, %a, %f_1.1529215e18 : f32
  %b = arith.select %moderate, %a, %f_1.0 : f32
  %square = arith.mulf %b, %b : f32
  %2 = math.fma %b, %b, %f_1.0 : f32
  %root = math.sqrt %2 : f32
  %3 = arith.addf %root, %f_1.0 : f32
  %part = arith.divf %square, %3 : f32
  %y = arith.addf %b, %part : f32
  %4 = arith.subf %b, %y : f32
  %y_low = arith.addf %4, %part : f32
  // For large |x| asinh x = log(2 |x|) = log(|x|) + ln 2.
  %5 = arith.cmpf olt, %a, %inf : f32
  %6 = arith.select %5, %a, %f_1.0 : f32
  %y_1 = arith.select %moderate, %y, %6 : f32
  %y_low_1 = arith.select %moderate, %y_low, %f_0.0 : f32
  // Far from 1 the argument is scaled down, so that 2^-n is representable.
  %large = arith.cmpf ogt, %y_1, %f_1.1529215e18 : f32
  %7 = arith.mulf %y_1, %f_5.421011e-20 : f32
  %scaled = arith.select %large, %7, %y_1 : f32
  %8 = arith.addf %y_1, %f_1.0 : f32
  %x_1 = arith.select %large, %scaled, %8 : f32
  %9 = arith.bitcast %x_1 : f32 to i32
  %10 = arith.subi %9, %i32_x3F3504F3 : i32
  %n = arith.shrsi %10, %i32_23 : i32
  %11 = arith.shli %n, %i32_23 : i32
  %12 = arith.subi %9, %11 : i32
  %m = arith.bitcast %12 : i32 to f32
  %13 = arith.subi %i32_127, %n : i32
  %14 = arith.shli %13, %i32_23 : i32
  %inverse = arith.bitcast %14 : i32 to f32
  %one = arith.select %large, %f_0.0, %inverse : f32
  %15 = arith.subf %one, %f_1.0 : f32
  %f = math.fma %scaled, %inverse, %15 : f32
  %16 = arith.select %large, %i32_64, %i32_0 : i32
  %17 = arith.addi %n, %16 : i32
  %k = arith.sitofp %17 : i32 to f32
  // log(1 + f + f_low) = log(1 + f) + f_low / (1 + f), and f_low is tiny.
  %18 = arith.select %large, %f_0.0, %y_low_1 : f32
  %f_low = arith.mulf %18, %inverse : f32
  %19 = arith.mulf %f_low, %f : f32
  %f_low_1 = arith.subf %f_low, %19 : f32
  %20 = arith.mulf %f, %f : f32
  %21 = math.fma %log_8, %f, %log_7 : f32
  %22 = math.fma %21, %f, %log_6 : f32
  %23 = math.fma %22, %f, %log_5 : f32
  %24 = math.fma %23, %f, %log_4 : f32
  %25 = math.fma %24, %f, %log_3 : f32
  %26 = math.fma %25, %f, %log_2 : f32
  %27 = math.fma %26, %f, %log_1 : f32
  %28 = math.fma %27, %f, %log_0 : f32
  %tail = arith.mulf %20, %28 : f32
  %tail_1 = arith.addf %tail, %f_low_1 : f32
  %29 = math.fma %k, %ln2_low, %tail_1 : f32
  %30 = arith.addf %f, %29 : f32
  %near = math.fma %k, %ln2_high, %30 : f32
  %31 = arith.addf %near, %ln2_high : f32
  %magnitude = arith.select %moderate, %near, %31 : f32
  %32 = arith.cmpf one, %x, %f_0.0 : f32
  %finite = arith.andi %32, %5 : i1
  %33 = arith.bitcast %magnitude : f32 to i32
  %34 = arith.andi %0, %i32_x80000000 : i32
  %35 = arith.ori %33, %34 : i32
  %36 = arith.bitcast %35 : i32 to f32
  %37 = arith.select %finite, %36, %x : f32
  return %37 : f32
}

// The inverse hyperbolic sine.
// Method: log1p(|x| + x^2 / (1 + sqrt(1 + x^2))), and log1p(|x|) + ln 2 for large |x|.
// Error bound: 1.55 ulp.
func.func @emmy_asinh_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_1.152921504606847e18 = arith.constant 1.152921504606847e18 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %f_5.421010862427522e-20 = arith.constant 5.421010862427522e-20 : f64
  %i64_x3FE6A09E667F3BCD = arith.constant 4604544271217802189 : i64
  %i64_52 = arith.constant 52 : i64
  %i64_1023 = arith.constant 1023 : i64
  %i64_64 = arith.constant 64 : i64
  %i64_0 = arith.constant 0 : i64
  %f_0.5 = arith.constant 0.5 : f64
  %f_2.0 = arith.constant 2.0 : f64
  %atanh_tail_7 = arith.constant 0.0662591793037291 : f64
  %atanh_tail_6 = arith.constant 0.06625031322542946 : f64
  %atanh_tail_5 = arith.constant 0.07693546603985789 : f64
  %atanh_tail_4 = arith.constant 0.09090887804848279 : f64
  %atanh_tail_3 = arith.constant 0.11111111323745795 : f64
  %atanh_tail_2 = arith.constant 0.14285714284540643 : f64
  %atanh_tail_1 = arith.constant 0.20000000000003132 : f64
  %atanh_tail_0 = arith.constant 0.3333333333333333 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %moderate = arith.cmpf ole, %a, %f_1.152921504606847e18 : f64
  %b = arith.select %moderate, %a, %f_1.0 : f64
  %square = arith.mulf %b, %b : f64
  %2 = math.fma %b, %b, %f_1.0 : f64
  %root = math.sqrt %2 : f64
  %3 = arith.addf %root, %f_1.0 : f64
  %part = arith.divf %square, %3 : f64
  %y = arith.addf %b, %part : f64
  %4 = arith.subf %b, %y : f64
  %y_low = arith.addf %4, %part : f64
  // For large |x| asinh x = log(2 |x|) = log(|x|) + ln 2.
  %5 = arith.cmpf olt, %a, %inf : f64
  %6 = arith.select %5, %a, %f_1.0 : f64
  %y_1 = arith.select %moderate, %y, %6 : f64
  %y_low_1 = arith.select %moderate, %y_low, %f_0.0 : f64
  // Far from 1 the argument is scaled down, so that 2^-n is representable.
  %large = arith.cmpf ogt, %y_1, %f_1.152921504606847e18 : f64
  %7 = arith.mulf %y_1, %f_5.421010862427522e-20 : f64
  %scaled = arith.select %large, %7, %y_1 : f64
  %8 = arith.addf %y_1, %f_1.0 : f64
  %x_1 = arith.select %large, %scaled, %8 : f64
  %9 = arith.bitcast %x_1 : f64 to i64
  %10 = arith.subi %9, %i64_x3FE6A09E667F3BCD : i64
  %n = arith.shrsi %10, %i64_52 : i64
  %11 = arith.shli %n, %i64_52 : i64
  %12 = arith.subi %9, %11 : i64
  %m = arith.bitcast %12 : i64 to f64
  %13 = arith.subi %i64_1023, %n : i64
  %14 = arith.shli %13, %i64_52 : i64
  %inverse = arith.bitcast %14 : i64 to f64
  %one = arith.select %large, %f_0.0, %inverse : f64
  %15 = arith.subf %one, %f_1.0 : f64
  %f = math.fma %scaled, %inverse, %15 : f64
  %16 = arith.select %large, %i64_64, %i64_0 : i64
  %17 = arith.addi %n, %16 : i64
  %k = arith.sitofp %17 : i64 to f64
  // log(1 + f + f_low) = log(1 + f) + f_low / (1 + f), and f_low is tiny.
  %18 = arith.select %large, %f_0.0, %y_low_1 : f64
  %f_low = arith.mulf %18, %inverse : f64
  %19 = arith.mulf %f_low, %f : f64
  %f_low_1 = arith.subf %f_low, %19 : f64
  %20 = arith.mulf %f_0.5, %f : f64
  %half_square = arith.mulf %20, %f : f64
  %21 = arith.addf %f, %f_2.0 : f64
  %s = arith.divf %f, %21 : f64
  %z = arith.mulf %s, %s : f64
  %22 = arith.addf %z, %z : f64
  %23 = math.fma %atanh_tail_7, %z, %atanh_tail_6 : f64
  %24 = math.fma %23, %z, %atanh_tail_5 : f64
  %25 = math.fma %24, %z, %atanh_tail_4 : f64
  %26 = math.fma %25, %z, %atanh_tail_3 : f64
  %27 = math.fma %26, %z, %atanh_tail_2 : f64
  %28 = math.fma %27, %z, %atanh_tail_1 : f64
  %29 = math.fma %28, %z, %atanh_tail_0 : f64
  %tail = arith.mulf %22, %29 : f64
  %30 = arith.addf %half_square, %tail : f64
  %lo = arith.mulf %s, %30 : f64
  %lo_1 = arith.addf %lo, %f_low_1 : f64
  %31 = math.fma %k, %ln2_low, %lo_1 : f64
  %32 = arith.subf %half_square, %31 : f64
  %33 = arith.subf %f, %32 : f64
  %near = math.fma %k, %ln2_high, %33 : f64
  %34 = arith.addf %near, %ln2_high : f64
  %magnitude = arith.select %moderate, %near, %34 : f64
  %35 = arith.cmpf one, %x, %f_0.0 : f64
  %finite = arith.andi %35, %5 : i1
  %36 = arith.bitcast %magnitude : f64 to i64
  %37 = arith.andi %0, %i64_x8000000000000000 : i64
  %38 = arith.ori %36, %37 : i64
  %39 = arith.bitcast %38 : i64 to f64
  %40 = arith.select %finite, %39, %x : f64
  return %40 : f64
}

// The inverse hyperbolic cosine, NaN below 1.
// Method: log1p(t + sqrt(t (t + 2))) with t = x - 1, and log1p(x) + ln 2 for large x.
// Error bound: 1.45 ulp.
func.func @emmy_acosh_f32(%x: f32) -> f32 {
  %f_1.1529215e18 = arith.constant 1.1529215e18 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %f_5.421011e-20 = arith.constant 5.421011e-20 : f32
  %i32_x3F3504F3 = arith.constant 1060439283 : i32
  %i32_23 = arith.constant 23 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_64 = arith.constant 64 : i32
  %i32_0 = arith.constant 0 : i32
  %log_8 = arith.constant -0.076087266 : f32
  %log_7 = arith.constant 0.12899953 : f32
  %log_6 = arith.constant -0.13245821 : f32
  %log_5 = arith.constant 0.14182463 : f32
  %log_4 = arith.constant -0.16608801 : f32
  %log_3 = arith.constant 0.20001955 : f32
  %log_2 = arith.constant -0.25001597 : f32
  %log_1 = arith.constant 0.33333325 : f32
  %log_0 = arith.constant -0.49999988 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %ln2_high = arith.constant 0.6931472 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %large = arith.cmpf ogt, %x, %f_1.1529215e18 : f32
  %0 = arith.cmpf oge, %x, %f_1.0 : f32
  %1 = arith.cmpf olt, %x, %inf : f32
  %inside = arith.andi %0, %1 : i1
  %b = arith.select %inside, %x, %f_1.0 : f32
  %2 = arith.subf %b, %f_1.0 : f32
  %t = arith.select %large, %f_1.0, %2 : f32
  // t - b is exact up to 2; beyond, its error does not matter.
  %3 = arith.addf %t, %t : f32
  %square = math.fma %t, %t, %3 : f32
  %4 = arith.subf %3, %square : f32
  %square_low = math.fma %t, %t, %4 : f32
  %root = math.sqrt %square : f32
  %5 = arith.negf %root : f32
  %6 = math.fma %5, %root, %square : f32
  %root_low = arith.addf %6, %square_low : f32
  %7 = arith.cmpf ogt, %root, %f_0.0 : f32
  %8 = arith.addf %root, %root : f32
  %9 = arith.select %7, %8, %f_1.0 : f32
  %root_low_1 = arith.divf %root_low, %9 : f32
  %10 = arith.cmpf ogt, %root, %t : f32
  %11 = arith.select %10, %root, %t : f32
  %12 = arith.select %10, %t, %root : f32
  %y = arith.addf %11, %12 : f32
  %13 = arith.subf %11, %y : f32
  %14 = arith.addf %13, %12 : f32
  %y_low = arith.addf %14, %root_low_1 : f32
  %y_1 = arith.select %large, %b, %y : f32
  %y_low_1 = arith.select %large, %f_0.0, %y_low : f32
  // Far from 1 the argument is scaled down, so that 2^-n is representable.
  %large_1 = arith.cmpf ogt, %y_1, %f_1.1529215e18 : f32
  %15 = arith.mulf %y_1, %f_5.421011e-20 : f32
  %scaled = arith.select %large_1, %15, %y_1 : f32
  %16 = arith.addf %y_1, %f_1.0 : f32
  %x_1 = arith.select %large_1, %scaled, %16 : f32
  %17 = arith.bitcast %x_1 : f32 to i32
  %18 = arith.subi %17, %i32_x3F3504F3 : i32
  %n = arith.shrsi %18, %i32_23 : i32
  %19 = arith.shli %n, %i32_23 : i32
  %20 = arith.subi %17, %19 : i32
  %m = arith.bitcast %20 : i32 to f32
  %21 = arith.subi %i32_127, %n : i32
  %22 = arith.shli %21, %i32_23 : i32
  %inverse = arith.bitcast %22 : i32 to f32
  %one = arith.select %large_1, %f_0.0, %inverse : f32
  %23 = arith.subf %one, %f_1.0 : f32
  %f = math.fma %scaled, %inverse, %23 : f32
  %24 = arith.select %large_1, %i32_64, %i32_0 : i32
  %25 = arith.addi %n, %24 : i32
  %k = arith.sitofp %25 : i32 to f32
  // log(1 + f + f_low) = log(1 + f) + f_low / (1 + f), and f_low is tiny.
  %26 = arith.select %large_1, %f_0.0, %y_low_1 : f32
  %f_low = arith.mulf %26, %inverse : f32
  %27 = arith.mulf %f_low, %f : f32
  %f_low_1 = arith.subf %f_low, %27 : f32
  %28 = arith.mulf %f, %f : f32
  %29 = math.fma %log_8, %f, %log_7 : f32
  %30 = math.fma %29, %f, %log_6 : f32
  %31 = math.fma %30, %f, %log_5 : f32
  %32 = math.fma %31, %f, %log_4 : f32
  %33 = math.fma %32, %f, %log_3 : f32
  %34 = math.fma %33, %f, %log_2 : f32
  %35 = math.fma %34, %f, %log_1 : f32
  %36 = math.fma %35, %f, %log_0 : f32
  %tail = arith.mulf %28, %36 : f32
  %tail_1 = arith.addf %tail, %f_low_1 : f32
  %37 = math.fma %k, %ln2_low, %tail_1 : f32
  %38 = arith.addf %f, %37 : f32
  %near = math.fma %k, %ln2_high, %38 : f32
  %39 = arith.addf %near, %ln2_high : f32
  %result = arith.select %large, %39, %near : f32
  %40 = arith.cmpf ogt, %x, %f_1.0 : f32
  %41 = arith.select %40, %x, %nan : f32
  %42 = arith.select %inside, %result, %41 : f32
  return %42 : f32
}

// The inverse hyperbolic cosine, NaN below 1.
// Method: log1p(t + sqrt(t (t + 2))) with t = x - 1, and log1p(x) + ln 2 for large x.
// Error bound: 1.4 ulp.
func.func @emmy_acosh_f64(%x: f64) -> f64 {
  %f_1.152921504606847e18 = arith.constant 1.152921504606847e18 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %f_5.421010862427522e-20 = arith.constant 5.421010862427522e-20 : f64
  %i64_x3FE6A09E667F3BCD = arith.constant 4604544271217802189 : i64
  %i64_52 = arith.constant 52 : i64
  %i64_1023 = arith.constant 1023 : i64
  %i64_64 = arith.constant 64 : i64
  %i64_0 = arith.constant 0 : i64
  %f_0.5 = arith.constant 0.5 : f64
  %f_2.0 = arith.constant 2.0 : f64
  %atanh_tail_7 = arith.constant 0.0662591793037291 : f64
  %atanh_tail_6 = arith.constant 0.06625031322542946 : f64
  %atanh_tail_5 = arith.constant 0.07693546603985789 : f64
  %atanh_tail_4 = arith.constant 0.09090887804848279 : f64
  %atanh_tail_3 = arith.constant 0.11111111323745795 : f64
  %atanh_tail_2 = arith.constant 0.14285714284540643 : f64
  %atanh_tail_1 = arith.constant 0.20000000000003132 : f64
  %atanh_tail_0 = arith.constant 0.3333333333333333 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  %large = arith.cmpf ogt, %x, %f_1.152921504606847e18 : f64
  %0 = arith.cmpf oge, %x, %f_1.0 : f64
  %1 = arith.cmpf olt, %x, %inf : f64
  %inside = arith.andi %0, %1 : i1
  %b = arith.select %inside, %x, %f_1.0 : f64
  %2 = arith.subf %b, %f_1.0 : f64
  %t = arith.select %large, %f_1.0, %2 : f64
  // t - b is exact up to 2; beyond, its error does not matter.
  %3 = arith.addf %t, %t : f64
  %square = math.fma %t, %t, %3 : f64
  %4 = arith.subf %3, %square : f64
  %square_low = math.fma %t, %t, %4 : f64
  %root = math.sqrt %square : f64
  %5 = arith.negf %root : f64
  %6 = math.fma %5, %root, %square : f64
  %root_low = arith.addf %6, %square_low : f64
  %7 = arith.cmpf ogt, %root, %f_0.0 : f64
  %8 = arith.addf %root, %root : f64
  %9 = arith.select %7, %8, %f_1.0 : f64
  %root_low_1 = arith.divf %root_low, %9 : f64
  %10 = arith.cmpf ogt, %root, %t : f64
  %11 = arith.select %10, %root, %t : f64
  %12 = arith.select %10, %t, %root : f64
  %y = arith.addf %11, %12 : f64
  %13 = arith.subf %11, %y : f64
  %14 = arith.addf %13, %12 : f64
  %y_low = arith.addf %14, %root_low_1 : f64
  %y_1 = arith.select %large, %b, %y : f64
  %y_low_1 = arith.select %large, %f_0.0, %y_low : f64
  // Far from 1 the argument is scaled down, so that 2^-n is representable.
  %large_1 = arith.cmpf ogt, %y_1, %f_1.152921504606847e18 : f64
  %15 = arith.mulf %y_1, %f_5.421010862427522e-20 : f64
  %scaled = arith.select %large_1, %15, %y_1 : f64
  %16 = arith.addf %y_1, %f_1.0 : f64
  %x_1 = arith.select %large_1, %scaled, %16 : f64
  %17 = arith.bitcast %x_1 : f64 to i64
  %18 = arith.subi %17, %i64_x3FE6A09E667F3BCD : i64
  %n = arith.shrsi %18, %i64_52 : i64
  %19 = arith.shli %n, %i64_52 : i64
  %20 = arith.subi %17, %19 : i64
  %m = arith.bitcast %20 : i64 to f64
  %21 = arith.subi %i64_1023, %n : i64
  %22 = arith.shli %21, %i64_52 : i64
  %inverse = arith.bitcast %22 : i64 to f64
  %one = arith.select %large_1, %f_0.0, %inverse : f64
  %23 = arith.subf %one, %f_1.0 : f64
  %f = math.fma %scaled, %inverse, %23 : f64
  %24 = arith.select %large_1, %i64_64, %i64_0 : i64
  %25 = arith.addi %n, %24 : i64
  %k = arith.sitofp %25 : i64 to f64
  // log(1 + f + f_low) = log(1 + f) + f_low / (1 + f), and f_low is tiny.
  %26 = arith.select %large_1, %f_0.0, %y_low_1 : f64
  %f_low = arith.mulf %26, %inverse : f64
  %27 = arith.mulf %f_low, %f : f64
  %f_low_1 = arith.subf %f_low, %27 : f64
  %28 = arith.mulf %f_0.5, %f : f64
  %half_square = arith.mulf %28, %f : f64
  %29 = arith.addf %f, %f_2.0 : f64
  %s = arith.divf %f, %29 : f64
  %z = arith.mulf %s, %s : f64
  %30 = arith.addf %z, %z : f64
  %31 = math.fma %atanh_tail_7, %z, %atanh_tail_6 : f64
  %32 = math.fma %31, %z, %atanh_tail_5 : f64
  %33 = math.fma %32, %z, %atanh_tail_4 : f64
  %34 = math.fma %33, %z, %atanh_tail_3 : f64
  %35 = math.fma %34, %z, %atanh_tail_2 : f64
  %36 = math.fma %35, %z, %atanh_tail_1 : f64
  %37 = math.fma %36, %z, %atanh_tail_0 : f64
  %tail = arith.mulf %30, %37 : f64
  %38 = arith.addf %half_square, %tail : f64
  %lo = arith.mulf %s, %38 : f64
  %lo_1 = arith.addf %lo, %f_low_1 : f64
  %39 = math.fma %k, %ln2_low, %lo_1 : f64
  %40 = arith.subf %half_square, %39 : f64
  %41 = arith.subf %f, %40 : f64
  %near = math.fma %k, %ln2_high, %41 : f64
  %42 = arith.addf %near, %ln2_high : f64
  %result = arith.select %large, %42, %near : f64
  %43 = arith.cmpf ogt, %x, %f_1.0 : f64
  %44 = arith.select %43, %x, %nan : f64
  %45 = arith.select %inside, %result, %44 : f64
  return %45 : f64
}

// The inverse hyperbolic tangent, +-inf at +-1, NaN beyond.
// Method: log1p(2|x| / (1 - |x|)) / 2, the quotient with its error.
// Error bound: 1.6 ulp.
func.func @emmy_atanh_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_1.0 = arith.constant 1.0 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %f_1.1529215e18 = arith.constant 1.1529215e18 : f32
  %f_5.421011e-20 = arith.constant 5.421011e-20 : f32
  %i32_x3F3504F3 = arith.constant 1060439283 : i32
  %i32_23 = arith.constant 23 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_64 = arith.constant 64 : i32
  %i32_0 = arith.constant 0 : i32
  %log_8 = arith.constant -0.076087266 : f32
  %log_7 = arith.constant 0.12899953 : f32
  %log_6 = arith.constant -0.13245821 : f32
  %log_5 = arith.constant 0.14182463 : f32
  %log_4 = arith.constant -0.16608801 : f32
  %log_3 = arith.constant 0.20001955 : f32
  %log_2 = arith.constant -0.25001597 : f32
  %log_1 = arith.constant 0.33333325 : f32
  %log_0 = arith.constant -0.49999988 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %ln2_high = arith.constant 0.6931472 : f32
  %f_0.5 = arith.constant 0.5 : f32
  %inf = arith.constant 0x7F800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.cmpf olt, %a, %f_1.0 : f32
  %b = arith.select %2, %a, %f_0.0 : f32
  %d = arith.subf %f_1.0, %b : f32
  %3 = arith.subf %f_1.0, %d : f32
  %d_low = arith.subf %3, %b : f32
  %4 = arith.addf %b, %b : f32
  %y = arith.divf %4, %d : f32
  %5 = arith.negf %y : f32
  %6 = math.fma %5, %d, %4 : f32
  %7 = math.fma %5, %d_low, %6 : f32
  %y_low = arith.divf %7, %d : f32
  // Far from 1 the argument is scaled down, so that 2^-n is representable.
  %large = arith.cmpf ogt, %y, %f_1.1529215e18 : f32
  %8 = arith.mulf %y, %f_5.421011e-20 : f32
  %scaled = arith.select %large, %8, %y : f32
  %9 = arith.addf %y, %f_1.0 : f32
  %x_1 = arith.select %large, %scaled, %9 : f32
  %10 = arith.bitcast %x_1 : f32 to i32
  %11 = arith.subi %10, %i32_x3F3504F3 : i32
  %n = arith.shrsi %11, %i32_23 : i32
  %12 = arith.shli %n, %i32_23 : i32
  %13 = arith.subi %10, %12 : i32
  %m = arith.bitcast %13 : i32 to f32
  %14 = arith.subi %i32_127, %n : i32
  %15 = arith.shli %14, %i32_23 : i32
  %inverse = arith.bitcast %15 : i32 to f32
  %one = arith.select %large, %f_0.0, %inverse : f32
  %16 = arith.subf %one, %f_1.0 : f32
  %f = math.fma %scaled, %inverse, %16 : f32
  %17 = arith.select %large, %i32_64, %i32_0 : i32
  %18 = arith.addi %n, %17 : i32
  %k = arith.sitofp %18 : i32 to f32
  // log(1 + f + f_low) = log(1 + f) + f_low / (1 + f), and f_low is tiny.
  %19 = arith.select %large, %f_0.0, %y_low : f32
  %f_low = arith.mulf %19, %inverse : f32
  %20 = arith.mulf %f_low, %f : f32
  %f_low_1 = arith.subf %f_low, %20 : f32
  %21 = arith.mulf %f, %f : f32
  %22 = math.fma %log_8, %f, %log_7 : f32
  %23 = math.fma %22, %f, %log_6 : f32
  %24 = math.fma %23, %f, %log_5 : f32
  %25 = math.fma %24, %f, %log_4 : f32
  %26 = math.fma %25, %f, %log_3 : f32
  %27 = math.fma %26, %f, %log_2 : f32
  %28 = math.fma %27, %f, %log_1 : f32
  %29 = math.fma %28, %f, %log_0 : f32
  %tail = arith.mulf %21, %29 : f32
  %tail_1 = arith.addf %tail, %f_low_1 : f32
  %30 = math.fma %k, %ln2_low, %tail_1 : f32
  %31 = arith.addf %f, %30 : f32
  %32 = math.fma %k, %ln2_high, %31 : f32
  %half = arith.mulf %f_0.5, %32 : f32
  %33 = arith.cmpf oeq, %a, %f_1.0 : f32
  %34 = arith.select %33, %inf, %nan : f32
  %magnitude = arith.select %2, %half, %34 : f32
  %35 = arith.cmpf one, %x, %f_0.0 : f32
  %36 = arith.bitcast %magnitude : f32 to i32
  %37 = arith.andi %0, %i32_x80000000 : i32
  %38 = arith.ori %36, %37 : i32
  %39 = arith.bitcast %38 : i32 to f32
  %40 = arith.select %35, %39, %x : f32
  return %40 : f32
}

// The inverse hyperbolic tangent, +-inf at +-1, NaN beyond.
// Method: log1p(2|x| / (1 - |x|)) / 2, the quotient with its error.
// Error bound: 1.45 ulp.
func.func @emmy_atanh_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_1.0 = arith.constant 1.0 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %f_1.152921504606847e18 = arith.constant 1.152921504606847e18 : f64
  %f_5.421010862427522e-20 = arith.constant 5.421010862427522e-20 : f64
  %i64_x3FE6A09E667F3BCD = arith.constant 4604544271217802189 : i64
  %i64_52 = arith.constant 52 : i64
  %i64_1023 = arith.constant 1023 : i64
  %i64_64 = arith.constant 64 : i64
  %i64_0 = arith.constant 0 : i64
  %f_0.5 = arith.constant 0.5 : f64
  %f_2.0 = arith.constant 2.0 : f64
  %atanh_tail_7 = arith.constant 0.0662591793037291 : f64
  %atanh_tail_6 = arith.constant 0.06625031322542946 : f64
  %atanh_tail_5 = arith.constant 0.07693546603985789 : f64
  %atanh_tail_4 = arith.constant 0.09090887804848279 : f64
  %atanh_tail_3 = arith.constant 0.11111111323745795 : f64
  %atanh_tail_2 = arith.constant 0.14285714284540643 : f64
  %atanh_tail_1 = arith.constant 0.20000000000003132 : f64
  %atanh_tail_0 = arith.constant 0.3333333333333333 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.cmpf olt, %a, %f_1.0 : f64
  %b = arith.select %2, %a, %f_0.0 : f64
  %d = arith.subf %f_1.0, %b : f64
  %3 = arith.subf %f_1.0, %d : f64
  %d_low = arith.subf %3, %b : f64
  %4 = arith.addf %b, %b : f64
  %y = arith.divf %4, %d : f64
  %5 = arith.negf %y : f64
  %6 = math.fma %5, %d, %4 : f64
  %7 = math.fma %5, %d_low, %6 : f64
  %y_low = arith.divf %7, %d : f64
  // Far from 1 the argument is scaled down, so that 2^-n is representable.
  %large = arith.cmpf ogt, %y, %f_1.152921504606847e18 : f64
  %8 = arith.mulf %y, %f_5.421010862427522e-20 : f64
  %scaled = arith.select %large, %8, %y : f64
  %9 = arith.addf %y, %f_1.0 : f64
  %x_1 = arith.select %large, %scaled, %9 : f64
  %10 = arith.bitcast %x_1 : f64 to i64
  %11 = arith.subi %10, %i64_x3FE6A09E667F3BCD : i64
  %n = arith.shrsi %11, %i64_52 : i64
  %12 = arith.shli %n, %i64_52 : i64
  %13 = arith.subi %10, %12 : i64
  %m = arith.bitcast %13 : i64 to f64
  %14 = arith.subi %i64_1023, %n : i64
  %15 = arith.shli %14, %i64_52 : i64
  %inverse = arith.bitcast %15 : i64 to f64
  %one = arith.select %large, %f_0.0, %inverse : f64
  %16 = arith.subf %one, %f_1.0 : f64
  %f = math.fma %scaled, %inverse, %16 : f64
  %17 = arith.select %large, %i64_64, %i64_0 : i64
  %18 = arith.addi %n, %17 : i64
  %k = arith.sitofp %18 : i64 to f64
  // log(1 + f + f_low) = log(1 + f) + f_low / (1 + f), and f_low is tiny.
  %19 = arith.select %large, %f_0.0, %y_low : f64
  %f_low = arith.mulf %19, %inverse : f64
  %20 = arith.mulf %f_low, %f : f64
  %f_low_1 = arith.subf %f_low, %20 : f64
  %21 = arith.mulf %f_0.5, %f : f64
  %half_square = arith.mulf %21, %f : f64
  %22 = arith.addf %f, %f_2.0 : f64
  %s = arith.divf %f, %22 : f64
  %z = arith.mulf %s, %s : f64
  %23 = arith.addf %z, %z : f64
  %24 = math.fma %atanh_tail_7, %z, %atanh_tail_6 : f64
  %25 = math.fma %24, %z, %atanh_tail_5 : f64
  %26 = math.fma %25, %z, %atanh_tail_4 : f64
  %27 = math.fma %26, %z, %atanh_tail_3 : f64
  %28 = math.fma %27, %z, %atanh_tail_2 : f64
  %29 = math.fma %28, %z, %atanh_tail_1 : f64
  %30 = math.fma %29, %z, %atanh_tail_0 : f64
  %tail = arith.mulf %23, %30 : f64
  %31 = arith.addf %half_square, %tail : f64
  %lo = arith.mulf %s, %31 : f64
  %lo_1 = arith.addf %lo, %f_low_1 : f64
  %32 = math.fma %k, %ln2_low, %lo_1 : f64
  %33 = arith.subf %half_square, %32 : f64
  %34 = arith.subf %f, %33 : f64
  %35 = math.fma %k, %ln2_high, %34 : f64
  %half = arith.mulf %f_0.5, %35 : f64
  %36 = arith.cmpf oeq, %a, %f_1.0 : f64
  %37 = arith.select %36, %inf, %nan : f64
  %magnitude = arith.select %2, %half, %37 : f64
  %38 = arith.cmpf one, %x, %f_0.0 : f64
  %39 = arith.bitcast %magnitude : f64 to i64
  %40 = arith.andi %0, %i64_x8000000000000000 : i64
  %41 = arith.ori %39, %40 : i64
  %42 = arith.bitcast %41 : i64 to f64
  %43 = arith.select %38, %42, %x : f64
  return %43 : f64
}

// The error function.
// Method: an odd polynomial for |x| < 1; beyond, 1 - erfc(|x|), where f32 has log(erfc) as a
// polynomial and e^that.
// Error bound: 1.0 ulp.
func.func @emmy_erf_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_1.0 = arith.constant 1.0 : f32
  %erf_6 = arith.constant 7.806903e-5 : f32
  %erf_5 = arith.constant -0.0007997853 : f32
  %erf_4 = arith.constant 0.005187162 : f32
  %erf_3 = arith.constant -0.026853347 : f32
  %erf_2 = arith.constant 0.11283579 : f32
  %erf_1 = arith.constant -0.37612626 : f32
  %erf_0 = arith.constant 0.12837917 : f32
  %f_4.0 = arith.constant 4.0 : f32
  %log_erfc_6 = arith.constant 0.00018637127 : f32
  %log_erfc_5 = arith.constant -0.002947591 : f32
  %log_erfc_4 = arith.constant 0.021837825 : f32
  %log_erfc_3 = arith.constant -0.1031063 : f32
  %log_erfc_2 = arith.constant -0.6381453 : f32
  %log_erfc_1 = arith.constant -1.1270889 : f32
  %log_erfc_0 = arith.constant -0.0003415914 : f32
  %log2_e = arith.constant 1.442695 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %ln2_high = arith.constant 0.6931472 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %expm1_4 = arith.constant 0.0013869938 : f32
  %expm1_3 = arith.constant 0.008366253 : f32
  %expm1_2 = arith.constant 0.041667443 : f32
  %expm1_1 = arith.constant 0.16666546 : f32
  %expm1_0 = arith.constant 0.49999997 : f32
  %i32_127 = arith.constant 127 : i32
  %i32_23 = arith.constant 23 : i32
  %f_0.0 = arith.constant 0.0 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.cmpf olt, %a, %f_1.0 : f32
  %3 = arith.mulf %a, %a : f32
  %u = arith.select %2, %3, %f_1.0 : f32
  %4 = math.fma %erf_6, %u, %erf_5 : f32
  %5 = math.fma %4, %u, %erf_4 : f32
  %6 = math.fma %5, %u, %erf_3 : f32
  %7 = math.fma %6, %u, %erf_2 : f32
  %8 = math.fma %7, %u, %erf_1 : f32
  %9 = math.fma %8, %u, %erf_0 : f32
  %near = math.fma %a, %9, %a : f32
  %10 = arith.cmpf olt, %a, %f_4.0 : f32
  %clamped = arith.select %10, %a, %f_4.0 : f32
  %11 = math.fma %log_erfc_6, %clamped, %log_erfc_5 : f32
  %12 = math.fma %11, %clamped, %log_erfc_4 : f32
  %13 = math.fma %12, %clamped, %log_erfc_3 : f32
  %14 = math.fma %13, %clamped, %log_erfc_2 : f32
  %15 = math.fma %14, %clamped, %log_erfc_1 : f32
  %x_1 = math.fma %15, %clamped, %log_erfc_0 : f32
  %shifted = math.fma %x_1, %log2_e, %f_12582912.0 : f32
  %k = arith.subf %shifted, %f_12582912.0 : f32
  %16 = arith.bitcast %shifted : f32 to i32
  %n = arith.subi %16, %i32_x4B400000 : i32
  %17 = arith.negf %k : f32
  %r = math.fma %17, %ln2_high, %x_1 : f32
  %r_1 = math.fma %17, %ln2_low, %r : f32
  %18 = math.fma %expm1_4, %r_1, %expm1_3 : f32
  %19 = math.fma %18, %r_1, %expm1_2 : f32
  %20 = math.fma %19, %r_1, %expm1_1 : f32
  %q = math.fma %20, %r_1, %expm1_0 : f32
  %21 = arith.mulf %r_1, %r_1 : f32
  %p = math.fma %21, %q, %r_1 : f32
  %22 = arith.addi %n, %i32_127 : i32
  %23 = arith.shli %22, %i32_23 : i32
  %scale = arith.bitcast %23 : i32 to f32
  // 1 - 2^n (1 + p), and 1 - 2^n is exact.
  %24 = arith.negf %p : f32
  %25 = arith.subf %f_1.0, %scale : f32
  %far = math.fma %24, %scale, %25 : f32
  %magnitude = arith.select %2, %near, %far : f32
  %26 = arith.cmpf one, %x, %f_0.0 : f32
  %27 = arith.bitcast %magnitude : f32 to i32
  %28 = arith.andi %0, %i32_x80000000 : i32
  %29 = arith.ori %27, %28 : i32
  %30 = arith.bitcast %29 : i32 to f32
  %31 = arith.select %26, %30, %x : f32
  return %31 : f32
}

// The error function.
// Method: an odd polynomial for |x| < 1; beyond, 1 - erfc(|x|), where f32 has log(erfc) as a
// polynomial and e^that.
// Error bound: 1.05 ulp.
func.func @emmy_erf_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_1.0 = arith.constant 1.0 : f64
  %erf_12 = arith.constant 5.945260824914696e-11 : f64
  %erf_11 = arith.constant -1.136566580151185e-9 : f64
  %erf_10 = arith.constant 1.4657879910627581e-8 : f64
  %erf_9 = arith.constant -1.635002525043636e-7 : f64
  %erf_8 = arith.constant 1.6460972821383026e-6 : f64
  %erf_7 = arith.constant -1.4925593507269706e-5 : f64
  %erf_6 = arith.constant 0.00012055331036919498 : f64
  %erf_5 = arith.constant -0.0008548326978742835 : f64
  %erf_4 = arith.constant 0.005223977624780878 : f64
  %erf_3 = arith.constant -0.026866170645072896 : f64
  %erf_2 = arith.constant 0.11283791670954857 : f64
  %erf_1 = arith.constant -0.3761263890318375 : f64
  %erf_0 = arith.constant 0.1283791670955126 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.cmpf olt, %a, %f_1.0 : f64
  %3 = arith.mulf %a, %a : f64
  %u = arith.select %2, %3, %f_1.0 : f64
  %4 = math.fma %erf_12, %u, %erf_11 : f64
  %5 = math.fma %4, %u, %erf_10 : f64
  %6 = math.fma %5, %u, %erf_9 : f64
  %7 = math.fma %6, %u, %erf_8 : f64
  %8 = math.fma %7, %u, %erf_7 : f64
  %9 = math.fma %8, %u, %erf_6 : f64
  %10 = math.fma %9, %u, %erf_5 : f64
  %11 = math.fma %10, %u, %erf_4 : f64
  %12 = math.fma %11, %u, %erf_3 : f64
  %13 = math.fma %12, %u, %erf_2 : f64
  %14 = math.fma %13, %u, %erf_1 : f64
  %15 = math.fma %14, %u, %erf_0 : f64
  %near = math.fma %a, %15, %a : f64
  %16 = func.call @emmy_erfc_f64(%a) : (f64) -> f64
  %far = arith.subf %f_1.0, %16 : f64
  %magnitude = arith.select %2, %near, %far : f64
  %17 = arith.cmpf one, %x, %f_0.0 : f64
  %18 = arith.bitcast %magnitude : f64 to i64
  %19 = arith.andi %0, %i64_x8000000000000000 : i64
  %20 = arith.ori %18, %19 : i64
  %21 = arith.bitcast %20 : i64 to f64
  %22 = arith.select %17, %21, %x : f64
  return %22 : f64
}

// 1 - erf(x), accurate where that is small.
// Method: erfc(a) = e^(-a^2) p(t) / (1 + 2 a) with t = (a - c) / (a + c), a = |x|; a^2 and the
// quotient with their errors; 2 - erfc(a) for negative x.
// Error bound: 2.3 ulp.
func.func @emmy_erfc_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_10.5 = arith.constant 10.5 : f32
  %f_2.0 = arith.constant 2.0 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %f_-2.0 = arith.constant -2.0 : f32
  %erfcx_near_10 = arith.constant 3.266895e-5 : f32
  %erfcx_near_9 = arith.constant -0.0003585015 : f32
  %erfcx_near_8 = arith.constant -0.0012624826 : f32
  %erfcx_near_7 = arith.constant 0.0012663878 : f32
  %erfcx_near_6 = arith.constant 0.008645356 : f32
  %erfcx_near_5 = arith.constant -0.008041396 : f32
  %erfcx_near_4 = arith.constant -0.054207824 : f32
  %erfcx_near_3 = arith.constant 0.16405252 : f32
  %erfcx_near_2 = arith.constant -0.16603093 : f32
  %erfcx_near_1 = arith.constant -0.092763856 : f32
  %erfcx_near_0 = arith.constant 1.2769784 : f32
  %log2_e = arith.constant 1.442695 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %ln2_high = arith.constant 0.6931472 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %expm1_4 = arith.constant 0.0013869938 : f32
  %expm1_3 = arith.constant 0.008366253 : f32
  %expm1_2 = arith.constant 0.041667443 : f32
  %expm1_1 = arith.constant 0.16666546 : f32
  %expm1_0 = arith.constant 0.49999997 : f32
  %i32_1 = arith.constant 1 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_23 = arith.constant 23 : i32
  %f_0.0 = arith.constant 0.0 : f32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %magnitude = arith.bitcast %1 : i32 to f32
  %2 = arith.cmpf olt, %magnitude, %f_10.5 : f32
  %a = arith.select %2, %magnitude, %f_10.5 : f32
  // t, corrected by its residual a - c - t (a + c).
  %sum = arith.addf %a, %f_2.0 : f32
  %3 = arith.subf %a, %f_2.0 : f32
  %t = arith.divf %3, %sum : f32
  %4 = arith.negf %a : f32
  %5 = arith.addf %t, %f_1.0 : f32
  %6 = math.fma %5, %f_-2.0, %a : f32
  %residual = math.fma %t, %4, %6 : f32
  %7 = arith.divf %residual, %sum : f32
  %t_1 = arith.addf %t, %7 : f32
  // The constant term is the largest by far; its sum keeps its error.
  %8 = math.fma %erfcx_near_10, %t_1, %erfcx_near_9 : f32
  %9 = math.fma %8, %t_1, %erfcx_near_8 : f32
  %10 = math.fma %9, %t_1, %erfcx_near_7 : f32
  %11 = math.fma %10, %t_1, %erfcx_near_6 : f32
  %12 = math.fma %11, %t_1, %erfcx_near_5 : f32
  %13 = math.fma %12, %t_1, %erfcx_near_4 : f32
  %14 = math.fma %13, %t_1, %erfcx_near_3 : f32
  %15 = math.fma %14, %t_1, %erfcx_near_2 : f32
  %16 = math.fma %15, %t_1, %erfcx_near_1 : f32
  %slope = arith.mulf %t_1, %16 : f32
  %p = arith.addf %slope, %erfcx_near_0 : f32
  %17 = arith.subf %erfcx_near_0, %p : f32
  %p_low = arith.addf %17, %slope : f32
  %d = math.fma %a, %f_2.0, %f_1.0 : f32
  %18 = arith.subf %f_1.0, %d : f32
  %d_low = math.fma %a, %f_2.0, %18 : f32
  %g = arith.divf %p, %d : f32
  %19 = arith.negf %g : f32
  %20 = math.fma %19, %d, %p : f32
  %21 = arith.addf %20, %p_low : f32
  %22 = math.fma %19, %d_low, %21 : f32
  %g_low = arith.divf %22, %d : f32
  // e^(-a^2) = 2^n (1 + q)
  %square = arith.mulf %a, %a : f32
  %x_1 = arith.negf %square : f32
  %square_low = math.fma %a, %a, %x_1 : f32
  %shifted = math.fma %x_1, %log2_e, %f_12582912.0 : f32
  %k = arith.subf %shifted, %f_12582912.0 : f32
  %23 = arith.bitcast %shifted : f32 to i32
  %n = arith.subi %23, %i32_x4B400000 : i32
  %24 = arith.negf %k : f32
  %r = math.fma %24, %ln2_high, %x_1 : f32
  %r_1 = math.fma %24, %ln2_low, %r : f32
  %r_2 = arith.subf %r_1, %square_low : f32
  %25 = math.fma %expm1_4, %r_2, %expm1_3 : f32
  %26 = math.fma %25, %r_2, %expm1_2 : f32
  %27 = math.fma %26, %r_2, %expm1_1 : f32
  %q = math.fma %27, %r_2, %expm1_0 : f32
  %28 = arith.mulf %r_2, %r_2 : f32
  %q_1 = math.fma %28, %q, %r_2 : f32
  %29 = math.fma %g, %q_1, %g_low : f32
  %small = arith.addf %g, %29 : f32
  %half = arith.shrsi %n, %i32_1 : i32
  %30 = arith.addi %half, %i32_127 : i32
  %31 = arith.shli %30, %i32_23 : i32
  %first = arith.bitcast %31 : i32 to f32
  %n_1 = arith.subi %n, %half : i32
  %32 = arith.addi %n_1, %i32_127 : i32
  %33 = arith.shli %32, %i32_23 : i32
  %second = arith.bitcast %33 : i32 to f32
  %34 = arith.mulf %small, %first : f32
  %positive = arith.mulf %34, %second : f32
  %35 = arith.cmpf olt, %x, %f_0.0 : f32
  %36 = arith.subf %f_2.0, %positive : f32
  %result = arith.select %35, %36, %positive : f32
  %37 = arith.cmpf uno, %x, %x : f32
  %38 = arith.select %37, %x, %result : f32
  return %38 : f32
}

// 1 - erf(x), accurate where that is small.
// Method: erfc(a) = e^(-a^2) p(t) / (1 + 2 a) with t = (a - c) / (a + c), a = |x|; a^2 and the
// quotient with their errors; 2 - erfc(a) for negative x.
// Error bound: 2.3 ulp.
func.func @emmy_erfc_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_28.0 = arith.constant 28.0 : f64
  %f_4.0 = arith.constant 4.0 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %f_-4.0 = arith.constant -4.0 : f64
  %erfcx_23 = arith.constant 1.1981311813575067e-9 : f64
  %erfcx_22 = arith.constant 1.6772550057771706e-9 : f64
  %erfcx_21 = arith.constant -1.40705916031616e-8 : f64
  %erfcx_20 = arith.constant -1.7469619785104735e-8 : f64
  %erfcx_19 = arith.constant 1.1033302890537375e-7 : f64
  %erfcx_18 = arith.constant 7.410530787729228e-8 : f64
  %erfcx_17 = arith.constant -8.259666313386794e-7 : f64
  %erfcx_16 = arith.constant 2.9416180543194473e-7 : f64
  %erfcx_15 = arith.constant 5.7101968931058745e-6 : f64
  %erfcx_14 = arith.constant -1.1222182994465635e-5 : f64
  %erfcx_13 = arith.constant -2.4399442283051896e-5 : f64
  %erfcx_12 = arith.constant 0.000150621723460451 : f64
  %erfcx_11 = arith.constant -0.00019925662551473176 : f64
  %erfcx_10 = arith.constant -0.0007577732992378637 : f64
  %erfcx_9 = arith.constant 0.0050319699648831775 : f64
  %erfcx_8 = arith.constant -0.016197734056208744 : f64
  %erfcx_7 = arith.constant 0.03716751553897759 : f64
  %erfcx_6 = arith.constant -0.06633036581236003 : f64
  %erfcx_5 = arith.constant 0.09373283499825626 : f64
  %erfcx_4 = arith.constant -0.10103906603629773 : f64
  %erfcx_3 = arith.constant 0.06809705425469532 : f64
  %erfcx_2 = arith.constant 0.015379652102619622 : f64
  %erfcx_1 = arith.constant -0.13962111684056253 : f64
  %erfcx_0 = arith.constant 1.2329951186255526 : f64
  %erfcx_0_low = arith.constant -4.516568781545095e-17 : f64
  %f_2.0 = arith.constant 2.0 : f64
  %log2_e = arith.constant 1.4426950408889634 : f64
  %f_6755399441055744.0 = arith.constant 6755399441055744.0 : f64
  %i64_x4338000000000000 = arith.constant 4843621399236968448 : i64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %expm1_10 = arith.constant 2.0875341370296014e-9 : f64
  %expm1_9 = arith.constant 2.5108978481916927e-8 : f64
  %expm1_8 = arith.constant 2.7557402611510417e-7 : f64
  %expm1_7 = arith.constant 2.755724437532155e-6 : f64
  %expm1_6 = arith.constant 2.480158717256062e-5 : f64
  %expm1_5 = arith.constant 0.00019841269885964772 : f64
  %expm1_4 = arith.constant 0.0013888888888962374 : f64
  %expm1_3 = arith.constant 0.008333333333321691 : f64
  %expm1_2 = arith.constant 0.04166666666666651 : f64
  %expm1_1 = arith.constant 0.16666666666666677 : f64
  %expm1_0 = arith.constant 0.5 : f64
  %i64_1 = arith.constant 1 : i64
  %i64_1023 = arith.constant 1023 : i64
  %i64_52 = arith.constant 52 : i64
  %f_0.0 = arith.constant 0.0 : f64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %magnitude = arith.bitcast %1 : i64 to f64
  %2 = arith.cmpf olt, %magnitude, %f_28.0 : f64
  %a = arith.select %2, %magnitude, %f_28.0 : f64
  // t, corrected by its residual a - c - t (a + c).
  %sum = arith.addf %a, %f_4.0 : f64
  %3 = arith.subf %a, %f_4.0 : f64
  %t = arith.divf %3, %sum : f64
  %4 = arith.negf %a : f64
  %5 = arith.addf %t, %f_1.0 : f64
  %6 = math.fma %5, %f_-4.0, %a : f64
  %residual = math.fma %t, %4, %6 : f64
  %7 = arith.divf %residual, %sum : f64
  %t_1 = arith.addf %t, %7 : f64
  // The constant term is the largest by far; its sum keeps its error.
  %8 = math.fma %erfcx_23, %t_1, %erfcx_22 : f64
  %9 = math.fma %8, %t_1, %erfcx_21 : f64
  %10 = math.fma %9, %t_1, %erfcx_20 : f64
  %11 = math.fma %10, %t_1, %erfcx_19 : f64
  %12 = math.fma %11, %t_1, %erfcx_18 : f64
  %13 = math.fma %12, %t_1, %erfcx_17 : f64
  %14 = math.fma %13, %t_1, %erfcx_16 : f64
  %15 = math.fma %14, %t_1, %erfcx_15 : f64
  %16 = math.fma %15, %t_1, %erfcx_14 : f64
  %17 = math.fma %16, %t_1, %erfcx_13 : f64
  %18 = math.fma %17, %t_1, %erfcx_12 : f64
  %19 = math.fma %18, %t_1, %erfcx_11 : f64
  %20 = math.fma %19, %t_1, %erfcx_10 : f64
  %21 = math.fma %20, %t_1, %erfcx_9 : f64
  %22 = math.fma %21, %t_1, %erfcx_8 : f64
  %23 = math.fma %22, %t_1, %erfcx_7 : f64
  %24 = math.fma %23, %t_1, %erfcx_6 : f64
  %25 = math.fma %24, %t_1, %erfcx_5 : f64
  %26 = math.fma %25, %t_1, %erfcx_4 : f64
  %27 = math.fma %26, %t_1, %erfcx_3 : f64
  %28 = math.fma %27, %t_1, %erfcx_2 : f64
  %29 = math.fma %28, %t_1, %erfcx_1 : f64
  %slope = arith.mulf %t_1, %29 : f64
  %p = arith.addf %slope, %erfcx_0 : f64
  %30 = arith.subf %erfcx_0, %p : f64
  %p_low = arith.addf %30, %slope : f64
  %p_low_1 = arith.addf %p_low, %erfcx_0_low : f64
  %d = math.fma %a, %f_2.0, %f_1.0 : f64
  %31 = arith.subf %f_1.0, %d : f64
  %d_low = math.fma %a, %f_2.0, %31 : f64
  %g = arith.divf %p, %d : f64
  %32 = arith.negf %g : f64
  %33 = math.fma %32, %d, %p : f64
  %34 = arith.addf %33, %p_low_1 : f64
  %35 = math.fma %32, %d_low, %34 : f64
  %g_low = arith.divf %35, %d : f64
  // e^(-a^2) = 2^n (1 + q)
  %square = arith.mulf %a, %a : f64
  %x_1 = arith.negf %square : f64
  %square_low = math.fma %a, %a, %x_1 : f64
  %shifted = math.fma %x_1, %log2_e, %f_6755399441055744.0 : f64
  %k = arith.subf %shifted, %f_6755399441055744.0 : f64
  %36 = arith.bitcast %shifted : f64 to i64
  %n = arith.subi %36, %i64_x4338000000000000 : i64
  %37 = arith.negf %k : f64
  %r = math.fma %37, %ln2_high, %x_1 : f64
  %r_1 = math.fma %37, %ln2_low, %r : f64
  %r_2 = arith.subf %r_1, %square_low : f64
  %38 = math.fma %expm1_10, %r_2, %expm1_9 : f64
  %39 = math.fma %38, %r_2, %expm1_8 : f64
  %40 = math.fma %39, %r_2, %expm1_7 : f64
  %41 = math.fma %40, %r_2, %expm1_6 : f64
  %42 = math.fma %41, %r_2, %expm1_5 : f64
  %43 = math.fma %42, %r_2, %expm1_4 : f64
  %44 = math.fma %43, %r_2, %expm1_3 : f64
  %45 = math.fma %44, %r_2, %expm1_2 : f64
  %46 = math.fma %45, %r_2, %expm1_1 : f64
  %q = math.fma %46, %r_2, %expm1_0 : f64
  %47 = arith.mulf %r_2, %r_2 : f64
  %q_1 = math.fma %47, %q, %r_2 : f64
  %48 = math.fma %g, %q_1, %g_low : f64
  %small = arith.addf %g, %48 : f64
  %half = arith.shrsi %n, %i64_1 : i64
  %49 = arith.addi %half, %i64_1023 : i64
  %50 = arith.shli %49, %i64_52 : i64
  %first = arith.bitcast %50 : i64 to f64
  %n_1 = arith.subi %n, %half : i64
  %51 = arith.addi %n_1, %i64_1023 : i64
  %52 = arith.shli %51, %i64_52 : i64
  %second = arith.bitcast %52 : i64 to f64
  %53 = arith.mulf %small, %first : f64
  %positive = arith.mulf %53, %second : f64
  %54 = arith.cmpf olt, %x, %f_0.0 : f64
  %55 = arith.subf %f_2.0, %positive : f64
  %result = arith.select %54, %55, %positive : f64
  %56 = arith.cmpf uno, %x, %x : f64
  %57 = arith.select %56, %x, %result : f64
  return %57 : f64
}

// sin(x + quarter pi/2).
// Method: x = q pi/2 + r with r in two parts, by Cody and Waite with fma, or by Payne and Hanek
// for large x; then the minimax polynomial of sin or cos on |r| <= pi/4.
func.func private @emmy_sine_f32(%x: f32, %quarter: i32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %inf = arith.constant 0x7F800000 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %f_32768.0 = arith.constant 32768.0 : f32
  %i32_23 = arith.constant 23 : i32
  %i32_255 = arith.constant 255 : i32
  %i32_x7FFFFF = arith.constant 8388607 : i32
  %i32_x800000 = arith.constant 8388608 : i32
  %i32_142 = arith.constant 142 : i32
  %i32_5 = arith.constant 5 : i32
  %i32_31 = arith.constant 31 : i32
  %values0 = arith.constant 2670176 : i64
  %values1 = arith.constant 3683881221 : i64
  %values2 = arith.constant 1249839573 : i64
  %values3 = arith.constant 4101852471 : i64
  %values4 = arith.constant 1882642597 : i64
  %values5 = arith.constant 1716457700 : i64
  %values6 = arith.constant 276796504 : i64
  %i64_2 = arith.constant 2 : i64
  %i64_0 = arith.constant 0 : i64
  %i64_1 = arith.constant 1 : i64
  %i64_32 = arith.constant 32 : i64
  %i32_0 = arith.constant 0 : i32
  %i64_x2000000000000000 = arith.constant 2305843009213693952 : i64
  %i64_62 = arith.constant 62 : i64
  %f_3.4061215800865545e-19 = arith.constant 3.4061215800865545e-19 : f64
  %two_over_pi = arith.constant 0.63661975 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %half_pi_1 = arith.constant 1.5707964 : f32
  %half_pi_2 = arith.constant -4.371139e-8 : f32
  %half_pi_3 = arith.constant -1.7151245e-15 : f32
  %sin_2 = arith.constant -0.00019518286 : f32
  %sin_1 = arith.constant 0.008332189 : f32
  %sin_0 = arith.constant -0.16666655 : f32
  %f_-0.5 = arith.constant -0.5 : f32
  %f_0.5 = arith.constant 0.5 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %cos_2 = arith.constant 2.4432564e-5 : f32
  %cos_1 = arith.constant -0.0013887311 : f32
  %cos_0 = arith.constant 0.041666646 : f32
  %i32_1 = arith.constant 1 : i32
  %i32_2 = arith.constant 2 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %pattern = arith.bitcast %x : f32 to i32
  %0 = arith.andi %pattern, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %0 : i32 to f32
  %1 = arith.cmpf olt, %a, %inf : f32
  %finite = arith.select %1, %x, %f_0.0 : f32
  %2 = arith.cmpf oge, %a, %f_32768.0 : f32
  %large = arith.andi %2, %1 : i1
  // Payne and Hanek's reduction, for large arguments only.
  %q_1, %high_2, %low_2 = scf.if %large -> (i32, f32, f32) {
    %3 = arith.shrsi %pattern, %i32_23 : i32
    %exponent = arith.andi %3, %i32_255 : i32
    %4 = arith.andi %pattern, %i32_x7FFFFF : i32
    %5 = arith.ori %4, %i32_x800000 : i32
    %mantissa = arith.extui %5 : i32 to i64
    // p = exponent - 150 >= -8, and bits of 2/pi above 2^(1 - p) only add multiples of 4.
    %offset = arith.subi %exponent, %i32_142 : i32
    %6 = arith.shrsi %offset, %i32_5 : i32
    %index = arith.extsi %6 : i32 to i64
    %7 = arith.andi %offset, %i32_31 : i32
    %bit = arith.extsi %7 : i32 to i64
    %8 = arith.andi %index, %i64_2 : i64
    %skip = arith.cmpi ne, %8, %i64_0 : i64
    %values0_1 = arith.select %skip, %values2, %values0 : i64
    %values1_1 = arith.select %skip, %values3, %values1 : i64
    %values2_1 = arith.select %skip, %values4, %values2 : i64
    %values3_1 = arith.select %skip, %values5, %values3 : i64
    %values4_1 = arith.select %skip, %values6, %values4 : i64
    %9 = arith.andi %index, %i64_1 : i64
    %skip_1 = arith.cmpi ne, %9, %i64_0 : i64
    %values0_2 = arith.select %skip_1, %values1_1, %values0_1 : i64
    %values1_2 = arith.select %skip_1, %values2_1, %values1_1 : i64
    %values2_2 = arith.select %skip_1, %values3_1, %values2_1 : i64
    %values3_2 = arith.select %skip_1, %values4_1, %values3_1 : i64
    %10 = arith.shli %values0_2, %i64_32 : i64
    %11 = arith.ori %10, %values1_2 : i64
    %12 = arith.shli %11, %bit : i64
    %words0 = arith.shrui %12, %i64_32 : i64
    %13 = arith.shli %values1_2, %i64_32 : i64
    %14 = arith.ori %13, %values2_2 : i64
    %15 = arith.shli %14, %bit : i64
    %words1 = arith.shrui %15, %i64_32 : i64
    %16 = arith.shli %values2_2, %i64_32 : i64
    %17 = arith.ori %16, %values3_2 : i64
    %18 = arith.shli %17, %bit : i64
    %words2 = arith.shrui %18, %i64_32 : i64
    %19 = arith.muli %mantissa, %words0 : i64
    %20 = arith.shli %19, %i64_32 : i64
    %21 = arith.muli %mantissa, %words1 : i64
    %22 = arith.addi %20, %21 : i64
    %23 = arith.muli %mantissa, %words2 : i64
    %24 = arith.shrui %23, %i64_32 : i64
    %turns = arith.addi %22, %24 : i64
    %25 = arith.cmpi slt, %pattern, %i32_0 : i32
    %26 = arith.subi %i64_0, %turns : i64
    %signed = arith.select %25, %26, %turns : i64
    %27 = arith.addi %signed, %i64_x2000000000000000 : i64
    %q = arith.shrsi %27, %i64_62 : i64
    %28 = arith.shli %q, %i64_62 : i64
    %fraction = arith.subi %signed, %28 : i64
    // Times pi/2, in double: two floats' worth of bits.
    %29 = arith.sitofp %fraction : i64 to f64
    %angle = arith.mulf %29, %f_3.4061215800865545e-19 : f64
    %high = arith.truncf %angle : f64 to f32
    %30 = arith.extf %high : f32 to f64
    %31 = arith.subf %angle, %30 : f64
    %low = arith.truncf %31 : f64 to f32
    %32 = arith.trunci %q : i64 to i32
    scf.yield %32, %high, %low : i32, f32, f32
  } else {
    %shifted = math.fma %finite, %two_over_pi, %f_12582912.0 : f32
    %k = arith.subf %shifted, %f_12582912.0 : f32
    %33 = arith.bitcast %shifted : f32 to i32
    %n = arith.subi %33, %i32_x4B400000 : i32
    %34 = arith.negf %k : f32
    %rest = math.fma %34, %half_pi_1, %finite : f32
    %product = arith.mulf %k, %half_pi_2 : f32
    %35 = arith.negf %product : f32
    %product_error = math.fma %k, %half_pi_2, %35 : f32
    %high_1 = arith.subf %rest, %product : f32
    %36 = arith.subf %rest, %high_1 : f32
    %37 = arith.subf %36, %product : f32
    %38 = math.fma %k, %half_pi_3, %product_error : f32
    %low_1 = arith.subf %37, %38 : f32
    scf.yield %n, %high_1, %low_1 : i32, f32, f32
  }
  %u = arith.mulf %high_2, %high_2 : f32
  %39 = arith.mulf %high_2, %u : f32
  %40 = math.fma %sin_2, %u, %sin_1 : f32
  %41 = math.fma %40, %u, %sin_0 : f32
  %tail = arith.mulf %39, %41 : f32
  %42 = arith.mulf %f_-0.5, %u : f32
  %43 = math.fma %low_2, %42, %low_2 : f32
  %44 = arith.addf %tail, %43 : f32
  %sin = arith.addf %high_2, %44 : f32
  %half = arith.mulf %f_0.5, %u : f32
  %whole = arith.subf %f_1.0, %half : f32
  %45 = arith.subf %f_1.0, %whole : f32
  %rest_1 = arith.subf %45, %half : f32
  %46 = arith.mulf %u, %u : f32
  %47 = math.fma %cos_2, %u, %cos_1 : f32
  %48 = math.fma %47, %u, %cos_0 : f32
  %tail_1 = math.fma %46, %48, %rest_1 : f32
  %49 = arith.mulf %high_2, %low_2 : f32
  %tail_2 = arith.subf %tail_1, %49 : f32
  %cos = arith.addf %whole, %tail_2 : f32
  %n_1 = arith.addi %q_1, %quarter : i32
  %50 = arith.andi %n_1, %i32_1 : i32
  %51 = arith.cmpi ne, %50, %i32_0 : i32
  %value = arith.select %51, %cos, %sin : f32
  %52 = arith.andi %n_1, %i32_2 : i32
  %53 = arith.cmpi ne, %52, %i32_0 : i32
  %54 = arith.negf %value : f32
  %result = arith.select %53, %54, %value : f32
  %55 = arith.select %1, %result, %nan : f32
  return %55 : f32
}

// sin(x + quarter pi/2).
// Method: x = q pi/2 + r with r in two parts, by Cody and Waite with fma, or by Payne and Hanek
// for large x; then the minimax polynomial of sin or cos on |r| <= pi/4.
func.func private @emmy_sine_f64(%x: f64, %quarter: i32) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %f_2097152.0 = arith.constant 2097152.0 : f64
  %i64_52 = arith.constant 52 : i64
  %i64_2047 = arith.constant 2047 : i64
  %i64_xFFFFFFFFFFFFF = arith.constant 4503599627370495 : i64
  %i64_x10000000000000 = arith.constant 4503599627370496 : i64
  %i64_xFFFFFFFF = arith.constant 4294967295 : i64
  %i64_32 = arith.constant 32 : i64
  %i64_1043 = arith.constant 1043 : i64
  %i64_5 = arith.constant 5 : i64
  %i64_31 = arith.constant 31 : i64
  %values0 = arith.constant 0 : i64
  %values1 = arith.constant 683565275 : i64
  %values2 = arith.constant 2475754826 : i64
  %values3 = arith.constant 2131351028 : i64
  %values4 = arith.constant 2102212464 : i64
  %values5 = arith.constant 920167782 : i64
  %values6 = arith.constant 1326507024 : i64
  %values7 = arith.constant 2140428522 : i64
  %values8 = arith.constant 4155437400 : i64
  %values9 = arith.constant 1841896334 : i64
  %values10 = arith.constant 2425582776 : i64
  %values11 = arith.constant 26364858 : i64
  %values12 = arith.constant 2188665991 : i64
  %values13 = arith.constant 1065843399 : i64
  %values14 = arith.constant 743074255 : i64
  %values15 = arith.constant 3122695549 : i64
  %values16 = arith.constant 1269748001 : i64
  %values17 = arith.constant 979835913 : i64
  %values18 = arith.constant 2904022928 : i64
  %values19 = arith.constant 1315206542 : i64
  %values20 = arith.constant 1624559229 : i64
  %values21 = arith.constant 656480226 : i64
  %values22 = arith.constant 4018031118 : i64
  %values23 = arith.constant 3355321855 : i64
  %values24 = arith.constant 4152452611 : i64
  %values25 = arith.constant 4224435298 : i64
  %values26 = arith.constant 3598883655 : i64
  %values27 = arith.constant 3679297459 : i64
  %values28 = arith.constant 3388129901 : i64
  %values29 = arith.constant 3553726425 : i64
  %values30 = arith.constant 2811755147 : i64
  %values31 = arith.constant 1565126321 : i64
  %values32 = arith.constant 4210654302 : i64
  %values33 = arith.constant 3477196413 : i64
  %values34 = arith.constant 3801392314 : i64
  %values35 = arith.constant 2600392684 : i64
  %values36 = arith.constant 1206081346 : i64
  %values37 = arith.constant 360762385 : i64
  %i64_16 = arith.constant 16 : i64
  %i64_8 = arith.constant 8 : i64
  %i64_4 = arith.constant 4 : i64
  %i64_2 = arith.constant 2 : i64
  %i64_1 = arith.constant 1 : i64
  %i64_-1 = arith.constant -1 : i64
  %i64_x2000000000000000 = arith.constant 2305843009213693952 : i64
  %i64_62 = arith.constant 62 : i64
  %f_4294967296.0 = arith.constant 4294967296.0 : f64
  %f_1.0842021724855044e-19 = arith.constant 1.0842021724855044e-19 : f64
  %scaled_half_pi_high = arith.constant 3.4061215800865545e-19 : f64
  %scaled_half_pi_low = arith.constant 1.3277647201629795e-35 : f64
  %two_over_pi = arith.constant 0.6366197723675814 : f64
  %f_6755399441055744.0 = arith.constant 6755399441055744.0 : f64
  %i64_x4338000000000000 = arith.constant 4843621399236968448 : i64
  %half_pi_1 = arith.constant 1.5707963267948966 : f64
  %half_pi_2 = arith.constant 6.123233995736766e-17 : f64
  %half_pi_3 = arith.constant -1.4973849048591698e-33 : f64
  %sin_5 = arith.constant 1.5896199279424318e-10 : f64
  %sin_4 = arith.constant -2.5050747244455908e-8 : f64
  %sin_3 = arith.constant 2.7557313618164325e-6 : f64
  %sin_2 = arith.constant -0.000198412698295805 : f64
  %sin_1 = arith.constant 0.008333333333322108 : f64
  %sin_0 = arith.constant -0.1666666666666663 : f64
  %f_-0.5 = arith.constant -0.5 : f64
  %f_0.5 = arith.constant 0.5 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %cos_5 = arith.constant -1.1358514750884493e-11 : f64
  %cos_4 = arith.constant 2.0875700431483816e-9 : f64
  %cos_3 = arith.constant -2.7557314176355344e-7 : f64
  %cos_2 = arith.constant 2.480158728884182e-5 : f64
  %cos_1 = arith.constant -0.001388888888887304 : f64
  %cos_0 = arith.constant 0.041666666666666595 : f64
  %i32_1 = arith.constant 1 : i32
  %i32_0 = arith.constant 0 : i32
  %i32_2 = arith.constant 2 : i32
  %nan = arith.constant 0x7FF8000000000000 : f64
  %pattern = arith.bitcast %x : f64 to i64
  %0 = arith.andi %pattern, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %0 : i64 to f64
  %1 = arith.cmpf olt, %a, %inf : f64
  %finite = arith.select %1, %x, %f_0.0 : f64
  %2 = arith.cmpf oge, %a, %f_2097152.0 : f64
  %large = arith.andi %2, %1 : i1
  // Payne and Hanek's reduction, for large arguments only.
  %q_2, %high_2, %low_2 = scf.if %large -> (i32, f64, f64) {
    %3 = arith.shrsi %pattern, %i64_52 : i64
    %exponent = arith.andi %3, %i64_2047 : i64
    %4 = arith.andi %pattern, %i64_xFFFFFFFFFFFFF : i64
    %mantissa = arith.ori %4, %i64_x10000000000000 : i64
    %m_low = arith.andi %mantissa, %i64_xFFFFFFFF : i64
    %m_high = arith.shrui %mantissa, %i64_32 : i64
    // p = exponent - 1075 >= -32
    %offset = arith.subi %exponent, %i64_1043 : i64
    %index = arith.shrsi %offset, %i64_5 : i64
    %bit = arith.andi %offset, %i64_31 : i64
    %5 = arith.andi %index, %i64_16 : i64
    %skip = arith.cmpi ne, %5, %values0 : i64
    %values0_1 = arith.select %skip, %values16, %values0 : i64
    %values1_1 = arith.select %skip, %values17, %values1 : i64
    %values2_1 = arith.select %skip, %values18, %values2 : i64
    %values3_1 = arith.select %skip, %values19, %values3 : i64
    %values4_1 = arith.select %skip, %values20, %values4 : i64
    %values5_1 = arith.select %skip, %values21, %values5 : i64
    %values6_1 = arith.select %skip, %values22, %values6 : i64
    %values7_1 = arith.select %skip, %values23, %values7 : i64
    %values8_1 = arith.select %skip, %values24, %values8 : i64
    %values9_1 = arith.select %skip, %values25, %values9 : i64
    %values10_1 = arith.select %skip, %values26, %values10 : i64
    %values11_1 = arith.select %skip, %values27, %values11 : i64
    %values12_1 = arith.select %skip, %values28, %values12 : i64
    %values13_1 = arith.select %skip, %values29, %values13 : i64
    %values14_1 = arith.select %skip, %values30, %values14 : i64
    %values15_1 = arith.select %skip, %values31, %values15 : i64
    %values16_1 = arith.select %skip, %values32, %values16 : i64
    %values17_1 = arith.select %skip, %values33, %values17 : i64
    %values18_1 = arith.select %skip, %values34, %values18 : i64
    %values19_1 = arith.select %skip, %values35, %values19 : i64
    %values20_1 = arith.select %skip, %values36, %values20 : i64
    %values21_1 = arith.select %skip, %values37, %values21 : i64
    %6 = arith.andi %index, %i64_8 : i64
    %skip_1 = arith.cmpi ne, %6, %values0 : i64
    %values0_2 = arith.select %skip_1, %values8_1, %values0_1 : i64
    %values1_2 = arith.select %skip_1, %values9_1, %values1_1 : i64
    %values2_2 = arith.select %skip_1, %values10_1, %values2_1 : i64
    %values3_2 = arith.select %skip_1, %values11_1, %values3_1 : i64
    %values4_2 = arith.select %skip_1, %values12_1, %values4_1 : i64
    %values5_2 = arith.select %skip_1, %values13_1, %values5_1 : i64
    %values6_2 = arith.select %skip_1, %values14_1, %values6_1 : i64
    %values7_2 = arith.select %skip_1, %values15_1, %values7_1 : i64
    %values8_2 = arith.select %skip_1, %values16_1, %values8_1 : i64
    %values9_2 = arith.select %skip_1, %values17_1, %values9_1 : i64
    %values10_2 = arith.select %skip_1, %values18_1, %values10_1 : i64
    %values11_2 = arith.select %skip_1, %values19_1, %values11_1 : i64
    %values12_2 = arith.select %skip_1, %values20_1, %values12_1 : i64
    %values13_2 = arith.select %skip_1, %values21_1, %values13_1 : i64
    %7 = arith.andi %index, %i64_4 : i64
    %skip_2 = arith.cmpi ne, %7, %values0 : i64
    %values0_3 = arith.select %skip_2, %values4_2, %values0_2 : i64
    %values1_3 = arith.select %skip_2, %values5_2, %values1_2 : i64
    %values2_3 = arith.select %skip_2, %values6_2, %values2_2 : i64
    %values3_3 = arith.select %skip_2, %values7_2, %values3_2 : i64
    %values4_3 = arith.select %skip_2, %values8_2, %values4_2 : i64
    %values5_3 = arith.select %skip_2, %values9_2, %values5_2 : i64
    %values6_3 = arith.select %skip_2, %values10_2, %values6_2 : i64
    %values7_3 = arith.select %skip_2, %values11_2, %values7_2 : i64
    %values8_3 = arith.select %skip_2, %values12_2, %values8_2 : i64
    %values9_3 = arith.select %skip_2, %values13_2, %values9_2 : i64
    %8 = arith.andi %index, %i64_2 : i64
    %skip_3 = arith.cmpi ne, %8, %values0 : i64
    %values0_4 = arith.select %skip_3, %values2_3, %values0_3 : i64
    %values1_4 = arith.select %skip_3, %values3_3, %values1_3 : i64
    %values2_4 = arith.select %skip_3, %values4_3, %values2_3 : i64
    %values3_4 = arith.select %skip_3, %values5_3, %values3_3 : i64
    %values4_4 = arith.select %skip_3, %values6_3, %values4_3 : i64
    %values5_4 = arith.select %skip_3, %values7_3, %values5_3 : i64
    %values6_4 = arith.select %skip_3, %values8_3, %values6_3 : i64
    %values7_4 = arith.select %skip_3, %values9_3, %values7_3 : i64
    %9 = arith.andi %index, %i64_1 : i64
    %skip_4 = arith.cmpi ne, %9, %values0 : i64
    %values0_5 = arith.select %skip_4, %values1_4, %values0_4 : i64
    %values1_5 = arith.select %skip_4, %values2_4, %values1_4 : i64
    %values2_5 = arith.select %skip_4, %values3_4, %values2_4 : i64
    %values3_5 = arith.select %skip_4, %values4_4, %values3_4 : i64
    %values4_5 = arith.select %skip_4, %values5_4, %values4_4 : i64
    %values5_5 = arith.select %skip_4, %values6_4, %values5_4 : i64
    %values6_5 = arith.select %skip_4, %values7_4, %values6_4 : i64
    %10 = arith.shli %values0_5, %i64_32 : i64
    %11 = arith.ori %10, %values1_5 : i64
    %12 = arith.shli %11, %bit : i64
    %words0 = arith.shrui %12, %i64_32 : i64
    %13 = arith.shli %values1_5, %i64_32 : i64
    %14 = arith.ori %13, %values2_5 : i64
    %15 = arith.shli %14, %bit : i64
    %words1 = arith.shrui %15, %i64_32 : i64
    %16 = arith.shli %values2_5, %i64_32 : i64
    %17 = arith.ori %16, %values3_5 : i64
    %18 = arith.shli %17, %bit : i64
    %words2 = arith.shrui %18, %i64_32 : i64
    %19 = arith.shli %values3_5, %i64_32 : i64
    %20 = arith.ori %19, %values4_5 : i64
    %21 = arith.shli %20, %bit : i64
    %words3 = arith.shrui %21, %i64_32 : i64
    %22 = arith.shli %values4_5, %i64_32 : i64
    %23 = arith.ori %22, %values5_5 : i64
    %24 = arith.shli %23, %bit : i64
    %words4 = arith.shrui %24, %i64_32 : i64
    %25 = arith.shli %values5_5, %i64_32 : i64
    %26 = arith.ori %25, %values6_5 : i64
    %27 = arith.shli %26, %bit : i64
    %words5 = arith.shrui %27, %i64_32 : i64
    // The product from its lowest column; what lies above 2^192 are multiples of 4.
    %products0 = arith.muli %words5, %m_low : i64
    %low_part = arith.andi %products0, %i64_xFFFFFFFF : i64
    %high_part = arith.shrui %products0, %i64_32 : i64
    %digits0 = arith.andi %low_part, %i64_xFFFFFFFF : i64
    %28 = arith.shrui %low_part, %i64_32 : i64
    %carry = arith.addi %28, %high_part : i64
    %products0_1 = arith.muli %words4, %m_low : i64
    %products1 = arith.muli %words5, %m_high : i64
    %low_part_1 = arith.andi %products0_1, %i64_xFFFFFFFF : i64
    %high_part_1 = arith.shrui %products0_1, %i64_32 : i64
    %total = arith.addi %carry, %low_part_1 : i64
    %low_part_2 = arith.andi %products1, %i64_xFFFFFFFF : i64
    %high_part_2 = arith.shrui %products1, %i64_32 : i64
    %total_1 = arith.addi %total, %low_part_2 : i64
    %above = arith.addi %high_part_1, %high_part_2 : i64
    %digits1 = arith.andi %total_1, %i64_xFFFFFFFF : i64
    %29 = arith.shrui %total_1, %i64_32 : i64
    %carry_1 = arith.addi %29, %above : i64
    %products0_2 = arith.muli %words3, %m_low : i64
    %products1_1 = arith.muli %words4, %m_high : i64
    %low_part_3 = arith.andi %products0_2, %i64_xFFFFFFFF : i64
    %high_part_3 = arith.shrui %products0_2, %i64_32 : i64
    %total_2 = arith.addi %carry_1, %low_part_3 : i64
    %low_part_4 = arith.andi %products1_1, %i64_xFFFFFFFF : i64
    %high_part_4 = arith.shrui %products1_1, %i64_32 : i64
    %total_3 = arith.addi %total_2, %low_part_4 : i64
    %above_1 = arith.addi %high_part_3, %high_part_4 : i64
    %digits2 = arith.andi %total_3, %i64_xFFFFFFFF : i64
    %30 = arith.shrui %total_3, %i64_32 : i64
    %carry_2 = arith.addi %30, %above_1 : i64
    %products0_3 = arith.muli %words2, %m_low : i64
    %products1_2 = arith.muli %words3, %m_high : i64
    %low_part_5 = arith.andi %products0_3, %i64_xFFFFFFFF : i64
    %high_part_5 = arith.shrui %products0_3, %i64_32 : i64
    %total_4 = arith.addi %carry_2, %low_part_5 : i64
    %low_part_6 = arith.andi %products1_2, %i64_xFFFFFFFF : i64
    %high_part_6 = arith.shrui %products1_2, %i64_32 : i64
    %total_5 = arith.addi %total_4, %low_part_6 : i64
    %above_2 = arith.addi %high_part_5, %high_part_6 : i64
    %digits3 = arith.andi %total_5, %i64_xFFFFFFFF : i64
    %31 = arith.shrui %total_5, %i64_32 : i64
    %carry_3 = arith.addi %31, %above_2 : i64
    %products0_4 = arith.muli %words1, %m_low : i64
    %products1_3 = arith.muli %words2, %m_high : i64
    %low_part_7 = arith.andi %products0_4, %i64_xFFFFFFFF : i64
    %high_part_7 = arith.shrui %products0_4, %i64_32 : i64
    %total_6 = arith.addi %carry_3, %low_part_7 : i64
    %low_part_8 = arith.andi %products1_3, %i64_xFFFFFFFF : i64
    %high_part_8 = arith.shrui %products1_3, %i64_32 : i64
    %total_7 = arith.addi %total_6, %low_part_8 : i64
    %above_3 = arith.addi %high_part_7, %high_part_8 : i64
    %digits4 = arith.andi %total_7, %i64_xFFFFFFFF : i64
    %32 = arith.shrui %total_7, %i64_32 : i64
    %carry_4 = arith.addi %32, %above_3 : i64
    %products0_5 = arith.muli %words0, %m_low : i64
    %products1_4 = arith.muli %words1, %m_high : i64
    %low_part_9 = arith.andi %products0_5, %i64_xFFFFFFFF : i64
    %high_part_9 = arith.shrui %products0_5, %i64_32 : i64
    %total_8 = arith.addi %carry_4, %low_part_9 : i64
    %low_part_10 = arith.andi %products1_4, %i64_xFFFFFFFF : i64
    %high_part_10 = arith.shrui %products1_4, %i64_32 : i64
    %total_9 = arith.addi %total_8, %low_part_10 : i64
    %above_4 = arith.addi %high_part_9, %high_part_10 : i64
    %digits5 = arith.andi %total_9, %i64_xFFFFFFFF : i64
    %33 = arith.shrui %total_9, %i64_32 : i64
    %carry_5 = arith.addi %33, %above_4 : i64
    // 128 bits in two words; negated for negative x.
    %34 = arith.shli %digits5, %i64_32 : i64
    %top = arith.ori %34, %digits4 : i64
    %35 = arith.shli %digits3, %i64_32 : i64
    %bottom = arith.ori %35, %digits2 : i64
    %negative = arith.cmpi slt, %pattern, %values0 : i64
    %36 = arith.subi %values0, %bottom : i64
    %bottom_signed = arith.select %negative, %36, %bottom : i64
    %37 = arith.xori %top, %i64_-1 : i64
    %38 = arith.cmpi eq, %bottom, %values0 : i64
    %39 = arith.select %38, %i64_1, %values0 : i64
    %40 = arith.addi %37, %39 : i64
    %top_signed = arith.select %negative, %40, %top : i64
    %41 = arith.addi %top_signed, %i64_x2000000000000000 : i64
    %q = arith.shrsi %41, %i64_62 : i64
    %42 = arith.shli %q, %i64_62 : i64
    %fraction = arith.subi %top_signed, %42 : i64
    // fraction + bottom / 2^64 in two doubles: the upper and lower half of fraction, then bottom.
    %43 = arith.shrsi %fraction, %i64_32 : i64
    %44 = arith.sitofp %43 : i64 to f64
    %upper = arith.mulf %44, %f_4294967296.0 : f64
    %45 = arith.andi %fraction, %i64_xFFFFFFFF : i64
    %lower = arith.sitofp %45 : i64 to f64
    %46 = arith.shrui %bottom_signed, %i64_1 : i64
    %47 = arith.sitofp %46 : i64 to f64
    %below = arith.mulf %47, %f_1.0842021724855044e-19 : f64
    %sum = arith.addf %upper, %lower : f64
    %48 = arith.subf %upper, %sum : f64
    %49 = arith.addf %48, %lower : f64
    %rest = arith.addf %49, %below : f64
    %f_high = arith.addf %sum, %rest : f64
    %50 = arith.subf %sum, %f_high : f64
    %f_low = arith.addf %50, %rest : f64
    // Times pi/2.
    %high = arith.mulf %f_high, %scaled_half_pi_high : f64
    %51 = arith.negf %high : f64
    %52 = math.fma %f_high, %scaled_half_pi_high, %51 : f64
    %53 = arith.mulf %f_low, %scaled_half_pi_high : f64
    %54 = math.fma %f_high, %scaled_half_pi_low, %53 : f64
    %low = arith.addf %52, %54 : f64
    %55 = arith.trunci %q : i64 to i32
    scf.yield %55, %high, %low : i32, f64, f64
  } else {
    %shifted = math.fma %finite, %two_over_pi, %f_6755399441055744.0 : f64
    %k = arith.subf %shifted, %f_6755399441055744.0 : f64
    %56 = arith.bitcast %shifted : f64 to i64
    %n = arith.subi %56, %i64_x4338000000000000 : i64
    %57 = arith.negf %k : f64
    %rest_1 = math.fma %57, %half_pi_1, %finite : f64
    %product = arith.mulf %k, %half_pi_2 : f64
    %58 = arith.negf %product : f64
    %product_error = math.fma %k, %half_pi_2, %58 : f64
    %high_1 = arith.subf %rest_1, %product : f64
    %59 = arith.subf %rest_1, %high_1 : f64
    %60 = arith.subf %59, %product : f64
    %61 = math.fma %k, %half_pi_3, %product_error : f64
    %low_1 = arith.subf %60, %61 : f64
    %q_1 = arith.trunci %n : i64 to i32
    scf.yield %q_1, %high_1, %low_1 : i32, f64, f64
  }
  %u = arith.mulf %high_2, %high_2 : f64
  %62 = arith.mulf %high_2, %u : f64
  %63 = math.fma %sin_5, %u, %sin_4 : f64
  %64 = math.fma %63, %u, %sin_3 : f64
  %65 = math.fma %64, %u, %sin_2 : f64
  %66 = math.fma %65, %u, %sin_1 : f64
  %67 = math.fma %66, %u, %sin_0 : f64
  %tail = arith.mulf %62, %67 : f64
  %68 = arith.mulf %f_-0.5, %u : f64
  %69 = math.fma %low_2, %68, %low_2 : f64
  %70 = arith.addf %tail, %69 : f64
  %sin = arith.addf %high_2, %70 : f64
  %half = arith.mulf %f_0.5, %u : f64
  %whole = arith.subf %f_1.0, %half : f64
  %71 = arith.subf %f_1.0, %whole : f64
  %rest_2 = arith.subf %71, %half : f64
  %72 = arith.mulf %u, %u : f64
  %73 = math.fma %cos_5, %u, %cos_4 : f64
  %74 = math.fma %73, %u, %cos_3 : f64
  %75 = math.fma %74, %u, %cos_2 : f64
  %76 = math.fma %75, %u, %cos_1 : f64
  %77 = math.fma %76, %u, %cos_0 : f64
  %tail_1 = math.fma %72, %77, %rest_2 : f64
  %78 = arith.mulf %high_2, %low_2 : f64
  %tail_2 = arith.subf %tail_1, %78 : f64
  %cos = arith.addf %whole, %tail_2 : f64
  %n_1 = arith.addi %q_2, %quarter : i32
  %79 = arith.andi %n_1, %i32_1 : i32
  %80 = arith.cmpi ne, %79, %i32_0 : i32
  %value = arith.select %80, %cos, %sin : f64
  %81 = arith.andi %n_1, %i32_2 : i32
  %82 = arith.cmpi ne, %81, %i32_0 : i32
  %83 = arith.negf %value : f64
  %result = arith.select %82, %83, %value : f64
  %84 = arith.select %1, %result, %nan : f64
  return %84 : f64
}

// The sine, accurate for every finite x; zeros keep their sign.
// Error bound: 0.85 ulp.
func.func @emmy_sin_f32(%x: f32) -> f32 {
  %i32_0 = arith.constant 0 : i32
  %f_0.0 = arith.constant 0.0 : f32
  %value = func.call @emmy_sine_f32(%x, %i32_0) : (f32, i32) -> f32
  %0 = arith.cmpf oeq, %x, %f_0.0 : f32
  %1 = arith.select %0, %x, %value : f32
  return %1 : f32
}

// The sine, accurate for every finite x; zeros keep their sign.
// Error bound: 0.85 ulp.
func.func @emmy_sin_f64(%x: f64) -> f64 {
  %i32_0 = arith.constant 0 : i32
  %f_0.0 = arith.constant 0.0 : f64
  %value = func.call @emmy_sine_f64(%x, %i32_0) : (f64, i32) -> f64
  %0 = arith.cmpf oeq, %x, %f_0.0 : f64
  %1 = arith.select %0, %x, %value : f64
  return %1 : f64
}

// The cosine, accurate for every finite x.
// Error bound: 0.85 ulp.
func.func @emmy_cos_f32(%x: f32) -> f32 {
  %i32_1 = arith.constant 1 : i32
  %0 = func.call @emmy_sine_f32(%x, %i32_1) : (f32, i32) -> f32
  return %0 : f32
}

// The cosine, accurate for every finite x.
// Error bound: 0.85 ulp.
func.func @emmy_cos_f64(%x: f64) -> f64 {
  %i32_1 = arith.constant 1 : i32
  %0 = func.call @emmy_sine_f64(%x, %i32_1) : (f64, i32) -> f64
  return %0 : f64
}

// The tangent, accurate for every finite x; zeros keep their sign.
// Method: sin r / cos r, or -cos r / sin r in odd quadrants, both in two parts, the quotient
// corrected by its residual.
// Error bound: 1.1 ulp.
func.func @emmy_tan_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %inf = arith.constant 0x7F800000 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %f_32768.0 = arith.constant 32768.0 : f32
  %i32_23 = arith.constant 23 : i32
  %i32_255 = arith.constant 255 : i32
  %i32_x7FFFFF = arith.constant 8388607 : i32
  %i32_x800000 = arith.constant 8388608 : i32
  %i32_142 = arith.constant 142 : i32
  %i32_5 = arith.constant 5 : i32
  %i32_31 = arith.constant 31 : i32
  %values0 = arith.constant 2670176 : i64
  %values1 = arith.constant 3683881221 : i64
  %values2 = arith.constant 1249839573 : i64
  %values3 = arith.constant 4101852471 : i64
  %values4 = arith.constant 1882642597 : i64
  %values5 = arith.constant 1716457700 : i64
  %values6 = arith.constant 276796504 : i64
  %i64_2 = arith.constant 2 : i64
  %i64_0 = arith.constant 0 : i64
  %i64_1 = arith.constant 1 : i64
  %i64_32 = arith.constant 32 : i64
  %i32_0 = arith.constant 0 : i32
  %i64_x2000000000000000 = arith.constant 2305843009213693952 : i64
  %i64_62 = arith.constant 62 : i64
  %f_3.4061215800865545e-19 = arith.constant 3.4061215800865545e-19 : f64
  %two_over_pi = arith.constant 0.63661975 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %half_pi_1 = arith.constant 1.5707964 : f32
  %half_pi_2 = arith.constant -4.371139e-8 : f32
  %half_pi_3 = arith.constant -1.7151245e-15 : f32
  %sin_2 = arith.constant -0.00019518286 : f32
  %sin_1 = arith.constant 0.008332189 : f32
  %sin_0 = arith.constant -0.16666655 : f32
  %f_-0.5 = arith.constant -0.5 : f32
  %f_0.5 = arith.constant 0.5 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %cos_2 = arith.constant 2.4432564e-5 : f32
  %cos_1 = arith.constant -0.0013887311 : f32
  %cos_0 = arith.constant 0.041666646 : f32
  %i32_1 = arith.constant 1 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %pattern = arith.bitcast %x : f32 to i32
  %0 = arith.andi %pattern, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %0 : i32 to f32
  %1 = arith.cmpf olt, %a, %inf : f32
  %finite = arith.select %1, %x, %f_0.0 : f32
  %2 = arith.cmpf oge, %a, %f_32768.0 : f32
  %large = arith.andi %2, %1 : i1
  // Payne and Hanek's reduction, for large arguments only.
  %q_1, %high_2, %low_2 = scf.if %large -> (i32, f32, f32) {
    %3 = arith.shrsi %pattern, %i32_23 : i32
    %exponent = arith.andi %3, %i32_255 : i32
    %4 = arith.andi %pattern, %i32_x7FFFFF : i32
    %5 = arith.ori %4, %i32_x800000 : i32
    %mantissa = arith.extui %5 : i32 to i64
    // p = exponent - 150 >= -8, and bits of 2/pi above 2^(1 - p) only add multiples of 4.
    %offset = arith.subi %exponent, %i32_142 : i32
    %6 = arith.shrsi %offset, %i32_5 : i32
    %index = arith.extsi %6 : i32 to i64
    %7 = arith.andi %offset, %i32_31 : i32
    %bit = arith.extsi %7 : i32 to i64
    %8 = arith.andi %index, %i64_2 : i64
    %skip = arith.cmpi ne, %8, %i64_0 : i64
    %values0_1 = arith.select %skip, %values2, %values0 : i64
    %values1_1 = arith.select %skip, %values3, %values1 : i64
    %values2_1 = arith.select %skip, %values4, %values2 : i64
    %values3_1 = arith.select %skip, %values5, %values3 : i64
    %values4_1 = arith.select %skip, %values6, %values4 : i64
    %9 = arith.andi %index, %i64_1 : i64
    %skip_1 = arith.cmpi ne, %9, %i64_0 : i64
    %values0_2 = arith.select %skip_1, %values1_1, %values0_1 : i64
    %values1_2 = arith.select %skip_1, %values2_1, %values1_1 : i64
    %values2_2 = arith.select %skip_1, %values3_1, %values2_1 : i64
    %values3_2 = arith.select %skip_1, %values4_1, %values3_1 : i64
    %10 = arith.shli %values0_2, %i64_32 : i64
    %11 = arith.ori %10, %values1_2 : i64
    %12 = arith.shli %11, %bit : i64
    %words0 = arith.shrui %12, %i64_32 : i64
    %13 = arith.shli %values1_2, %i64_32 : i64
    %14 = arith.ori %13, %values2_2 : i64
    %15 = arith.shli %14, %bit : i64
    %words1 = arith.shrui %15, %i64_32 : i64
    %16 = arith.shli %values2_2, %i64_32 : i64
    %17 = arith.ori %16, %values3_2 : i64
    %18 = arith.shli %17, %bit : i64
    %words2 = arith.shrui %18, %i64_32 : i64
    %19 = arith.muli %mantissa, %words0 : i64
    %20 = arith.shli %19, %i64_32 : i64
    %21 = arith.muli %mantissa, %words1 : i64
    %22 = arith.addi %20, %21 : i64
    %23 = arith.muli %mantissa, %words2 : i64
    %24 = arith.shrui %23, %i64_32 : i64
    %turns = arith.addi %22, %24 : i64
    %25 = arith.cmpi slt, %pattern, %i32_0 : i32
    %26 = arith.subi %i64_0, %turns : i64
    %signed = arith.select %25, %26, %turns : i64
    %27 = arith.addi %signed, %i64_x2000000000000000 : i64
    %q = arith.shrsi %27, %i64_62 : i64
    %28 = arith.shli %q, %i64_62 : i64
    %fraction = arith.subi %signed, %28 : i64
    // Times pi/2, in double: two floats' worth of bits.
    %29 = arith.sitofp %fraction : i64 to f64
    %angle = arith.mulf %29, %f_3.4061215800865545e-19 : f64
    %high = arith.truncf %angle : f64 to f32
    %30 = arith.extf %high : f32 to f64
    %31 = arith.subf %angle, %30 : f64
    %low = arith.truncf %31 : f64 to f32
    %32 = arith.trunci %q : i64 to i32
    scf.yield %32, %high, %low : i32, f32, f32
  } else {
    %shifted = math.fma %finite, %two_over_pi, %f_12582912.0 : f32
    %k = arith.subf %shifted, %f_12582912.0 : f32
    %33 = arith.bitcast %shifted : f32 to i32
    %n = arith.subi %33, %i32_x4B400000 : i32
    %34 = arith.negf %k : f32
    %rest = math.fma %34, %half_pi_1, %finite : f32
    %product = arith.mulf %k, %half_pi_2 : f32
    %35 = arith.negf %product : f32
    %product_error = math.fma %k, %half_pi_2, %35 : f32
    %high_1 = arith.subf %rest, %product : f32
    %36 = arith.subf %rest, %high_1 : f32
    %37 = arith.subf %36, %product : f32
    %38 = math.fma %k, %half_pi_3, %product_error : f32
    %low_1 = arith.subf %37, %38 : f32
    scf.yield %n, %high_1, %low_1 : i32, f32, f32
  }
  %u = arith.mulf %high_2, %high_2 : f32
  %39 = arith.mulf %high_2, %u : f32
  %40 = math.fma %sin_2, %u, %sin_1 : f32
  %41 = math.fma %40, %u, %sin_0 : f32
  %tail = arith.mulf %39, %41 : f32
  %42 = arith.mulf %f_-0.5, %u : f32
  %43 = math.fma %low_2, %42, %low_2 : f32
  %sin_tail = arith.addf %tail, %43 : f32
  %sin_high = arith.addf %high_2, %sin_tail : f32
  %44 = arith.subf %high_2, %sin_high : f32
  %sin_low = arith.addf %44, %sin_tail : f32
  %half = arith.mulf %f_0.5, %u : f32
  %whole = arith.subf %f_1.0, %half : f32
  %45 = arith.subf %f_1.0, %whole : f32
  %rest_1 = arith.subf %45, %half : f32
  %46 = arith.mulf %u, %u : f32
  %47 = math.fma %cos_2, %u, %cos_1 : f32
  %48 = math.fma %47, %u, %cos_0 : f32
  %tail_1 = math.fma %46, %48, %rest_1 : f32
  %49 = arith.mulf %high_2, %low_2 : f32
  %tail_2 = arith.subf %tail_1, %49 : f32
  %cos_high = arith.addf %whole, %tail_2 : f32
  %50 = arith.subf %whole, %cos_high : f32
  %cos_low = arith.addf %50, %tail_2 : f32
  %51 = arith.andi %q_1, %i32_1 : i32
  %odd = arith.cmpi ne, %51, %i32_0 : i32
  %52 = arith.negf %cos_high : f32
  %numerator = arith.select %odd, %52, %sin_high : f32
  %53 = arith.negf %cos_low : f32
  %numerator_low = arith.select %odd, %53, %sin_low : f32
  %denominator = arith.select %odd, %sin_high, %cos_high : f32
  %denominator_low = arith.select %odd, %sin_low, %cos_low : f32
  %quotient = arith.divf %numerator, %denominator : f32
  %54 = arith.negf %quotient : f32
  %55 = math.fma %54, %denominator, %numerator : f32
  %56 = math.fma %54, %denominator_low, %numerator_low : f32
  %residual = arith.addf %55, %56 : f32
  %57 = arith.divf %residual, %denominator : f32
  %result = arith.addf %quotient, %57 : f32
  %finite_1 = arith.select %1, %result, %nan : f32
  %58 = arith.cmpf oeq, %x, %f_0.0 : f32
  %59 = arith.select %58, %x, %finite_1 : f32
  return %59 : f32
}

// The tangent, accurate for every finite x; zeros keep their sign.
// Method: sin r / cos r, or -cos r / sin r in odd quadrants, both in two parts, the quotient
// corrected by its residual.
// Error bound: 1.05 ulp.
func.func @emmy_tan_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %f_2097152.0 = arith.constant 2097152.0 : f64
  %i64_52 = arith.constant 52 : i64
  %i64_2047 = arith.constant 2047 : i64
  %i64_xFFFFFFFFFFFFF = arith.constant 4503599627370495 : i64
  %i64_x10000000000000 = arith.constant 4503599627370496 : i64
  %i64_xFFFFFFFF = arith.constant 4294967295 : i64
  %i64_32 = arith.constant 32 : i64
  %i64_1043 = arith.constant 1043 : i64
  %i64_5 = arith.constant 5 : i64
  %i64_31 = arith.constant 31 : i64
  %values0 = arith.constant 0 : i64
  %values1 = arith.constant 683565275 : i64
  %values2 = arith.constant 2475754826 : i64
  %values3 = arith.constant 2131351028 : i64
  %values4 = arith.constant 2102212464 : i64
  %values5 = arith.constant 920167782 : i64
  %values6 = arith.constant 1326507024 : i64
  %values7 = arith.constant 2140428522 : i64
  %values8 = arith.constant 4155437400 : i64
  %values9 = arith.constant 1841896334 : i64
  %values10 = arith.constant 2425582776 : i64
  %values11 = arith.constant 26364858 : i64
  %values12 = arith.constant 2188665991 : i64
  %values13 = arith.constant 1065843399 : i64
  %values14 = arith.constant 743074255 : i64
  %values15 = arith.constant 3122695549 : i64
  %values16 = arith.constant 1269748001 : i64
  %values17 = arith.constant 979835913 : i64
  %values18 = arith.constant 2904022928 : i64
  %values19 = arith.constant 1315206542 : i64
  %values20 = arith.constant 1624559229 : i64
  %values21 = arith.constant 656480226 : i64
  %values22 = arith.constant 4018031118 : i64
  %values23 = arith.constant 3355321855 : i64
  %values24 = arith.constant 4152452611 : i64
  %values25 = arith.constant 4224435298 : i64
  %values26 = arith.constant 3598883655 : i64
  %values27 = arith.constant 3679297459 : i64
  %values28 = arith.constant 3388129901 : i64
  %values29 = arith.constant 3553726425 : i64
  %values30 = arith.constant 2811755147 : i64
  %values31 = arith.constant 1565126321 : i64
  %values32 = arith.constant 4210654302 : i64
  %values33 = arith.constant 3477196413 : i64
  %values34 = arith.constant 3801392314 : i64
  %values35 = arith.constant 2600392684 : i64
  %values36 = arith.constant 1206081346 : i64
  %values37 = arith.constant 360762385 : i64
  %i64_16 = arith.constant 16 : i64
  %i64_8 = arith.constant 8 : i64
  %i64_4 = arith.constant 4 : i64
  %i64_2 = arith.constant 2 : i64
  %i64_1 = arith.constant 1 : i64
  %i64_-1 = arith.constant -1 : i64
  %i64_x2000000000000000 = arith.constant 2305843009213693952 : i64
  %i64_62 = arith.constant 62 : i64
  %f_4294967296.0 = arith.constant 4294967296.0 : f64
  %f_1.0842021724855044e-19 = arith.constant 1.0842021724855044e-19 : f64
  %scaled_half_pi_high = arith.constant 3.4061215800865545e-19 : f64
  %scaled_half_pi_low = arith.constant 1.3277647201629795e-35 : f64
  %two_over_pi = arith.constant 0.6366197723675814 : f64
  %f_6755399441055744.0 = arith.constant 6755399441055744.0 : f64
  %i64_x4338000000000000 = arith.constant 4843621399236968448 : i64
  %half_pi_1 = arith.constant 1.5707963267948966 : f64
  %half_pi_2 = arith.constant 6.123233995736766e-17 : f64
  %half_pi_3 = arith.constant -1.4973849048591698e-33 : f64
  %sin_5 = arith.constant 1.5896199279424318e-10 : f64
  %sin_4 = arith.constant -2.5050747244455908e-8 : f64
  %sin_3 = arith.constant 2.7557313618164325e-6 : f64
  %sin_2 = arith.constant -0.000198412698295805 : f64
  %sin_1 = arith.constant 0.008333333333322108 : f64
  %sin_0 = arith.constant -0.1666666666666663 : f64
  %f_-0.5 = arith.constant -0.5 : f64
  %f_0.5 = arith.constant 0.5 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %cos_5 = arith.constant -1.1358514750884493e-11 : f64
  %cos_4 = arith.constant 2.0875700431483816e-9 : f64
  %cos_3 = arith.constant -2.7557314176355344e-7 : f64
  %cos_2 = arith.constant 2.480158728884182e-5 : f64
  %cos_1 = arith.constant -0.001388888888887304 : f64
  %cos_0 = arith.constant 0.041666666666666595 : f64
  %i32_1 = arith.constant 1 : i32
  %i32_0 = arith.constant 0 : i32
  %nan = arith.constant 0x7FF8000000000000 : f64
  %pattern = arith.bitcast %x : f64 to i64
  %0 = arith.andi %pattern, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %0 : i64 to f64
  %1 = arith.cmpf olt, %a, %inf : f64
  %finite = arith.select %1, %x, %f_0.0 : f64
  %2 = arith.cmpf oge, %a, %f_2097152.0 : f64
  %large = arith.andi %2, %1 : i1
  // Payne and Hanek's reduction, for large arguments only.
  %q_2, %high_2, %low_2 = scf.if %large -> (i32, f64, f64) {
    %3 = arith.shrsi %pattern, %i64_52 : i64
    %exponent = arith.andi %3, %i64_2047 : i64
    %4 = arith.andi %pattern, %i64_xFFFFFFFFFFFFF : i64
    %mantissa = arith.ori %4, %i64_x10000000000000 : i64
    %m_low = arith.andi %mantissa, %i64_xFFFFFFFF : i64
    %m_high = arith.shrui %mantissa, %i64_32 : i64
    // p = exponent - 1075 >= -32
    %offset = arith.subi %exponent, %i64_1043 : i64
    %index = arith.shrsi %offset, %i64_5 : i64
    %bit = arith.andi %offset, %i64_31 : i64
    %5 = arith.andi %index, %i64_16 : i64
    %skip = arith.cmpi ne, %5, %values0 : i64
    %values0_1 = arith.select %skip, %values16, %values0 : i64
    %values1_1 = arith.select %skip, %values17, %values1 : i64
    %values2_1 = arith.select %skip, %values18, %values2 : i64
    %values3_1 = arith.select %skip, %values19, %values3 : i64
    %values4_1 = arith.select %skip, %values20, %values4 : i64
    %values5_1 = arith.select %skip, %values21, %values5 : i64
    %values6_1 = arith.select %skip, %values22, %values6 : i64
    %values7_1 = arith.select %skip, %values23, %values7 : i64
    %values8_1 = arith.select %skip, %values24, %values8 : i64
    %values9_1 = arith.select %skip, %values25, %values9 : i64
    %values10_1 = arith.select %skip, %values26, %values10 : i64
    %values11_1 = arith.select %skip, %values27, %values11 : i64
    %values12_1 = arith.select %skip, %values28, %values12 : i64
    %values13_1 = arith.select %skip, %values29, %values13 : i64
    %values14_1 = arith.select %skip, %values30, %values14 : i64
    %values15_1 = arith.select %skip, %values31, %values15 : i64
    %values16_1 = arith.select %skip, %values32, %values16 : i64
    %values17_1 = arith.select %skip, %values33, %values17 : i64
    %values18_1 = arith.select %skip, %values34, %values18 : i64
    %values19_1 = arith.select %skip, %values35, %values19 : i64
    %values20_1 = arith.select %skip, %values36, %values20 : i64
    %values21_1 = arith.select %skip, %values37, %values21 : i64
    %6 = arith.andi %index, %i64_8 : i64
    %skip_1 = arith.cmpi ne, %6, %values0 : i64
    %values0_2 = arith.select %skip_1, %values8_1, %values0_1 : i64
    %values1_2 = arith.select %skip_1, %values9_1, %values1_1 : i64
    %values2_2 = arith.select %skip_1, %values10_1, %values2_1 : i64
    %values3_2 = arith.select %skip_1, %values11_1, %values3_1 : i64
    %values4_2 = arith.select %skip_1, %values12_1, %values4_1 : i64
    %values5_2 = arith.select %skip_1, %values13_1, %values5_1 : i64
    %values6_2 = arith.select %skip_1, %values14_1, %values6_1 : i64
    %values7_2 = arith.select %skip_1, %values15_1, %values7_1 : i64
    %values8_2 = arith.select %skip_1, %values16_1, %values8_1 : i64
    %values9_2 = arith.select %skip_1, %values17_1, %values9_1 : i64
    %values10_2 = arith.select %skip_1, %values18_1, %values10_1 : i64
    %values11_2 = arith.select %skip_1, %values19_1, %values11_1 : i64
    %values12_2 = arith.select %skip_1, %values20_1, %values12_1 : i64
    %values13_2 = arith.select %skip_1, %values21_1, %values13_1 : i64
    %7 = arith.andi %index, %i64_4 : i64
    %skip_2 = arith.cmpi ne, %7, %values0 : i64
    %values0_3 = arith.select %skip_2, %values4_2, %values0_2 : i64
    %values1_3 = arith.select %skip_2, %values5_2, %values1_2 : i64
    %values2_3 = arith.select %skip_2, %values6_2, %values2_2 : i64
    %values3_3 = arith.select %skip_2, %values7_2, %values3_2 : i64
    %values4_3 = arith.select %skip_2, %values8_2, %values4_2 : i64
    %values5_3 = arith.select %skip_2, %values9_2, %values5_2 : i64
    %values6_3 = arith.select %skip_2, %values10_2, %values6_2 : i64
    %values7_3 = arith.select %skip_2, %values11_2, %values7_2 : i64
    %values8_3 = arith.select %skip_2, %values12_2, %values8_2 : i64
    %values9_3 = arith.select %skip_2, %values13_2, %values9_2 : i64
    %8 = arith.andi %index, %i64_2 : i64
    %skip_3 = arith.cmpi ne, %8, %values0 : i64
    %values0_4 = arith.select %skip_3, %values2_3, %values0_3 : i64
    %values1_4 = arith.select %skip_3, %values3_3, %values1_3 : i64
    %values2_4 = arith.select %skip_3, %values4_3, %values2_3 : i64
    %values3_4 = arith.select %skip_3, %values5_3, %values3_3 : i64
    %values4_4 = arith.select %skip_3, %values6_3, %values4_3 : i64
    %values5_4 = arith.select %skip_3, %values7_3, %values5_3 : i64
    %values6_4 = arith.select %skip_3, %values8_3, %values6_3 : i64
    %values7_4 = arith.select %skip_3, %values9_3, %values7_3 : i64
    %9 = arith.andi %index, %i64_1 : i64
    %skip_4 = arith.cmpi ne, %9, %values0 : i64
    %values0_5 = arith.select %skip_4, %values1_4, %values0_4 : i64
    %values1_5 = arith.select %skip_4, %values2_4, %values1_4 : i64
    %values2_5 = arith.select %skip_4, %values3_4, %values2_4 : i64
    %values3_5 = arith.select %skip_4, %values4_4, %values3_4 : i64
    %values4_5 = arith.select %skip_4, %values5_4, %values4_4 : i64
    %values5_5 = arith.select %skip_4, %values6_4, %values5_4 : i64
    %values6_5 = arith.select %skip_4, %values7_4, %values6_4 : i64
    %10 = arith.shli %values0_5, %i64_32 : i64
    %11 = arith.ori %10, %values1_5 : i64
    %12 = arith.shli %11, %bit : i64
    %words0 = arith.shrui %12, %i64_32 : i64
    %13 = arith.shli %values1_5, %i64_32 : i64
    %14 = arith.ori %13, %values2_5 : i64
    %15 = arith.shli %14, %bit : i64
    %words1 = arith.shrui %15, %i64_32 : i64
    %16 = arith.shli %values2_5, %i64_32 : i64
    %17 = arith.ori %16, %values3_5 : i64
    %18 = arith.shli %17, %bit : i64
    %words2 = arith.shrui %18, %i64_32 : i64
    %19 = arith.shli %values3_5, %i64_32 : i64
    %20 = arith.ori %19, %values4_5 : i64
    %21 = arith.shli %20, %bit : i64
    %words3 = arith.shrui %21, %i64_32 : i64
    %22 = arith.shli %values4_5, %i64_32 : i64
    %23 = arith.ori %22, %values5_5 : i64
    %24 = arith.shli %23, %bit : i64
    %words4 = arith.shrui %24, %i64_32 : i64
    %25 = arith.shli %values5_5, %i64_32 : i64
    %26 = arith.ori %25, %values6_5 : i64
    %27 = arith.shli %26, %bit : i64
    %words5 = arith.shrui %27, %i64_32 : i64
    // The product from its lowest column; what lies above 2^192 are multiples of 4.
    %products0 = arith.muli %words5, %m_low : i64
    %low_part = arith.andi %products0, %i64_xFFFFFFFF : i64
    %high_part = arith.shrui %products0, %i64_32 : i64
    %digits0 = arith.andi %low_part, %i64_xFFFFFFFF : i64
    %28 = arith.shrui %low_part, %i64_32 : i64
    %carry = arith.addi %28, %high_part : i64
    %products0_1 = arith.muli %words4, %m_low : i64
    %products1 = arith.muli %words5, %m_high : i64
    %low_part_1 = arith.andi %products0_1, %i64_xFFFFFFFF : i64
    %high_part_1 = arith.shrui %products0_1, %i64_32 : i64
    %total = arith.addi %carry, %low_part_1 : i64
    %low_part_2 = arith.andi %products1, %i64_xFFFFFFFF : i64
    %high_part_2 = arith.shrui %products1, %i64_32 : i64
    %total_1 = arith.addi %total, %low_part_2 : i64
    %above = arith.addi %high_part_1, %high_part_2 : i64
    %digits1 = arith.andi %total_1, %i64_xFFFFFFFF : i64
    %29 = arith.shrui %total_1, %i64_32 : i64
    %carry_1 = arith.addi %29, %above : i64
    %products0_2 = arith.muli %words3, %m_low : i64
    %products1_1 = arith.muli %words4, %m_high : i64
    %low_part_3 = arith.andi %products0_2, %i64_xFFFFFFFF : i64
    %high_part_3 = arith.shrui %products0_2, %i64_32 : i64
    %total_2 = arith.addi %carry_1, %low_part_3 : i64
    %low_part_4 = arith.andi %products1_1, %i64_xFFFFFFFF : i64
    %high_part_4 = arith.shrui %products1_1, %i64_32 : i64
    %total_3 = arith.addi %total_2, %low_part_4 : i64
    %above_1 = arith.addi %high_part_3, %high_part_4 : i64
    %digits2 = arith.andi %total_3, %i64_xFFFFFFFF : i64
    %30 = arith.shrui %total_3, %i64_32 : i64
    %carry_2 = arith.addi %30, %above_1 : i64
    %products0_3 = arith.muli %words2, %m_low : i64
    %products1_2 = arith.muli %words3, %m_high : i64
    %low_part_5 = arith.andi %products0_3, %i64_xFFFFFFFF : i64
    %high_part_5 = arith.shrui %products0_3, %i64_32 : i64
    %total_4 = arith.addi %carry_2, %low_part_5 : i64
    %low_part_6 = arith.andi %products1_2, %i64_xFFFFFFFF : i64
    %high_part_6 = arith.shrui %products1_2, %i64_32 : i64
    %total_5 = arith.addi %total_4, %low_part_6 : i64
    %above_2 = arith.addi %high_part_5, %high_part_6 : i64
    %digits3 = arith.andi %total_5, %i64_xFFFFFFFF : i64
    %31 = arith.shrui %total_5, %i64_32 : i64
    %carry_3 = arith.addi %31, %above_2 : i64
    %products0_4 = arith.muli %words1, %m_low : i64
    %products1_3 = arith.muli %words2, %m_high : i64
    %low_part_7 = arith.andi %products0_4, %i64_xFFFFFFFF : i64
    %high_part_7 = arith.shrui %products0_4, %i64_32 : i64
    %total_6 = arith.addi %carry_3, %low_part_7 : i64
    %low_part_8 = arith.andi %products1_3, %i64_xFFFFFFFF : i64
    %high_part_8 = arith.shrui %products1_3, %i64_32 : i64
    %total_7 = arith.addi %total_6, %low_part_8 : i64
    %above_3 = arith.addi %high_part_7, %high_part_8 : i64
    %digits4 = arith.andi %total_7, %i64_xFFFFFFFF : i64
    %32 = arith.shrui %total_7, %i64_32 : i64
    %carry_4 = arith.addi %32, %above_3 : i64
    %products0_5 = arith.muli %words0, %m_low : i64
    %products1_4 = arith.muli %words1, %m_high : i64
    %low_part_9 = arith.andi %products0_5, %i64_xFFFFFFFF : i64
    %high_part_9 = arith.shrui %products0_5, %i64_32 : i64
    %total_8 = arith.addi %carry_4, %low_part_9 : i64
    %low_part_10 = arith.andi %products1_4, %i64_xFFFFFFFF : i64
    %high_part_10 = arith.shrui %products1_4, %i64_32 : i64
    %total_9 = arith.addi %total_8, %low_part_10 : i64
    %above_4 = arith.addi %high_part_9, %high_part_10 : i64
    %digits5 = arith.andi %total_9, %i64_xFFFFFFFF : i64
    %33 = arith.shrui %total_9, %i64_32 : i64
    %carry_5 = arith.addi %33, %above_4 : i64
    // 128 bits in two words; negated for negative x.
    %34 = arith.shli %digits5, %i64_32 : i64
    %top = arith.ori %34, %digits4 : i64
    %35 = arith.shli %digits3, %i64_32 : i64
    %bottom = arith.ori %35, %digits2 : i64
    %negative = arith.cmpi slt, %pattern, %values0 : i64
    %36 = arith.subi %values0, %bottom : i64
    %bottom_signed = arith.select %negative, %36, %bottom : i64
    %37 = arith.xori %top, %i64_-1 : i64
    %38 = arith.cmpi eq, %bottom, %values0 : i64
    %39 = arith.select %38, %i64_1, %values0 : i64
    %40 = arith.addi %37, %39 : i64
    %top_signed = arith.select %negative, %40, %top : i64
    %41 = arith.addi %top_signed, %i64_x2000000000000000 : i64
    %q = arith.shrsi %41, %i64_62 : i64
    %42 = arith.shli %q, %i64_62 : i64
    %fraction = arith.subi %top_signed, %42 : i64
    // fraction + bottom / 2^64 in two doubles: the upper and lower half of fraction, then bottom.
    %43 = arith.shrsi %fraction, %i64_32 : i64
    %44 = arith.sitofp %43 : i64 to f64
    %upper = arith.mulf %44, %f_4294967296.0 : f64
    %45 = arith.andi %fraction, %i64_xFFFFFFFF : i64
    %lower = arith.sitofp %45 : i64 to f64
    %46 = arith.shrui %bottom_signed, %i64_1 : i64
    %47 = arith.sitofp %46 : i64 to f64
    %below = arith.mulf %47, %f_1.0842021724855044e-19 : f64
    %sum = arith.addf %upper, %lower : f64
    %48 = arith.subf %upper, %sum : f64
    %49 = arith.addf %48, %lower : f64
    %rest = arith.addf %49, %below : f64
    %f_high = arith.addf %sum, %rest : f64
    %50 = arith.subf %sum, %f_high : f64
    %f_low = arith.addf %50, %rest : f64
    // Times pi/2.
    %high = arith.mulf %f_high, %scaled_half_pi_high : f64
    %51 = arith.negf %high : f64
    %52 = math.fma %f_high, %scaled_half_pi_high, %51 : f64
    %53 = arith.mulf %f_low, %scaled_half_pi_high : f64
    %54 = math.fma %f_high, %scaled_half_pi_low, %53 : f64
    %low = arith.addf %52, %54 : f64
    %55 = arith.trunci %q : i64 to i32
    scf.yield %55, %high, %low : i32, f64, f64
  } else {
    %shifted = math.fma %finite, %two_over_pi, %f_6755399441055744.0 : f64
    %k = arith.subf %shifted, %f_6755399441055744.0 : f64
    %56 = arith.bitcast %shifted : f64 to i64
    %n = arith.subi %56, %i64_x4338000000000000 : i64
    %57 = arith.negf %k : f64
    %rest_1 = math.fma %57, %half_pi_1, %finite : f64
    %product = arith.mulf %k, %half_pi_2 : f64
    %58 = arith.negf %product : f64
    %product_error = math.fma %k, %half_pi_2, %58 : f64
    %high_1 = arith.subf %rest_1, %product : f64
    %59 = arith.subf %rest_1, %high_1 : f64
    %60 = arith.subf %59, %product : f64
    %61 = math.fma %k, %half_pi_3, %product_error : f64
    %low_1 = arith.subf %60, %61 : f64
    %q_1 = arith.trunci %n : i64 to i32
    scf.yield %q_1, %high_1, %low_1 : i32, f64, f64
  }
  %u = arith.mulf %high_2, %high_2 : f64
  %62 = arith.mulf %high_2, %u : f64
  %63 = math.fma %sin_5, %u, %sin_4 : f64
  %64 = math.fma %63, %u, %sin_3 : f64
  %65 = math.fma %64, %u, %sin_2 : f64
  %66 = math.fma %65, %u, %sin_1 : f64
  %67 = math.fma %66, %u, %sin_0 : f64
  %tail = arith.mulf %62, %67 : f64
  %68 = arith.mulf %f_-0.5, %u : f64
  %69 = math.fma %low_2, %68, %low_2 : f64
  %sin_tail = arith.addf %tail, %69 : f64
  %sin_high = arith.addf %high_2, %sin_tail : f64
  %70 = arith.subf %high_2, %sin_high : f64
  %sin_low = arith.addf %70, %sin_tail : f64
  %half = arith.mulf %f_0.5, %u : f64
  %whole = arith.subf %f_1.0, %half : f64
  %71 = arith.subf %f_1.0, %whole : f64
  %rest_2 = arith.subf %71, %half : f64
  %72 = arith.mulf %u, %u : f64
  %73 = math.fma %cos_5, %u, %cos_4 : f64
  %74 = math.fma %73, %u, %cos_3 : f64
  %75 = math.fma %74, %u, %cos_2 : f64
  %76 = math.fma %75, %u, %cos_1 : f64
  %77 = math.fma %76, %u, %cos_0 : f64
  %tail_1 = math.fma %72, %77, %rest_2 : f64
  %78 = arith.mulf %high_2, %low_2 : f64
  %tail_2 = arith.subf %tail_1, %78 : f64
  %cos_high = arith.addf %whole, %tail_2 : f64
  %79 = arith.subf %whole, %cos_high : f64
  %cos_low = arith.addf %79, %tail_2 : f64
  %80 = arith.andi %q_2, %i32_1 : i32
  %odd = arith.cmpi ne, %80, %i32_0 : i32
  %81 = arith.negf %cos_high : f64
  %numerator = arith.select %odd, %81, %sin_high : f64
  %82 = arith.negf %cos_low : f64
  %numerator_low = arith.select %odd, %82, %sin_low : f64
  %denominator = arith.select %odd, %sin_high, %cos_high : f64
  %denominator_low = arith.select %odd, %sin_low, %cos_low : f64
  %quotient = arith.divf %numerator, %denominator : f64
  %83 = arith.negf %quotient : f64
  %84 = math.fma %83, %denominator, %numerator : f64
  %85 = math.fma %83, %denominator_low, %numerator_low : f64
  %residual = arith.addf %84, %85 : f64
  %86 = arith.divf %residual, %denominator : f64
  %result = arith.addf %quotient, %86 : f64
  %finite_1 = arith.select %1, %result, %nan : f64
  %87 = arith.cmpf oeq, %x, %f_0.0 : f64
  %88 = arith.select %87, %x, %finite_1 : f64
  return %88 : f64
}

// The inverse tangent.
// Method: a minimax polynomial on [0, 1]; pi/2 - atan(1 / |x|) beyond.
// Error bound: 1.1 ulp.
func.func @emmy_atan_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_1.1529215e18 = arith.constant 1.1529215e18 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %atan_8 = arith.constant -0.0017867279 : f32
  %atan_7 = arith.constant 0.010884146 : f32
  %atan_6 = arith.constant -0.031121932 : f32
  %atan_5 = arith.constant 0.057902463 : f32
  %atan_4 = arith.constant -0.084003 : f32
  %atan_3 = arith.constant 0.109511375 : f32
  %atan_2 = arith.constant -0.14264049 : f32
  %atan_1 = arith.constant 0.19998531 : f32
  %atan_0 = arith.constant -0.333333 : f32
  %f_-0.5 = arith.constant -0.5 : f32
  %half_pi_high = arith.constant 1.5707964 : f32
  %half_pi_low = arith.constant -4.371139e-8 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  // Beyond 2^60 the result is pi/2 rounded.
  %2 = arith.cmpf olt, %a, %f_1.1529215e18 : f32
  %bounded = arith.select %2, %a, %f_1.1529215e18 : f32
  %beyond = arith.cmpf ogt, %a, %f_1.0 : f32
  %numerator = arith.select %beyond, %f_1.0, %bounded : f32
  %denominator = arith.select %beyond, %bounded, %f_1.0 : f32
  %z = arith.divf %numerator, %denominator : f32
  %3 = arith.negf %z : f32
  %4 = math.fma %3, %denominator, %numerator : f32
  %z_low = arith.divf %4, %denominator : f32
  %u = arith.mulf %z, %z : f32
  %5 = arith.mulf %u, %z : f32
  %6 = math.fma %atan_8, %u, %atan_7 : f32
  %7 = math.fma %6, %u, %atan_6 : f32
  %8 = math.fma %7, %u, %atan_5 : f32
  %9 = math.fma %8, %u, %atan_4 : f32
  %10 = math.fma %9, %u, %atan_3 : f32
  %11 = math.fma %10, %u, %atan_2 : f32
  %12 = math.fma %11, %u, %atan_1 : f32
  %13 = math.fma %12, %u, %atan_0 : f32
  %odd = arith.mulf %5, %13 : f32
  %14 = math.fma %u, %f_-0.5, %f_1.0 : f32
  %rest = math.fma %z_low, %14, %odd : f32
  %turned = arith.subf %half_pi_high, %z : f32
  %15 = arith.subf %half_pi_high, %turned : f32
  %error = arith.subf %15, %z : f32
  %16 = arith.subf %half_pi_low, %rest : f32
  %17 = arith.addf %error, %16 : f32
  %far = arith.addf %turned, %17 : f32
  %18 = arith.addf %z, %rest : f32
  %magnitude = arith.select %beyond, %far, %18 : f32
  %19 = arith.cmpf uno, %x, %x : f32
  %20 = arith.cmpf oeq, %x, %f_0.0 : f32
  %21 = arith.bitcast %magnitude : f32 to i32
  %22 = arith.andi %0, %i32_x80000000 : i32
  %23 = arith.ori %21, %22 : i32
  %24 = arith.bitcast %23 : i32 to f32
  %25 = arith.select %20, %x, %24 : f32
  %26 = arith.select %19, %x, %25 : f32
  return %26 : f32
}

// The inverse tangent.
// Method: a minimax polynomial on [0, 1]; pi/2 - atan(1 / |x|) beyond.
// Error bound: 1.45 ulp.
func.func @emmy_atan_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_1.152921504606847e18 = arith.constant 1.152921504606847e18 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %atan_19 = arith.constant 1.3217171029620319e-5 : f64
  %atan_18 = arith.constant -0.00015208398361647225 : f64
  %atan_17 = arith.constant 0.0008309763368494086 : f64
  %atan_16 = arith.constant -0.002883966726635109 : f64
  %atan_15 = arith.constant 0.007194705826355994 : f64
  %atan_14 = arith.constant -0.013898093893036687 : f64
  %atan_13 = arith.constant 0.02198231125799368 : f64
  %atan_12 = arith.constant -0.029901851045054637 : f64
  %atan_11 = arith.constant 0.03664068340650294 : f64
  %atan_10 = arith.constant -0.0421912059842814 : f64
  %atan_9 = arith.constant 0.04722300679318206 : f64
  %atan_8 = arith.constant -0.052535124243705184 : f64
  %atan_7 = arith.constant 0.058805264868309844 : f64
  %atan_6 = arith.constant -0.06666403842734335 : f64
  %atan_5 = arith.constant 0.07692279814052225 : f64
  %atan_4 = arith.constant -0.09090907000924345 : f64
  %atan_3 = arith.constant 0.11111111006915093 : f64
  %atan_2 = arith.constant -0.1428571428257155 : f64
  %atan_1 = arith.constant 0.19999999999951404 : f64
  %atan_0 = arith.constant -0.33333333333333065 : f64
  %f_-0.5 = arith.constant -0.5 : f64
  %half_pi_high = arith.constant 1.5707963267948966 : f64
  %half_pi_low = arith.constant 6.123233995736766e-17 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  // Beyond 2^60 the result is pi/2 rounded.
  %2 = arith.cmpf olt, %a, %f_1.152921504606847e18 : f64
  %bounded = arith.select %2, %a, %f_1.152921504606847e18 : f64
  %beyond = arith.cmpf ogt, %a, %f_1.0 : f64
  %numerator = arith.select %beyond, %f_1.0, %bounded : f64
  %denominator = arith.select %beyond, %bounded, %f_1.0 : f64
  %z = arith.divf %numerator, %denominator : f64
  %3 = arith.negf %z : f64
  %4 = math.fma %3, %denominator, %numerator : f64
  %z_low = arith.divf %4, %denominator : f64
  %u = arith.mulf %z, %z : f64
  %5 = arith.mulf %u, %z : f64
  %6 = math.fma %atan_19, %u, %atan_18 : f64
  %7 = math.fma %6, %u, %atan_17 : f64
  %8 = math.fma %7, %u, %atan_16 : f64
  %9 = math.fma %8, %u, %atan_15 : f64
  %10 = math.fma %9, %u, %atan_14 : f64
  %11 = math.fma %10, %u, %atan_13 : f64
  %12 = math.fma %11, %u, %atan_12 : f64
  %13 = math.fma %12, %u, %atan_11 : f64
  %14 = math.fma %13, %u, %atan_10 : f64
  %15 = math.fma %14, %u, %atan_9 : f64
  %16 = math.fma %15, %u, %atan_8 : f64
  %17 = math.fma %16, %u, %atan_7 : f64
  %18 = math.fma %17, %u, %atan_6 : f64
  %19 = math.fma %18, %u, %atan_5 : f64
  %20 = math.fma %19, %u, %atan_4 : f64
  %21 = math.fma %20, %u, %atan_3 : f64
  %22 = math.fma %21, %u, %atan_2 : f64
  %23 = math.fma %22, %u, %atan_1 : f64
  %24 = math.fma %23, %u, %atan_0 : f64
  %odd = arith.mulf %5, %24 : f64
  %25 = math.fma %u, %f_-0.5, %f_1.0 : f64
  %rest = math.fma %z_low, %25, %odd : f64
  %turned = arith.subf %half_pi_high, %z : f64
  %26 = arith.subf %half_pi_high, %turned : f64
  %error = arith.subf %26, %z : f64
  %27 = arith.subf %half_pi_low, %rest : f64
  %28 = arith.addf %error, %27 : f64
  %far = arith.addf %turned, %28 : f64
  %29 = arith.addf %z, %rest : f64
  %magnitude = arith.select %beyond, %far, %29 : f64
  %30 = arith.cmpf uno, %x, %x : f64
  %31 = arith.cmpf oeq, %x, %f_0.0 : f64
  %32 = arith.bitcast %magnitude : f64 to i64
  %33 = arith.andi %0, %i64_x8000000000000000 : i64
  %34 = arith.ori %32, %33 : i64
  %35 = arith.bitcast %34 : i64 to f64
  %36 = arith.select %31, %x, %35 : f64
  %37 = arith.select %30, %x, %36 : f64
  return %37 : f64
}

// The angle of the point (x, y), in (-pi, pi]; zeros and infinities as in IEEE 754.
// Method: atan of the smaller over the larger, both scaled where they are tiny, then pi/2 or pi
// plus or minus that.
// Error bound: 1.1 ulp.
func.func @emmy_atan2_f32(%y: f32, %x: f32) -> f32 {
  %f_1.0 = arith.constant 1.0 : f32
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %inf = arith.constant 0x7F800000 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %f_1.0842022e-19 = arith.constant 1.0842022e-19 : f32
  %f_7.7371252e25 = arith.constant 7.7371252e25 : f32
  %atan_8 = arith.constant -0.0017867279 : f32
  %atan_7 = arith.constant 0.010884146 : f32
  %atan_6 = arith.constant -0.031121932 : f32
  %atan_5 = arith.constant 0.057902463 : f32
  %atan_4 = arith.constant -0.084003 : f32
  %atan_3 = arith.constant 0.109511375 : f32
  %atan_2 = arith.constant -0.14264049 : f32
  %atan_1 = arith.constant 0.19998531 : f32
  %atan_0 = arith.constant -0.333333 : f32
  %f_-0.5 = arith.constant -0.5 : f32
  %i32_0 = arith.constant 0 : i32
  %f_3.1415927 = arith.constant 3.1415927 : f32
  %half_pi_high = arith.constant 1.5707964 : f32
  %f_-8.742278e-8 = arith.constant -8.742278e-8 : f32
  %half_pi_low = arith.constant -4.371139e-8 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %undefined = arith.cmpf uno, %x, %y : f32
  %0 = arith.select %undefined, %f_1.0, %x : f32
  %1 = arith.bitcast %0 : f32 to i32
  %2 = arith.andi %1, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %2 : i32 to f32
  %3 = arith.select %undefined, %f_1.0, %y : f32
  %4 = arith.bitcast %3 : f32 to i32
  %5 = arith.andi %4, %i32_x7FFFFFFF : i32
  %b = arith.bitcast %5 : i32 to f32
  %steep = arith.cmpf ogt, %b, %a : f32
  %numerator = arith.select %steep, %a, %b : f32
  %denominator = arith.select %steep, %b, %a : f32
  // Infinite: only which ones are counts. Both zero: 0 / 1.
  %infinite = arith.cmpf oeq, %denominator, %inf : f32
  %6 = arith.cmpf oeq, %numerator, %inf : f32
  %7 = arith.select %6, %f_1.0, %f_0.0 : f32
  %numerator_1 = arith.select %infinite, %7, %numerator : f32
  %8 = arith.cmpf oeq, %denominator, %f_0.0 : f32
  %9 = arith.ori %infinite, %8 : i1
  %denominator_1 = arith.select %9, %f_1.0, %denominator : f32
  // Tiny ones are scaled up, so that the quotient's residual is exact.
  %tiny = arith.cmpf olt, %denominator_1, %f_1.0842022e-19 : f32
  %scale = arith.select %tiny, %f_7.7371252e25, %f_1.0 : f32
  %numerator_2 = arith.mulf %numerator_1, %scale : f32
  %denominator_2 = arith.mulf %denominator_1, %scale : f32
  %z = arith.divf %numerator_2, %denominator_2 : f32
  %10 = arith.negf %z : f32
  %11 = math.fma %10, %denominator_2, %numerator_2 : f32
  %z_low = arith.divf %11, %denominator_2 : f32
  %u = arith.mulf %z, %z : f32
  %12 = arith.mulf %u, %z : f32
  %13 = math.fma %atan_8, %u, %atan_7 : f32
  %14 = math.fma %13, %u, %atan_6 : f32
  %15 = math.fma %14, %u, %atan_5 : f32
  %16 = math.fma %15, %u, %atan_4 : f32
  %17 = math.fma %16, %u, %atan_3 : f32
  %18 = math.fma %17, %u, %atan_2 : f32
  %19 = math.fma %18, %u, %atan_1 : f32
  %20 = math.fma %19, %u, %atan_0 : f32
  %odd = arith.mulf %12, %20 : f32
  %21 = math.fma %u, %f_-0.5, %f_1.0 : f32
  %rest = math.fma %z_low, %21, %odd : f32
  // 0, pi/2 or pi, plus or minus.
  %left = arith.cmpi slt, %1, %i32_0 : i32
  %22 = arith.select %left, %f_3.1415927, %f_0.0 : f32
  %high = arith.select %steep, %half_pi_high, %22 : f32
  %23 = arith.select %left, %f_-8.742278e-8, %f_0.0 : f32
  %low = arith.select %steep, %half_pi_low, %23 : f32
  %negative = arith.xori %steep, %left : i1
  %signed_z = arith.select %negative, %10, %z : f32
  %24 = arith.negf %rest : f32
  %signed_rest = arith.select %negative, %24, %rest : f32
  %sum = arith.addf %high, %signed_z : f32
  %25 = arith.subf %high, %sum : f32
  %error = arith.addf %25, %signed_z : f32
  %26 = arith.addf %low, %signed_rest : f32
  %27 = arith.addf %error, %26 : f32
  %angle = arith.addf %sum, %27 : f32
  %28 = arith.bitcast %angle : f32 to i32
  %29 = arith.andi %4, %i32_x80000000 : i32
  %30 = arith.ori %28, %29 : i32
  %result = arith.bitcast %30 : i32 to f32
  %31 = arith.addf %x, %y : f32
  %32 = arith.select %undefined, %31, %result : f32
  return %32 : f32
}

// The angle of the point (x, y), in (-pi, pi]; zeros and infinities as in IEEE 754.
// Method: atan of the smaller over the larger, both scaled where they are tiny, then pi/2 or pi
// plus or minus that.
// Error bound: 1.25 ulp.
func.func @emmy_atan2_f64(%y: f64, %x: f64) -> f64 {
  %f_1.0 = arith.constant 1.0 : f64
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %f_1.4916681462400413e-154 = arith.constant 1.4916681462400413e-154 : f64
  %f_3.019169939857233e169 = arith.constant 3.019169939857233e169 : f64
  %atan_19 = arith.constant 1.3217171029620319e-5 : f64
  %atan_18 = arith.constant -0.00015208398361647225 : f64
  %atan_17 = arith.constant 0.0008309763368494086 : f64
  %atan_16 = arith.constant -0.002883966726635109 : f64
  %atan_15 = arith.constant 0.007194705826355994 : f64
  %atan_14 = arith.constant -0.013898093893036687 : f64
  %atan_13 = arith.constant 0.02198231125799368 : f64
  %atan_12 = arith.constant -0.029901851045054637 : f64
  %atan_11 = arith.constant 0.03664068340650294 : f64
  %atan_10 = arith.constant -0.0421912059842814 : f64
  %atan_9 = arith.constant 0.04722300679318206 : f64
  %atan_8 = arith.constant -0.052535124243705184 : f64
  %atan_7 = arith.constant 0.058805264868309844 : f64
  %atan_6 = arith.constant -0.06666403842734335 : f64
  %atan_5 = arith.constant 0.07692279814052225 : f64
  %atan_4 = arith.constant -0.09090907000924345 : f64
  %atan_3 = arith.constant 0.11111111006915093 : f64
  %atan_2 = arith.constant -0.1428571428257155 : f64
  %atan_1 = arith.constant 0.19999999999951404 : f64
  %atan_0 = arith.constant -0.33333333333333065 : f64
  %f_-0.5 = arith.constant -0.5 : f64
  %i64_0 = arith.constant 0 : i64
  %f_3.141592653589793 = arith.constant 3.141592653589793 : f64
  %half_pi_high = arith.constant 1.5707963267948966 : f64
  %f_1.2246467991473532e-16 = arith.constant 1.2246467991473532e-16 : f64
  %half_pi_low = arith.constant 6.123233995736766e-17 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %undefined = arith.cmpf uno, %x, %y : f64
  %0 = arith.select %undefined, %f_1.0, %x : f64
  %1 = arith.bitcast %0 : f64 to i64
  %2 = arith.andi %1, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %2 : i64 to f64
  %3 = arith.select %undefined, %f_1.0, %y : f64
  %4 = arith.bitcast %3 : f64 to i64
  %5 = arith.andi %4, %i64_x7FFFFFFFFFFFFFFF : i64
  %b = arith.bitcast %5 : i64 to f64
  %steep = arith.cmpf ogt, %b, %a : f64
  %numerator = arith.select %steep, %a, %b : f64
  %denominator = arith.select %steep, %b, %a : f64
  // Infinite: only which ones are counts. Both zero: 0 / 1.
  %infinite = arith.cmpf oeq, %denominator, %inf : f64
  %6 = arith.cmpf oeq, %numerator, %inf : f64
  %7 = arith.select %6, %f_1.0, %f_0.0 : f64
  %numerator_1 = arith.select %infinite, %7, %numerator : f64
  %8 = arith.cmpf oeq, %denominator, %f_0.0 : f64
  %9 = arith.ori %infinite, %8 : i1
  %denominator_1 = arith.select %9, %f_1.0, %denominator : f64
  // Tiny ones are scaled up, so that the quotient's residual is exact.
  %tiny = arith.cmpf olt, %denominator_1, %f_1.4916681462400413e-154 : f64
  %scale = arith.select %tiny, %f_3.019169939857233e169, %f_1.0 : f64
  %numerator_2 = arith.mulf %numerator_1, %scale : f64
  %denominator_2 = arith.mulf %denominator_1, %scale : f64
  %z = arith.divf %numerator_2, %denominator_2 : f64
  %10 = arith.negf %z : f64
  %11 = math.fma %10, %denominator_2, %numerator_2 : f64
  %z_low = arith.divf %11, %denominator_2 : f64
  %u = arith.mulf %z, %z : f64
  %12 = arith.mulf %u, %z : f64
  %13 = math.fma %atan_19, %u, %atan_18 : f64
  %14 = math.fma %13, %u, %atan_17 : f64
  %15 = math.fma %14, %u, %atan_16 : f64
  %16 = math.fma %15, %u, %atan_15 : f64
  %17 = math.fma %16, %u, %atan_14 : f64
  %18 = math.fma %17, %u, %atan_13 : f64
  %19 = math.fma %18, %u, %atan_12 : f64
  %20 = math.fma %19, %u, %atan_11 : f64
  %21 = math.fma %20, %u, %atan_10 : f64
  %22 = math.fma %21, %u, %atan_9 : f64
  %23 = math.fma %22, %u, %atan_8 : f64
  %24 = math.fma %23, %u, %atan_7 : f64
  %25 = math.fma %24, %u, %atan_6 : f64
  %26 = math.fma %25, %u, %atan_5 : f64
  %27 = math.fma %26, %u, %atan_4 : f64
  %28 = math.fma %27, %u, %atan_3 : f64
  %29 = math.fma %28, %u, %atan_2 : f64
  %30 = math.fma %29, %u, %atan_1 : f64
  %31 = math.fma %30, %u, %atan_0 : f64
  %odd = arith.mulf %12, %31 : f64
  %32 = math.fma %u, %f_-0.5, %f_1.0 : f64
  %rest = math.fma %z_low, %32, %odd : f64
  // 0, pi/2 or pi, plus or minus.
  %left = arith.cmpi slt, %1, %i64_0 : i64
  %33 = arith.select %left, %f_3.141592653589793, %f_0.0 : f64
  %high = arith.select %steep, %half_pi_high, %33 : f64
  %34 = arith.select %left, %f_1.2246467991473532e-16, %f_0.0 : f64
  %low = arith.select %steep, %half_pi_low, %34 : f64
  %negative = arith.xori %steep, %left : i1
  %signed_z = arith.select %negative, %10, %z : f64
  %35 = arith.negf %rest : f64
  %signed_rest = arith.select %negative, %35, %rest : f64
  %sum = arith.addf %high, %signed_z : f64
  %36 = arith.subf %high, %sum : f64
  %error = arith.addf %36, %signed_z : f64
  %37 = arith.addf %low, %signed_rest : f64
  %38 = arith.addf %error, %37 : f64
  %angle = arith.addf %sum, %38 : f64
  %39 = arith.bitcast %angle : f64 to i64
  %40 = arith.andi %4, %i64_x8000000000000000 : i64
  %41 = arith.ori %39, %40 : i64
  %result = arith.bitcast %41 : i64 to f64
  %42 = arith.addf %x, %y : f64
  %43 = arith.select %undefined, %42, %result : f64
  return %43 : f64
}

// The inverse sine, NaN beyond [-1, 1].
// Method: an odd minimax polynomial for |x| <= 1/2; pi/2 - 2 asin(sqrt((1 - |x|) / 2)) beyond.
// Error bound: 0.7 ulp.
func.func @emmy_asin_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_1.0 = arith.constant 1.0 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %f_0.5 = arith.constant 0.5 : f32
  %asin_5 = arith.constant 0.037609916 : f32
  %asin_4 = arith.constant 0.014367162 : f32
  %asin_3 = arith.constant 0.0318282 : f32
  %asin_2 = arith.constant 0.04451427 : f32
  %asin_1 = arith.constant 0.075005196 : f32
  %asin_0 = arith.constant 0.1666666 : f32
  %f_-0.5 = arith.constant -0.5 : f32
  %half_pi_high = arith.constant 1.5707964 : f32
  %half_pi_low = arith.constant -4.371139e-8 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %inside = arith.cmpf ole, %a, %f_1.0 : f32
  %b = arith.select %inside, %a, %f_0.0 : f32
  %far_from_zero = arith.cmpf ogt, %b, %f_0.5 : f32
  %2 = arith.mulf %b, %b : f32
  %u = arith.select %far_from_zero, %f_0.0, %2 : f32
  %3 = arith.mulf %b, %u : f32
  %4 = math.fma %asin_5, %u, %asin_4 : f32
  %5 = math.fma %4, %u, %asin_3 : f32
  %6 = math.fma %5, %u, %asin_2 : f32
  %7 = math.fma %6, %u, %asin_1 : f32
  %8 = math.fma %7, %u, %asin_0 : f32
  %near = math.fma %3, %8, %b : f32
  %a_1 = arith.select %far_from_zero, %b, %f_1.0 : f32
  %w = math.fma %a_1, %f_-0.5, %f_0.5 : f32
  %s = math.sqrt %w : f32
  %9 = arith.negf %s : f32
  %10 = math.fma %9, %s, %w : f32
  %11 = arith.cmpf ogt, %s, %f_0.0 : f32
  %twice = arith.addf %s, %s : f32
  %12 = arith.select %11, %twice, %f_1.0 : f32
  %s_low = arith.divf %10, %12 : f32
  %13 = arith.mulf %s, %w : f32
  %14 = math.fma %asin_5, %w, %asin_4 : f32
  %15 = math.fma %14, %w, %asin_3 : f32
  %16 = math.fma %15, %w, %asin_2 : f32
  %17 = math.fma %16, %w, %asin_1 : f32
  %18 = math.fma %17, %w, %asin_0 : f32
  %rest = math.fma %13, %18, %s_low : f32
  %sum = arith.subf %half_pi_high, %twice : f32
  %19 = arith.subf %half_pi_high, %sum : f32
  %error = arith.subf %19, %twice : f32
  %20 = arith.addf %rest, %rest : f32
  %21 = arith.subf %half_pi_low, %20 : f32
  %22 = arith.addf %error, %21 : f32
  %far = arith.addf %sum, %22 : f32
  %magnitude = arith.select %far_from_zero, %far, %near : f32
  %23 = arith.bitcast %magnitude : f32 to i32
  %24 = arith.andi %0, %i32_x80000000 : i32
  %25 = arith.ori %23, %24 : i32
  %26 = arith.bitcast %25 : i32 to f32
  %27 = arith.select %inside, %26, %nan : f32
  return %27 : f32
}

// The inverse sine, NaN beyond [-1, 1].
// Method: an odd minimax polynomial for |x| <= 1/2; pi/2 - 2 asin(sqrt((1 - |x|) / 2)) beyond.
// Error bound: 0.7 ulp.
func.func @emmy_asin_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_1.0 = arith.constant 1.0 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %f_0.5 = arith.constant 0.5 : f64
  %asin_12 = arith.constant 0.03265409179511966 : f64
  %asin_11 = arith.constant -0.02103880139292939 : f64
  %asin_10 = arith.constant 0.021734818012804552 : f64
  %asin_9 = arith.constant 0.0036954572294998753 : f64
  %asin_8 = arith.constant 0.010783071418840946 : f64
  %asin_7 = arith.constant 0.01139842411911796 : f64
  %asin_6 = arith.constant 0.013980878341462012 : f64
  %asin_5 = arith.constant 0.017351607353842047 : f64
  %asin_4 = arith.constant 0.022372215237655882 : f64
  %asin_3 = arith.constant 0.03038194269926283 : f64
  %asin_2 = arith.constant 0.044642857174781635 : f64
  %asin_1 = arith.constant 0.0749999999997063 : f64
  %asin_0 = arith.constant 0.1666666666666676 : f64
  %f_-0.5 = arith.constant -0.5 : f64
  %half_pi_high = arith.constant 1.5707963267948966 : f64
  %half_pi_low = arith.constant 6.123233995736766e-17 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %nan = arith.constant 0x7FF8000000000000 : f64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %inside = arith.cmpf ole, %a, %f_1.0 : f64
  %b = arith.select %inside, %a, %f_0.0 : f64
  %far_from_zero = arith.cmpf ogt, %b, %f_0.5 : f64
  %2 = arith.mulf %b, %b : f64
  %u = arith.select %far_from_zero, %f_0.0, %2 : f64
  %3 = arith.mulf %b, %u : f64
  %4 = math.fma %asin_12, %u, %asin_11 : f64
  %5 = math.fma %4, %u, %asin_10 : f64
  %6 = math.fma %5, %u, %asin_9 : f64
  %7 = math.fma %6, %u, %asin_8 : f64
  %8 = math.fma %7, %u, %asin_7 : f64
  %9 = math.fma %8, %u, %asin_6 : f64
  %10 = math.fma %9, %u, %asin_5 : f64
  %11 = math.fma %10, %u, %asin_4 : f64
  %12 = math.fma %11, %u, %asin_3 : f64
  %13 = math.fma %12, %u, %asin_2 : f64
  %14 = math.fma %13, %u, %asin_1 : f64
  %15 = math.fma %14, %u, %asin_0 : f64
  %near = math.fma %3, %15, %b : f64
  %a_1 = arith.select %far_from_zero, %b, %f_1.0 : f64
  %w = math.fma %a_1, %f_-0.5, %f_0.5 : f64
  %s = math.sqrt %w : f64
  %16 = arith.negf %s : f64
  %17 = math.fma %16, %s, %w : f64
  %18 = arith.cmpf ogt, %s, %f_0.0 : f64
  %twice = arith.addf %s, %s : f64
  %19 = arith.select %18, %twice, %f_1.0 : f64
  %s_low = arith.divf %17, %19 : f64
  %20 = arith.mulf %s, %w : f64
  %21 = math.fma %asin_12, %w, %asin_11 : f64
  %22 = math.fma %21, %w, %asin_10 : f64
  %23 = math.fma %22, %w, %asin_9 : f64
  %24 = math.fma %23, %w, %asin_8 : f64
  %25 = math.fma %24, %w, %asin_7 : f64
  %26 = math.fma %25, %w, %asin_6 : f64
  %27 = math.fma %26, %w, %asin_5 : f64
  %28 = math.fma %27, %w, %asin_4 : f64
  %29 = math.fma %28, %w, %asin_3 : f64
  %30 = math.fma %29, %w, %asin_2 : f64
  %31 = math.fma %30, %w, %asin_1 : f64
  %32 = math.fma %31, %w, %asin_0 : f64
  %rest = math.fma %20, %32, %s_low : f64
  %sum = arith.subf %half_pi_high, %twice : f64
  %33 = arith.subf %half_pi_high, %sum : f64
  %error = arith.subf %33, %twice : f64
  %34 = arith.addf %rest, %rest : f64
  %35 = arith.subf %half_pi_low, %34 : f64
  %36 = arith.addf %error, %35 : f64
  %far = arith.addf %sum, %36 : f64
  %magnitude = arith.select %far_from_zero, %far, %near : f64
  %37 = arith.bitcast %magnitude : f64 to i64
  %38 = arith.andi %0, %i64_x8000000000000000 : i64
  %39 = arith.ori %37, %38 : i64
  %40 = arith.bitcast %39 : i64 to f64
  %41 = arith.select %inside, %40, %nan : f64
  return %41 : f64
}

// The inverse cosine, NaN beyond [-1, 1].
// Method: pi/2 - asin(x) for |x| <= 1/2; 2 asin(sqrt((1 - |x|) / 2)), or pi minus that, beyond.
// Error bound: 0.65 ulp.
func.func @emmy_acos_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_1.0 = arith.constant 1.0 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %f_0.5 = arith.constant 0.5 : f32
  %f_-0.5 = arith.constant -0.5 : f32
  %asin_5 = arith.constant 0.037609916 : f32
  %asin_4 = arith.constant 0.014367162 : f32
  %asin_3 = arith.constant 0.0318282 : f32
  %asin_2 = arith.constant 0.04451427 : f32
  %asin_1 = arith.constant 0.075005196 : f32
  %asin_0 = arith.constant 0.1666666 : f32
  %f_3.1415927 = arith.constant 3.1415927 : f32
  %f_1.5707964 = arith.constant 1.5707964 : f32
  %f_-8.742278e-8 = arith.constant -8.742278e-8 : f32
  %f_-4.371139e-8 = arith.constant -4.371139e-8 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %inside = arith.cmpf ole, %a, %f_1.0 : f32
  %b = arith.select %inside, %x, %f_0.0 : f32
  %far_from_zero = arith.cmpf ogt, %a, %f_0.5 : f32
  %z = arith.select %far_from_zero, %f_0.0, %b : f32
  %u = arith.mulf %z, %z : f32
  %2 = arith.andi %inside, %far_from_zero : i1
  %a_1 = arith.select %2, %a, %f_1.0 : f32
  %w = math.fma %a_1, %f_-0.5, %f_0.5 : f32
  %s = math.sqrt %w : f32
  %3 = arith.negf %s : f32
  %4 = math.fma %3, %s, %w : f32
  %5 = arith.cmpf ogt, %s, %f_0.0 : f32
  %6 = arith.addf %s, %s : f32
  %7 = arith.select %5, %6, %f_1.0 : f32
  %s_low = arith.divf %4, %7 : f32
  %8 = arith.mulf %s, %w : f32
  %9 = math.fma %asin_5, %w, %asin_4 : f32
  %10 = math.fma %9, %w, %asin_3 : f32
  %11 = math.fma %10, %w, %asin_2 : f32
  %12 = math.fma %11, %w, %asin_1 : f32
  %13 = math.fma %12, %w, %asin_0 : f32
  %rest = math.fma %8, %13, %s_low : f32
  // high + low minus (main + tail)
  %high = arith.select %far_from_zero, %f_3.1415927, %f_1.5707964 : f32
  %low = arith.select %far_from_zero, %f_-8.742278e-8, %f_-4.371139e-8 : f32
  %main = arith.select %far_from_zero, %6, %z : f32
  %14 = arith.addf %rest, %rest : f32
  %15 = arith.mulf %z, %u : f32
  %16 = math.fma %asin_5, %u, %asin_4 : f32
  %17 = math.fma %16, %u, %asin_3 : f32
  %18 = math.fma %17, %u, %asin_2 : f32
  %19 = math.fma %18, %u, %asin_1 : f32
  %20 = math.fma %19, %u, %asin_0 : f32
  %21 = arith.mulf %15, %20 : f32
  %tail = arith.select %far_from_zero, %14, %21 : f32
  %sum = arith.subf %high, %main : f32
  %22 = arith.subf %high, %sum : f32
  %error = arith.subf %22, %main : f32
  %23 = arith.subf %low, %tail : f32
  %24 = arith.addf %error, %23 : f32
  %turned = arith.addf %sum, %24 : f32
  %25 = arith.cmpf ogt, %x, %f_0.0 : f32
  %right = arith.andi %far_from_zero, %25 : i1
  %26 = arith.addf %main, %tail : f32
  %27 = arith.select %right, %26, %turned : f32
  %28 = arith.select %inside, %27, %nan : f32
  return %28 : f32
}

// The inverse cosine, NaN beyond [-1, 1].
// Method: pi/2 - asin(x) for |x| <= 1/2; 2 asin(sqrt((1 - |x|) / 2)), or pi minus that, beyond.
// Error bound: 0.65 ulp.
func.func @emmy_acos_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_1.0 = arith.constant 1.0 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %f_0.5 = arith.constant 0.5 : f64
  %f_-0.5 = arith.constant -0.5 : f64
  %asin_12 = arith.constant 0.03265409179511966 : f64
  %asin_11 = arith.constant -0.02103880139292939 : f64
  %asin_10 = arith.constant 0.021734818012804552 : f64
  %asin_9 = arith.constant 0.0036954572294998753 : f64
  %asin_8 = arith.constant 0.010783071418840946 : f64
  %asin_7 = arith.constant 0.01139842411911796 : f64
  %asin_6 = arith.constant 0.013980878341462012 : f64
  %asin_5 = arith.constant 0.017351607353842047 : f64
  %asin_4 = arith.constant 0.022372215237655882 : f64
  %asin_3 = arith.constant 0.03038194269926283 : f64
  %asin_2 = arith.constant 0.044642857174781635 : f64
  %asin_1 = arith.constant 0.0749999999997063 : f64
  %asin_0 = arith.constant 0.1666666666666676 : f64
  %f_3.141592653589793 = arith.constant 3.141592653589793 : f64
  %f_1.5707963267948966 = arith.constant 1.5707963267948966 : f64
  %f_1.2246467991473532e-16 = arith.constant 1.2246467991473532e-16 : f64
  %f_6.123233995736766e-17 = arith.constant 6.123233995736766e-17 : f64
  %nan = arith.constant 0x7FF8000000000000 : f64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %inside = arith.cmpf ole, %a, %f_1.0 : f64
  %b = arith.select %inside, %x, %f_0.0 : f64
  %far_from_zero = arith.cmpf ogt, %a, %f_0.5 : f64
  %z = arith.select %far_from_zero, %f_0.0, %b : f64
  %u = arith.mulf %z, %z : f64
  %2 = arith.andi %inside, %far_from_zero : i1
  %a_1 = arith.select %2, %a, %f_1.0 : f64
  %w = math.fma %a_1, %f_-0.5, %f_0.5 : f64
  %s = math.sqrt %w : f64
  %3 = arith.negf %s : f64
  %4 = math.fma %3, %s, %w : f64
  %5 = arith.cmpf ogt, %s, %f_0.0 : f64
  %6 = arith.addf %s, %s : f64
  %7 = arith.select %5, %6, %f_1.0 : f64
  %s_low = arith.divf %4, %7 : f64
  %8 = arith.mulf %s, %w : f64
  %9 = math.fma %asin_12, %w, %asin_11 : f64
  %10 = math.fma %9, %w, %asin_10 : f64
  %11 = math.fma %10, %w, %asin_9 : f64
  %12 = math.fma %11, %w, %asin_8 : f64
  %13 = math.fma %12, %w, %asin_7 : f64
  %14 = math.fma %13, %w, %asin_6 : f64
  %15 = math.fma %14, %w, %asin_5 : f64
  %16 = math.fma %15, %w, %asin_4 : f64
  %17 = math.fma %16, %w, %asin_3 : f64
  %18 = math.fma %17, %w, %asin_2 : f64
  %19 = math.fma %18, %w, %asin_1 : f64
  %20 = math.fma %19, %w, %asin_0 : f64
  %rest = math.fma %8, %20, %s_low : f64
  // high + low minus (main + tail)
  %high = arith.select %far_from_zero, %f_3.141592653589793, %f_1.5707963267948966 : f64
  %low = arith.select %far_from_zero, %f_1.2246467991473532e-16, %f_6.123233995736766e-17 : f64
  %main = arith.select %far_from_zero, %6, %z : f64
  %21 = arith.addf %rest, %rest : f64
  %22 = arith.mulf %z, %u : f64
  %23 = math.fma %asin_12, %u, %asin_11 : f64
  %24 = math.fma %23, %u, %asin_10 : f64
  %25 = math.fma %24, %u, %asin_9 : f64
  %26 = math.fma %25, %u, %asin_8 : f64
  %27 = math.fma %26, %u, %asin_7 : f64
  %28 = math.fma %27, %u, %asin_6 : f64
  %29 = math.fma %28, %u, %asin_5 : f64
  %30 = math.fma %29, %u, %asin_4 : f64
  %31 = math.fma %30, %u, %asin_3 : f64
  %32 = math.fma %31, %u, %asin_2 : f64
  %33 = math.fma %32, %u, %asin_1 : f64
  %34 = math.fma %33, %u, %asin_0 : f64
  %35 = arith.mulf %22, %34 : f64
  %tail = arith.select %far_from_zero, %21, %35 : f64
  %sum = arith.subf %high, %main : f64
  %36 = arith.subf %high, %sum : f64
  %error = arith.subf %36, %main : f64
  %37 = arith.subf %low, %tail : f64
  %38 = arith.addf %error, %37 : f64
  %turned = arith.addf %sum, %38 : f64
  %39 = arith.cmpf ogt, %x, %f_0.0 : f64
  %right = arith.andi %far_from_zero, %39 : i1
  %40 = arith.addf %main, %tail : f64
  %41 = arith.select %right, %40, %turned : f64
  %42 = arith.select %inside, %41, %nan : f64
  return %42 : f64
}

// 1 / sqrt(x), both rounded to nearest; -inf for -0.
// Error bound: 1.55 ulp.
func.func @emmy_rsqrt_f32(%x: f32) -> f32 {
  %f_1.0 = arith.constant 1.0 : f32
  %0 = math.sqrt %x : f32
  %1 = arith.divf %f_1.0, %0 : f32
  return %1 : f32
}

// 1 / sqrt(x), both rounded to nearest; -inf for -0.
// Error bound: 1.55 ulp.
func.func @emmy_rsqrt_f64(%x: f64) -> f64 {
  %f_1.0 = arith.constant 1.0 : f64
  %0 = math.sqrt %x : f64
  %1 = arith.divf %f_1.0, %0 : f64
  return %1 : f64
}

// x^y with IEEE 754's special values: x^0 = 1^y = 1 even for NaN, (-1)^inf = 1, NaN for a
// negative base and an exponent that is no integer, odd integers keep the sign.
// Method: 2^(y log2 |x|), the logarithm and the product in two parts.
// Error bound: 1.05 ulp.
func.func @emmy_pow_f32(%x: f32, %y: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_0.0 = arith.constant 0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %f_1.1754944e-38 = arith.constant 1.1754944e-38 : f32
  %f_8388608.0 = arith.constant 8388608.0 : f32
  %i32_-23 = arith.constant -23 : i32
  %i32_0 = arith.constant 0 : i32
  %i32_x3F3504F3 = arith.constant 1060439283 : i32
  %i32_23 = arith.constant 23 : i32
  %a_2 = arith.constant 2.0 : f32
  %pow_tail_2 = arith.constant 0.11709758 : f32
  %pow_tail_1 = arith.constant 0.14273547 : f32
  %pow_tail_0 = arith.constant 0.20000076 : f32
  %a_3 = arith.constant 0.33333334 : f32
  %third_low = arith.constant -9.934108e-9 : f32
  %b0 = arith.constant 2.88539 : f32
  %b1 = arith.constant 3.851926e-8 : f32
  %f_1.0995116e12 = arith.constant 1.0995116e12 : f32
  %f_-1.0995116e12 = arith.constant -1.0995116e12 : f32
  %f_1.6e2 = arith.constant 1.6e2 : f32
  %f_-1.6e2 = arith.constant -1.6e2 : f32
  %f_12582912.0 = arith.constant 12582912.0 : f32
  %i32_x4B400000 = arith.constant 1262485504 : i32
  %exp2_4 = arith.constant 0.00015327618 : f32
  %exp2_3 = arith.constant 0.0013390202 : f32
  %exp2_2 = arith.constant 0.009618503 : f32
  %exp2_1 = arith.constant 0.05550362 : f32
  %exp2_0 = arith.constant 0.24022648 : f32
  %ln2_low = arith.constant -1.9046542e-9 : f32
  %ln2_high = arith.constant 0.6931472 : f32
  %i32_1 = arith.constant 1 : i32
  %i32_127 = arith.constant 127 : i32
  %f_0.5 = arith.constant 0.5 : f32
  %i1_1 = arith.constant 1 : i1
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.bitcast %y : f32 to i32
  %3 = arith.andi %2, %i32_x7FFFFFFF : i32
  %size = arith.bitcast %3 : i32 to f32
  // log2 |x|, of 1 where |x| is 0, inf or NaN; y where it cannot overflow.
  %4 = arith.cmpf ogt, %a, %f_0.0 : f32
  %5 = arith.cmpf olt, %a, %inf : f32
  %regular = arith.andi %4, %5 : i1
  %a_1 = arith.select %regular, %a, %f_1.0 : f32
  // Subnormals are scaled up first.
  %small = arith.cmpf olt, %a_1, %f_1.1754944e-38 : f32
  %6 = arith.mulf %a_1, %f_8388608.0 : f32
  %scaled = arith.select %small, %6, %a_1 : f32
  %shift = arith.select %small, %i32_-23, %i32_0 : i32
  %7 = arith.cmpf ogt, %a_1, %f_0.0 : f32
  %8 = arith.cmpf olt, %a_1, %inf : f32
  %regular_1 = arith.andi %7, %8 : i1
  %y_1 = arith.select %regular_1, %scaled, %f_1.0 : f32
  %9 = arith.bitcast %y_1 : f32 to i32
  %10 = arith.subi %9, %i32_x3F3504F3 : i32
  %n = arith.shrsi %10, %i32_23 : i32
  %11 = arith.shli %n, %i32_23 : i32
  %12 = arith.subi %9, %11 : i32
  %m = arith.bitcast %12 : i32 to f32
  %13 = arith.addi %n, %shift : i32
  %k = arith.sitofp %13 : i32 to f32
  %f = arith.subf %m, %f_1.0 : f32
  %high = arith.addf %a_2, %f : f32
  %14 = arith.subf %a_2, %high : f32
  %low = arith.addf %14, %f : f32
  %s = arith.divf %f, %high : f32
  %15 = arith.negf %s : f32
  %16 = math.fma %15, %high, %f : f32
  %17 = math.fma %15, %low, %16 : f32
  %s_low = arith.divf %17, %high : f32
  %high_1 = arith.mulf %s, %s : f32
  %18 = arith.negf %high_1 : f32
  %19 = math.fma %s, %s, %18 : f32
  %20 = arith.mulf %s_low, %s : f32
  %21 = math.fma %s, %s_low, %20 : f32
  %low_1 = arith.addf %19, %21 : f32
  %22 = math.fma %pow_tail_2, %high_1, %pow_tail_1 : f32
  %23 = math.fma %22, %high_1, %pow_tail_0 : f32
  %series = arith.mulf %high_1, %23 : f32
  %high_2 = arith.addf %a_3, %series : f32
  %24 = arith.subf %a_3, %high_2 : f32
  %low_2 = arith.addf %24, %series : f32
  %sum1 = arith.addf %low_2, %third_low : f32
  %high_3 = arith.mulf %high_2, %high_1 : f32
  %25 = arith.negf %high_3 : f32
  %26 = math.fma %high_2, %high_1, %25 : f32
  %27 = arith.mulf %sum1, %high_1 : f32
  %28 = math.fma %high_2, %low_1, %27 : f32
  %low_3 = arith.addf %26, %28 : f32
  %high_4 = arith.mulf %high_3, %s : f32
  %29 = arith.negf %high_4 : f32
  %30 = math.fma %high_3, %s, %29 : f32
  %31 = arith.mulf %low_3, %s : f32
  %32 = math.fma %high_3, %s_low, %31 : f32
  %low_4 = arith.addf %30, %32 : f32
  %high_5 = arith.addf %s, %high_4 : f32
  %33 = arith.subf %s, %high_5 : f32
  %low_5 = arith.addf %33, %high_4 : f32
  %34 = arith.addf %low_4, %s_low : f32
  %total1 = arith.addf %low_5, %34 : f32
  %high_6 = arith.mulf %high_5, %b0 : f32
  %35 = arith.negf %high_6 : f32
  %36 = math.fma %high_5, %b0, %35 : f32
  %37 = arith.mulf %total1, %b0 : f32
  %38 = math.fma %high_5, %b1, %37 : f32
  %low_6 = arith.addf %36, %38 : f32
  %high_7 = arith.addf %k, %high_6 : f32
  %39 = arith.subf %k, %high_7 : f32
  %low_7 = arith.addf %39, %high_6 : f32
  %log_low = arith.addf %low_7, %low_6 : f32
  %40 = arith.cmpf olt, %size, %f_1.0995116e12 : f32
  %41 = arith.cmpf ogt, %y, %f_0.0 : f32
  %42 = arith.cmpf olt, %y, %f_0.0 : f32
  %43 = arith.select %42, %f_-1.0995116e12, %f_0.0 : f32
  %44 = arith.select %41, %f_1.0995116e12, %43 : f32
  %bounded = arith.select %40, %y, %44 : f32
  %exponent = arith.mulf %bounded, %high_7 : f32
  %45 = arith.negf %exponent : f32
  %46 = math.fma %bounded, %high_7, %45 : f32
  %47 = arith.mulf %bounded, %log_low : f32
  %error = arith.addf %46, %47 : f32
  // 2^exponent, kept where 2^k can be put together.
  %48 = arith.bitcast %exponent : f32 to i32
  %49 = arith.andi %48, %i32_x7FFFFFFF : i32
  %50 = arith.bitcast %49 : i32 to f32
  %inside = arith.cmpf olt, %50, %f_1.6e2 : f32
  %51 = arith.cmpf ogt, %exponent, %f_0.0 : f32
  %52 = arith.select %51, %f_1.6e2, %f_-1.6e2 : f32
  %clamped = arith.select %inside, %exponent, %52 : f32
  %shifted = math.fma %clamped, %f_1.0, %f_12582912.0 : f32
  %k_1 = arith.subf %shifted, %f_12582912.0 : f32
  %53 = arith.bitcast %shifted : f32 to i32
  %n_1 = arith.subi %53, %i32_x4B400000 : i32
  %54 = arith.subf %clamped, %k_1 : f32
  %55 = arith.select %inside, %error, %f_0.0 : f32
  %r = arith.addf %54, %55 : f32
  %56 = math.fma %exp2_4, %r, %exp2_3 : f32
  %57 = math.fma %56, %r, %exp2_2 : f32
  %58 = math.fma %57, %r, %exp2_1 : f32
  %59 = math.fma %58, %r, %exp2_0 : f32
  %60 = math.fma %59, %r, %ln2_low : f32
  %tail = arith.mulf %r, %60 : f32
  %61 = math.fma %r, %ln2_high, %tail : f32
  %value = arith.addf %61, %f_1.0 : f32
  %half = arith.shrsi %n_1, %i32_1 : i32
  %62 = arith.addi %half, %i32_127 : i32
  %63 = arith.shli %62, %i32_23 : i32
  %first = arith.bitcast %63 : i32 to f32
  %n_2 = arith.subi %n_1, %half : i32
  %64 = arith.addi %n_2, %i32_127 : i32
  %65 = arith.shli %64, %i32_23 : i32
  %second = arith.bitcast %65 : i32 to f32
  %66 = arith.mulf %value, %first : f32
  %magnitude = arith.mulf %66, %second : f32
  // A base of 0 or infinity gives 0 or infinity.
  %67 = arith.cmpf oeq, %a, %f_0.0 : f32
  %grows = arith.andi %67, %42 : i1
  %68 = arith.cmpf oeq, %a, %inf : f32
  %69 = arith.andi %68, %41 : i1
  %grows_1 = arith.ori %grows, %69 : i1
  %70 = arith.select %grows_1, %inf, %f_0.0 : f32
  %magnitude_1 = arith.select %regular, %magnitude, %70 : f32
  // Signs.
  %71 = arith.addf %size, %f_8388608.0 : f32
  %rounded = arith.subf %71, %f_8388608.0 : f32
  %72 = arith.cmpf oge, %size, %f_8388608.0 : f32
  %73 = arith.cmpf oeq, %rounded, %size : f32
  %whole = arith.ori %72, %73 : i1
  %a_4 = arith.mulf %f_0.5, %size : f32
  %74 = arith.addf %a_4, %f_8388608.0 : f32
  %rounded_1 = arith.subf %74, %f_8388608.0 : f32
  %75 = arith.cmpf oge, %a_4, %f_8388608.0 : f32
  %76 = arith.cmpf oeq, %rounded_1, %a_4 : f32
  %77 = arith.ori %75, %76 : i1
  %78 = arith.xori %77, %i1_1 : i1
  %odd = arith.andi %whole, %78 : i1
  %79 = arith.cmpf uno, %x, %x : f32
  %80 = arith.select %79, %f_1.0, %x : f32
  %81 = arith.bitcast %80 : f32 to i32
  %negative = arith.cmpi slt, %81, %i32_0 : i32
  %82 = arith.andi %negative, %odd : i1
  %83 = arith.negf %magnitude_1 : f32
  %signed = arith.select %82, %83, %magnitude_1 : f32
  %84 = arith.cmpf olt, %x, %f_0.0 : f32
  %85 = arith.andi %84, %5 : i1
  %86 = arith.xori %whole, %i1_1 : i1
  %undefined = arith.andi %85, %86 : i1
  %87 = arith.cmpf uno, %x, %y : f32
  %88 = arith.ori %undefined, %87 : i1
  %result = arith.select %88, %nan, %signed : f32
  %89 = arith.cmpf oeq, %x, %f_1.0 : f32
  %90 = arith.cmpf oeq, %y, %f_0.0 : f32
  %91 = arith.ori %89, %90 : i1
  %92 = arith.select %91, %f_1.0, %result : f32
  return %92 : f32
}

// x^y with IEEE 754's special values: x^0 = 1^y = 1 even for NaN, (-1)^inf = 1, NaN for a
// negative base and an exponent that is no integer, odd integers keep the sign.
// Method: 2^(y log2 |x|), the logarithm and the product in two parts.
// Error bound: 1.0 ulp.
func.func @emmy_pow_f64(%x: f64, %y: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_0.0 = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %f_2.2250738585072014e-308 = arith.constant 2.2250738585072014e-308 : f64
  %f_4503599627370496.0 = arith.constant 4503599627370496.0 : f64
  %i64_-52 = arith.constant -52 : i64
  %i64_0 = arith.constant 0 : i64
  %i64_x3FE6A09E667F3BCD = arith.constant 4604544271217802189 : i64
  %i64_52 = arith.constant 52 : i64
  %a_2 = arith.constant 2.0 : f64
  %pow_tail3_7 = arith.constant 0.054740826357577696 : f64
  %pow_tail3_6 = arith.constant 0.05216230633869495 : f64
  %pow_tail3_5 = arith.constant 0.058840401299999574 : f64
  %pow_tail3_4 = arith.constant 0.06666630357027194 : f64
  %pow_tail3_3 = arith.constant 0.07692308169501981 : f64
  %pow_tail3_2 = arith.constant 0.09090909087195202 : f64
  %pow_tail3_1 = arith.constant 0.11111111111126601 : f64
  %pow_tail3_0 = arith.constant 0.1428571428571426 : f64
  %a_3 = arith.constant 0.2 : f64
  %fifth_low = arith.constant -1.1102230246251566e-17 : f64
  %a_4 = arith.constant 0.3333333333333333 : f64
  %third_low = arith.constant 1.850371707708594e-17 : f64
  %b0 = arith.constant 2.8853900817779268 : f64
  %b1 = arith.constant 4.0710547481862066e-17 : f64
  %f_3.777893186295716e22 = arith.constant 3.777893186295716e22 : f64
  %f_-3.777893186295716e22 = arith.constant -3.777893186295716e22 : f64
  %f_1100.0 = arith.constant 1100.0 : f64
  %f_-1100.0 = arith.constant -1100.0 : f64
  %f_6755399441055744.0 = arith.constant 6755399441055744.0 : f64
  %i64_x4338000000000000 = arith.constant 4843621399236968448 : i64
  %exp2_10 = arith.constant 2.561679360486644e-11 : f64
  %exp2_9 = arith.constant 4.456174768827803e-10 : f64
  %exp2_8 = arith.constant 7.0549788606392475e-9 : f64
  %exp2_7 = arith.constant 1.017805483846336e-7 : f64
  %exp2_6 = arith.constant 1.3215486590284112e-6 : f64
  %exp2_5 = arith.constant 1.5252733846453174e-5 : f64
  %exp2_4 = arith.constant 0.00015403530393633222 : f64
  %exp2_3 = arith.constant 0.0013333558146402344 : f64
  %exp2_2 = arith.constant 0.009618129107628345 : f64
  %exp2_1 = arith.constant 0.05550410866482164 : f64
  %exp2_0 = arith.constant 0.24022650695910072 : f64
  %ln2_low = arith.constant 2.3190468138462996e-17 : f64
  %ln2_high = arith.constant 0.6931471805599453 : f64
  %i64_1 = arith.constant 1 : i64
  %i64_1023 = arith.constant 1023 : i64
  %f_0.5 = arith.constant 0.5 : f64
  %i1_1 = arith.constant 1 : i1
  %nan = arith.constant 0x7FF8000000000000 : f64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.bitcast %y : f64 to i64
  %3 = arith.andi %2, %i64_x7FFFFFFFFFFFFFFF : i64
  %size = arith.bitcast %3 : i64 to f64
  // log2 |x|, of 1 where |x| is 0, inf or NaN; y where it cannot overflow.
  %4 = arith.cmpf ogt, %a, %f_0.0 : f64
  %5 = arith.cmpf olt, %a, %inf : f64
  %regular = arith.andi %4, %5 : i1
  %a_1 = arith.select %regular, %a, %f_1.0 : f64
  // Subnormals are scaled up first.
  %small = arith.cmpf olt, %a_1, %f_2.2250738585072014e-308 : f64
  %6 = arith.mulf %a_1, %f_4503599627370496.0 : f64
  %scaled = arith.select %small, %6, %a_1 : f64
  %shift = arith.select %small, %i64_-52, %i64_0 : i64
  %7 = arith.cmpf ogt, %a_1, %f_0.0 : f64
  %8 = arith.cmpf olt, %a_1, %inf : f64
  %regular_1 = arith.andi %7, %8 : i1
  %y_1 = arith.select %regular_1, %scaled, %f_1.0 : f64
  %9 = arith.bitcast %y_1 : f64 to i64
  %10 = arith.subi %9, %i64_x3FE6A09E667F3BCD : i64
  %n = arith.shrsi %10, %i64_52 : i64
  %11 = arith.shli %n, %i64_52 : i64
  %12 = arith.subi %9, %11 : i64
  %m = arith.bitcast %12 : i64 to f64
  %13 = arith.addi %n, %shift : i64
  %k = arith.sitofp %13 : i64 to f64
  %f = arith.subf %m, %f_1.0 : f64
  %high = arith.addf %a_2, %f : f64
  %14 = arith.subf %a_2, %high : f64
  %low = arith.addf %14, %f : f64
  %s = arith.divf %f, %high : f64
  %15 = arith.negf %s : f64
  %16 = math.fma %15, %high, %f : f64
  %17 = math.fma %15, %low, %16 : f64
  %s_low = arith.divf %17, %high : f64
  %high_1 = arith.mulf %s, %s : f64
  %18 = arith.negf %high_1 : f64
  %19 = math.fma %s, %s, %18 : f64
  %20 = arith.mulf %s_low, %s : f64
  %21 = math.fma %s, %s_low, %20 : f64
  %low_1 = arith.addf %19, %21 : f64
  %22 = math.fma %pow_tail3_7, %high_1, %pow_tail3_6 : f64
  %23 = math.fma %22, %high_1, %pow_tail3_5 : f64
  %24 = math.fma %23, %high_1, %pow_tail3_4 : f64
  %25 = math.fma %24, %high_1, %pow_tail3_3 : f64
  %26 = math.fma %25, %high_1, %pow_tail3_2 : f64
  %27 = math.fma %26, %high_1, %pow_tail3_1 : f64
  %28 = math.fma %27, %high_1, %pow_tail3_0 : f64
  %series = arith.mulf %high_1, %28 : f64
  %high_2 = arith.addf %a_3, %series : f64
  %29 = arith.subf %a_3, %high_2 : f64
  %low_2 = arith.addf %29, %series : f64
  %a1 = arith.addf %low_2, %fifth_low : f64
  %high_3 = arith.mulf %high_2, %high_1 : f64
  %30 = arith.negf %high_3 : f64
  %31 = math.fma %high_2, %high_1, %30 : f64
  %32 = arith.mulf %a1, %high_1 : f64
  %33 = math.fma %high_2, %low_1, %32 : f64
  %low_3 = arith.addf %31, %33 : f64
  %high_4 = arith.addf %a_4, %high_3 : f64
  %34 = arith.subf %a_4, %high_4 : f64
  %low_4 = arith.addf %34, %high_3 : f64
  %35 = arith.addf %low_3, %third_low : f64
  %sum1 = arith.addf %low_4, %35 : f64
  %high_5 = arith.mulf %high_4, %high_1 : f64
  %36 = arith.negf %high_5 : f64
  %37 = math.fma %high_4, %high_1, %36 : f64
  %38 = arith.mulf %sum1, %high_1 : f64
  %39 = math.fma %high_4, %low_1, %38 : f64
  %low_5 = arith.addf %37, %39 : f64
  %high_6 = arith.mulf %high_5, %s : f64
  %40 = arith.negf %high_6 : f64
  %41 = math.fma %high_5, %s, %40 : f64
  %42 = arith.mulf %low_5, %s : f64
  %43 = math.fma %high_5, %s_low, %42 : f64
  %low_6 = arith.addf %41, %43 : f64
  %high_7 = arith.addf %s, %high_6 : f64
  %44 = arith.subf %s, %high_7 : f64
  %low_7 = arith.addf %44, %high_6 : f64
  %45 = arith.addf %low_6, %s_low : f64
  %total1 = arith.addf %low_7, %45 : f64
  %high_8 = arith.mulf %high_7, %b0 : f64
  %46 = arith.negf %high_8 : f64
  %47 = math.fma %high_7, %b0, %46 : f64
  %48 = arith.mulf %total1, %b0 : f64
  %49 = math.fma %high_7, %b1, %48 : f64
  %low_8 = arith.addf %47, %49 : f64
  %high_9 = arith.addf %k, %high_8 : f64
  %50 = arith.subf %k, %high_9 : f64
  %low_9 = arith.addf %50, %high_8 : f64
  %log_low = arith.addf %low_9, %low_8 : f64
  %51 = arith.cmpf olt, %size, %f_3.777893186295716e22 : f64
  %52 = arith.cmpf ogt, %y, %f_0.0 : f64
  %53 = arith.cmpf olt, %y, %f_0.0 : f64
  %54 = arith.select %53, %f_-3.777893186295716e22, %f_0.0 : f64
  %55 = arith.select %52, %f_3.777893186295716e22, %54 : f64
  %bounded = arith.select %51, %y, %55 : f64
  %exponent = arith.mulf %bounded, %high_9 : f64
  %56 = arith.negf %exponent : f64
  %57 = math.fma %bounded, %high_9, %56 : f64
  %58 = arith.mulf %bounded, %log_low : f64
  %error = arith.addf %57, %58 : f64
  // 2^exponent, kept where 2^k can be put together.
  %59 = arith.bitcast %exponent : f64 to i64
  %60 = arith.andi %59, %i64_x7FFFFFFFFFFFFFFF : i64
  %61 = arith.bitcast %60 : i64 to f64
  %inside = arith.cmpf olt, %61, %f_1100.0 : f64
  %62 = arith.cmpf ogt, %exponent, %f_0.0 : f64
  %63 = arith.select %62, %f_1100.0, %f_-1100.0 : f64
  %clamped = arith.select %inside, %exponent, %63 : f64
  %shifted = math.fma %clamped, %f_1.0, %f_6755399441055744.0 : f64
  %k_1 = arith.subf %shifted, %f_6755399441055744.0 : f64
  %64 = arith.bitcast %shifted : f64 to i64
  %n_1 = arith.subi %64, %i64_x4338000000000000 : i64
  %65 = arith.subf %clamped, %k_1 : f64
  %66 = arith.select %inside, %error, %f_0.0 : f64
  %r = arith.addf %65, %66 : f64
  %67 = math.fma %exp2_10, %r, %exp2_9 : f64
  %68 = math.fma %67, %r, %exp2_8 : f64
  %69 = math.fma %68, %r, %exp2_7 : f64
  %70 = math.fma %69, %r, %exp2_6 : f64
  %71 = math.fma %70, %r, %exp2_5 : f64
  %72 = math.fma %71, %r, %exp2_4 : f64
  %73 = math.fma %72, %r, %exp2_3 : f64
  %74 = math.fma %73, %r, %exp2_2 : f64
  %75 = math.fma %74, %r, %exp2_1 : f64
  %76 = math.fma %75, %r, %exp2_0 : f64
  %77 = math.fma %76, %r, %ln2_low : f64
  %tail = arith.mulf %r, %77 : f64
  %78 = math.fma %r, %ln2_high, %tail : f64
  %value = arith.addf %78, %f_1.0 : f64
  %half = arith.shrsi %n_1, %i64_1 : i64
  %79 = arith.addi %half, %i64_1023 : i64
  %80 = arith.shli %79, %i64_52 : i64
  %first = arith.bitcast %80 : i64 to f64
  %n_2 = arith.subi %n_1, %half : i64
  %81 = arith.addi %n_2, %i64_1023 : i64
  %82 = arith.shli %81, %i64_52 : i64
  %second = arith.bitcast %82 : i64 to f64
  %83 = arith.mulf %value, %first : f64
  %magnitude = arith.mulf %83, %second : f64
  // A base of 0 or infinity gives 0 or infinity.
  %84 = arith.cmpf oeq, %a, %f_0.0 : f64
  %grows = arith.andi %84, %53 : i1
  %85 = arith.cmpf oeq, %a, %inf : f64
  %86 = arith.andi %85, %52 : i1
  %grows_1 = arith.ori %grows, %86 : i1
  %87 = arith.select %grows_1, %inf, %f_0.0 : f64
  %magnitude_1 = arith.select %regular, %magnitude, %87 : f64
  // Signs.
  %88 = arith.addf %size, %f_4503599627370496.0 : f64
  %rounded = arith.subf %88, %f_4503599627370496.0 : f64
  %89 = arith.cmpf oge, %size, %f_4503599627370496.0 : f64
  %90 = arith.cmpf oeq, %rounded, %size : f64
  %whole = arith.ori %89, %90 : i1
  %a_5 = arith.mulf %f_0.5, %size : f64
  %91 = arith.addf %a_5, %f_4503599627370496.0 : f64
  %rounded_1 = arith.subf %91, %f_4503599627370496.0 : f64
  %92 = arith.cmpf oge, %a_5, %f_4503599627370496.0 : f64
  %93 = arith.cmpf oeq, %rounded_1, %a_5 : f64
  %94 = arith.ori %92, %93 : i1
  %95 = arith.xori %94, %i1_1 : i1
  %odd = arith.andi %whole, %95 : i1
  %96 = arith.cmpf uno, %x, %x : f64
  %97 = arith.select %96, %f_1.0, %x : f64
  %98 = arith.bitcast %97 : f64 to i64
  %negative = arith.cmpi slt, %98, %i64_0 : i64
  %99 = arith.andi %negative, %odd : i1
  %100 = arith.negf %magnitude_1 : f64
  %signed = arith.select %99, %100, %magnitude_1 : f64
  %101 = arith.cmpf olt, %x, %f_0.0 : f64
  %102 = arith.andi %101, %5 : i1
  %103 = arith.xori %whole, %i1_1 : i1
  %undefined = arith.andi %102, %103 : i1
  %104 = arith.cmpf uno, %x, %y : f64
  %105 = arith.ori %undefined, %104 : i1
  %result = arith.select %105, %nan, %signed : f64
  %106 = arith.cmpf oeq, %x, %f_1.0 : f64
  %107 = arith.cmpf oeq, %y, %f_0.0 : f64
  %108 = arith.ori %106, %107 : i1
  %109 = arith.select %108, %f_1.0, %result : f64
  return %109 : f64
}

// The nearest integer, ties to even.
// Exact.
func.func @emmy_round_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_8388608.0 = arith.constant 8388608.0 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.addf %a, %f_8388608.0 : f32
  %magnitude = arith.subf %2, %f_8388608.0 : f32
  %3 = arith.cmpf olt, %a, %f_8388608.0 : f32
  %4 = arith.bitcast %magnitude : f32 to i32
  %5 = arith.andi %0, %i32_x80000000 : i32
  %6 = arith.ori %4, %5 : i32
  %7 = arith.bitcast %6 : i32 to f32
  %8 = arith.select %3, %7, %x : f32
  return %8 : f32
}

// The nearest integer, ties to even.
// Exact.
func.func @emmy_round_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_4503599627370496.0 = arith.constant 4503599627370496.0 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.addf %a, %f_4503599627370496.0 : f64
  %magnitude = arith.subf %2, %f_4503599627370496.0 : f64
  %3 = arith.cmpf olt, %a, %f_4503599627370496.0 : f64
  %4 = arith.bitcast %magnitude : f64 to i64
  %5 = arith.andi %0, %i64_x8000000000000000 : i64
  %6 = arith.ori %4, %5 : i64
  %7 = arith.bitcast %6 : i64 to f64
  %8 = arith.select %3, %7, %x : f64
  return %8 : f64
}

// The integer part.
// Exact.
func.func @emmy_trunc_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_8388608.0 = arith.constant 8388608.0 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.addf %a, %f_8388608.0 : f32
  %rounded = arith.subf %2, %f_8388608.0 : f32
  %3 = arith.cmpf ogt, %rounded, %a : f32
  %4 = arith.subf %rounded, %f_1.0 : f32
  %magnitude = arith.select %3, %4, %rounded : f32
  %5 = arith.cmpf olt, %a, %f_8388608.0 : f32
  %6 = arith.bitcast %magnitude : f32 to i32
  %7 = arith.andi %0, %i32_x80000000 : i32
  %8 = arith.ori %6, %7 : i32
  %9 = arith.bitcast %8 : i32 to f32
  %10 = arith.select %5, %9, %x : f32
  return %10 : f32
}

// The integer part.
// Exact.
func.func @emmy_trunc_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_4503599627370496.0 = arith.constant 4503599627370496.0 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.addf %a, %f_4503599627370496.0 : f64
  %rounded = arith.subf %2, %f_4503599627370496.0 : f64
  %3 = arith.cmpf ogt, %rounded, %a : f64
  %4 = arith.subf %rounded, %f_1.0 : f64
  %magnitude = arith.select %3, %4, %rounded : f64
  %5 = arith.cmpf olt, %a, %f_4503599627370496.0 : f64
  %6 = arith.bitcast %magnitude : f64 to i64
  %7 = arith.andi %0, %i64_x8000000000000000 : i64
  %8 = arith.ori %6, %7 : i64
  %9 = arith.bitcast %8 : i64 to f64
  %10 = arith.select %5, %9, %x : f64
  return %10 : f64
}

// The largest integer that is not above x.
// Exact.
func.func @emmy_floor_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_8388608.0 = arith.constant 8388608.0 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.addf %a, %f_8388608.0 : f32
  %rounded = arith.subf %2, %f_8388608.0 : f32
  %3 = arith.cmpf ogt, %rounded, %a : f32
  %4 = arith.subf %rounded, %f_1.0 : f32
  %whole = arith.select %3, %4, %rounded : f32
  %5 = arith.cmpf olt, %x, %f_0.0 : f32
  %6 = arith.cmpf une, %whole, %a : f32
  %outwards = arith.andi %5, %6 : i1
  %7 = arith.addf %whole, %f_1.0 : f32
  %magnitude = arith.select %outwards, %7, %whole : f32
  %8 = arith.cmpf olt, %a, %f_8388608.0 : f32
  %9 = arith.bitcast %magnitude : f32 to i32
  %10 = arith.andi %0, %i32_x80000000 : i32
  %11 = arith.ori %9, %10 : i32
  %12 = arith.bitcast %11 : i32 to f32
  %13 = arith.select %8, %12, %x : f32
  return %13 : f32
}

// The largest integer that is not above x.
// Exact.
func.func @emmy_floor_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_4503599627370496.0 = arith.constant 4503599627370496.0 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.addf %a, %f_4503599627370496.0 : f64
  %rounded = arith.subf %2, %f_4503599627370496.0 : f64
  %3 = arith.cmpf ogt, %rounded, %a : f64
  %4 = arith.subf %rounded, %f_1.0 : f64
  %whole = arith.select %3, %4, %rounded : f64
  %5 = arith.cmpf olt, %x, %f_0.0 : f64
  %6 = arith.cmpf une, %whole, %a : f64
  %outwards = arith.andi %5, %6 : i1
  %7 = arith.addf %whole, %f_1.0 : f64
  %magnitude = arith.select %outwards, %7, %whole : f64
  %8 = arith.cmpf olt, %a, %f_4503599627370496.0 : f64
  %9 = arith.bitcast %magnitude : f64 to i64
  %10 = arith.andi %0, %i64_x8000000000000000 : i64
  %11 = arith.ori %9, %10 : i64
  %12 = arith.bitcast %11 : i64 to f64
  %13 = arith.select %8, %12, %x : f64
  return %13 : f64
}

// The smallest integer that is not below x.
// Exact.
func.func @emmy_ceil_f32(%x: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %f_8388608.0 = arith.constant 8388608.0 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.addf %a, %f_8388608.0 : f32
  %rounded = arith.subf %2, %f_8388608.0 : f32
  %3 = arith.cmpf ogt, %rounded, %a : f32
  %4 = arith.subf %rounded, %f_1.0 : f32
  %whole = arith.select %3, %4, %rounded : f32
  %5 = arith.cmpf ogt, %x, %f_0.0 : f32
  %6 = arith.cmpf une, %whole, %a : f32
  %outwards = arith.andi %5, %6 : i1
  %7 = arith.addf %whole, %f_1.0 : f32
  %magnitude = arith.select %outwards, %7, %whole : f32
  %8 = arith.cmpf olt, %a, %f_8388608.0 : f32
  %9 = arith.bitcast %magnitude : f32 to i32
  %10 = arith.andi %0, %i32_x80000000 : i32
  %11 = arith.ori %9, %10 : i32
  %12 = arith.bitcast %11 : i32 to f32
  %13 = arith.select %8, %12, %x : f32
  return %13 : f32
}

// The smallest integer that is not below x.
// Exact.
func.func @emmy_ceil_f64(%x: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %f_4503599627370496.0 = arith.constant 4503599627370496.0 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.addf %a, %f_4503599627370496.0 : f64
  %rounded = arith.subf %2, %f_4503599627370496.0 : f64
  %3 = arith.cmpf ogt, %rounded, %a : f64
  %4 = arith.subf %rounded, %f_1.0 : f64
  %whole = arith.select %3, %4, %rounded : f64
  %5 = arith.cmpf ogt, %x, %f_0.0 : f64
  %6 = arith.cmpf une, %whole, %a : f64
  %outwards = arith.andi %5, %6 : i1
  %7 = arith.addf %whole, %f_1.0 : f64
  %magnitude = arith.select %outwards, %7, %whole : f64
  %8 = arith.cmpf olt, %a, %f_4503599627370496.0 : f64
  %9 = arith.bitcast %magnitude : f64 to i64
  %10 = arith.andi %0, %i64_x8000000000000000 : i64
  %11 = arith.ori %9, %10 : i64
  %12 = arith.bitcast %11 : i64 to f64
  %13 = arith.select %8, %12, %x : f64
  return %13 : f64
}

// The larger, NaN if either is NaN; -0 is below +0, so that the order of arguments never matters.
// Exact.
func.func @emmy_maximum_f32(%a: f32, %b: f32) -> f32 {
  // Both are the larger one, or a and b where these compare equal.
  %0 = arith.cmpf ogt, %a, %b : f32
  %first = arith.select %0, %a, %b : f32
  %1 = arith.cmpf ogt, %b, %a : f32
  %second = arith.select %1, %b, %a : f32
  %2 = arith.bitcast %first : f32 to i32
  %3 = arith.bitcast %second : f32 to i32
  %4 = arith.andi %2, %3 : i32
  %larger = arith.bitcast %4 : i32 to f32
  %5 = arith.cmpf uno, %a, %b : f32
  %6 = arith.addf %a, %b : f32
  %7 = arith.select %5, %6, %larger : f32
  return %7 : f32
}

// The larger, NaN if either is NaN; -0 is below +0, so that the order of arguments never matters.
// Exact.
func.func @emmy_maximum_f64(%a: f64, %b: f64) -> f64 {
  // Both are the larger one, or a and b where these compare equal.
  %0 = arith.cmpf ogt, %a, %b : f64
  %first = arith.select %0, %a, %b : f64
  %1 = arith.cmpf ogt, %b, %a : f64
  %second = arith.select %1, %b, %a : f64
  %2 = arith.bitcast %first : f64 to i64
  %3 = arith.bitcast %second : f64 to i64
  %4 = arith.andi %2, %3 : i64
  %larger = arith.bitcast %4 : i64 to f64
  %5 = arith.cmpf uno, %a, %b : f64
  %6 = arith.addf %a, %b : f64
  %7 = arith.select %5, %6, %larger : f64
  return %7 : f64
}

// The smaller, NaN if either is NaN; -0 is below +0, so that the order of arguments never matters.
// Exact.
func.func @emmy_minimum_f32(%a: f32, %b: f32) -> f32 {
  // Both are the smaller one, or a and b where these compare equal.
  %0 = arith.cmpf olt, %a, %b : f32
  %first = arith.select %0, %a, %b : f32
  %1 = arith.cmpf olt, %b, %a : f32
  %second = arith.select %1, %b, %a : f32
  %2 = arith.bitcast %first : f32 to i32
  %3 = arith.bitcast %second : f32 to i32
  %4 = arith.ori %2, %3 : i32
  %smaller = arith.bitcast %4 : i32 to f32
  %5 = arith.cmpf uno, %a, %b : f32
  %6 = arith.addf %a, %b : f32
  %7 = arith.select %5, %6, %smaller : f32
  return %7 : f32
}

// The smaller, NaN if either is NaN; -0 is below +0, so that the order of arguments never matters.
// Exact.
func.func @emmy_minimum_f64(%a: f64, %b: f64) -> f64 {
  // Both are the smaller one, or a and b where these compare equal.
  %0 = arith.cmpf olt, %a, %b : f64
  %first = arith.select %0, %a, %b : f64
  %1 = arith.cmpf olt, %b, %a : f64
  %second = arith.select %1, %b, %a : f64
  %2 = arith.bitcast %first : f64 to i64
  %3 = arith.bitcast %second : f64 to i64
  %4 = arith.ori %2, %3 : i64
  %smaller = arith.bitcast %4 : i64 to f64
  %5 = arith.cmpf uno, %a, %b : f64
  %6 = arith.addf %a, %b : f64
  %7 = arith.select %5, %6, %smaller : f64
  return %7 : f64
}

// The remainder of the division rounded towards zero, with the sign of x; exact.
// NaN for x infinite or y zero; x for y infinite.
// Method: subtract an integer multiple by one fma, whose result is exact while the quotient has
// at most one mantissa of bits; large quotients first in as many steps as the exponents allow.
// Exact.
func.func @emmy_fmod_f32(%x: f32, %y: f32) -> f32 {
  %i32_x7FFFFFFF = arith.constant 2147483647 : i32
  %inf = arith.constant 0x7F800000 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %f_8388608.0 = arith.constant 8388608.0 : f32
  %f_1.1754944e-38 = arith.constant 1.1754944e-38 : f32
  %i32_-23 = arith.constant -23 : i32
  %i32_0 = arith.constant 0 : i32
  %i32_23 = arith.constant 23 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_x7FFFFF = arith.constant 8388607 : i32
  %i32_x3F800000 = arith.constant 1065353216 : i32
  %i32_299 = arith.constant 299 : i32
  %i32_13 = arith.constant 13 : i32
  %i32_1 = arith.constant 1 : i32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.bitcast %x : f32 to i32
  %1 = arith.andi %0, %i32_x7FFFFFFF : i32
  %a = arith.bitcast %1 : i32 to f32
  %2 = arith.bitcast %y : f32 to i32
  %3 = arith.andi %2, %i32_x7FFFFFFF : i32
  %b = arith.bitcast %3 : i32 to f32
  %4 = arith.cmpf olt, %a, %inf : f32
  %5 = arith.cmpf ogt, %b, %f_0.0 : f32
  %6 = arith.andi %4, %5 : i1
  %7 = arith.cmpf olt, %b, %inf : f32
  %regular = arith.andi %6, %7 : i1
  %dividend = arith.select %regular, %a, %f_0.0 : f32
  %divisor = arith.select %regular, %b, %f_1.0 : f32
  %8 = arith.mulf %divisor, %f_8388608.0 : f32
  %large = arith.cmpf oge, %dividend, %8 : f32
  %rest_3 = scf.if %large -> (f32) {
    %small = arith.cmpf olt, %divisor, %f_1.1754944e-38 : f32
    %normal = arith.select %small, %8, %divisor : f32
    %shift = arith.select %small, %i32_-23, %i32_0 : i32
    %9 = arith.bitcast %normal : f32 to i32
    %10 = arith.shrsi %9, %i32_23 : i32
    %11 = arith.subi %10, %i32_127 : i32
    %exponent = arith.addi %11, %shift : i32
    %12 = arith.andi %9, %i32_x7FFFFF : i32
    %13 = arith.ori %12, %i32_x3F800000 : i32
    %significand = arith.bitcast %13 : i32 to f32
    %14 = arith.addi %exponent, %i32_299 : i32
    %rest_2, %15 = scf.for %counter = %i32_0 to %i32_13 step %i32_1 iter_args(%rest = %dividend, %power = %14) -> (f32, i32) : i32 {
      // divisor = b 2^(mantissa j), j from `steps` down to 1; skipped where it is not representable.
      %representable = arith.cmpi sle, %power, %i32_127 : i32
      %n = arith.select %representable, %power, %i32_0 : i32
      %16 = arith.addi %n, %i32_127 : i32
      %17 = arith.shli %16, %i32_23 : i32
      %18 = arith.bitcast %17 : i32 to f32
      %divisor_1 = arith.mulf %significand, %18 : f32
      %a_1 = arith.divf %rest, %divisor_1 : f32
      %19 = arith.addf %a_1, %f_8388608.0 : f32
      %rounded = arith.subf %19, %f_8388608.0 : f32
      %20 = arith.cmpf ogt, %rounded, %a_1 : f32
      %21 = arith.subf %rounded, %f_1.0 : f32
      %quotient = arith.select %20, %21, %rounded : f32
      %22 = arith.negf %quotient : f32
      %rest_1 = math.fma %22, %divisor_1, %rest : f32
      %23 = arith.cmpf olt, %rest_1, %f_0.0 : f32
      %24 = arith.addf %rest_1, %divisor_1 : f32
      %reduced = arith.select %23, %24, %rest_1 : f32
      %25 = arith.select %representable, %reduced, %rest : f32
      %26 = arith.subi %power, %i32_23 : i32
      scf.yield %25, %26 : f32, i32
    }
    scf.yield %rest_2 : f32
  } else {
    scf.yield %dividend : f32
  }
  %a_2 = arith.divf %rest_3, %divisor : f32
  %27 = arith.addf %a_2, %f_8388608.0 : f32
  %rounded_1 = arith.subf %27, %f_8388608.0 : f32
  %28 = arith.cmpf ogt, %rounded_1, %a_2 : f32
  %29 = arith.subf %rounded_1, %f_1.0 : f32
  %quotient_1 = arith.select %28, %29, %rounded_1 : f32
  %30 = arith.negf %quotient_1 : f32
  %rest_4 = math.fma %30, %divisor, %rest_3 : f32
  %31 = arith.cmpf olt, %rest_4, %f_0.0 : f32
  %32 = arith.addf %rest_4, %divisor : f32
  %33 = arith.select %31, %32, %rest_4 : f32
  %34 = arith.bitcast %33 : f32 to i32
  %35 = arith.andi %0, %i32_x80000000 : i32
  %36 = arith.ori %34, %35 : i32
  %result = arith.bitcast %36 : i32 to f32
  %37 = arith.cmpf oeq, %b, %inf : f32
  %38 = arith.andi %4, %37 : i1
  %other = arith.select %38, %x, %nan : f32
  %39 = arith.select %regular, %result, %other : f32
  return %39 : f32
}

// The remainder of the division rounded towards zero, with the sign of x; exact.
// NaN for x infinite or y zero; x for y infinite.
// Method: subtract an integer multiple by one fma, whose result is exact while the quotient has
// at most one mantissa of bits; large quotients first in as many steps as the exponents allow.
// Exact.
func.func @emmy_fmod_f64(%x: f64, %y: f64) -> f64 {
  %i64_x7FFFFFFFFFFFFFFF = arith.constant 9223372036854775807 : i64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %f_4503599627370496.0 = arith.constant 4503599627370496.0 : f64
  %f_2.2250738585072014e-308 = arith.constant 2.2250738585072014e-308 : f64
  %i64_-52 = arith.constant -52 : i64
  %i64_0 = arith.constant 0 : i64
  %i64_52 = arith.constant 52 : i64
  %i64_1023 = arith.constant 1023 : i64
  %i64_xFFFFFFFFFFFFF = arith.constant 4503599627370495 : i64
  %i64_x3FF0000000000000 = arith.constant 4607182418800017408 : i64
  %i64_2132 = arith.constant 2132 : i64
  %i32_0 = arith.constant 0 : i32
  %i32_41 = arith.constant 41 : i32
  %i32_1 = arith.constant 1 : i32
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %nan = arith.constant 0x7FF8000000000000 : f64
  %0 = arith.bitcast %x : f64 to i64
  %1 = arith.andi %0, %i64_x7FFFFFFFFFFFFFFF : i64
  %a = arith.bitcast %1 : i64 to f64
  %2 = arith.bitcast %y : f64 to i64
  %3 = arith.andi %2, %i64_x7FFFFFFFFFFFFFFF : i64
  %b = arith.bitcast %3 : i64 to f64
  %4 = arith.cmpf olt, %a, %inf : f64
  %5 = arith.cmpf ogt, %b, %f_0.0 : f64
  %6 = arith.andi %4, %5 : i1
  %7 = arith.cmpf olt, %b, %inf : f64
  %regular = arith.andi %6, %7 : i1
  %dividend = arith.select %regular, %a, %f_0.0 : f64
  %divisor = arith.select %regular, %b, %f_1.0 : f64
  %8 = arith.mulf %divisor, %f_4503599627370496.0 : f64
  %large = arith.cmpf oge, %dividend, %8 : f64
  %rest_3 = scf.if %large -> (f64) {
    %small = arith.cmpf olt, %divisor, %f_2.2250738585072014e-308 : f64
    %normal = arith.select %small, %8, %divisor : f64
    %shift = arith.select %small, %i64_-52, %i64_0 : i64
    %9 = arith.bitcast %normal : f64 to i64
    %10 = arith.shrsi %9, %i64_52 : i64
    %11 = arith.subi %10, %i64_1023 : i64
    %exponent = arith.addi %11, %shift : i64
    %12 = arith.andi %9, %i64_xFFFFFFFFFFFFF : i64
    %13 = arith.ori %12, %i64_x3FF0000000000000 : i64
    %significand = arith.bitcast %13 : i64 to f64
    %14 = arith.addi %exponent, %i64_2132 : i64
    %rest_2, %15 = scf.for %counter = %i32_0 to %i32_41 step %i32_1 iter_args(%rest = %dividend, %power = %14) -> (f64, i64) : i32 {
      // divisor = b 2^(mantissa j), j from `steps` down to 1; skipped where it is not representable.
      %representable = arith.cmpi sle, %power, %i64_1023 : i64
      %n = arith.select %representable, %power, %i64_0 : i64
      %16 = arith.addi %n, %i64_1023 : i64
      %17 = arith.shli %16, %i64_52 : i64
      %18 = arith.bitcast %17 : i64 to f64
      %divisor_1 = arith.mulf %significand, %18 : f64
      %a_1 = arith.divf %rest, %divisor_1 : f64
      %19 = arith.addf %a_1, %f_4503599627370496.0 : f64
      %rounded = arith.subf %19, %f_4503599627370496.0 : f64
      %20 = arith.cmpf ogt, %rounded, %a_1 : f64
      %21 = arith.subf %rounded, %f_1.0 : f64
      %quotient = arith.select %20, %21, %rounded : f64
      %22 = arith.negf %quotient : f64
      %rest_1 = math.fma %22, %divisor_1, %rest : f64
      %23 = arith.cmpf olt, %rest_1, %f_0.0 : f64
      %24 = arith.addf %rest_1, %divisor_1 : f64
      %reduced = arith.select %23, %24, %rest_1 : f64
      %25 = arith.select %representable, %reduced, %rest : f64
      %26 = arith.subi %power, %i64_52 : i64
      scf.yield %25, %26 : f64, i64
    }
    scf.yield %rest_2 : f64
  } else {
    scf.yield %dividend : f64
  }
  %a_2 = arith.divf %rest_3, %divisor : f64
  %27 = arith.addf %a_2, %f_4503599627370496.0 : f64
  %rounded_1 = arith.subf %27, %f_4503599627370496.0 : f64
  %28 = arith.cmpf ogt, %rounded_1, %a_2 : f64
  %29 = arith.subf %rounded_1, %f_1.0 : f64
  %quotient_1 = arith.select %28, %29, %rounded_1 : f64
  %30 = arith.negf %quotient_1 : f64
  %rest_4 = math.fma %30, %divisor, %rest_3 : f64
  %31 = arith.cmpf olt, %rest_4, %f_0.0 : f64
  %32 = arith.addf %rest_4, %divisor : f64
  %33 = arith.select %31, %32, %rest_4 : f64
  %34 = arith.bitcast %33 : f64 to i64
  %35 = arith.andi %0, %i64_x8000000000000000 : i64
  %36 = arith.ori %34, %35 : i64
  %result = arith.bitcast %36 : i64 to f64
  %37 = arith.cmpf oeq, %b, %inf : f64
  %38 = arith.andi %4, %37 : i1
  %other = arith.select %38, %x, %nan : f64
  %39 = arith.select %regular, %result, %other : f64
  return %39 : f64
}

// fmod(a, b), plus b where that has another sign than b: the sign follows b, as in Python.
// Exact.
func.func @emmy_remainder_f32(%a: f32, %b: f32) -> f32 {
  %f_0.0 = arith.constant 0.0 : f32
  %r = func.call @emmy_fmod_f32(%a, %b) : (f32, f32) -> f32
  %0 = arith.cmpf une, %r, %f_0.0 : f32
  %1 = arith.cmpf olt, %r, %f_0.0 : f32
  %2 = arith.cmpf olt, %b, %f_0.0 : f32
  %3 = arith.xori %1, %2 : i1
  %4 = arith.andi %0, %3 : i1
  %5 = arith.addf %r, %b : f32
  %6 = arith.select %4, %5, %r : f32
  return %6 : f32
}

// fmod(a, b), plus b where that has another sign than b: the sign follows b, as in Python.
// Exact.
func.func @emmy_remainder_f64(%a: f64, %b: f64) -> f64 {
  %f_0.0 = arith.constant 0.0 : f64
  %r = func.call @emmy_fmod_f64(%a, %b) : (f64, f64) -> f64
  %0 = arith.cmpf une, %r, %f_0.0 : f64
  %1 = arith.cmpf olt, %r, %f_0.0 : f64
  %2 = arith.cmpf olt, %b, %f_0.0 : f64
  %3 = arith.xori %1, %2 : i1
  %4 = arith.andi %0, %3 : i1
  %5 = arith.addf %r, %b : f64
  %6 = arith.select %4, %5, %r : f64
  return %6 : f64
}

// floor(a / b) by way of the remainder: with r = fmod(a, b), q = (a - r) / b, less 1 where r
// is not zero and its sign is not that of b; then the nearest integer. a / b where b is 0.
// Exact.
func.func @emmy_floor_divide_f32(%a: f32, %b: f32) -> f32 {
  %f_0.0 = arith.constant 0.0 : f32
  %f_1.0 = arith.constant 1.0 : f32
  %f_0.5 = arith.constant 0.5 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  %r = func.call @emmy_fmod_f32(%a, %b) : (f32, f32) -> f32
  %quotient = arith.divf %a, %b : f32
  %0 = arith.subf %a, %r : f32
  %q = arith.divf %0, %b : f32
  %1 = arith.cmpf une, %r, %f_0.0 : f32
  %2 = arith.cmpf olt, %r, %f_0.0 : f32
  %3 = arith.cmpf olt, %b, %f_0.0 : f32
  %4 = arith.xori %2, %3 : i1
  %5 = arith.andi %1, %4 : i1
  %6 = arith.subf %q, %f_1.0 : f32
  %q_1 = arith.select %5, %6, %q : f32
  %down = func.call @emmy_floor_f32(%q_1) : (f32) -> f32
  %7 = arith.subf %q_1, %down : f32
  %8 = arith.cmpf ogt, %7, %f_0.5 : f32
  %9 = arith.addf %down, %f_1.0 : f32
  %nearest = arith.select %8, %9, %down : f32
  // A zero has the sign of a / b.
  %10 = arith.cmpf uno, %quotient, %quotient : f32
  %11 = arith.select %10, %f_0.0, %quotient : f32
  %12 = arith.bitcast %11 : f32 to i32
  %13 = arith.andi %12, %i32_x80000000 : i32
  %zero = arith.bitcast %13 : i32 to f32
  %14 = arith.cmpf oeq, %q_1, %f_0.0 : f32
  %result = arith.select %14, %zero, %nearest : f32
  %15 = arith.cmpf oeq, %b, %f_0.0 : f32
  %16 = arith.select %15, %quotient, %result : f32
  return %16 : f32
}

// floor(a / b) by way of the remainder: with r = fmod(a, b), q = (a - r) / b, less 1 where r
// is not zero and its sign is not that of b; then the nearest integer. a / b where b is 0.
// Exact.
func.func @emmy_floor_divide_f64(%a: f64, %b: f64) -> f64 {
  %f_0.0 = arith.constant 0.0 : f64
  %f_1.0 = arith.constant 1.0 : f64
  %f_0.5 = arith.constant 0.5 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %r = func.call @emmy_fmod_f64(%a, %b) : (f64, f64) -> f64
  %quotient = arith.divf %a, %b : f64
  %0 = arith.subf %a, %r : f64
  %q = arith.divf %0, %b : f64
  %1 = arith.cmpf une, %r, %f_0.0 : f64
  %2 = arith.cmpf olt, %r, %f_0.0 : f64
  %3 = arith.cmpf olt, %b, %f_0.0 : f64
  %4 = arith.xori %2, %3 : i1
  %5 = arith.andi %1, %4 : i1
  %6 = arith.subf %q, %f_1.0 : f64
  %q_1 = arith.select %5, %6, %q : f64
  %down = func.call @emmy_floor_f64(%q_1) : (f64) -> f64
  %7 = arith.subf %q_1, %down : f64
  %8 = arith.cmpf ogt, %7, %f_0.5 : f64
  %9 = arith.addf %down, %f_1.0 : f64
  %nearest = arith.select %8, %9, %down : f64
  // A zero has the sign of a / b.
  %10 = arith.cmpf uno, %quotient, %quotient : f64
  %11 = arith.select %10, %f_0.0, %quotient : f64
  %12 = arith.bitcast %11 : f64 to i64
  %13 = arith.andi %12, %i64_x8000000000000000 : i64
  %zero = arith.bitcast %13 : i64 to f64
  %14 = arith.cmpf oeq, %q_1, %f_0.0 : f64
  %result = arith.select %14, %zero, %nearest : f64
  %15 = arith.cmpf oeq, %b, %f_0.0 : f64
  %16 = arith.select %15, %quotient, %result : f64
  return %16 : f64
}

// Truncation to i32; the smallest i32 for NaN and whatever is out of range.
// Exact.
func.func @emmy_convert_f32_i32(%x: f32) -> i32 {
  %f_-2.1474836e9 = arith.constant -2.1474836e9 : f32
  %f_2.1474836e9 = arith.constant 2.1474836e9 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %i32_x80000000 = arith.constant -2147483648 : i32
  // The smallest number that truncates to a value in range: -2^31 itself has neighbours that do in f64.
  %above = arith.cmpf oge, %x, %f_-2.1474836e9 : f32
  %0 = arith.cmpf olt, %x, %f_2.1474836e9 : f32
  %inside = arith.andi %above, %0 : i1
  %1 = arith.select %inside, %x, %f_0.0 : f32
  %n = arith.fptosi %1 : f32 to i32
  %2 = arith.select %inside, %n, %i32_x80000000 : i32
  return %2 : i32
}

// Truncation to i32; the smallest i32 for NaN and whatever is out of range.
// Exact.
func.func @emmy_convert_f64_i32(%x: f64) -> i32 {
  %f_-2147483649.0 = arith.constant -2147483649.0 : f64
  %f_2147483648.0 = arith.constant 2147483648.0 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %i32_x80000000 = arith.constant -2147483648 : i32
  // The smallest number that truncates to a value in range: -2^31 itself has neighbours that do in f64.
  %above = arith.cmpf ogt, %x, %f_-2147483649.0 : f64
  %0 = arith.cmpf olt, %x, %f_2147483648.0 : f64
  %inside = arith.andi %above, %0 : i1
  %1 = arith.select %inside, %x, %f_0.0 : f64
  %n = arith.fptosi %1 : f64 to i32
  %2 = arith.select %inside, %n, %i32_x80000000 : i32
  return %2 : i32
}

// Truncation to i64; the smallest i64 for NaN and whatever is out of range.
// Exact.
func.func @emmy_convert_f32_i64(%x: f32) -> i64 {
  %f_-9.223372e18 = arith.constant -9.223372e18 : f32
  %f_9.223372e18 = arith.constant 9.223372e18 : f32
  %f_0.0 = arith.constant 0.0 : f32
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  // The smallest number that truncates to a value in range: -2^31 itself has neighbours that do in f64.
  %above = arith.cmpf oge, %x, %f_-9.223372e18 : f32
  %0 = arith.cmpf olt, %x, %f_9.223372e18 : f32
  %inside = arith.andi %above, %0 : i1
  %1 = arith.select %inside, %x, %f_0.0 : f32
  %n = arith.fptosi %1 : f32 to i64
  %2 = arith.select %inside, %n, %i64_x8000000000000000 : i64
  return %2 : i64
}

// Truncation to i64; the smallest i64 for NaN and whatever is out of range.
// Exact.
func.func @emmy_convert_f64_i64(%x: f64) -> i64 {
  %f_-9.223372036854776e18 = arith.constant -9.223372036854776e18 : f64
  %f_9.223372036854776e18 = arith.constant 9.223372036854776e18 : f64
  %f_0.0 = arith.constant 0.0 : f64
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  // The smallest number that truncates to a value in range: -2^31 itself has neighbours that do in f64.
  %above = arith.cmpf oge, %x, %f_-9.223372036854776e18 : f64
  %0 = arith.cmpf olt, %x, %f_9.223372036854776e18 : f64
  %inside = arith.andi %above, %0 : i1
  %1 = arith.select %inside, %x, %f_0.0 : f64
  %n = arith.fptosi %1 : f64 to i64
  %2 = arith.select %inside, %n, %i64_x8000000000000000 : i64
  return %2 : i64
}

// The bits of x in f8E4M3FN, rounded to nearest even; NaN where that is too large.
func.func @emmy_convert_f32_f8E4M3FN(%x: f32) -> i32 {
  %i32_x80000000 = arith.constant -2147483648 : i32
  %i32_20 = arith.constant 20 : i32
  %i32_1 = arith.constant 1 : i32
  %i32_x7FFFF = arith.constant 524287 : i32
  %i32_960 = arith.constant 960 : i32
  %f_16384.0 = arith.constant 16384.0 : f32
  %i32_x46800000 = arith.constant 1182793728 : i32
  %i32_x3C800000 = arith.constant 1015021568 : i32
  %i32_126 = arith.constant 126 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_24 = arith.constant 24 : i32
  %0 = arith.bitcast %x : f32 to i32
  %sign = arith.andi %0, %i32_x80000000 : i32
  %magnitude = arith.xori %0, %sign : i32
  // Half of the last place, less one where the last bit that stays is even; the carry may reach the exponent.
  %1 = arith.shrui %magnitude, %i32_20 : i32
  %odd = arith.andi %1, %i32_1 : i32
  %2 = arith.addi %magnitude, %odd : i32
  %rounded = arith.addi %2, %i32_x7FFFF : i32
  %3 = arith.shrui %rounded, %i32_20 : i32
  %normal = arith.subi %3, %i32_960 : i32
  // The sum has the last place of the subnormal numbers, so that adding rounds to it.
  %4 = arith.bitcast %magnitude : i32 to f32
  %5 = arith.addf %4, %f_16384.0 : f32
  %6 = arith.bitcast %5 : f32 to i32
  %subnormal = arith.subi %6, %i32_x46800000 : i32
  %is_subnormal = arith.cmpi slt, %magnitude, %i32_x3C800000 : i32
  %code = arith.select %is_subnormal, %subnormal, %normal : i32
  %7 = arith.cmpi sgt, %code, %i32_126 : i32
  %code_1 = arith.select %7, %i32_127, %code : i32
  %8 = arith.cmpf uno, %x, %x : f32
  %code_2 = arith.select %8, %i32_127, %code_1 : i32
  %sign_1 = arith.shrui %sign, %i32_24 : i32
  %code_3 = arith.ori %code_2, %sign_1 : i32
  return %code_3 : i32
}

// The bits of x in f8E4M3FN, rounded to nearest even; NaN where that is too large.
func.func @emmy_convert_f64_f8E4M3FN(%x: f64) -> i32 {
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %i64_49 = arith.constant 49 : i64
  %i64_1 = arith.constant 1 : i64
  %i64_xFFFFFFFFFFFF = arith.constant 281474976710655 : i64
  %i64_8128 = arith.constant 8128 : i64
  %f_8796093022208.0 = arith.constant 8796093022208.0 : f64
  %i64_x42A0000000000000 = arith.constant 4800837202776948736 : i64
  %i64_x3F90000000000000 = arith.constant 4580160821035794432 : i64
  %i64_126 = arith.constant 126 : i64
  %i64_127 = arith.constant 127 : i64
  %i64_56 = arith.constant 56 : i64
  %0 = arith.bitcast %x : f64 to i64
  %sign = arith.andi %0, %i64_x8000000000000000 : i64
  %magnitude = arith.xori %0, %sign : i64
  // Half of the last place, less one where the last bit that stays is even; the carry may reach the exponent.
  %1 = arith.shrui %magnitude, %i64_49 : i64
  %odd = arith.andi %1, %i64_1 : i64
  %2 = arith.addi %magnitude, %odd : i64
  %rounded = arith.addi %2, %i64_xFFFFFFFFFFFF : i64
  %3 = arith.shrui %rounded, %i64_49 : i64
  %normal = arith.subi %3, %i64_8128 : i64
  // The sum has the last place of the subnormal numbers, so that adding rounds to it.
  %4 = arith.bitcast %magnitude : i64 to f64
  %5 = arith.addf %4, %f_8796093022208.0 : f64
  %6 = arith.bitcast %5 : f64 to i64
  %subnormal = arith.subi %6, %i64_x42A0000000000000 : i64
  %is_subnormal = arith.cmpi slt, %magnitude, %i64_x3F90000000000000 : i64
  %code = arith.select %is_subnormal, %subnormal, %normal : i64
  %7 = arith.cmpi sgt, %code, %i64_126 : i64
  %code_1 = arith.select %7, %i64_127, %code : i64
  %8 = arith.cmpf uno, %x, %x : f64
  %code_2 = arith.select %8, %i64_127, %code_1 : i64
  %sign_1 = arith.shrui %sign, %i64_56 : i64
  %code_3 = arith.ori %code_2, %sign_1 : i64
  %9 = arith.trunci %code_3 : i64 to i32
  return %9 : i32
}

// The number whose bits in f8E4M3FN are the low byte of the code; the other bytes are 0.
func.func @emmy_convert_f8E4M3FN_f32(%code: i32) -> f32 {
  %i32_127 = arith.constant 127 : i32
  %i32_20 = arith.constant 20 : i32
  %f_1.329228e36 = arith.constant 1.329228e36 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %i32_128 = arith.constant 128 : i32
  %i32_24 = arith.constant 24 : i32
  %magnitude = arith.andi %code, %i32_127 : i32
  // The bits in their place: the number, but for the difference of the biases.
  %0 = arith.shli %magnitude, %i32_20 : i32
  %scaled = arith.bitcast %0 : i32 to f32
  %value = arith.mulf %scaled, %f_1.329228e36 : f32
  %1 = arith.cmpi eq, %magnitude, %i32_127 : i32
  %value_1 = arith.select %1, %nan, %value : f32
  %2 = arith.bitcast %value_1 : f32 to i32
  %3 = arith.andi %code, %i32_128 : i32
  %4 = arith.shli %3, %i32_24 : i32
  %5 = arith.ori %2, %4 : i32
  %6 = arith.bitcast %5 : i32 to f32
  return %6 : f32
}

// The bits of x in f8E5M2, rounded to nearest even; an infinity where that is too large.
func.func @emmy_convert_f32_f8E5M2(%x: f32) -> i32 {
  %i32_x80000000 = arith.constant -2147483648 : i32
  %i32_21 = arith.constant 21 : i32
  %i32_1 = arith.constant 1 : i32
  %i32_xFFFFF = arith.constant 1048575 : i32
  %i32_448 = arith.constant 448 : i32
  %f_128.0 = arith.constant 128.0 : f32
  %i32_x43000000 = arith.constant 1124073472 : i32
  %i32_x38800000 = arith.constant 947912704 : i32
  %i32_123 = arith.constant 123 : i32
  %i32_124 = arith.constant 124 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_24 = arith.constant 24 : i32
  %0 = arith.bitcast %x : f32 to i32
  %sign = arith.andi %0, %i32_x80000000 : i32
  %magnitude = arith.xori %0, %sign : i32
  // Half of the last place, less one where the last bit that stays is even; the carry may reach the exponent.
  %1 = arith.shrui %magnitude, %i32_21 : i32
  %odd = arith.andi %1, %i32_1 : i32
  %2 = arith.addi %magnitude, %odd : i32
  %rounded = arith.addi %2, %i32_xFFFFF : i32
  %3 = arith.shrui %rounded, %i32_21 : i32
  %normal = arith.subi %3, %i32_448 : i32
  // The sum has the last place of the subnormal numbers, so that adding rounds to it.
  %4 = arith.bitcast %magnitude : i32 to f32
  %5 = arith.addf %4, %f_128.0 : f32
  %6 = arith.bitcast %5 : f32 to i32
  %subnormal = arith.subi %6, %i32_x43000000 : i32
  %is_subnormal = arith.cmpi slt, %magnitude, %i32_x38800000 : i32
  %code = arith.select %is_subnormal, %subnormal, %normal : i32
  %7 = arith.cmpi sgt, %code, %i32_123 : i32
  %code_1 = arith.select %7, %i32_124, %code : i32
  %8 = arith.cmpf uno, %x, %x : f32
  %code_2 = arith.select %8, %i32_127, %code_1 : i32
  %sign_1 = arith.shrui %sign, %i32_24 : i32
  %code_3 = arith.ori %code_2, %sign_1 : i32
  return %code_3 : i32
}

// The bits of x in f8E5M2, rounded to nearest even; an infinity where that is too large.
func.func @emmy_convert_f64_f8E5M2(%x: f64) -> i32 {
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %i64_50 = arith.constant 50 : i64
  %i64_1 = arith.constant 1 : i64
  %i64_x1FFFFFFFFFFFF = arith.constant 562949953421311 : i64
  %i64_4032 = arith.constant 4032 : i64
  %f_68719476736.0 = arith.constant 68719476736.0 : f64
  %i64_x4230000000000000 = arith.constant 4769312005385355264 : i64
  %i64_x3F10000000000000 = arith.constant 4544132024016830464 : i64
  %i64_123 = arith.constant 123 : i64
  %i64_124 = arith.constant 124 : i64
  %i64_127 = arith.constant 127 : i64
  %i64_56 = arith.constant 56 : i64
  %0 = arith.bitcast %x : f64 to i64
  %sign = arith.andi %0, %i64_x8000000000000000 : i64
  %magnitude = arith.xori %0, %sign : i64
  // Half of the last place, less one where the last bit that stays is even; the carry may reach the exponent.
  %1 = arith.shrui %magnitude, %i64_50 : i64
  %odd = arith.andi %1, %i64_1 : i64
  %2 = arith.addi %magnitude, %odd : i64
  %rounded = arith.addi %2, %i64_x1FFFFFFFFFFFF : i64
  %3 = arith.shrui %rounded, %i64_50 : i64
  %normal = arith.subi %3, %i64_4032 : i64
  // The sum has the last place of the subnormal numbers, so that adding rounds to it.
  %4 = arith.bitcast %magnitude : i64 to f64
  %5 = arith.addf %4, %f_68719476736.0 : f64
  %6 = arith.bitcast %5 : f64 to i64
  %subnormal = arith.subi %6, %i64_x4230000000000000 : i64
  %is_subnormal = arith.cmpi slt, %magnitude, %i64_x3F10000000000000 : i64
  %code = arith.select %is_subnormal, %subnormal, %normal : i64
  %7 = arith.cmpi sgt, %code, %i64_123 : i64
  %code_1 = arith.select %7, %i64_124, %code : i64
  %8 = arith.cmpf uno, %x, %x : f64
  %code_2 = arith.select %8, %i64_127, %code_1 : i64
  %sign_1 = arith.shrui %sign, %i64_56 : i64
  %code_3 = arith.ori %code_2, %sign_1 : i64
  %9 = arith.trunci %code_3 : i64 to i32
  return %9 : i32
}

// The number whose bits in f8E5M2 are the low byte of the code; the other bytes are 0.
func.func @emmy_convert_f8E5M2_f32(%code: i32) -> f32 {
  %i32_127 = arith.constant 127 : i32
  %i32_21 = arith.constant 21 : i32
  %f_5.192297e33 = arith.constant 5.192297e33 : f32
  %i32_x7F800000 = arith.constant 2139095040 : i32
  %i32_124 = arith.constant 124 : i32
  %i32_128 = arith.constant 128 : i32
  %i32_24 = arith.constant 24 : i32
  %magnitude = arith.andi %code, %i32_127 : i32
  // The bits in their place: the number, but for the difference of the biases.
  %0 = arith.shli %magnitude, %i32_21 : i32
  %scaled = arith.bitcast %0 : i32 to f32
  %value = arith.mulf %scaled, %f_5.192297e33 : f32
  %1 = arith.bitcast %scaled : f32 to i32
  %2 = arith.ori %1, %i32_x7F800000 : i32
  %infinite = arith.bitcast %2 : i32 to f32
  %3 = arith.cmpi sge, %magnitude, %i32_124 : i32
  %value_1 = arith.select %3, %infinite, %value : f32
  %4 = arith.bitcast %value_1 : f32 to i32
  %5 = arith.andi %code, %i32_128 : i32
  %6 = arith.shli %5, %i32_24 : i32
  %7 = arith.ori %4, %6 : i32
  %8 = arith.bitcast %7 : i32 to f32
  return %8 : f32
}

// The bits of x in f8E4M3FNUZ, rounded to nearest even; NaN where that is too large.
func.func @emmy_convert_f32_f8E4M3FNUZ(%x: f32) -> i32 {
  %i32_x80000000 = arith.constant -2147483648 : i32
  %i32_20 = arith.constant 20 : i32
  %i32_1 = arith.constant 1 : i32
  %i32_x7FFFF = arith.constant 524287 : i32
  %i32_952 = arith.constant 952 : i32
  %f_8192.0 = arith.constant 8192.0 : f32
  %i32_x46000000 = arith.constant 1174405120 : i32
  %i32_x3C000000 = arith.constant 1006632960 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_128 = arith.constant 128 : i32
  %i32_24 = arith.constant 24 : i32
  %i32_0 = arith.constant 0 : i32
  %0 = arith.bitcast %x : f32 to i32
  %sign = arith.andi %0, %i32_x80000000 : i32
  %magnitude = arith.xori %0, %sign : i32
  // Half of the last place, less one where the last bit that stays is even; the carry may reach the exponent.
  %1 = arith.shrui %magnitude, %i32_20 : i32
  %odd = arith.andi %1, %i32_1 : i32
  %2 = arith.addi %magnitude, %odd : i32
  %rounded = arith.addi %2, %i32_x7FFFF : i32
  %3 = arith.shrui %rounded, %i32_20 : i32
  %normal = arith.subi %3, %i32_952 : i32
  // The sum has the last place of the subnormal numbers, so that adding rounds to it.
  %4 = arith.bitcast %magnitude : i32 to f32
  %5 = arith.addf %4, %f_8192.0 : f32
  %6 = arith.bitcast %5 : f32 to i32
  %subnormal = arith.subi %6, %i32_x46000000 : i32
  %is_subnormal = arith.cmpi slt, %magnitude, %i32_x3C000000 : i32
  %code = arith.select %is_subnormal, %subnormal, %normal : i32
  %7 = arith.cmpi sgt, %code, %i32_127 : i32
  %code_1 = arith.select %7, %i32_128, %code : i32
  %8 = arith.cmpf uno, %x, %x : f32
  %code_2 = arith.select %8, %i32_128, %code_1 : i32
  %sign_1 = arith.shrui %sign, %i32_24 : i32
  %9 = arith.cmpi ne, %code_2, %i32_0 : i32
  %10 = arith.cmpi ne, %code_2, %i32_128 : i32
  %11 = arith.andi %9, %10 : i1
  %sign_2 = arith.select %11, %sign_1, %i32_0 : i32
  %code_3 = arith.ori %code_2, %sign_2 : i32
  return %code_3 : i32
}

// The bits of x in f8E4M3FNUZ, rounded to nearest even; NaN where that is too large.
func.func @emmy_convert_f64_f8E4M3FNUZ(%x: f64) -> i32 {
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %i64_49 = arith.constant 49 : i64
  %i64_1 = arith.constant 1 : i64
  %i64_xFFFFFFFFFFFF = arith.constant 281474976710655 : i64
  %i64_8120 = arith.constant 8120 : i64
  %f_4398046511104.0 = arith.constant 4398046511104.0 : f64
  %i64_x4290000000000000 = arith.constant 4796333603149578240 : i64
  %i64_x3F80000000000000 = arith.constant 4575657221408423936 : i64
  %i64_127 = arith.constant 127 : i64
  %i64_128 = arith.constant 128 : i64
  %i64_56 = arith.constant 56 : i64
  %i64_0 = arith.constant 0 : i64
  %0 = arith.bitcast %x : f64 to i64
  %sign = arith.andi %0, %i64_x8000000000000000 : i64
  %magnitude = arith.xori %0, %sign : i64
  // Half of the last place, less one where the last bit that stays is even; the carry may reach the exponent.
  %1 = arith.shrui %magnitude, %i64_49 : i64
  %odd = arith.andi %1, %i64_1 : i64
  %2 = arith.addi %magnitude, %odd : i64
  %rounded = arith.addi %2, %i64_xFFFFFFFFFFFF : i64
  %3 = arith.shrui %rounded, %i64_49 : i64
  %normal = arith.subi %3, %i64_8120 : i64
  // The sum has the last place of the subnormal numbers, so that adding rounds to it.
  %4 = arith.bitcast %magnitude : i64 to f64
  %5 = arith.addf %4, %f_4398046511104.0 : f64
  %6 = arith.bitcast %5 : f64 to i64
  %subnormal = arith.subi %6, %i64_x4290000000000000 : i64
  %is_subnormal = arith.cmpi slt, %magnitude, %i64_x3F80000000000000 : i64
  %code = arith.select %is_subnormal, %subnormal, %normal : i64
  %7 = arith.cmpi sgt, %code, %i64_127 : i64
  %code_1 = arith.select %7, %i64_128, %code : i64
  %8 = arith.cmpf uno, %x, %x : f64
  %code_2 = arith.select %8, %i64_128, %code_1 : i64
  %sign_1 = arith.shrui %sign, %i64_56 : i64
  %9 = arith.cmpi ne, %code_2, %i64_0 : i64
  %10 = arith.cmpi ne, %code_2, %i64_128 : i64
  %11 = arith.andi %9, %10 : i1
  %sign_2 = arith.select %11, %sign_1, %i64_0 : i64
  %code_3 = arith.ori %code_2, %sign_2 : i64
  %12 = arith.trunci %code_3 : i64 to i32
  return %12 : i32
}

// The number whose bits in f8E4M3FNUZ are the low byte of the code; the other bytes are 0.
func.func @emmy_convert_f8E4M3FNUZ_f32(%code: i32) -> f32 {
  %i32_127 = arith.constant 127 : i32
  %i32_20 = arith.constant 20 : i32
  %f_6.64614e35 = arith.constant 6.64614e35 : f32
  %i32_128 = arith.constant 128 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %i32_24 = arith.constant 24 : i32
  %magnitude = arith.andi %code, %i32_127 : i32
  // The bits in their place: the number, but for the difference of the biases.
  %0 = arith.shli %magnitude, %i32_20 : i32
  %scaled = arith.bitcast %0 : i32 to f32
  %value = arith.mulf %scaled, %f_6.64614e35 : f32
  %1 = arith.cmpi eq, %code, %i32_128 : i32
  %value_1 = arith.select %1, %nan, %value : f32
  %2 = arith.bitcast %value_1 : f32 to i32
  %3 = arith.andi %code, %i32_128 : i32
  %4 = arith.shli %3, %i32_24 : i32
  %5 = arith.ori %2, %4 : i32
  %6 = arith.bitcast %5 : i32 to f32
  return %6 : f32
}

// The bits of x in f8E5M2FNUZ, rounded to nearest even; NaN where that is too large.
func.func @emmy_convert_f32_f8E5M2FNUZ(%x: f32) -> i32 {
  %i32_x80000000 = arith.constant -2147483648 : i32
  %i32_21 = arith.constant 21 : i32
  %i32_1 = arith.constant 1 : i32
  %i32_xFFFFF = arith.constant 1048575 : i32
  %i32_444 = arith.constant 444 : i32
  %f_64.0 = arith.constant 64.0 : f32
  %i32_x42800000 = arith.constant 1115684864 : i32
  %i32_x38000000 = arith.constant 939524096 : i32
  %i32_127 = arith.constant 127 : i32
  %i32_128 = arith.constant 128 : i32
  %i32_24 = arith.constant 24 : i32
  %i32_0 = arith.constant 0 : i32
  %0 = arith.bitcast %x : f32 to i32
  %sign = arith.andi %0, %i32_x80000000 : i32
  %magnitude = arith.xori %0, %sign : i32
  // Half of the last place, less one where the last bit that stays is even; the carry may reach the exponent.
  %1 = arith.shrui %magnitude, %i32_21 : i32
  %odd = arith.andi %1, %i32_1 : i32
  %2 = arith.addi %magnitude, %odd : i32
  %rounded = arith.addi %2, %i32_xFFFFF : i32
  %3 = arith.shrui %rounded, %i32_21 : i32
  %normal = arith.subi %3, %i32_444 : i32
  // The sum has the last place of the subnormal numbers, so that adding rounds to it.
  %4 = arith.bitcast %magnitude : i32 to f32
  %5 = arith.addf %4, %f_64.0 : f32
  %6 = arith.bitcast %5 : f32 to i32
  %subnormal = arith.subi %6, %i32_x42800000 : i32
  %is_subnormal = arith.cmpi slt, %magnitude, %i32_x38000000 : i32
  %code = arith.select %is_subnormal, %subnormal, %normal : i32
  %7 = arith.cmpi sgt, %code, %i32_127 : i32
  %code_1 = arith.select %7, %i32_128, %code : i32
  %8 = arith.cmpf uno, %x, %x : f32
  %code_2 = arith.select %8, %i32_128, %code_1 : i32
  %sign_1 = arith.shrui %sign, %i32_24 : i32
  %9 = arith.cmpi ne, %code_2, %i32_0 : i32
  %10 = arith.cmpi ne, %code_2, %i32_128 : i32
  %11 = arith.andi %9, %10 : i1
  %sign_2 = arith.select %11, %sign_1, %i32_0 : i32
  %code_3 = arith.ori %code_2, %sign_2 : i32
  return %code_3 : i32
}

// The bits of x in f8E5M2FNUZ, rounded to nearest even; NaN where that is too large.
func.func @emmy_convert_f64_f8E5M2FNUZ(%x: f64) -> i32 {
  %i64_x8000000000000000 = arith.constant -9223372036854775808 : i64
  %i64_50 = arith.constant 50 : i64
  %i64_1 = arith.constant 1 : i64
  %i64_x1FFFFFFFFFFFF = arith.constant 562949953421311 : i64
  %i64_4028 = arith.constant 4028 : i64
  %f_34359738368.0 = arith.constant 34359738368.0 : f64
  %i64_x4220000000000000 = arith.constant 4764808405757984768 : i64
  %i64_x3F00000000000000 = arith.constant 4539628424389459968 : i64
  %i64_127 = arith.constant 127 : i64
  %i64_128 = arith.constant 128 : i64
  %i64_56 = arith.constant 56 : i64
  %i64_0 = arith.constant 0 : i64
  %0 = arith.bitcast %x : f64 to i64
  %sign = arith.andi %0, %i64_x8000000000000000 : i64
  %magnitude = arith.xori %0, %sign : i64
  // Half of the last place, less one where the last bit that stays is even; the carry may reach the exponent.
  %1 = arith.shrui %magnitude, %i64_50 : i64
  %odd = arith.andi %1, %i64_1 : i64
  %2 = arith.addi %magnitude, %odd : i64
  %rounded = arith.addi %2, %i64_x1FFFFFFFFFFFF : i64
  %3 = arith.shrui %rounded, %i64_50 : i64
  %normal = arith.subi %3, %i64_4028 : i64
  // The sum has the last place of the subnormal numbers, so that adding rounds to it.
  %4 = arith.bitcast %magnitude : i64 to f64
  %5 = arith.addf %4, %f_34359738368.0 : f64
  %6 = arith.bitcast %5 : f64 to i64
  %subnormal = arith.subi %6, %i64_x4220000000000000 : i64
  %is_subnormal = arith.cmpi slt, %magnitude, %i64_x3F00000000000000 : i64
  %code = arith.select %is_subnormal, %subnormal, %normal : i64
  %7 = arith.cmpi sgt, %code, %i64_127 : i64
  %code_1 = arith.select %7, %i64_128, %code : i64
  %8 = arith.cmpf uno, %x, %x : f64
  %code_2 = arith.select %8, %i64_128, %code_1 : i64
  %sign_1 = arith.shrui %sign, %i64_56 : i64
  %9 = arith.cmpi ne, %code_2, %i64_0 : i64
  %10 = arith.cmpi ne, %code_2, %i64_128 : i64
  %11 = arith.andi %9, %10 : i1
  %sign_2 = arith.select %11, %sign_1, %i64_0 : i64
  %code_3 = arith.ori %code_2, %sign_2 : i64
  %12 = arith.trunci %code_3 : i64 to i32
  return %12 : i32
}

// The number whose bits in f8E5M2FNUZ are the low byte of the code; the other bytes are 0.
func.func @emmy_convert_f8E5M2FNUZ_f32(%code: i32) -> f32 {
  %i32_127 = arith.constant 127 : i32
  %i32_21 = arith.constant 21 : i32
  %f_2.5961484e33 = arith.constant 2.5961484e33 : f32
  %i32_128 = arith.constant 128 : i32
  %nan = arith.constant 0x7FC00000 : f32
  %i32_24 = arith.constant 24 : i32
  %magnitude = arith.andi %code, %i32_127 : i32
  // The bits in their place: the number, but for the difference of the biases.
  %0 = arith.shli %magnitude, %i32_21 : i32
  %scaled = arith.bitcast %0 : i32 to f32
  %value = arith.mulf %scaled, %f_2.5961484e33 : f32
  %1 = arith.cmpi eq, %code, %i32_128 : i32
  %value_1 = arith.select %1, %nan, %value : f32
  %2 = arith.bitcast %value_1 : f32 to i32
  %3 = arith.andi %code, %i32_128 : i32
  %4 = arith.shli %3, %i32_24 : i32
  %5 = arith.ori %2, %4 : i32
  %6 = arith.bitcast %5 : i32 to f32
  return %6 : f32
}
