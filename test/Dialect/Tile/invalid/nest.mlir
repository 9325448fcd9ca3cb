// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// for C2: a thread loop says how far apart the threads of its iterations are.
func.func @for_c2_no_strides() {
  // expected-error @+1 {{expected 2 strides of a loop bound to thread, but got 0}}
  emmy_tile.for thread (%i, %j) in (4, 8) {
  }
  return
}

// -----

// for C2: one distance per axis.
func.func @for_c2_one_stride() {
  // expected-error @+1 {{expected 2 strides of a loop bound to thread, but got 1}}
  emmy_tile.for thread (%i, %j) in (4, 8) stride [8] {
  }
  return
}

// -----

// for C2: nobody else has a distance.
func.func @for_c2_other() {
  // expected-error @+1 {{expected 0 strides of a loop bound to unroll, but got 1}}
  emmy_tile.for unroll (%i) in (4) stride [1] {
  }
  return
}

// -----

// for C2: two iterations of one thread.
func.func @for_c2_zero() {
  // expected-error @+1 {{expected stride #1 >= 1, but got 0}}
  emmy_tile.for thread (%i, %j) in (4, 8) stride [8, 0] {
  }
  return
}

// -----

// for C3: the threads of a block are counted before it runs.
func.func @for_c3_thread(%n: index) {
  // expected-error @+1 {{expected static extents of a loop bound to thread, but got a dynamic one}}
  emmy_tile.for thread (%i, %j) in (4, %n) stride [32, 1] {
  }
  return
}

// -----

// for C3: so are lanes and copies of the body.
func.func @for_c3_unroll(%n: index) {
  // expected-error @+1 {{expected static extents of a loop bound to unroll, but got a dynamic one}}
  emmy_tile.for unroll (%i) in (%n) {
  }
  return
}

// -----

// reduce C4: threads combine along one axis.
func.func @reduce_c4_axes(%z: f32) {
  // expected-error @+1 {{expected one axis of a reduction bound to thread, but got 2}}
  %s = emmy_tile.reduce thread (%i, %j) in (8, 8) stride [8, 1] init(%z : f32) {
    emmy_tile.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_tile.yield %a : f32
  }
  return
}

// -----

// reduce C4: a butterfly has a power of two of lanes.
func.func @reduce_c4_lanes(%z: f32) {
  // expected-error @+1 {{expected a power of two up to 32 or a multiple of 32 as the extent of a reduction bound to thread, but got 6}}
  %s = emmy_tile.reduce thread (%i) in (6) stride [1] init(%z : f32) {
    emmy_tile.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_tile.yield %a : f32
  }
  return
}

// -----

// reduce C4: above a warp there are whole warps.
func.func @reduce_c4_warps(%z: f32) {
  // expected-error @+1 {{expected a power of two up to 32 or a multiple of 32 as the extent of a reduction bound to thread, but got 48}}
  %s = emmy_tile.reduce thread (%i) in (48) stride [1] init(%z : f32) {
    emmy_tile.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_tile.yield %a : f32
  }
  return
}

// -----

// reduce C4: somebody has to hold the result.
func.func @reduce_c4_nobody(%z: f32) {
  // expected-error @+1 {{expected a power of two up to 32 or a multiple of 32 as the extent of a reduction bound to thread, but got 0}}
  %s = emmy_tile.reduce thread (%i) in (0) stride [1] init(%z : f32) {
    emmy_tile.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_tile.yield %a : f32
  }
  return
}

// -----

// reduce C4: neighbours combine.
func.func @reduce_c4_stride(%z: f32) {
  // expected-error @+1 {{expected stride 1 of a reduction bound to thread, but got 2}}
  %s = emmy_tile.reduce thread (%i) in (8) stride [2] init(%z : f32) {
    emmy_tile.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_tile.yield %a : f32
  }
  return
}

// -----

// A scan runs in order.
func.func @scan_binding(%z: f32) {
  // expected-error @+1 {{expected a scan to be parallel or sequential, but got thread}}
  emmy_tile.scan thread (%i) in (8) stride [1] init(%z : f32) {
    emmy_tile.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_tile.yield %a : f32
  } emit {
  ^bb0(%i: index, %p: f32):
  }
  return
}
