// RUN: emmy-translate --emmy-kernel-to-cuda --split-input-file --verify-diagnostics %s

// Only operations of the kernel level have a form in CUDA C++.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'emmy.apply'}}
    %e = emmy.apply exp(%v) : (f32) -> f32
    emmy_kernel.store %e, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xi32, #gpu.address_space<global>>, %v: i32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected a type that CUDA C++ can hold, but got 'i7'}}
    %t = arith.trunci %v : i32 to i7
    %w = arith.extui %t : i7 to i32
    emmy_kernel.store %w, %x[%c : i32] : memref<?xi32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

emmy_kernel.module @kernels {
  func.func private @emmy_exp_f32(f32) -> f32
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected a body of @emmy_exp_f32; run emmy-expand-apply to get it}}
    %e = func.call @emmy_exp_f32(%v) : (f32) -> f32
    emmy_kernel.store %e, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// expected-error @+1 {{expected memref and index arguments, but got 'f32'}}
func.func @main(%x: f32) {
  return
}

// -----

// expected-error @+1 {{expected one block and no results, but got 1 and 1}}
func.func @main(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}

// -----

emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main() {
  %n = arith.constant 70000 : index
  %one = arith.constant 1 : index
  // expected-error @+1 {{expected a grid of at most 65535 blocks in dim 1, but got 70000}}
  emmy_kernel.launch @kernels::@k grid(%one, %n) args()
  return
}

// -----

func.func @main(%x: memref<?xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %some = arith.cmpi sgt, %n, %zero : index
  scf.if %some {
    // expected-error @+1 {{expected to stand directly in the body of the entry, but got 'scf.if'}}
    %t = emmy_kernel.alloc(%n) : memref<?xf32>
    emmy_kernel.copy %x to %t sizes(%n) : memref<?xf32>
  }
  return
}

// -----

