// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// launch C1.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: memref<?xf32, #gpu.address_space<global>>, %b: i32) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<4x?xf32>, %n: index) {
  %i = arith.constant 0 : i32
  // expected-error @+1 {{expected a grid of one to three dimensions, but got 4}}
  emmy_kernel.launch @kernels::@k grid(%n, %n, %n, %n) args(%x, %i : memref<4x?xf32>, i32)
  return
}

// -----

// launch C2: no such kernel.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: memref<?xf32, #gpu.address_space<global>>, %b: i32) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{expected an emmy_kernel.func, but got @kernels::@other}}
  emmy_kernel.launch @kernels::@other grid(%n) args()
  return
}

// -----

// launch C2: arguments.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: memref<?xf32, #gpu.address_space<global>>, %b: i32) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{expected 2 arguments for @kernels::@k, but got 1}}
  emmy_kernel.launch @kernels::@k grid(%n) args(%x : memref<4x?xf32>)
  return
}

// -----

// launch C3: a scalar of another type.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: memref<?xf32, #gpu.address_space<global>>, %b: i32) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{expected argument #1 to fit 'i32', but got 'index'}}
  emmy_kernel.launch @kernels::@k grid(%n) args(%x, %n : memref<4x?xf32>, index)
  return
}

// -----

// launch C3: another element type.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: memref<?xf32, #gpu.address_space<global>>, %b: i32) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%h: memref<4xf16>, %n: index) {
  %i = arith.constant 0 : i32
  // expected-error @+1 {{expected argument #0 to fit 'memref<?xf32, #gpu.address_space<global>>', but got 'memref<4xf16>'}}
  emmy_kernel.launch @kernels::@k grid(%n) args(%h, %i : memref<4xf16>, i32)
  return
}

// -----

// alloc C1.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: memref<?xf32, #gpu.address_space<global>>, %b: i32) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{expected 1 sizes, but got 0}}
  %t = emmy_kernel.alloc() : memref<4x?xf32>
  return
}

// -----

// alloc C2.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: memref<?xf32, #gpu.address_space<global>>, %b: i32) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{expected a memref with the identity layout and no memory space, but got 'memref<4xf32, 3>'}}
  %t = emmy_kernel.alloc() : memref<4xf32, 3>
  return
}

// -----

// copy C1.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: memref<?xf32, #gpu.address_space<global>>, %b: i32) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<4x?xf32>, %y: memref<4x4xf32>, %n: index) {
  // expected-error @+1 {{expected two memrefs of the same shape and element type with the identity layout, but got 'memref<4x?xf32>' and 'memref<4x4xf32>'}}
  emmy_kernel.copy %x to %y sizes(%n) : memref<4x?xf32>, memref<4x4xf32>
  return
}

// -----

// copy C2.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: memref<?xf32, #gpu.address_space<global>>, %b: i32) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<4x?xf32>, %n: index) {
  // expected-error @+1 {{expected 1 sizes, but got 0}}
  emmy_kernel.copy %x to %x : memref<4x?xf32>
  return
}

// -----

// alloc C2: gaps between rows.
func.func @main() {
  // expected-error @+1 {{expected a memref with the identity layout and no memory space, but got 'memref<4x4xf32, strided<[8, 1]>>'}}
  %t = emmy_kernel.alloc() : memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

// alloc C2: no rank.
func.func @main() {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.memref, but found 'memref<*xf32>'}}
  %t = emmy_kernel.alloc() : memref<*xf32>
  return
}

// -----

// copy C1: no rank.
func.func @main(%x: memref<*xf32>) {
  // expected-error @+1 {{operand #0 must be memref of any type values, but got 'memref<*xf32>'}}
  emmy_kernel.copy %x to %x : memref<*xf32>
  return
}

// -----

// copy C1: gaps between rows.
func.func @main(%x: memref<4xf32, strided<[2]>>, %y: memref<4xf32>) {
  // expected-error @+1 {{expected two memrefs of the same shape and element type with the identity layout, but got}}
  emmy_kernel.copy %x to %y : memref<4xf32, strided<[2]>>, memref<4xf32>
  return
}

// -----

// launch C3: another number of elements.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%a: memref<4xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main(%x: memref<5xf32>, %n: index) {
  // expected-error @+1 {{expected argument #0 to fit 'memref<4xf32, #gpu.address_space<global>>', but got 'memref<5xf32>'}}
  emmy_kernel.launch @kernels::@k grid(%n) args(%x : memref<5xf32>)
  return
}

// -----

// launch C1: no grid.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
func.func @main() {
  // expected-error @+1 {{expected a grid of one to three dimensions, but got 0}}
  "emmy_kernel.launch"() <{kernel = @kernels::@k, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  return
}

// -----

// read C1.
func.func @main(%x: memref<4xf32>) {
  // expected-error @+1 {{expected a memref of rank 0, but got 'memref<4xf32>'}}
  %v = emmy_kernel.read %x : memref<4xf32>
  return
}
