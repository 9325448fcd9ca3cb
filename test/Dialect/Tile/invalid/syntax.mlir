// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// Text that is no operation of the tile level: one case for every place where reading ends.

func.func @stage_axes(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected '(' in argument list}}
  %b = emmy_tile.stage %i in (4) bind [thread] stride [1] {
  }
  return
}

// -----

func.func @stage_binding(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_tile.stage' expected valid keyword}}
  %b = emmy_tile.stage (%i) in (4) bind [4] stride [1] {
  }
  return
}

// -----

func.func @stage_extents(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_tile.stage' expected integer value}}
  %b = emmy_tile.stage (%i) in (%i) bind [thread] stride [1] {
  }
  return
}

// -----

func.func @stage_strides(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_tile.stage' expected integer value}}
  %b = emmy_tile.stage (%i) in (4) bind [thread] stride [one] {
  }
  return
}

// -----

func.func @stage_layout(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_tile.stage' invalid kind of attribute specified}}
  %b = emmy_tile.stage (%i) in (4) bind [thread] stride [1] layout 4 : i32 {
  }
  return
}

// -----

func.func @stage_type(%x: memref<4xf32>, %n: index, %z: f32) {
  %b = emmy_tile.stage (%i) in (4) bind [thread] stride [1] {
    emmy_tile.yield %z : f32
  // expected-error @+1 {{expected ':'}}
  }
  return
}
