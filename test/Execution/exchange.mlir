// RUN: %python %S/Inputs/exchange.py %s loop tile kernel

// A nest that reads what other threads wrote in another nest of the kernel, and one that overwrites a part of what was written: one block runs
// them, and a barrier stands between them.
emmy.symbol @n
func.func @main(%x: tensor<?xf32, #emmy.dims<[n]>>, %y: tensor<100xf32>)
    -> (tensor<?xf32, #emmy.dims<[n]>> {emmy.name = "absolute"}, tensor<?xf32, #emmy.dims<[n]>> {emmy.name = "reversed"},
        tensor<100xf32> {emmy.name = "overwritten"}) {
  %n = emmy.size @n
  %a, %b = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n)
      -> (tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>) {
  ^bb0(%in: memref<?xf32>, %ns: index, %first: memref<?xf32>, %second: memref<?xf32>):
    emmy_loop.for parallel (%i) in (%ns) {
      %v = emmy_loop.load %in[%i] : memref<?xf32>
      %w = math.absf %v : f32
      emmy_loop.store %w, %first[%i] : memref<?xf32>
    }
    emmy_loop.for parallel (%i) in (%ns) {
      %v = emmy_loop.load %first[symbol(%ns) - 1 - %i] : memref<?xf32>
      emmy_loop.store %v, %second[%i] : memref<?xf32>
    }
  }
  %c = emmy_loop.kernel ins(%y : tensor<100xf32>) -> tied(0) tensor<100xf32> {
  ^bb0(%inout: memref<100xf32>):
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    emmy_loop.for parallel (%i) in (90) {
      emmy_loop.store %one, %inout[%i] : memref<100xf32>
    }
    emmy_loop.for parallel (%i) in (40) {
      emmy_loop.store %two, %inout[%i + 45] : memref<100xf32>
    }
  }
  return %a, %b, %c : tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>, tensor<100xf32>
}
