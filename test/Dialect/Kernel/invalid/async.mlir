// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// async_copy C1: the source is in shared memory.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %x = emmy_kernel.shared : memref<64xf32, #gpu.address_space<workgroup>>
    %s = emmy_kernel.shared : memref<64xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a source in global and a target in workgroup memory, but got 'memref<64xf32, #gpu.address_space<workgroup>>' and 'memref<64xf32, #gpu.address_space<workgroup>>'}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 4 : memref<64xf32, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// async_copy C1: to registers.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %s = emmy_kernel.local : memref<64xf32, #gpu.address_space<private>>
    // expected-error @+1 {{expected a source in global and a target in workgroup memory, but got 'memref<?xf32, #gpu.address_space<global>>' and 'memref<64xf32, #gpu.address_space<private>>'}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 4 : memref<?xf32, #gpu.address_space<global>> to memref<64xf32, #gpu.address_space<private>>
    emmy_kernel.return
  }
}

// -----

// async_copy C2: a copy converts nothing.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %s = emmy_kernel.shared : memref<64xf16, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected source and target to have one element type, but got 'f32' and 'f16'}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 4 : memref<?xf32, #gpu.address_space<global>> to memref<64xf16, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// async_copy C3: too few bytes.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<?xf16, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %s = emmy_kernel.shared : memref<64xf16, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a copy of 4, 8 or 16 bytes, but got 1 elements and 2 bytes}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 1 : memref<?xf16, #gpu.address_space<global>> to memref<64xf16, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// async_copy C3: between two sizes.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %s = emmy_kernel.shared : memref<63xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a copy of 4, 8 or 16 bytes, but got 3 elements and 12 bytes}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 3 : memref<?xf32, #gpu.address_space<global>> to memref<63xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// async_copy C3: too many bytes.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<?xf64, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %s = emmy_kernel.shared : memref<64xf64, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a copy of 4, 8 or 16 bytes, but got 4 elements and 32 bytes}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 4 : memref<?xf64, #gpu.address_space<global>> to memref<64xf64, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// async_copy C3: no elements.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %s = emmy_kernel.shared : memref<64xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a copy of 4, 8 or 16 bytes, but got 0 elements and 0 bytes}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 0 : memref<?xf32, #gpu.address_space<global>> to memref<64xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// async_copy C3: a number below zero.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %s = emmy_kernel.shared : memref<64xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a copy of 4, 8 or 16 bytes, but got -1 elements and -4 bytes}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements -1 : memref<?xf32, #gpu.address_space<global>> to memref<64xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// async_copy C4: the target ends within a copy.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %s = emmy_kernel.shared : memref<62xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected the number of elements of both buffers to be a multiple of 4, but got 62}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 4 : memref<?xf32, #gpu.address_space<global>> to memref<62xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// async_copy C4: the source does.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%x: memref<63xf32, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %s = emmy_kernel.shared : memref<64xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected the number of elements of both buffers to be a multiple of 2, but got 63}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 2 : memref<63xf32, #gpu.address_space<global>> to memref<64xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// async_copy C5: a GPU that has no such copies.
emmy_kernel.module @kernels attributes {target = "sm_75"} {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %i: i32) attributes {block = array<i32: 64, 1, 1>} {
    %s = emmy_kernel.shared : memref<64xf32, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a target that has asynchronous copies, sm_80 or later, but got sm_75}}
    emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements 4 : memref<?xf32, #gpu.address_space<global>> to memref<64xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// async_commit C1.
emmy_kernel.module @kernels attributes {target = "sm_75"} {
  emmy_kernel.func @k() attributes {block = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{expected a target that has asynchronous copies, sm_80 or later, but got sm_75}}
    emmy_kernel.async_commit
    emmy_kernel.return
  }
}

// -----

// async_wait C1.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{expected a number of groups that is not negative, but got -1}}
    emmy_kernel.async_wait all_but -1
    emmy_kernel.return
  }
}

// -----

// async_wait C2.
emmy_kernel.module @kernels attributes {target = "sm_75"} {
  emmy_kernel.func @k() attributes {block = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{expected a target that has asynchronous copies, sm_80 or later, but got sm_75}}
    emmy_kernel.async_wait
    emmy_kernel.return
  }
}

// -----

// barrier C2: an id alone.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{expected id and threads together, but got id alone}}
    emmy_kernel.barrier id(1)
    emmy_kernel.return
  }
}

// -----

// barrier C2: threads alone.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{expected id and threads together, but got threads alone}}
    emmy_kernel.barrier threads(32)
    emmy_kernel.return
  }
}

// -----

// barrier C3: number 0 is the block's own.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{expected id to be from 1 to 15, but got 0}}
    emmy_kernel.barrier id(0) threads(32)
    emmy_kernel.return
  }
}

// -----

// barrier C3: a GPU has no more.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{expected id to be from 1 to 15, but got 16}}
    emmy_kernel.barrier id(16) threads(32)
    emmy_kernel.return
  }
}

// -----

// barrier C4: half a warp.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{expected threads to be a multiple of 32 from 32 to 64, but got 48}}
    emmy_kernel.barrier id(1) threads(48)
    emmy_kernel.return
  }
}

// -----

// barrier C4: nobody.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 64, 1, 1>} {
    // expected-error @+1 {{expected threads to be a multiple of 32 from 32 to 64, but got 0}}
    emmy_kernel.barrier id(1) threads(0)
    emmy_kernel.return
  }
}

// -----

// barrier C4: more than the block has; its last warp counts as a full one.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 40, 1, 1>} {
    emmy_kernel.barrier id(1) threads(64)
    // expected-error @+1 {{expected threads to be a multiple of 32 from 32 to 64, but got 96}}
    emmy_kernel.barrier id(1) threads(96)
    emmy_kernel.return
  }
}
