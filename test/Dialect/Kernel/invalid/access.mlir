// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// load C1: another element type.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected the result to be 'f32' or a rank-1 vector of it, but got 'f16'}}
    %v = emmy_kernel.load %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>, f16
    emmy_kernel.return
  }
}

// -----

// load C1: a vector of rank 2.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected the result to be 'f32' or a rank-1 vector of it, but got 'vector<2x2xf32>'}}
    %v = emmy_kernel.load %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>, vector<2x2xf32>
    emmy_kernel.return
  }
}

// -----

// load C2: too wide.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected a power of two of elements and at most 16 bytes, but got 8 elements and 32 bytes}}
    %v = emmy_kernel.load %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>, vector<8xf32>
    emmy_kernel.return
  }
}

// -----

// store C2: not a power of two.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %v = arith.constant dense<0.0> : vector<3xf32>
    // expected-error @+1 {{expected a power of two of elements and at most 16 bytes, but got 3 elements and 12 bytes}}
    emmy_kernel.store %v, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>, vector<3xf32>
    emmy_kernel.return
  }
}

// -----

// store C1: another element type.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected the value to be 'f32' or a rank-1 vector of it, but got 'i32'}}
    emmy_kernel.store %c, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>, i32
    emmy_kernel.return
  }
}

// -----

// load C3: the vectors do not tile the buffer.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<10xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected the number of elements of the buffer to be a multiple of 4, but got 10}}
    %v = emmy_kernel.load %x[%c : i32] : memref<10xf32, #gpu.address_space<global>>, vector<4xf32>
    emmy_kernel.return
  }
}

// -----

// A buffer of bits.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %s = "builtin.unrealized_conversion_cast"() : () -> memref<8xi1, #gpu.address_space<workgroup>>
    %c = arith.constant 0 : i32
    // expected-error @+1 {{flat memref of 8- to 64-bit elements}}
    %v = emmy_kernel.load %s[%c : i32] : memref<8xi1, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// atomic C1: registers.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %r = emmy_kernel.local : memref<8xi32, #gpu.address_space<private>>
    // expected-error @+1 {{expected a buffer in global or workgroup memory, but got 'memref<8xi32, #gpu.address_space<private>>'}}
    %v = emmy_kernel.atomic add %c, %r[%c : i32] : memref<8xi32, #gpu.address_space<private>>
    emmy_kernel.return
  }
}

// -----

// atomic C2: floats have no order.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %f = arith.constant 0.0 : f32
    // expected-error @+1 {{operand #0 must be 32-bit signless integer or 64-bit signless integer, but got 'f32'}}
    %v = emmy_kernel.atomic add %f, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// atomic C2: the memory's elements.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected elements of i32 or i64, but got 'f32'}}
    %v = "emmy_kernel.atomic"(%c, %x, %c) <{kind = #emmy_kernel<atomic_kind add>}> : (i32, memref<?xf32, #gpu.address_space<global>>, i32) -> i32
    emmy_kernel.return
  }
}

// -----

// atomic C2: operand, memory and result have one type.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xi64, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected the value and the result to be 'i64', but got 'i32' and 'i64'}}
    %v = "emmy_kernel.atomic"(%c, %x, %c) <{kind = #emmy_kernel<atomic_kind add>}> : (i32, memref<?xi64, #gpu.address_space<global>>, i32) -> i64
    emmy_kernel.return
  }
}

// -----

// load C1: a vector of another element type.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected the result to be 'f32' or a rank-1 vector of it, but got 'vector<4xf16>'}}
    %v = emmy_kernel.load %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>, vector<4xf16>
    emmy_kernel.return
  }
}

// -----

// A buffer with gaps.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %s = "builtin.unrealized_conversion_cast"() : () -> memref<8xf32, strided<[2]>, #gpu.address_space<workgroup>>
    %c = arith.constant 0 : i32
    // expected-error @+1 {{flat memref of 8- to 64-bit elements}}
    %v = emmy_kernel.load %s[%c : i32] : memref<8xf32, strided<[2]>, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}

// -----

// A buffer in no memory of a device.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %s = "builtin.unrealized_conversion_cast"() : () -> memref<8xf32>
    %c = arith.constant 0 : i32
    // expected-error @+1 {{flat memref of 8- to 64-bit elements}}
    %v = emmy_kernel.load %s[%c : i32] : memref<8xf32>
    emmy_kernel.return
  }
}

// -----

// A buffer of complex numbers.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %s = "builtin.unrealized_conversion_cast"() : () -> memref<8xcomplex<f32>, #gpu.address_space<workgroup>>
    %c = arith.constant 0 : i32
    // expected-error @+1 {{flat memref of 8- to 64-bit elements}}
    %v = emmy_kernel.load %s[%c : i32] : memref<8xcomplex<f32>, #gpu.address_space<workgroup>>
    emmy_kernel.return
  }
}
