// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// module C1.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected emmy_kernel.func or func.func in an emmy_kernel.module, but got 'arith.constant'}}
  %c = arith.constant 0 : i32
}

// -----

// func C1: a buffer with two dims.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected argument #0 to be a flat memref in global memory or a scalar of 8 to 64 bits, but got 'memref<4x4xf32>'}}
  emmy_kernel.func @k(%x: memref<4x4xf32>) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}

// -----

// func C1: a bool.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected argument #0 to be a flat memref in global memory or a scalar of 8 to 64 bits, but got 'i1'}}
  emmy_kernel.func @k(%x: i1) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}

// -----

// func C2: too many threads.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected block to have three positive sizes with a product of at most 1024 and the last at most 64, but got [512, 4, 1]}}
  emmy_kernel.func @k() attributes {block = array<i32: 512, 4, 1>} {
    emmy_kernel.return
  }
}

// -----

// func C2: two sizes.
emmy_kernel.module @kernels {
  // expected-error @+1 {{but got [512, 1]}}
  emmy_kernel.func @k() attributes {block = array<i32: 512, 1>} {
    emmy_kernel.return
  }
}

// -----

// func C4.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected min_blocks to be positive, but got 0}}
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>, min_blocks = 0 : i32} {
    emmy_kernel.return
  }
}

// -----

// func C2: a product of 2^64.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected block to have three positive sizes with a product of at most 1024 and the last at most 64, but got [1073741824, 1073741824, 16]}}
  emmy_kernel.func @k() attributes {block = array<i32: 1073741824, 1073741824, 16>} {
    emmy_kernel.return
  }
}

// -----

// func C2: the last size.
emmy_kernel.module @kernels {
  // expected-error @+1 {{the last at most 64, but got [1, 1, 128]}}
  emmy_kernel.func @k() attributes {block = array<i32: 1, 1, 128>} {
    emmy_kernel.return
  }
}

// -----

// func C3: a kernel gives nothing back.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected no results, but got 1}}
  emmy_kernel.func @k() -> f32 attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}

// -----

// func C3: control flow is structured.
emmy_kernel.module @kernels {
  // expected-error @+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    cf.br ^end
  ^end:
    emmy_kernel.return
  }
}

// -----

// func C4: a negative number is no large one.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected min_blocks to be positive, but got -1}}
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>, min_blocks = -1 : i32} {
    emmy_kernel.return
  }
}

// -----

// func C5: more shared memory than a block of the target may have.
emmy_kernel.module @kernels attributes {target = "sm_86"} {
  // expected-error @+1 {{expected at most 101376 bytes of shared memory on sm_86, but got 101380}}
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %s = emmy_kernel.shared : memref<1xf32, #gpu.address_space<workgroup>>
    %t = emmy_kernel.shared : memref<25313xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// The same kernel fits into a larger GPU, and nobody knows what one has that is not in the table.
emmy_kernel.module @large attributes {target = "sm_90a"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %s = emmy_kernel.shared : memref<1xf32, #gpu.address_space<workgroup>>
    %t = emmy_kernel.shared : memref<25313xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}
emmy_kernel.module @unknown attributes {target = "sm_200"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.shared : memref<100000xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// func C5: so many bytes that their number does not fit into 64 bits, on a GPU that is not in the table.
emmy_kernel.module @kernels attributes {target = "sm_130"} {
  // expected-error @+1 {{expected at most 2147483647 bytes of shared memory on sm_130, but got 281474976710656}}
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %s = emmy_kernel.shared : memref<4611686018427387904xf32, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// module C2: in a kernel.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: f32) attributes {block = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{expected no fast-math flags in a kernel module, but got contract}}
    %b = arith.mulf %a, %a fastmath<contract> : f32
    emmy_kernel.return
  }
}

// -----

// module C2: in a function.
emmy_kernel.module @kernels {
  func.func private @f(%a: f32) -> f32 {
    // expected-error @+1 {{expected no fast-math flags in a kernel module, but got reassoc,nnan}}
    %b = math.sqrt %a fastmath<nnan, reassoc> : f32
    return %b : f32
  }
}
