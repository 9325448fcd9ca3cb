// What utils/test-standalone gives to the program, and what it expects back.

emmy.symbol @seq {max = 4096}

// CHECK-LABEL: func.func @twice
// CHECK-SAME: tensor<?x4xf32, #emmy.dims<[2*seq, 4]>>
// CHECK-NEXT: %[[SIZE:.*]] = emmy.size @seq
// CHECK-NEXT: %[[TWICE:.*]] = arith.addi %[[SIZE]], %[[SIZE]]
// CHECK-NEXT: return %[[TWICE]]
func.func @twice(%x: tensor<?x4xf32, #emmy.dims<[seq + seq, 4]>>) -> index {
  %zero = arith.constant 0 : index
  %seq = emmy.size @seq
  %same = arith.addi %seq, %zero : index
  %twice = arith.addi %same, %same : index
  return %twice : index
}
