// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_rank(%x: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{expected 2 indices for 'memref<4x4xf32>', but got 1}}
  %v = emmy_loop.load %x[%i] : memref<4x4xf32>
  return
}

// -----

func.func @c1_operands(%x: memref<4xf32>, %i: index) {
  // expected-error @+1 {{expected 2 operands of the map, but got 1}}
  %v = "emmy_loop.load"(%x, %i) <{map = affine_map<(d0, d1) -> (d0 + d1)>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (memref<4xf32>, index) -> f32
  return
}

// -----

func.func @c2_guard_operands(%x: memref<4xf32>, %v: f32, %i: index) {
  // expected-error @+1 {{expected 2 operands of the guard, but got 1}}
  emmy_loop.store %v, %x[%i] if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i) : memref<4xf32>
  return
}

// -----

func.func @c3_type(%x: memref<4xf32>, %i: index) {
  // expected-error @+1 {{expected a value of type 'f32', but got 'i1'}}
  %v = emmy_loop.load %x[%i] : memref<4xf32> -> i1
  return
}

// -----

func.func @c4_no_else(%x: memref<4xf32>, %i: index) {
  // expected-error @+1 {{expected an else value with its guard, but got none}}
  %v = emmy_loop.load %x[%i] if (%i - 1 >= 0) : memref<4xf32>
  return
}

// -----

func.func @c4_no_guard(%x: memref<4xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{expected a guard with its else value, but got none}}
  %v = emmy_loop.load %x[%i] else %z : memref<4xf32>
  return
}

// -----

func.func @store_buffer(%x: memref<4xf32>, %i: index, %z: f32) {
  // expected-error @+1 {{expected a buffer type, but got 'f32'}}
  emmy_loop.store %z, %x[%i] : f32
  return
}

// -----

func.func @local_c1() {
  // expected-error @+1 {{must be statically shaped memref of any type values}}
  %x = emmy_loop.local : memref<?xf32>
  return
}

// -----

func.func @c4_type(%x: memref<4xi8>, %i: index, %z: i8) {
  // expected-error @+1 {{expected an else value of type 'i1', but got 'i8'}}
  %v = "emmy_loop.load"(%x, %i, %i, %z) <{map = affine_map<(d0) -> (d0)>, guard = affine_set<(d0) : (d0 >= 0)>, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (memref<4xi8>, index, index, i8) -> i1
  return
}

// -----

func.func @local_c1_size() {
  // expected-error @+1 {{expected a buffer of at most 2147483647 elements, but got 'memref<4611686018427387904x4xf32>'}}
  %x = emmy_loop.local : memref<4611686018427387904x4xf32>
  return
}

// -----

func.func @local_c2_space() {
  // expected-error @+1 {{expected a buffer in no memory space, but got 'memref<4xf32, 3>'}}
  %x = emmy_loop.local : memref<4xf32, 3>
  return
}

// -----

func.func @local_c2_layout() {
  // expected-error @+1 {{expected a buffer of integers or floats in the identity layout, but got 'memref<4xf32, strided<[2]>>'}}
  %x = emmy_loop.local : memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @local_c2_elements() {
  // expected-error @+1 {{expected a buffer of integers or floats in the identity layout, but got 'memref<4xcomplex<f32>>'}}
  %x = emmy_loop.local : memref<4xcomplex<f32>>
  return
}
