// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// Text that is no operation of the loop level: one case for every place where reading ends.

func.func @for_axes(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected '(' in argument list}}
  emmy_loop.for parallel %i in (4) {
  }
  return
}

// -----

func.func @for_extent_operand(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{invalid SSA value result number}}
  emmy_loop.for parallel (%i) in (%n#x) {
  }
  return
}

// -----

func.func @for_extent(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_loop.for' expected integer value}}
  emmy_loop.for parallel (%i) in (four) {
  }
  return
}

// -----

func.func @for_strides(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_loop.for' expected integer value}}
  emmy_loop.for parallel (%i) in (4) stride [two] {
  }
  return
}

// -----

func.func @for_region(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected '{' to begin a region}}
  emmy_loop.for parallel (%i) in (4)
  return
}

// -----

func.func @reduce_init(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_loop.reduce' expected 'init'}}
  %s = emmy_loop.reduce (%r) in (4) {
    emmy_loop.yield %z : f32
  }
  return
}

// -----

func.func @reduce_combine(%x: memref<4xf32>, %n: index, %z: f32) {
  %s = emmy_loop.reduce (%r) in (4) init(%z : f32) {
    emmy_loop.yield %z : f32
  }
  // expected-error @+1 {{custom op 'emmy_loop.reduce' expected 'combine'}}
  return
}

// -----

func.func @reduce_finish(%x: memref<4xf32>, %n: index, %z: f32) {
  %s = emmy_loop.reduce (%r) in (4) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  // expected-error @+1 {{expected '{' to begin a region}}
  } finish -> (f32)
  return
}

// -----

func.func @reduce_results(%x: memref<4xf32>, %n: index, %z: f32) {
  %s = emmy_loop.reduce (%r) in (4) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  // expected-error @+1 {{expected '('}}
  } -> f32
  return
}

// -----

func.func @scan_emit(%x: memref<4xf32>, %n: index, %z: f32) {
  emmy_loop.scan (%r) in (4) init(%z : f32) {
    emmy_loop.yield %z : f32
  } combine {
  ^bb0(%a: f32, %b: f32):
    emmy_loop.yield %a : f32
  }
  // expected-error @+1 {{custom op 'emmy_loop.scan' expected 'emit'}}
  return
}

// -----

func.func @load_buffer(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected SSA operand}}
  %v = emmy_loop.load [%n] : memref<4xf32>
  return
}

// -----

func.func @load_map(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected '[' in affine map}}
  %v = emmy_loop.load %x(%n) : memref<4xf32>
  return
}

// -----

func.func @load_guard_set(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected attribute value}}
  %v = emmy_loop.load %x[%n] if %n >= 0 else %z : memref<4xf32>
  return
}

// -----

func.func @load_guard_attr(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_loop.load' invalid kind of attribute specified}}
  %v = emmy_loop.load %x[%n] if 4 : i32 (%n) else %z : memref<4xf32>
  return
}

// -----

func.func @load_guard_operands(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected '(' in operand list}}
  %v = emmy_loop.load %x[%n] if affine_set<(d0) : (d0 >= 0)> else %z : memref<4xf32>
  return
}

// -----

func.func @load_guard_expr(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected affine expression}}
  %v = emmy_loop.load %x[%n] if (>= 0) else %z : memref<4xf32>
  return
}

// -----

func.func @load_guard_relation(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected '>'}}
  %v = emmy_loop.load %x[%n] if (%n < 4) else %z : memref<4xf32>
  return
}

// -----

func.func @load_guard_bound(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_loop.load' expected integer value}}
  %v = emmy_loop.load %x[%n] if (%n >= %n) else %z : memref<4xf32>
  return
}

// -----

func.func @load_guard_paren(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected ')'}}
  %v = emmy_loop.load %x[%n] if (%n >= 0 else %z : memref<4xf32>
  return
}

// -----

func.func @load_else(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected SSA operand}}
  %v = emmy_loop.load %x[%n] if (%n >= 0) else 0.0 : memref<4xf32>
  return
}

// -----

func.func @load_type(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_loop.load' invalid kind of type specified: expected builtin.memref, but found 'tensor<4xf32>'}}
  %v = emmy_loop.load %x[%n] : tensor<4xf32>
  return
}

// -----

func.func @load_result(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected non-function type}}
  %v = emmy_loop.load %x[%n] : memref<4xf32> -> 4
  return
}

// -----

func.func @load_unknown(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %v = emmy_loop.load %y[%n] : memref<4xf32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @load_wrong(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{use of value '%z' expects different type than prior uses: 'memref<4xf32>' vs 'f32'}}
  %v = emmy_loop.load %z[%n] : memref<4xf32>
  return
}

// -----

func.func @store_value(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected SSA operand}}
  emmy_loop.store 0.0, %x[%n] : memref<4xf32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @store_type(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{use of value '%z' expects different type than prior uses: 'f16' vs 'f32'}}
  emmy_loop.store %z, %x[%n] : f16, memref<4xf32>
  return
}

// -----

func.func @kernel_ins(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected ':'}}
  emmy_loop.kernel ins(%z) -> () {
  }
  return
}

// -----

func.func @kernel_scalars(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected '('}}
  emmy_loop.kernel scalars %z -> () {
  }
  return
}

// -----

func.func @kernel_sizes(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_loop.kernel' expected valid '@'-identifier for symbol name}}
  emmy_loop.kernel sizes(n = %n) -> () {
  }
  return
}

// -----

func.func @kernel_arrow(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected '->'}}
  emmy_loop.kernel scalars(%z : f32) {
  }
  return
}

// -----

func.func @kernel_tied(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{custom op 'emmy_loop.kernel' expected integer value}}
  %y = emmy_loop.kernel -> tied(x) tensor<4xf32> {
  }
  return
}

// -----

func.func @kernel_results(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected ')'}}
  %y = emmy_loop.kernel -> (tensor<4xf32> {
  }
  return
}

// -----

func.func @kernel_result(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected non-function type}}
  %y = emmy_loop.kernel -> four {
  }
  return
}

// -----

func.func @kernel_attributes(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected '{' in attribute dictionary}}
  emmy_loop.kernel -> () attributes [] {
  }
  return
}

// -----

func.func @kernel_region(%x: memref<4xf32>, %n: index, %z: f32) {
  // expected-error @+1 {{expected '{' to begin a region}}
  emmy_loop.kernel -> ()
  return
}
