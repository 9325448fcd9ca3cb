// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// shared C1: dynamic size.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{expected a static size, but got 'memref<?xf32, #gpu.address_space<workgroup>>'}}
    %s = emmy_kernel.shared : memref<?xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// shared C1: another space.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{expected a buffer in workgroup memory, but got 'memref<8xf32, #gpu.address_space<private>>'}}
    %s = emmy_kernel.shared : memref<8xf32, #gpu.address_space<private>>
    emmy_kernel.return
  }
}

// -----

// shared C2: inside a loop.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %true = arith.constant true
    scf.if %true {
      // expected-error @+1 {{expected to stand directly in the body of an emmy_kernel.func, but got 'scf.if'}}
      %s = emmy_kernel.shared : memref<8xf32, #gpu.address_space<workgroup>>
    }
    emmy_kernel.return
  }
}

// -----

// local C1: another space.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{expected a buffer in private memory, but got 'memref<8xf32, #gpu.address_space<workgroup>>'}}
    %s = emmy_kernel.local : memref<8xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// local C2: one element too many.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = emmy_kernel.local : memref<65536xf64, #gpu.address_space<private>>
    // expected-error @+1 {{expected at most 524288 bytes for each thread, but got 'memref<65537xf64, #gpu.address_space<private>>'}}
    %b = emmy_kernel.local : memref<65537xf64, #gpu.address_space<private>>
    emmy_kernel.return
  }
}

// -----

// barrier C1: nobody else sees registers.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %r = emmy_kernel.local : memref<8xf32, #gpu.address_space<private>>
    // expected-error @+1 {{expected buffer #0 to be in workgroup or global memory, but got 'memref<8xf32, #gpu.address_space<private>>'}}
    emmy_kernel.barrier protects(%r : memref<8xf32, #gpu.address_space<private>>)
    emmy_kernel.return
  }
}

// -----

// shuffle C1.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected width to be a power of two from 1 to 32, but got 12}}
    %v = emmy_kernel.shuffle xor %c, %c width 12 : i32
    emmy_kernel.return
  }
}

// -----

// shuffle C2.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %b = arith.constant true
    // expected-error @+1 {{expected a value of 8, 16, 32 or 64 bits, but got 'i1'}}
    %v = emmy_kernel.shuffle xor %b, %c : i1
    emmy_kernel.return
  }
}
