// RUN: emmy-opt --emmy-expand-apply %s | emmy-translate --emmy-kernel-to-cuda | FileCheck %s

// Floats of 8 bits are named, and are their bits.
// CHECK-DAG: using float8_e4m3fn = uint8_t;
// CHECK-DAG: struct alignas(4) float8_e4m3fnx4 {
// CHECK-LABEL: k_halve(const float8_e4m3fn *__restrict__ buffer0, float8_e4m3fn *__restrict__ buffer1)
// CHECK: const float8_e4m3fnx4 v0 = *reinterpret_cast<const float8_e4m3fnx4 *>(&buffer0[0]);
// CHECK: float8_e4m3fn(int8_t(emmy_convert_f32_f8E4M3FN(emmy_convert_f8E4M3FN_f32(int(uint8_t(int8_t(v0.at[1])))) * 0.5f)));
// CHECK: buffer1[1] = 0x38;
emmy_kernel.module @kernels attributes {target = "sm_80"} {
  emmy_kernel.func @k_halve(%x: memref<8xf8E4M3FN, #gpu.address_space<global>>, %out: memref<8xf8E4M3FN, #gpu.address_space<global>>)
      attributes {block = array<i32: 32, 1, 1>} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %half = arith.constant 0.5 : f32
    %v = emmy_kernel.load %x[%zero : i32] : memref<8xf8E4M3FN, #gpu.address_space<global>>, vector<4xf8E4M3FN>
    %e = vector.extract %v[1] : f8E4M3FN from vector<4xf8E4M3FN>
    %w = arith.extf %e : f8E4M3FN to f32
    %h = arith.mulf %w, %half : f32
    %n = arith.truncf %h : f32 to f8E4M3FN
    emmy_kernel.store %n, %out[%zero : i32] : memref<8xf8E4M3FN, #gpu.address_space<global>>
    %c = arith.constant 1.0 : f8E4M3FN
    emmy_kernel.store %c, %out[%one : i32] : memref<8xf8E4M3FN, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
