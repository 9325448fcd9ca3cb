// RUN: emmy-translate --emmy-kernel-to-cuda %s | FileCheck %s

// Matrix instructions are calls of helpers around inline PTX, one for each instruction that the file uses, which a compiler for a CPU
// does not see.

#global = #gpu.address_space<global>
#shared = #gpu.address_space<workgroup>

// CHECK: struct alignas(16) bfloat16x8 {

// CHECK: #ifdef __CUDACC__
// CHECK: template <typename Fragment>
// CHECK-NEXT: static __device__ __forceinline__ Fragment emmy_ldmatrix_x2_trans(const void *row) {
// CHECK: asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
// CHECK-NEXT: : "=r"(result[0]), "=r"(result[1])
// CHECK-NEXT: : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(row)))
// CHECK-NEXT: : "memory");
// CHECK: Fragment emmy_ldmatrix_x4(const void *row) {
// CHECK: asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"

// CHECK: static __device__ __forceinline__ float4 emmy_mma_m16n8k16_f32_bf16_bf16(const bfloat16x8 &left, const bfloat16x4 &right, const float4 &sum) {
// CHECK: asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
// CHECK-NEXT: "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
// CHECK-NEXT: : "=f"(result[0]), "=f"(result[1]), "=f"(result[2]), "=f"(result[3])
// CHECK-NEXT: : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]),
// CHECK-NEXT: "r"(b[0]), "r"(b[1]),
// CHECK-NEXT: "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));

// CHECK: int4 emmy_mma_m16n8k32_s32_u8_s8_satfinite(const int8x16 &left, const int8x8 &right, const int4 &sum) {
// CHECK: asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 "

// One element in a vector is a number, and f16 sums are pairs.
// CHECK: float4 emmy_mma_m16n8k4_f32_tf32_tf32(const float2 &left, const float &right, const float4 &sum) {
// CHECK: halfx4 emmy_mma_m16n8k8_f16_f16_f16(const halfx4 &left, const halfx2 &right, const halfx4 &sum) {
// CHECK: uint32_t *result = reinterpret_cast<uint32_t *>(&fragment);
// CHECK: "{%0, %1}, {%2, %3}, {%4}, {%5, %6};"
// CHECK: #endif

emmy_kernel.module @kernels attributes {target = "sm_80"} {
  // CHECK: k_product(
  emmy_kernel.func @k_product(%x: memref<512xbf16, #global>, %out: memref<128xf32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c8 = arith.constant 8 : i32
    %c4 = arith.constant 4 : i32
    %c = arith.constant dense<0.0> : vector<4xf32>
    %t = emmy_kernel.thread_id x : i32
    // CHECK: __shared__ __nv_bfloat16 [[S:.*]][512];
    %s = emmy_kernel.shared : memref<512xbf16, #shared>
    %row = arith.muli %t, %c8 : i32
    %v = emmy_kernel.load %x[%row : i32] : memref<512xbf16, #global>, vector<8xbf16>
    emmy_kernel.store %v, %s[%row : i32] : memref<512xbf16, #shared>, vector<8xbf16>
    emmy_kernel.barrier
    // CHECK: const bfloat16x8 [[A:.*]] = emmy_ldmatrix_x4<bfloat16x8>(&[[S]][[[ROW:.*]]]);
    %a = emmy_kernel.ldmatrix %s[%row : i32] : memref<512xbf16, #shared>, vector<8xbf16>
    // CHECK: const bfloat16x4 [[B:.*]] = emmy_ldmatrix_x2_trans<bfloat16x4>(&[[S]][[[ROW]]]);
    %b = emmy_kernel.ldmatrix transpose %s[%row : i32] : memref<512xbf16, #shared>, vector<4xbf16>
    // CHECK: const float4 {{.*}} = emmy_mma_m16n8k16_f32_bf16_bf16([[A]], [[B]], make_float4(0.0f, 0.0f, 0.0f, 0.0f));
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    %i = arith.muli %t, %c4 : i32
    emmy_kernel.store %d, %out[%i : i32] : memref<128xf32, #global>, vector<4xf32>
    emmy_kernel.return
  }

  // CHECK: k_others(
  emmy_kernel.func @k_others(%x: memref<256xf32, #global>, %h: memref<256xf16, #global>, %bytes: memref<512xi8, #global>,
      %f: memref<128xf32, #global>, %g: memref<128xf16, #global>, %n: memref<128xi32, #global>) attributes {block = array<i32: 32, 1, 1>} {
    %c4 = arith.constant 4 : i32
    %c2 = arith.constant 2 : i32
    %c16 = arith.constant 16 : i32
    %t = emmy_kernel.thread_id x : i32
    %two = arith.muli %t, %c2 : i32
    %four = arith.muli %t, %c4 : i32
    %sixteen = arith.muli %t, %c16 : i32
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %a = emmy_kernel.load %x[%two : i32] : memref<256xf32, #global>, vector<2xf32>
    %b = emmy_kernel.load %x[%t : i32] : memref<256xf32, #global>, vector<1xf32>
    %d = emmy_kernel.mma m16n8k4 %a, %b, %zero : vector<2xf32>, vector<1xf32>, vector<4xf32>
    emmy_kernel.store %d, %f[%four : i32] : memref<128xf32, #global>, vector<4xf32>
    %p = emmy_kernel.load %h[%four : i32] : memref<256xf16, #global>, vector<4xf16>
    %q = emmy_kernel.load %h[%two : i32] : memref<256xf16, #global>, vector<2xf16>
    %r = emmy_kernel.mma m16n8k8 %p, %q, %p : vector<4xf16>, vector<2xf16>, vector<4xf16>
    emmy_kernel.store %r, %g[%four : i32] : memref<128xf16, #global>, vector<4xf16>
    %u = emmy_kernel.load %bytes[%sixteen : i32] : memref<512xi8, #global>, vector<16xi8>
    %c8 = arith.constant 8 : i32
    %eight = arith.muli %t, %c8 : i32
    %w = emmy_kernel.load %bytes[%eight : i32] : memref<512xi8, #global>, vector<8xi8>
    %zeros = arith.constant dense<0> : vector<4xi32>
    %m = emmy_kernel.mma m16n8k32 %u, %w, %zeros unsigned_left saturate : vector<16xi8>, vector<8xi8>, vector<4xi32>
    emmy_kernel.store %m, %n[%four : i32] : memref<128xi32, #global>, vector<4xi32>
    emmy_kernel.return
  }
}
