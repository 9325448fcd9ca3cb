// RUN: split-file %s %t
// RUN: emmy-run --level=kernel --print %t/moved.mlir | FileCheck %t/moved.mlir
// RUN: emmy-run --level=kernel --check=false --print %t/moved.mlir | FileCheck %t/moved.mlir
// RUN: emmy-run --level=nvvm --print %t/moved.mlir | FileCheck %t/moved.mlir
// RUN: emmy-run --level=kernel --print %t/negated.mlir | FileCheck %t/negated.mlir
// RUN: emmy-run --level=loop --print %t/filled.mlir | FileCheck %t/filled.mlir

//--- moved.mlir
// All that is done with bf16 is to round to it, to move it and to extend it: constants, a choice between them, vectors, loops that
// carry them, memory. A number between two is rounded to the even one: 1 + t / 256 to a multiple of 1 / 128.
#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_moved(%rounded: memref<4xf32, #global>, %chosen: memref<4xbf16, #global>, %carried: memref<4xf32, #global>)
      attributes {block = array<i32: 4, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %one = arith.constant 1.0 : f32
    %step = arith.constant 0.00390625 : f32
    %low = arith.constant 1.5 : bf16
    %both = arith.constant dense<[-0.0, 2.5]> : vector<2xbf16>
    %t = emmy_kernel.thread_id x : i32
    %s = emmy_kernel.shared : memref<4xbf16, #shared>
    %f = arith.sitofp %t : i32 to f32
    %v = math.fma %f, %step, %one : f32
    %r = arith.truncf %v : f32 to bf16
    emmy_kernel.store %r, %s[%t : i32] : memref<4xbf16, #shared>
    %again = emmy_kernel.load %s[%t : i32] : memref<4xbf16, #shared>
    %wide = arith.extf %again : bf16 to f32
    emmy_kernel.store %wide, %rounded[%t : i32] : memref<4xf32, #global>

    %first = vector.extract %both[0] : bf16 from vector<2xbf16>
    %second = vector.extract %both[1] : bf16 from vector<2xbf16>
    %isLow = arith.cmpi slt, %t, %c2 : i32
    %isFirst = arith.cmpi eq, %t, %c2 : i32
    %high = arith.select %isFirst, %first, %second : bf16
    %choice = arith.select %isLow, %low, %high : bf16
    emmy_kernel.store %choice, %chosen[%t : i32] : memref<4xbf16, #global>

    %last = scf.for %k = %c0 to %t step %c1 iter_args(%before = %low) -> bf16 : i32 {
      %b = arith.extf %before : bf16 to f32
      %sum = arith.addf %b, %b : f32
      %after = arith.truncf %sum : f32 to bf16
      scf.yield %after : bf16
    }
    %result = arith.extf %last : bf16 to f32
    emmy_kernel.store %result, %carried[%t : i32] : memref<4xf32, #global>
    emmy_kernel.return
  }
}
// CHECK: rounded : f32[4] = [1, 1, 1.0078125, 1.015625]
// CHECK: chosen : bf16[4] = [1.5, 1.5, -0, 2.5]
// CHECK: carried : f32[4] = [1.5, 3, 6, 12]
func.func @main(%rounded: memref<4xf32> {emmy.name = "rounded", emmy.result}, %chosen: memref<4xbf16> {emmy.name = "chosen", emmy.result},
    %carried: memref<4xf32> {emmy.name = "carried", emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_moved grid(%c1) args(%rounded, %chosen, %carried : memref<4xf32>, memref<4xbf16>, memref<4xf32>)
  return
}

//--- negated.mlir
// An operation that computes with bf16 as it is: the sign of a number is not that of an integer.
#global = #gpu.address_space<global>

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_negated(%out: memref<2xbf16, #global>) attributes {block = array<i32: 2, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %f = arith.sitofp %t : i32 to f32
    %r = arith.truncf %f : f32 to bf16
    %n = arith.negf %r : bf16
    emmy_kernel.store %n, %out[%t : i32] : memref<2xbf16, #global>
    emmy_kernel.return
  }
}
// CHECK: out : bf16[2] = [-0, -1]
func.func @main(%out: memref<2xbf16> {emmy.name = "out", emmy.result}) {
  %c1 = arith.constant 1 : index
  emmy_kernel.launch @kernels::@k_negated grid(%c1) args(%out : memref<2xbf16>)
  return
}

//--- filled.mlir
// A constant that is no vector, in machine code of loops.
// CHECK: out : bf16[3] = [-1.5, -1.5, -1.5]
func.func @main() -> (tensor<3xbf16> {emmy.name = "out"}) {
  %r = emmy_loop.kernel -> tensor<3xbf16> {
  ^bb0(%out: memref<3xbf16>):
    emmy_loop.for parallel (%i) in (3) {
      %v = arith.constant -1.5 : bf16
      emmy_loop.store %v, %out[%i] : memref<3xbf16>
    }
  }
  return %r : tensor<3xbf16>
}
