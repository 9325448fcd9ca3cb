// RUN: emmy-opt --emmy-expand-apply %s | emmy-translate --emmy-kernel-to-ptx | FileCheck %s
// RUN: emmy-opt --emmy-expand-apply %s | emmy-translate --emmy-kernel-to-llvmir | FileCheck %s --check-prefix=IR

// Functions of the math library are compiled into the kernel: nothing is called, nothing is approximate, nothing flushes.

// As LLVM IR they are functions yet, each inlined everywhere.
// IR: define internal float @emmy_exp_f32(float %{{.*}}) #[[INLINE:[0-9]+]]
// IR: define ptx_kernel void @k_functions(
// IR: attributes #[[INLINE]] = { alwaysinline

// CHECK: .visible .entry k_functions
// CHECK-NOT: {{\.ftz|\.approx|call|\.extern}}
// CHECK: fma.rn.f32
// CHECK-NOT: {{\.ftz|\.approx|call|\.extern}}
// CHECK: fma.rn.f64
// CHECK-NOT: {{\.ftz|\.approx|call|\.extern}}
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k_functions(%x: memref<?xf32, #gpu.address_space<global>>, %out: memref<?xf32, #gpu.address_space<global>>, %y: memref<?xf64, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %v = emmy_kernel.load %x[%t : i32] : memref<?xf32, #gpu.address_space<global>>
    %a = emmy.apply exp(%v) : (f32) -> f32
    %b = emmy.apply tanh(%a) : (f32) -> f32
    %c = emmy.apply erf(%b) : (f32) -> f32
    %d = emmy.apply rsqrt(%c) : (f32) -> f32
    %e = emmy.apply maximum(%d, %v) : (f32, f32) -> f32
    emmy_kernel.store %e, %out[%t : i32] : memref<?xf32, #gpu.address_space<global>>
    %w = emmy_kernel.load %y[%t : i32] : memref<?xf64, #gpu.address_space<global>>
    %f = emmy.apply log(%w) : (f64) -> f64
    emmy_kernel.store %f, %y[%t : i32] : memref<?xf64, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
