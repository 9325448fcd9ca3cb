// RUN: %python %S/Inputs/matmul.py %s loop tile

// A product of a matrix of any number of rows with a fixed one, a reduction whose empty form is the identity.
emmy.symbol @k
emmy.symbol @n
func.func @main(%x: tensor<?x?xf32, #emmy.dims<[n, k]>>, %w: tensor<?x3xf32, #emmy.dims<[k, 3]>>)
    -> (tensor<?x3xf32, #emmy.dims<[n, 3]>> {emmy.name = "y"}) {
  %k = emmy.size @k
  %n = emmy.size @n
  %y = emmy_loop.kernel ins(%x, %w : tensor<?x?xf32, #emmy.dims<[n, k]>>, tensor<?x3xf32, #emmy.dims<[k, 3]>>)
      sizes(@k = %k, @n = %n) -> tensor<?x3xf32, #emmy.dims<[n, 3]>> {
  ^bb0(%xb: memref<?x?xf32>, %wb: memref<?x3xf32>, %ks: index, %ns: index, %yb: memref<?x3xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i, %j) in (%ns, 3) {
      %s = emmy_loop.reduce (%r) in (%ks) init(%zero : f32) {
        %a = emmy_loop.load %xb[%i, %r] : memref<?x?xf32>
        %b = emmy_loop.load %wb[%r, %j] : memref<?x3xf32>
        %p = arith.mulf %a, %b : f32
        emmy_loop.yield %p : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_loop.yield %c : f32
      }
      emmy_loop.store %s, %yb[%i, %j] : memref<?x3xf32>
    }
  } loc("matmul")
  return %y : tensor<?x3xf32, #emmy.dims<[n, 3]>>
}
