// RUN: emmy-opt --emmy-expand-apply --verify-diagnostics %s

func.func private @emmy_nonsense_f32(f32) -> f32

// A name with the library's prefix that the library does not have.
func.func @unknown_function(%x: f32) -> f32 {
  // expected-error@+1 {{expected the name of a function of the math library, but got @emmy_nonsense_f32}}
  %y = func.call @emmy_nonsense_f32(%x) : (f32) -> f32
  return %y : f32
}
