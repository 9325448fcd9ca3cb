// RUN: emmy-opt --split-input-file --verify-diagnostics --emmy-expand-apply %s

func.func @undefined(%x: i32) -> i32 {
  // expected-error @+1 {{expected an operand type that 'exp' is defined on, but got 'i32'}}
  %a = emmy.apply exp(%x) : (i32) -> i32
  return %a : i32
}
