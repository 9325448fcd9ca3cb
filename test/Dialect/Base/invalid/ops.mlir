// RUN: emmy-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{expected min <= max, but got 4 and 3}}
emmy.symbol @seq {min = 4, max = 3}

// -----

// expected-error @+1 {{expected 0 <= min, but got -1}}
emmy.symbol @seq {min = -1}

// -----

// expected-error @+1 {{expected multiple >= 1, but got 0}}
emmy.symbol @seq {multiple = 0}

// -----

// expected-error @+1 {{expected min <= hint <= max, but got 9}}
emmy.symbol @seq {max = 8, hint = 9}

// -----

func.func @arity(%x: f32) {
  // expected-error @+1 {{expected 1 operands of 'exp', but got 2}}
  %a = emmy.apply exp(%x, %x) : (f32, f32) -> f32
  return
}

// -----

func.func @bits(%x: f32) {
  // expected-error @+1 {{expected a function that computes, but got 'bitcast'; view bits of scalars by arith.bitcast}}
  %a = emmy.apply bitcast(%x) : (f32) -> i32
  return
}

// -----

func.func @operand_types(%x: f32, %y: f64) {
  // expected-error @+1 {{expected operand #0 to be 'f64', but got 'f32'}}
  %a = emmy.apply pow(%x, %y) : (f32, f64) -> f64
  return
}

// -----

func.func @result_type(%x: f32) {
  // expected-error @+1 {{expected a result of type 'i1', but got 'f32'}}
  %a = emmy.apply isnan(%x) : (f32) -> f32
  return
}

// -----

func.func @unknown_function(%x: f32) {
  // expected-error @+1 {{expected a function of the laws table, but got 'gamma'}}
  %a = emmy.apply gamma(%x) : (f32) -> f32
  return
}
