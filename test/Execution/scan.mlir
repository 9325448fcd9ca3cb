// RUN: %python %S/Inputs/scan.py %s loop tile

// Prefixes with and without the element, from the first and from the last index; results that are partly written through an input.
emmy.symbol @n
func.func @main(%x: tensor<2x?xf32, #emmy.dims<[2, n]>>, %t: tensor<6xi32>)
    -> (tensor<2x?xf32, #emmy.dims<[2, n]>> {emmy.name = "inclusive"}, tensor<2x?xf32, #emmy.dims<[2, n]>> {emmy.name = "exclusive"},
        tensor<2x?xf32, #emmy.dims<[2, n]>> {emmy.name = "reverse"}, tensor<6xi32> {emmy.name = "tied"},
        tensor<6xi32> {emmy.name = "again"}, tensor<6xi32> {emmy.name = "untouched"}, tensor<6xi32> {emmy.name = "twice"}) {
  %n = emmy.size @n
  %r:3 = emmy_loop.kernel ins(%x : tensor<2x?xf32, #emmy.dims<[2, n]>>) sizes(@n = %n)
      -> (tensor<2x?xf32, #emmy.dims<[2, n]>>, tensor<2x?xf32, #emmy.dims<[2, n]>>, tensor<2x?xf32, #emmy.dims<[2, n]>>) {
  ^bb0(%xb: memref<2x?xf32>, %ns: index, %a: memref<2x?xf32>, %b: memref<2x?xf32>, %c: memref<2x?xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (2) {
      emmy_loop.scan (%r) in (%ns) init(%zero : f32) {
        %v = emmy_loop.load %xb[%i, %r] : memref<2x?xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %s = arith.addf %p, %q : f32
        emmy_loop.yield %s : f32
      } emit {
      ^bb0(%r: index, %p: f32):
        emmy_loop.store %p, %a[%i, %r] : memref<2x?xf32>
      }
      emmy_loop.scan exclusive (%r) in (%ns) init(%zero : f32) {
        %v = emmy_loop.load %xb[%i, %r] : memref<2x?xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %s = arith.addf %p, %q : f32
        emmy_loop.yield %s : f32
      } emit {
      ^bb0(%r: index, %p: f32):
        emmy_loop.store %p, %b[%i, %r] : memref<2x?xf32>
      }
      emmy_loop.scan reverse (%r) in (%ns) init(%zero : f32) {
        %v = emmy_loop.load %xb[%i, %r] : memref<2x?xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %s = arith.addf %p, %q : f32
        emmy_loop.yield %s : f32
      } emit {
      ^bb0(%r: index, %p: f32):
        emmy_loop.store %p, %c[%i, %r] : memref<2x?xf32>
      }
    }
  }
  // Tied to an argument: the argument keeps its elements.
  %t1 = emmy_loop.kernel ins(%t : tensor<6xi32>) -> tied(0) tensor<6xi32> {
  ^bb0(%tb: memref<6xi32>):
    %c10 = arith.constant 10 : i32
    emmy_loop.for parallel (%i) in (2) {
      %v = emmy_loop.load %tb[%i * 3] : memref<6xi32>
      %w = arith.addi %v, %c10 : i32
      emmy_loop.store %w, %tb[%i * 3] : memref<6xi32>
    }
  }
  // Tied to a result with another use, then to one without.
  %t2 = emmy_loop.kernel ins(%t1 : tensor<6xi32>) -> tied(0) tensor<6xi32> {
  ^bb0(%tb: memref<6xi32>):
    %c100 = arith.constant 100 : i32
    emmy_loop.store %c100, %tb[1] : memref<6xi32>
  }
  %t3 = emmy_loop.kernel ins(%t2 : tensor<6xi32>) -> tied(0) tensor<6xi32> {
  ^bb0(%tb: memref<6xi32>):
    %c200 = arith.constant 200 : i32
    emmy_loop.store %c200, %tb[2] : memref<6xi32>
  }
  return %r#0, %r#1, %r#2, %t1, %t3, %t, %t1
      : tensor<2x?xf32, #emmy.dims<[2, n]>>, tensor<2x?xf32, #emmy.dims<[2, n]>>, tensor<2x?xf32, #emmy.dims<[2, n]>>,
        tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>
}
