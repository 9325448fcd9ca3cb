// RUN: emmy-opt %s --emmy-convert-framework-to-tensor --split-input-file --verify-diagnostics

// Positions that a dim may not have: of a size that starts at 0, from the end, by another symbol, and all of them are listed.
emmy.symbol @n
emmy.symbol @m {max = 3}
func.func @main(%x: tensor<?x?xf32, #emmy.dims<[n, m]>>) {
  // expected-error @below {{expected index 0 to lie in dim 0 of size n, but got ranges of symbols that do not say 1 <= n; declare them, as in 'emmy.symbol @n {min = 1}' or PyTorch's Dim('n', min=1)}}
  emmy_framework.select %x dim(0) index(0) : tensor<?x?xf32, #emmy.dims<[n, m]>>
  // expected-error @below {{expected index -2 to lie in dim 1 of size m, but got ranges of symbols that do not say 0 <= m - 2}}
  emmy_framework.select %x dim(-1) index(-2) : tensor<?x?xf32, #emmy.dims<[n, m]>>
  // expected-error @below {{expected index m to lie in dim 0 of size n, but got ranges of symbols that do not say m + 1 <= n}}
  emmy_framework.select %x dim(0) index(m) : tensor<?x?xf32, #emmy.dims<[n, m]>>
  // expected-error @below {{expected index m - 1 to lie in dim 1 of size m, but got ranges of symbols that do not say 0 <= m - 1}}
  emmy_framework.select %x dim(1) index(m - 1) : tensor<?x?xf32, #emmy.dims<[n, m]>>
  return
}

// -----

// Slices whose result type promises that the bounds lie in the dim: the end, and the start behind it.
emmy.symbol @n
emmy.symbol @m
func.func @main(%x: tensor<?xf32, #emmy.dims<[n]>>) {
  // expected-error @below {{expected the bounds of the slice to lie in dim 0 of size n, but got ranges of symbols that do not say 1 <= n}}
  emmy_framework.slice %x dim(0) [1 : ] : tensor<?xf32, #emmy.dims<[n]>> -> tensor<?xf32, #emmy.dims<[n - 1]>>
  // expected-error @below {{expected the bounds of the slice to lie in dim 0 of size n, but got ranges of symbols that do not say 3 <= n}}
  emmy_framework.slice %x dim(0) [ : 3] : tensor<?xf32, #emmy.dims<[n]>> -> tensor<3xf32>
  // expected-error @below {{expected the bounds of the slice to lie in dim 0 of size n, but got ranges of symbols that do not say m <= n}}
  emmy_framework.slice %x dim(0) [0 : m] : tensor<?xf32, #emmy.dims<[n]>> -> tensor<?xf32, #emmy.dims<[m]>>
  return
}
