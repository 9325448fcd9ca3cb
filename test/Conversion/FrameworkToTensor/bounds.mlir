// RUN: emmy-opt %s --emmy-convert-framework-to-tensor | FileCheck %s

// Positions that the ranges of the symbols, or clamping, put into the dim.
// CHECK-LABEL: func.func @main
emmy.symbol @n {min = 4}
emmy.symbol @m {max = 3}
!x = tensor<?x?xf32, #emmy.dims<[n, m]>>
func.func @main(%x: !x, %y: tensor<8xf32>) {
  // CHECK-COUNT-10: emmy_tensor.index_map
  emmy_framework.select %x dim(0) index(3) : !x
  emmy_framework.select %x dim(0) index(-4) : !x
  emmy_framework.select %x dim(0) index(m) : !x
  emmy_framework.select %x dim(0) index(n - 1) : !x
  emmy_framework.select %y dim(0) index(2*m + 1) : tensor<8xf32>
  emmy_framework.slice %x dim(0) [1 : m + 1] : !x -> tensor<?x?xf32, #emmy.dims<[m, m]>>
  emmy_framework.slice %x dim(0) [-4 : n] : !x -> tensor<?x?xf32, #emmy.dims<[min(4, n), m]>>
  emmy_framework.slice %x dim(0) [ : 3] : !x -> tensor<3x?xf32, #emmy.dims<[3, m]>>
  emmy_framework.slice %x dim(0) [-4 : ] : !x -> tensor<4x?xf32, #emmy.dims<[4, m]>>
  emmy_framework.slice %x dim(1) [1 : ] : !x -> tensor<?x?xf32, #emmy.dims<[n, m - min(1, m)]>>
  return
}
