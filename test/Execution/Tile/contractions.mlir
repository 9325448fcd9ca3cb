// RUN: %python %S/Inputs/contractions.py %s

// Products of matrices in tiles: both layouts of the operands, dynamic sizes, a prologue, an epilogue, 16-bit inputs, a batch; a convolution,
// and distances, whose lift is no product.
emmy.symbol @k
emmy.symbol @m
emmy.symbol @n
func.func @main(%a: tensor<?x?xf32, #emmy.dims<[m, k]>> {emmy.name = "a"}, %b: tensor<?x?xf32, #emmy.dims<[n, k]>> {emmy.name = "b"},
                %h: tensor<2x33x40xf16> {emmy.name = "h"}, %g: tensor<40x52xf16> {emmy.name = "g"}, %s: tensor<40xf32> {emmy.name = "s"},
                %x: tensor<1x3x19x18xf32> {emmy.name = "x"}, %w: tensor<17x3x3x3xf32> {emmy.name = "w"})
    -> (tensor<?x?xf32, #emmy.dims<[m, n]>> {emmy.name = "linear"}, tensor<2x33x52xf16> {emmy.name = "half"},
        tensor<33x52xf32> {emmy.name = "gate"}, tensor<1x17x17x16xf32> {emmy.name = "conv"},
        tensor<?x?xf32, #emmy.dims<[m, n]>> {emmy.name = "distance"}) {
  %k = emmy.size @k
  %m = emmy.size @m
  %n = emmy.size @n
  %linear = emmy_loop.kernel ins(%a, %b : tensor<?x?xf32, #emmy.dims<[m, k]>>, tensor<?x?xf32, #emmy.dims<[n, k]>>)
      sizes(@k = %k, @m = %m, @n = %n) -> tensor<?x?xf32, #emmy.dims<[m, n]>> {
  ^bb0(%ab: memref<?x?xf32>, %bb: memref<?x?xf32>, %ks: index, %ms: index, %ns: index, %out: memref<?x?xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i, %j) in (%ms, %ns) {
      %sum = emmy_loop.reduce (%r) in (%ks) init(%zero : f32) {
        %e = emmy_loop.load %ab[%i, %r] : memref<?x?xf32>
        %f = emmy_loop.load %bb[%j, %r] : memref<?x?xf32>
        %p = arith.mulf %e, %f : f32
        emmy_loop.yield %p : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %f = arith.addf %p, %q : f32
        emmy_loop.yield %f : f32
      }
      emmy_loop.store %sum, %out[%i, %j] : memref<?x?xf32>
    }
  } loc("linear")
  %half = emmy_loop.kernel ins(%h, %g : tensor<2x33x40xf16>, tensor<40x52xf16>) -> tensor<2x33x52xf16> {
  ^bb0(%ab: memref<2x33x40xf16>, %bb: memref<40x52xf16>, %out: memref<2x33x52xf16>):
    %zero = arith.constant 0.0 : f32
    %two = arith.constant 2.0 : f32
    emmy_loop.for parallel (%c, %i, %j) in (2, 33, 52) {
      %sum = emmy_loop.reduce (%r) in (40) init(%zero : f32) {
        %e = emmy_loop.load %ab[%c, %i, %r] : memref<2x33x40xf16>
        %f = emmy_loop.load %bb[%r, %j] : memref<40x52xf16>
        %e1 = arith.extf %e : f16 to f32
        %f1 = arith.extf %f : f16 to f32
        %p = arith.mulf %e1, %f1 : f32
        emmy_loop.yield %p : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %f = arith.addf %p, %q : f32
        emmy_loop.yield %f : f32
      } finish {
      ^bb0(%p: f32):
        %f = arith.mulf %p, %two : f32
        emmy_loop.yield %f : f32
      } -> (f32)
      %t = arith.truncf %sum : f32 to f16
      emmy_loop.store %t, %out[%c, %i, %j] : memref<2x33x52xf16>
    }
  } loc("half")
  // exp(h + s) . g, and . (g + 1), which share the prologue; the second gates the first. Both prologues are not zero at zero.
  %gate = emmy_loop.kernel ins(%h, %g, %s : tensor<2x33x40xf16>, tensor<40x52xf16>, tensor<40xf32>) -> tensor<33x52xf32> {
  ^bb0(%ab: memref<2x33x40xf16>, %bb: memref<40x52xf16>, %sb: memref<40xf32>, %out: memref<33x52xf32>):
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    emmy_loop.for parallel (%i, %j) in (33, 52) {
      %sum = emmy_loop.reduce (%r) in (37) init(%zero : f32) {
        %e = emmy_loop.load %ab[1, %i, %r] : memref<2x33x40xf16>
        %f = emmy_loop.load %bb[%r, %j] : memref<40x52xf16>
        %v = emmy_loop.load %sb[%r] : memref<40xf32>
        %e1 = arith.extf %e : f16 to f32
        %f1 = arith.extf %f : f16 to f32
        %e2 = arith.addf %e1, %v : f32
        %e3 = emmy.apply exp(%e2) : (f32) -> f32
        %p = arith.mulf %e3, %f1 : f32
        emmy_loop.yield %p : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %f = arith.addf %p, %q : f32
        emmy_loop.yield %f : f32
      }
      %sum2 = emmy_loop.reduce (%r) in (40) init(%zero : f32) {
        %e = emmy_loop.load %ab[1, %i, %r] : memref<2x33x40xf16>
        %f = emmy_loop.load %bb[%r, %j] : memref<40x52xf16>
        %e1 = arith.extf %e : f16 to f32
        %f1 = arith.extf %f : f16 to f32
        %f2 = arith.addf %f1, %one : f32
        %p = arith.mulf %e1, %f2 : f32
        emmy_loop.yield %p : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %f = arith.addf %p, %q : f32
        emmy_loop.yield %f : f32
      }
      %bias = emmy_loop.load %sb[0] : memref<40xf32>
      %t = arith.mulf %sum, %sum2 : f32
      %u = arith.addf %t, %bias : f32
      emmy_loop.store %u, %out[%i, %j] : memref<33x52xf32>
    }
  } loc("gate")
  %conv = emmy_loop.kernel ins(%x, %w : tensor<1x3x19x18xf32>, tensor<17x3x3x3xf32>) -> tensor<1x17x17x16xf32> {
  ^bb0(%xb: memref<1x3x19x18xf32>, %wb: memref<17x3x3x3xf32>, %out: memref<1x17x17x16xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%o, %y, %z) in (17, 17, 16) {
      %sum = emmy_loop.reduce (%c, %p, %q) in (3, 3, 3) init(%zero : f32) {
        %e = emmy_loop.load %xb[0, %c, %y + %p, %z + %q] : memref<1x3x19x18xf32>
        %f = emmy_loop.load %wb[%o, %c, %p, %q] : memref<17x3x3x3xf32>
        %v = arith.mulf %e, %f : f32
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%u: f32, %v: f32):
        %f = arith.addf %u, %v : f32
        emmy_loop.yield %f : f32
      }
      emmy_loop.store %sum, %out[0, %o, %y, %z] : memref<1x17x17x16xf32>
    }
  } loc("conv")
  %distance = emmy_loop.kernel ins(%a, %b : tensor<?x?xf32, #emmy.dims<[m, k]>>, tensor<?x?xf32, #emmy.dims<[n, k]>>)
      sizes(@k = %k, @m = %m, @n = %n) -> tensor<?x?xf32, #emmy.dims<[m, n]>> {
  ^bb0(%ab: memref<?x?xf32>, %bb: memref<?x?xf32>, %ks: index, %ms: index, %ns: index, %out: memref<?x?xf32>):
    %lowest = arith.constant 0xFF800000 : f32
    emmy_loop.for parallel (%i, %j) in (%ms, %ns) {
      %sum = emmy_loop.reduce (%r) in (%ks) init(%lowest : f32) {
        %e = emmy_loop.load %ab[%i, %r] : memref<?x?xf32>
        %f = emmy_loop.load %bb[%j, %r] : memref<?x?xf32>
        %d = arith.subf %e, %f : f32
        %p = math.absf %d : f32
        %q = arith.negf %p : f32
        emmy_loop.yield %q : f32
      } combine {
      ^bb0(%p: f32, %q: f32):
        %f = emmy.apply maximum(%p, %q) : (f32, f32) -> f32
        emmy_loop.yield %f : f32
      }
      emmy_loop.store %sum, %out[%i, %j] : memref<?x?xf32>
    }
  } loc("distance")
  return %linear, %half, %gate, %conv, %distance
      : tensor<?x?xf32, #emmy.dims<[m, n]>>, tensor<2x33x52xf16>, tensor<33x52xf32>, tensor<1x17x17x16xf32>, tensor<?x?xf32, #emmy.dims<[m, n]>>
}
