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
    %t = arith.trunci %v : i32 to i7
    // expected-error @-1 {{expected an operation that has a CUDA C++ form, but got 'arith.trunci'}}
    %w = arith.extui %t : i7 to i32
    emmy_kernel.store %w, %x[%c : i32] : memref<?xi32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

emmy_kernel.module @kernels {
  // expected-error @+1 {{expected a body of one block and one result; run emmy-expand-apply to get the bodies of the math library}}
  func.func private @emmy_exp_f32(f32) -> f32
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
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
