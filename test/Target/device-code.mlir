// The kernels and functions of all modules are one scope of target code.
// RUN: emmy-translate --emmy-kernel-to-ptx --split-input-file --verify-diagnostics %s
// RUN: emmy-translate --emmy-kernel-to-cuda --split-input-file --verify-diagnostics %s

emmy_kernel.module @a {
  // expected-note @+1 {{the other one is here}}
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}
emmy_kernel.module @b {
  // expected-error @+1 {{expected kernels and functions of different names in all modules, but got another @k}}
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
}

// -----

// Equal functions of two modules are one function.
emmy_kernel.module @a {
  func.func private @f(%a: f32) -> f32 {
    %b = arith.addf %a, %a : f32
    return %b : f32
  }
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32, %i: i32) attributes {block = array<i32: 32, 1, 1>} {
    %r = func.call @f(%v) : (f32) -> f32
    emmy_kernel.store %r, %x[%i : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
emmy_kernel.module @b {
  func.func private @f(%a: f32) -> f32 {
    %b = arith.addf %a, %a : f32
    return %b : f32
  }
  emmy_kernel.func @l(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32, %i: i32) attributes {block = array<i32: 32, 1, 1>} {
    %r = func.call @f(%v) : (f32) -> f32
    emmy_kernel.store %r, %x[%i : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// Other ones of one name are not.
emmy_kernel.module @a {
  // expected-note @+1 {{the other one is here}}
  func.func private @f(%a: f32) -> f32 {
    %b = arith.addf %a, %a : f32
    return %b : f32
  }
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32, %i: i32) attributes {block = array<i32: 32, 1, 1>} {
    %r = func.call @f(%v) : (f32) -> f32
    emmy_kernel.store %r, %x[%i : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
emmy_kernel.module @b {
  // expected-error @+1 {{expected kernels and functions of different names in all modules, but got another @f}}
  func.func private @f(%a: f32) -> f32 {
    %b = arith.mulf %a, %a : f32
    return %b : f32
  }
  emmy_kernel.func @l(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32, %i: i32) attributes {block = array<i32: 32, 1, 1>} {
    %r = func.call @f(%v) : (f32) -> f32
    emmy_kernel.store %r, %x[%i : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// A function that calls itself, by another one.
emmy_kernel.module @a {
  func.func private @f(%a: f32) -> f32 {
    %b = func.call @g(%a) : (f32) -> f32
    return %b : f32
  }
  func.func private @g(%a: f32) -> f32 {
    // expected-error @+1 {{expected functions that do not call themselves, but got a call of @f in it}}
    %b = func.call @f(%a) : (f32) -> f32
    return %b : f32
  }
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32, %i: i32) attributes {block = array<i32: 32, 1, 1>} {
    %r = func.call @f(%v) : (f32) -> f32
    emmy_kernel.store %r, %x[%i : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