// Types are told all at once: arguments, values, what loops carry.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected a type that CUDA C++ can hold, but got 'memref<?xf8E3M4, #gpu.address_space<global>>'}}
  emmy_kernel.func @k(%x: memref<?xf8E3M4, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    // expected-error @+1 {{expected a type that CUDA C++ can hold, but got 'f8E3M4'}}
    %v = emmy_kernel.load %x[%c : i32] : memref<?xf8E3M4, #gpu.address_space<global>>
    // expected-error @+1 {{expected a type that CUDA C++ can hold, but got 'f8E3M4'}}
    %w = scf.for %i = %c to %one step %one iter_args(%a = %v) -> (f8E3M4) : i32 {
      scf.yield %a : f8E3M4
    }
    emmy_kernel.store %w, %x[%c : i32] : memref<?xf8E3M4, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// A math function gives back what C++ can hold.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected a type that CUDA C++ can hold, but got 'tf32'}}
  func.func private @f(%a: f32) -> tf32 {
    // expected-error @+1 {{expected a type that CUDA C++ can hold, but got 'tf32'}}
    %b = arith.truncf %a : f32 to tf32
    return %b : tf32
  }
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %e = func.call @f(%v) : (f32) -> tf32
    %r = arith.extf %e : tf32 to f32
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// The math functions that math functions call have bodies, too.
emmy_kernel.module @kernels {
  func.func private @g(f32) -> f32
  func.func private @f(%a: f32) -> f32 {
    // expected-error @+1 {{expected a body of @g; run emmy-expand-apply to get it}}
    %b = func.call @g(%a) : (f32) -> f32
    return %b : f32
  }
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %r = func.call @f(%v) : (f32) -> f32
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// What a math function is made of.
emmy_kernel.module @kernels {
  func.func private @f(%a: f32) -> f32 {
    // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'math.sin'}}
    %b = math.sin %a : f32
    return %b : f32
  }
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %r = func.call @f(%v) : (f32) -> f32
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// What a loop and both sides of a branch are made of.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %r = scf.for %i = %c to %one step %one iter_args(%a = %v) -> (f32) : i32 {
      // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'math.sin'}}
      %b = math.sin %a : f32
      scf.yield %b : f32
    }
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %true = arith.cmpf oeq, %v, %v : f32
    %r = scf.if %true -> (f32) {
      // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'math.sin'}}
      %b = math.sin %v : f32
      scf.yield %b : f32
    } else {
      scf.yield %v : f32
    }
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %true = arith.cmpf oeq, %v, %v : f32
    %r = scf.if %true -> (f32) {
      scf.yield %v : f32
    } else {
      // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'math.sin'}}
      %b = math.sin %v : f32
      scf.yield %b : f32
    }
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// There is no instruction that counts the zeros of 16 bits.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %i = arith.fptosi %v : f32 to i16
    // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'math.ctlz'}}
    %n = math.ctlz %i : i16
    %r = arith.sitofp %n : i16 to f32
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// Views of bits are between types of one size with a function of its own.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %h = arith.truncf %v : f32 to f16
    // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'arith.bitcast'}}
    %b = arith.bitcast %h : f16 to bf16
    %r = arith.extf %b : bf16 to f32
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// A vector is made of scalars and taken apart at constant places.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32, %n: index) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %w = vector.from_elements %v, %v : vector<2xf32>
    // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'vector.extract'}}
    %r = vector.extract %w[%n] : f32 from vector<2xf32>
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %w = vector.from_elements %v : vector<1xf32>
    // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'vector.broadcast'}}
    %b = vector.broadcast %w : vector<1xf32> to vector<2xf32>
    %r = vector.extract %b[0] : f32 from vector<2xf32>
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %w = vector.from_elements %v, %v : vector<2xf32>
    // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'vector.interleave'}}
    %b = vector.interleave %w, %w : vector<2xf32> -> vector<4xf32>
    %r = vector.extract %b[0] : f32 from vector<4xf32>
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// The host: buffers of what C++ can hold, and nothing but launches, copies and sizes.
// expected-error @+1 {{expected a type that CUDA C++ can hold, but got 'memref<4xf8E3M4>'}}
func.func @main(%x: memref<4xf8E3M4>) {
  return
}

// -----

func.func @main(%x: memref<4xf32>, %n: index) {
  %v = arith.constant 0.0 : f32
  // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'memref.store'}}
  memref.store %v, %x[%n] : memref<4xf32>
  return
}

// -----

// The helper for divisions that round up takes signed numbers, of which large unsigned ones are none.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xi32, #gpu.address_space<global>>, %a: i32, %b: i32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected an operation that has a CUDA C++ form, but got 'arith.ceildivui'}}
    %q = arith.ceildivui %a, %b : i32
    emmy_kernel.store %q, %x[%c : i32] : memref<?xi32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// Vectors have one dim.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected a type that CUDA C++ can hold, but got 'vector<2x2xf32>'}}
    %w = vector.broadcast %v : f32 to vector<2x2xf32>
    %r = vector.extract %w[0] : vector<2xf32> from vector<2x2xf32>
    %s = vector.extract %r[1] : f32 from vector<2xf32>
    emmy_kernel.store %s, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// A function gives one number.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected one block and one result, but got 1 and 2}}
  func.func private @f(%a: f32) -> (f32, f32) {
    return %a, %a : f32, f32
  }
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %r:2 = func.call @f(%v) : (f32) -> (f32, f32)
    emmy_kernel.store %r#1, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// A word of C++.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected a name that C++ can have, but got 'int'}}
  emmy_kernel.func @int() attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}

// -----

// No word at all.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected a name that C++ can have, but got 'k.1'}}
  emmy_kernel.func @k.1() attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}

// -----

// What a step computes is gone when the loop is left.
func.func @main(%x: memref<i8>) {
  %zero = arith.constant 0 : i8
  // expected-error @+1 {{expected a loop that gives what it carries, but got}}
  %r = scf.while (%i = %zero) : (i8) -> i8 {
    %v = emmy_kernel.read %x : memref<i8>
    %go = arith.cmpi ne, %v, %i : i8
    scf.condition(%go) %v : i8
  } do {
  ^bb0(%v: i8):
    scf.yield %v : i8
  }
  %n = arith.index_cast %r : i8 to index
  emmy_kernel.launch @kernels::@k grid(%n) args()
  return
}
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}

// -----

// Errors within a loop.
func.func @main(%x: memref<i8>) {
  %zero = arith.constant 0 : i8
  scf.while : () -> () {
    %v = emmy_kernel.read %x : memref<i8>
    // expected-error @+1 {{expected to stand directly in the body of the entry, but got 'scf.while'}}
    %t = emmy_kernel.alloc() : memref<i8>
    emmy_kernel.copy %t to %x : memref<i8>
    %go = arith.cmpi ne, %v, %zero : i8
    scf.condition(%go)
  } do {
    scf.yield
  }
  return
}

// -----

func.func @main(%x: memref<i8>) {
  %zero = arith.constant 0 : i8
  scf.while : () -> () {
    %v = emmy_kernel.read %x : memref<i8>
    %go = arith.cmpi ne, %v, %zero : i8
    scf.condition(%go)
  } do {
    // expected-error @+1 {{expected to stand directly in the body of the entry, but got 'scf.while'}}
    %t = emmy_kernel.alloc() : memref<i8>
    emmy_kernel.copy %t to %x : memref<i8>
    scf.yield
  }
  return
}
