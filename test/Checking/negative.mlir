// Sizes for which an extent is negative are sizes of no call.
// RUN: emmy-opt --emmy-check-each-pass --emmy-tensor-compose-index-maps %s 2>&1 | FileCheck %s
// CHECK: elements
emmy.symbol @n
func.func @main(%x: tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n - 2]>> {
  %y = emmy_tensor.index_map [%x[(d0) -> (d0 + 2)]] : (tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n - 2]>>
  %z = emmy_tensor.index_map [%y[(d0) -> (d0)]] : (tensor<?xf32, #emmy.dims<[n - 2]>>) -> tensor<?xf32, #emmy.dims<[n - 2]>>
  return %z : tensor<?xf32, #emmy.dims<[n - 2]>>
}
