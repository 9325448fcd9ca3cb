// RUN: emmy-opt %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic %s | emmy-opt | FileCheck %s

// Matrix instructions keep their text through both forms.

#shared = #gpu.address_space<workgroup>

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // One, two and four matrices, by the size of the result; elements of 8 and 32 bits are read as they lie in memory.
  // CHECK-LABEL: emmy_kernel.func @loads
  emmy_kernel.func @loads(%i: i32, %wide: i64) attributes {block = array<i32: 32, 1, 1>} {
    // CHECK: %[[S:.*]] = emmy_kernel.shared
    %s = emmy_kernel.shared : memref<1024xbf16, #shared>
    // CHECK: %[[B:.*]] = emmy_kernel.shared
    %b = emmy_kernel.shared : memref<1024xi8, #shared>
    // CHECK: %[[F:.*]] = emmy_kernel.shared
    %f = emmy_kernel.shared : memref<1024xf32, #shared>
    // CHECK: emmy_kernel.ldmatrix %[[S]][%{{.*}} : i32] : memref<1024xbf16, #gpu.address_space<workgroup>>, vector<2xbf16>
    %0 = emmy_kernel.ldmatrix %s[%i : i32] : memref<1024xbf16, #shared>, vector<2xbf16>
    // CHECK: emmy_kernel.ldmatrix transpose %[[S]][%{{.*}} : i64] : memref<1024xbf16, #gpu.address_space<workgroup>>, vector<4xbf16>
    %1 = emmy_kernel.ldmatrix transpose %s[%wide : i64] : memref<1024xbf16, #shared>, vector<4xbf16>
    // CHECK: emmy_kernel.ldmatrix %[[B]][%{{.*}} : i32] : memref<1024xi8, #gpu.address_space<workgroup>>, vector<16xi8>
    %2 = emmy_kernel.ldmatrix %b[%i : i32] : memref<1024xi8, #shared>, vector<16xi8>
    // CHECK: emmy_kernel.ldmatrix %[[F]][%{{.*}} : i32] : memref<1024xf32, #gpu.address_space<workgroup>>, vector<1xf32>
    %3 = emmy_kernel.ldmatrix %f[%i : i32] : memref<1024xf32, #shared>, vector<1xf32>
    emmy_kernel.return
  }

  // CHECK-LABEL: emmy_kernel.func @multiplications
  emmy_kernel.func @multiplications() attributes {block = array<i32: 32, 1, 1>} {
    // CHECK: %[[A:.*]] = arith.constant dense<1.000000e+00> : vector<8xbf16>
    %a = arith.constant dense<1.0> : vector<8xbf16>
    %b = arith.constant dense<2.0> : vector<4xbf16>
    %c = arith.constant dense<3.0> : vector<4xf32>
    // CHECK: emmy_kernel.mma m16n8k16 %[[A]], %{{.*}}, %{{.*}} : vector<8xbf16>, vector<4xbf16>, vector<4xf32>{{$}}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    %x = arith.constant dense<1> : vector<16xi8>
    %y = arith.constant dense<2> : vector<8xi8>
    %z = arith.constant dense<3> : vector<4xi32>
    // CHECK: emmy_kernel.mma m16n8k32 %{{.*}}, %{{.*}}, %[[Z:.*]] unsigned_left saturate : vector<16xi8>, vector<8xi8>, vector<4xi32>
    %s = emmy_kernel.mma m16n8k32 %x, %y, %z unsigned_left saturate : vector<16xi8>, vector<8xi8>, vector<4xi32>
    // CHECK: emmy_kernel.mma m16n8k32 %{{.*}}, %{{.*}}, %[[Z]] unsigned_right : vector<16xi8>, vector<8xi8>, vector<4xi32>
    %t = emmy_kernel.mma m16n8k32 %x, %y, %z unsigned_right : vector<16xi8>, vector<8xi8>, vector<4xi32>
    emmy_kernel.return
  }
}
