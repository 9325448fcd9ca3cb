// RUN: emmy-translate --emmy-kernel-to-ptx --split-input-file --verify-diagnostics %s
// RUN: emmy-translate --emmy-kernel-to-llvmir --split-input-file --verify-diagnostics %s

// expected-error @+1 {{expected a target that LLVM knows, but got sm_7}}
module {
  emmy_kernel.module @kernels attributes {target = "sm_7"} {
  }
}

// -----

// expected-error @+1 {{expected a kernel module whose target is a GPU such as sm_90, but got 'cpu'}}
module {
  emmy_kernel.module @kernels attributes {target = "cpu"} {
  }
}

// -----

module {
  emmy_kernel.module @a attributes {target = "sm_80"} {
  }
  // expected-error @+1 {{expected all kernel modules to have one target, but got sm_80 and sm_90}}
  emmy_kernel.module @b attributes {target = "sm_90"} {
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

// All that has no exact PTX form is told at once; LLVM has no functions for them.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected an operation that has a PTX form, but got 'math.sin'}}
    %s = math.sin %v : f32
    // expected-error @+1 {{expected an operation that has a PTX form, but got 'arith.remf'}}
    %m = arith.remf %v, %v : f32
    // expected-error @+1 {{expected an operation that has a PTX form, but got 'vector.print'}}
    vector.print %s : f32
    // expected-error @+1 {{expected an operation that has a PTX form, but got 'gpu.thread_id'}}
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %r = arith.sitofp %i : i32 to f32
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// So it is in the functions that a kernel calls.
emmy_kernel.module @kernels {
  func.func private @f(%a: f32) -> f32 {
    // expected-error @+1 {{expected an operation that has a PTX form, but got 'emmy.apply'}}
    %b = emmy.apply exp(%a) : (f32) -> f32
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

// A math function takes and gives numbers.
emmy_kernel.module @kernels {
  // expected-error @+1 {{expected a type that PTX can hold, but got 'memref<?xf32, #gpu.address_space<global>>'}}
  func.func private @f(%a: memref<?xf32, #gpu.address_space<global>>) -> f32 {
    %b = arith.constant 0.0 : f32
    return %b : f32
  }
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    %r = func.call @f(%x) : (memref<?xf32, #gpu.address_space<global>>) -> f32
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// Floats of other widths have no arithmetic, and indices no vectors.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32, %i: index) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected a type that PTX can hold, but got 'tf32'}}
    %n = arith.truncf %v : f32 to tf32
    %r = arith.extf %n : tf32 to f32
    // expected-error @+1 {{expected a type that PTX can hold, but got 'vector<2xindex>'}}
    %w = vector.from_elements %i, %i : vector<2xindex>
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// What computes with floats of 8 bits is written by a pass.
emmy_kernel.module @kernels {
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f8E4M3FN) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected 8-bit floats to be moved only; run emmy-expand-apply, which computes with them in f32}}
    %r = arith.extf %v : f8E4M3FN to f32
    emmy_kernel.store %r, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}

// -----

// Nor is there a place for all of them in memory, or for integers of other widths in registers.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  // expected-error @+1 {{expected a type that PTX can hold, but got 'memref<?xf8E3M4, #gpu.address_space<global>>'}}
  emmy_kernel.func @k(%x: memref<?xf8E3M4, #gpu.address_space<global>>, %n: i32) attributes {block = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{expected a type that PTX can hold, but got 'memref<64xf8E3M4, #gpu.address_space<workgroup>>'}}
    %s = emmy_kernel.shared : memref<64xf8E3M4, #gpu.address_space<workgroup>>
    emmy_kernel.async_copy %x[%n : i32] to %s[%n : i32] elements 16 : memref<?xf8E3M4, #gpu.address_space<global>> to memref<64xf8E3M4, #gpu.address_space<workgroup>>
    // expected-error @+1 {{expected a type that PTX can hold, but got 'i7'}}
    %t = arith.trunci %n : i32 to i7
    emmy_kernel.return
  }
}
