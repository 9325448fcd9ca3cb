// Which sizes programs are run at: 3 (twice, the first time with random values), 0, 1, 5, 7, 33 and 129, each what the symbol's
// declaration makes of it, and none of them twice. So many elements are compared.
// RUN: split-file %s %t

// 3 + 3 + 0 + 1 + 5 + 7 + 33 + 129
// RUN: emmy-opt --emmy-check-each-pass --emmy-convert-framework-to-tensor %t/any.mlir -o /dev/null 2>&1 | FileCheck %t/any.mlir
// 4 + 4 + 0 + 8 + 16: multiples of 4 up to 18. What is 1 is 4, and what is 7 is 8, which have been.
// RUN: emmy-opt --emmy-check-each-pass --emmy-convert-framework-to-tensor %t/multiple.mlir -o /dev/null 2>&1 | FileCheck %t/multiple.mlir
// 3 + 3 + 2 + 5 + 7 + 33 + 129: nothing below 2.
// RUN: emmy-opt --emmy-check-each-pass --emmy-convert-framework-to-tensor %t/least.mlir -o /dev/null 2>&1 | FileCheck %t/least.mlir

//--- any.mlir
// CHECK: emmy-convert-framework-to-tensor: 181 elements have the same bits
emmy.symbol @n
func.func @main(%x: tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n]>> {
  %y = emmy_framework.relu %x : tensor<?xf32, #emmy.dims<[n]>>
  return %y : tensor<?xf32, #emmy.dims<[n]>>
}

//--- multiple.mlir
// CHECK: emmy-convert-framework-to-tensor: 32 elements have the same bits
emmy.symbol @n {max = 18, multiple = 4}
func.func @main(%x: tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n]>> {
  %y = emmy_framework.relu %x : tensor<?xf32, #emmy.dims<[n]>>
  return %y : tensor<?xf32, #emmy.dims<[n]>>
}

//--- least.mlir
// CHECK: emmy-convert-framework-to-tensor: 182 elements have the same bits
emmy.symbol @n {min = 2}
func.func @main(%x: tensor<?xf32, #emmy.dims<[n]>>) -> tensor<?xf32, #emmy.dims<[n]>> {
  %y = emmy_framework.relu %x : tensor<?xf32, #emmy.dims<[n]>>
  return %y : tensor<?xf32, #emmy.dims<[n]>>
}
