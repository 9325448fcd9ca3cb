// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// ldmatrix C1: global memory.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<?xbf16, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected a buffer in workgroup memory with elements of 8, 16 or 32 bits, but got 'memref<?xbf16, #gpu.address_space<global>>'}}
    %v = emmy_kernel.ldmatrix %x[%c : i32] : memref<?xbf16, #gpu.address_space<global>>, vector<2xbf16>
    emmy_kernel.return
  }
}

// -----

// ldmatrix C1: elements of 64 bits.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %s = emmy_kernel.shared : memref<64xi64, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a buffer in workgroup memory with elements of 8, 16 or 32 bits, but got 'memref<64xi64, #gpu.address_space<workgroup>>'}}
    %v = emmy_kernel.ldmatrix %s[%c : i32] : memref<64xi64, #gpu.address_space<workgroup>>, vector<2xi64>
    emmy_kernel.return
  }
}

// -----

// ldmatrix C2: another element type.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %s = emmy_kernel.shared : memref<64xbf16, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected the result to be a rank-1 vector of 'bf16' with 4, 8 or 16 bytes, but got 'vector<2xf16>'}}
    %v = emmy_kernel.ldmatrix %s[%c : i32] : memref<64xbf16, #gpu.address_space<workgroup>>, vector<2xf16>
    emmy_kernel.return
  }
}

// -----

// ldmatrix C2: three matrices.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %s = emmy_kernel.shared : memref<64xbf16, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected the result to be a rank-1 vector of 'bf16' with 4, 8 or 16 bytes, but got 'vector<6xbf16>'}}
    %v = emmy_kernel.ldmatrix %s[%c : i32] : memref<64xbf16, #gpu.address_space<workgroup>>, vector<6xbf16>
    emmy_kernel.return
  }
}

// -----

// ldmatrix C2: rank 2.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %s = emmy_kernel.shared : memref<64xbf16, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected the result to be a rank-1 vector of 'bf16' with 4, 8 or 16 bytes, but got 'vector<2x2xbf16>'}}
    %v = emmy_kernel.ldmatrix %s[%c : i32] : memref<64xbf16, #gpu.address_space<workgroup>>, vector<2x2xbf16>
    emmy_kernel.return
  }
}

// -----

// ldmatrix C2: scalable.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %s = emmy_kernel.shared : memref<64xbf16, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected the result to be a rank-1 vector of 'bf16' with 4, 8 or 16 bytes, but got 'vector<[2]xbf16>'}}
    %v = emmy_kernel.ldmatrix %s[%c : i32] : memref<64xbf16, #gpu.address_space<workgroup>>, vector<[2]xbf16>
    emmy_kernel.return
  }
}

// -----

// ldmatrix C3: bytes cannot be transposed.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %s = emmy_kernel.shared : memref<64xi8, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected elements of 16 bits to transpose, but got 'i8'}}
    %v = emmy_kernel.ldmatrix transpose %s[%c : i32] : memref<64xi8, #gpu.address_space<workgroup>>, vector<4xi8>
    emmy_kernel.return
  }
}

// -----

// ldmatrix C4: the last row is half.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %s = emmy_kernel.shared : memref<60xbf16, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a buffer of rows of 16 bytes, but got 120 bytes}}
    %v = emmy_kernel.ldmatrix %s[%c : i32] : memref<60xbf16, #gpu.address_space<workgroup>>, vector<2xbf16>
    emmy_kernel.return
  }
}

// -----

// ldmatrix C5: the target.
emmy_kernel.module @kernels attributes {target = "sm_70"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %s = emmy_kernel.shared : memref<64xbf16, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a target that has ldmatrix, sm_75 or later, but got sm_70}}
    %v = emmy_kernel.ldmatrix %s[%c : i32] : memref<64xbf16, #gpu.address_space<workgroup>>, vector<2xbf16>
    emmy_kernel.return
  }
}

// -----

// ldmatrix C5: no GPU.
emmy_kernel.module @kernels attributes {target = "cpu"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %s = emmy_kernel.shared : memref<64xbf16, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a target that has ldmatrix, sm_75 or later, but got cpu}}
    %v = emmy_kernel.ldmatrix %s[%c : i32] : memref<64xbf16, #gpu.address_space<workgroup>>, vector<2xbf16>
    emmy_kernel.return
  }
}
