// Programs whose arguments or results are of a type that arrays do not have.
// RUN: not emmy-run %s --seed 0 2>&1 | FileCheck %s
// RUN: not emmy-run %s --input %s 2>&1 | FileCheck %s
// CHECK: error: {{.*}}expected a dtype such as f32, bf16, i64, ui8 or i1, but got 'f8E4M3FN'

func.func @main(%x: tensor<4xf8E4M3FN> {emmy.name = "x"}) -> (tensor<4xf8E4M3FN> {emmy.name = "y"}) {
  %y = emmy_loop.kernel ins(%x : tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  ^bb0(%xb: memref<4xf8E4M3FN>, %yb: memref<4xf8E4M3FN>):
    emmy_loop.for parallel (%i) in (4) {
      %v = emmy_loop.load %xb[%i] : memref<4xf8E4M3FN>
      emmy_loop.store %v, %yb[%i] : memref<4xf8E4M3FN>
    }
  }
  return %y : tensor<4xf8E4M3FN>
}
