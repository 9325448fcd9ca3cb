// Programs whose arguments or results are of a type that arrays do not have.
// RUN: not emmy-run %s --seed 0 2>&1 | FileCheck %s
// RUN: not emmy-run %s --input %s 2>&1 | FileCheck %s
// CHECK: error: {{.*}}expected a dtype such as f32, bf16, i64, ui8 or i1, but got 'f8E3M4'

func.func @main(%x: tensor<4xf8E3M4> {emmy.name = "x"}) -> (tensor<4xf8E3M4> {emmy.name = "y"}) {
  %y = emmy_loop.kernel ins(%x : tensor<4xf8E3M4>) -> tensor<4xf8E3M4> {
  ^bb0(%xb: memref<4xf8E3M4>, %yb: memref<4xf8E3M4>):
    emmy_loop.for parallel (%i) in (4) {
      %v = emmy_loop.load %xb[%i] : memref<4xf8E3M4>
      emmy_loop.store %v, %yb[%i] : memref<4xf8E3M4>
    }
  }
  return %y : tensor<4xf8E3M4>
}
