// RUN: %python %S/Inputs/constants.py %s loop tile kernel

// A dense constant is a choice by the position, halved each time: numbers of elements around powers of two, equal neighbours, and elements read in
// another order than they stand in.
func.func @main() -> (tensor<0xi64> {emmy.name = "none"}, tensor<1xi64> {emmy.name = "one"}, tensor<3xi64> {emmy.name = "three"},
                      tensor<8xi32> {emmy.name = "eight"}, tensor<13xf32> {emmy.name = "many"}, tensor<5x3xi64> {emmy.name = "turned"},
                      tensor<7xi1> {emmy.name = "bools"}) {
  %none = emmy_tensor.constant dense<> : tensor<0xi64>
  %one = emmy_tensor.constant dense<[7]> : tensor<1xi64>
  %three = emmy_tensor.constant dense<[3, 1, 2]> : tensor<3xi64>
  %eight = emmy_tensor.constant dense<[5, 5, 6, -7, -7, -7, 8, 9]> : tensor<8xi32>
  %many = emmy_tensor.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0]> : tensor<13xf32>
  %table = emmy_tensor.constant dense<[[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]> : tensor<3x5xi64>
  %turned = emmy_tensor.index_map [%table[(d0, d1) -> (d1, d0)]] : (tensor<3x5xi64>) -> tensor<5x3xi64>
  %bools = emmy_tensor.constant dense<[true, false, true, true, false, false, true]> : tensor<7xi1>
  return %none, %one, %three, %eight, %many, %turned, %bools
      : tensor<0xi64>, tensor<1xi64>, tensor<3xi64>, tensor<8xi32>, tensor<13xf32>, tensor<5x3xi64>, tensor<7xi1>
}
