// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @for_c1_extents() {
  // expected-error @+1 {{expected 2 extents, but got 1}}
  emmy_loop.for parallel (%i, %j) in (4) {
  }
  return
}

// -----

func.func @for_c1_negative() {
  // expected-error @+1 {{expected extent #1 >= 0, but got -3}}
  emmy_loop.for parallel (%i, %j) in (4, -3) {
  }
  return
}

// -----

func.func @for_c1_arguments() {
  // expected-error @+1 {{expected 1 index arguments in its first region, but got ()}}
  "emmy_loop.for"() <{binding = #emmy<binding parallel>, staticExtents = array<i64: 4>}> ({
    "emmy_loop.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @for_c1_operands(%n: index) {
  // expected-error @+1 {{expected 0 operands for dynamic extents, but got 1}}
  "emmy_loop.for"(%n) <{binding = #emmy<binding parallel>, staticExtents = array<i64: 4>}> ({
  ^bb0(%i: index):
    "emmy_loop.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @for_c2_binding() {
  // expected-error @+1 {{expected binding parallel or sequential, but got thread}}
  emmy_loop.for thread (%i) in (4) {
  }
  return
}

// -----

func.func @for_c2_keyword() {
  // expected-error @+1 {{expected a binding, but got 'fast'}}
  emmy_loop.for fast (%i) in (4) {
  }
  return
}

// -----

func.func @for_c2_strides() {
  // expected-error @+1 {{expected no strides, but got 1}}
  emmy_loop.for parallel (%i) in (4) stride [2] {
  }
  return
}

// -----

func.func @reduce_c2_lift(%z: f32) {
  %s = emmy_loop.reduce (%r) in (4) init(%z : f32) {
    // expected-error @+1 {{expected lift to yield ('f32'), but got ('index')}}
    emmy_loop.yield %r : index
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  }
  return
}

// -----

func.func @reduce_c2_combine(%z: f32) {
  // expected-error @+1 {{expected combine to take ('f32', 'f32'), but got ('f32')}}
  %s = emmy_loop.reduce (%r) in (4) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32):
    emmy_loop.yield %a : f32
  }
  return
}

// -----

func.func @reduce_c2_finish(%z: f32) {
  %s = emmy_loop.reduce (%r) in (4) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  } finish {
  ^bb0(%a: f32):
    // expected-error @+1 {{expected finish to yield ('f64'), but got ('f32')}}
    emmy_loop.yield %a : f32
  } -> (f64)
  return
}

// -----

func.func @reduce_c2_results(%z: f32) {
  // expected-error @+1 {{expected results ('f32') without finish, but got ('f64')}}
  %s = emmy_loop.reduce (%r) in (4) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  } -> (f64)
  return
}

// -----

func.func @reduce_c3(%z: f32, %x: memref<4xf32>) {
  %s = emmy_loop.reduce (%r) in (4) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    // expected-error @+1 {{expected no access to buffers in combine}}
    %v = emmy_loop.load %x[0] : memref<4xf32>
    emmy_loop.yield %v : f32
  }
  return
}

// -----

func.func @reduce_no_state() {
  // expected-error @+1 {{expected at least one init, but got none}}
  "emmy_loop.reduce"() <{binding = #emmy<binding parallel>, staticExtents = array<i64: 4>, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%i: index):
    "emmy_loop.yield"() : () -> ()
  }, {
    "emmy_loop.yield"() : () -> ()
  }, {
  }) : () -> ()
  return
}

// -----

func.func @scan_c4(%z: f32) {
  // expected-error @+1 {{expected one axis, but got 2}}
  emmy_loop.scan (%r, %c) in (4, 4) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  } emit {
  ^bb0(%i: index, %p: f32):
  }
  return
}

// -----

func.func @scan_c5(%z: f32) {
  // expected-error @+1 {{expected emit to take ('index', 'f32'), but got ('index')}}
  emmy_loop.scan (%r) in (4) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  } emit {
  ^bb0(%i: index):
  }
  return
}

// -----

func.func @for_c2_missing() {
  // expected-error @+1 {{expected a binding, as parallel or sequential}}
  emmy_loop.for (%i) in (4) {
  }
  return
}

// -----

func.func @reduce_c2_terminator(%z: f32) {
  // expected-error @+1 {{expected lift to end with a yield}}
  %s = emmy_loop.reduce (%r) in (4) init(%z : f32) {
    %x = arith.addf %z, %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  }
  return
}

// -----

func.func @reduce_c1(%z: f32) {
  // expected-error @+1 {{expected extent #0 >= 0, but got -1}}
  %s = emmy_loop.reduce (%r) in (-1) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  }
  return
}

// -----

func.func @reduce_c3_finish(%z: f32, %x: memref<4xf32>) {
  %s = emmy_loop.reduce (%r) in (4) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  } finish {
  ^bb0(%a: f32):
    // expected-error @+1 {{expected no access to buffers in finish}}
    %v = emmy_loop.load %x[0] : memref<4xf32>
    emmy_loop.yield %v : f32
  } -> (f32)
  return
}
