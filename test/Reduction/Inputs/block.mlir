// A decoder block: attention of two heads and an MLP, with norms and residuals.
!x = tensor<?x8xf32, #emmy.dims<[n, 8]>>
!heads = tensor<?x2x4xf32, #emmy.dims<[n, 2, 4]>>
!turned = tensor<2x?x4xf32, #emmy.dims<[2, n, 4]>>
!wide = tensor<?x16xf32, #emmy.dims<[n, 16]>>
emmy.symbol @n {min = 1, max = 64}
func.func @main(%x: !x {emmy.name = "x"}, %wq: tensor<8x8xf32>, %wk: tensor<8x8xf32>, %wv: tensor<8x8xf32>, %wo: tensor<8x8xf32>,
                %g: tensor<8xf32>, %up: tensor<16x8xf32>, %b: tensor<16xf32>, %down: tensor<8x16xf32>) -> (!x {emmy.name = "y"}) {
  %q = emmy_framework.linear %x, %wq : !x, tensor<8x8xf32> -> !x
  %k = emmy_framework.linear %x, %wk : !x, tensor<8x8xf32> -> !x
  %v = emmy_framework.linear %x, %wv : !x, tensor<8x8xf32> -> !x
  %q0 = emmy_framework.reshape %q [n, 2, 4] : !x -> !heads
  %k0 = emmy_framework.reshape %k [n, 2, 4] : !x -> !heads
  %v0 = emmy_framework.reshape %v [n, 2, 4] : !x -> !heads
  %q1 = emmy_framework.transpose %q0 dim0(0) dim1(1) : !heads -> !turned
  %k1 = emmy_framework.transpose %k0 dim0(0) dim1(1) : !heads -> !turned
  %v1 = emmy_framework.transpose %v0 dim0(0) dim1(1) : !heads -> !turned
  %a = emmy_framework.scaled_dot_product_attention %q1, %k1, %v1 is_causal : !turned
  %a0 = emmy_framework.transpose %a dim0(0) dim1(1) : !turned -> !heads
  %a1 = emmy_framework.reshape %a0 [n, 8] : !heads -> !x
  %o = emmy_framework.linear %a1, %wo : !x, tensor<8x8xf32> -> !x
  %r = emmy_framework.add %x, %o : !x, !x
  %m = emmy_framework.layer_norm %r weight(%g) [8] eps(1.0e-05) : !x, tensor<8xf32> -> !x
  %u = emmy_framework.linear %m, %up bias(%b) : !x, tensor<16x8xf32>, tensor<16xf32> -> !wide
  %s = emmy_framework.silu %u : !wide
  %d = emmy_framework.linear %s, %down : !wide, tensor<8x16xf32> -> !x
  %y = emmy_framework.add %r, %d : !x, !x
  return %y : !x
}
