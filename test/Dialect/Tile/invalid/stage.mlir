// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// stage C1: one induction variable, binding and stride per extent.
func.func @stage_c1_count(%e: f32) {
  // expected-error @+1 {{expected one induction variable, binding and stride for each of 2 extents, but got 2, 1 and 2}}
  %s = emmy_tile.stage (%t, %v) in (8, 4) bind [thread] stride [1, 0] {
    emmy_tile.yield %e : f32
  } : memref<8x4xf32, #emmy_tile.shared>
  return
}

// -----

func.func @stage_c1_name(%e: f32) {
  // expected-error @+1 {{expected a binding (thread, vector, unroll, sequential), but got 'lane'}}
  %s = emmy_tile.stage (%t) in (8) bind [lane] stride [1] {
    emmy_tile.yield %e : f32
  } : memref<8xf32, #emmy_tile.shared>
  return
}

// -----

func.func @stage_c1_binding(%e: f32) {
  // expected-error @+1 {{expected axis #0 to be bound to thread, vector, unroll or sequential, but got block}}
  %s = emmy_tile.stage (%t) in (8) bind [block] stride [0] {
    emmy_tile.yield %e : f32
  } : memref<8xf32, #emmy_tile.shared>
  return
}

// -----

func.func @stage_c1_extent(%e: f32) {
  // expected-error @+1 {{expected an extent that is not negative at axis #0, but got -8}}
  %s = emmy_tile.stage (%t) in (-8) bind [thread] stride [1] {
    emmy_tile.yield %e : f32
  } : memref<8xf32, #emmy_tile.shared>
  return
}

// -----

func.func @stage_c1_thread_stride(%e: f32) {
  // expected-error @+1 {{expected a positive stride at axis #0 (thread), but got 0}}
  %s = emmy_tile.stage (%t) in (8) bind [thread] stride [0] {
    emmy_tile.yield %e : f32
  } : memref<8xf32, #emmy_tile.shared>
  return
}

// -----

func.func @stage_c1_stride(%e: f32) {
  // expected-error @+1 {{expected a stride of 0 at axis #0 (vector), but got 1}}
  %s = emmy_tile.stage (%v) in (8) bind [vector] stride [1] {
    emmy_tile.yield %e : f32
  } : memref<8xf32, #emmy_tile.shared>
  return
}

// -----

// stage C2: layouts and shapes.
func.func @stage_c2_layout(%e: f32) {
  // expected-error @+1 {{expected a layout from 1 axes to 2 dims, but got affine_map<(d0) -> (d0)>}}
  %s = emmy_tile.stage (%t) in (8) bind [thread] stride [1] layout affine_map<(t) -> (t)> {
    emmy_tile.yield %e : f32
  } : memref<2x4xf32, #emmy_tile.shared>
  return
}

// -----

func.func @stage_c2_shape(%e: f32) {
  // expected-error @+1 {{expected a buffer of the shape [8] of the box, but got 'memref<9xf32, #emmy_tile.shared>'}}
  %s = emmy_tile.stage (%t) in (8) bind [thread] stride [1] {
    emmy_tile.yield %e : f32
  } : memref<9xf32, #emmy_tile.shared>
  return
}

// -----

// stage C3: spaces.
func.func @stage_c3_space(%e: f32) {
  // expected-error @+1 {{expected a buffer in #emmy_tile.registers or #emmy_tile.shared, but got 'memref<8xf32>'}}
  %s = emmy_tile.stage (%t) in (8) bind [thread] stride [1] {
    emmy_tile.yield %e : f32
  } : memref<8xf32>
  return
}

// -----

func.func @stage_c3_registers(%e: f32) {
  // expected-error @+1 {{expected registers distributed over the thread axes [0], but got [1]}}
  %s = emmy_tile.stage (%t, %v) in (8, 4) bind [thread, vector] stride [1, 0] {
    emmy_tile.yield %e : f32
  } : memref<8x4xf32, #emmy_tile.registers<[1]>>
  return
}

// -----

func.func @stage_c3_layout(%e: f32) {
  // expected-error @+1 {{expected no layout of a buffer in registers, but got affine_map<(d0) -> (d0)>}}
  %s = emmy_tile.stage (%t) in (8) bind [thread] stride [1] layout affine_map<(t) -> (t)> {
    emmy_tile.yield %e : f32
  } : memref<8xf32, #emmy_tile.registers<[0]>>
  return
}

// -----

// stage C4: one element.
func.func @stage_c4(%e: f16) {
  // expected-error @+1 {{expected the region to yield one 'f32', but got ('f16')}}
  %s = emmy_tile.stage (%t) in (8) bind [thread] stride [1] {
    emmy_tile.yield %e : f16
  } : memref<8xf32, #emmy_tile.shared>
  return
}

// -----

// alloc C2: thread dims are dims.
func.func @alloc_c2() {
  // expected-error @+1 {{expected the thread dims to be increasing dims of a buffer of rank 1, but got [1]}}
  %s = emmy_tile.alloc : memref<8xf32, #emmy_tile.registers<[1]>>
  return
}

// -----

// alloc C3: elements that no register holds.
func.func @alloc_c3() {
  // expected-error @+1 {{expected a buffer of integers or floats in the identity layout, but got 'memref<8xindex, #emmy_tile.shared>'}}
  %b = emmy_tile.alloc : memref<8xindex, #emmy_tile.shared>
  return
}

// -----

// stage C5: gaps.
func.func @stage_c5(%z: f32) {
  // expected-error @+1 {{expected a buffer of integers or floats in the identity layout, but got 'memref<8xf32, strided<[2]>, #emmy_tile.shared>'}}
  %b = emmy_tile.stage (%i) in (8) bind [thread] stride [1] {
    emmy_tile.yield %z : f32
  } : memref<8xf32, strided<[2]>, #emmy_tile.shared>
  return
}
