// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// Text that is no operation of the kernel level: one case for every place where reading ends.

func.func @load_type(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_kernel.load' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %v = emmy_kernel.load %x[%n : index] : f32
  return
}

// -----

func.func @load_result(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected non-function type}}
  %v = emmy_kernel.load %x[%n : index] : memref<4xf32, #gpu.address_space<global>>, 4
  return
}

// -----

func.func @atomic_type(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_kernel.atomic' invalid kind of type specified: expected builtin.memref, but found 'f32'}}
  %v = emmy_kernel.atomic add %z, %x[%n : index] : f32
  return
}

// -----

func.func @copy_type(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected non-function type}}
  emmy_kernel.copy %x to %x : 4
  return
}

// -----

func.func @copy_target(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected non-function type}}
  emmy_kernel.copy %x to %x : memref<4xf32>, 4
  return
}
