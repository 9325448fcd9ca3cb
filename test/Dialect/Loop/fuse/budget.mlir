// RUN: emmy-opt --emmy-convert-tensor-to-loop --emmy-loop-fuse=max-instructions=40 %s | FileCheck %s
// RUN: emmy-opt --emmy-convert-tensor-to-loop --emmy-loop-fuse=max-instructions=40 --remarks-filter=fusion --remark-format=yaml --remarks-output-file=%t %s -o /dev/null
// RUN: FileCheck %s --check-prefix=REMARK < %t

// Two calls of the math library, of 32 instructions each, do not fit into a kernel of 40; what does is merged, from the last kernel up.
// CHECK-LABEL: func.func @calls
// CHECK: emmy_loop.kernel
// CHECK: emmy.apply tanh
// CHECK-NOT: emmy.apply
// CHECK: emmy_loop.kernel
// CHECK: emmy.apply exp
// CHECK: arith.negf
// CHECK-NOT: emmy_loop.kernel
func.func @calls(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %t = emmy_tensor.elementwise tanh(%x) : tensor<64x64xf32>
  %e = emmy_tensor.elementwise exp(%t) : tensor<64x64xf32>
  %n = emmy_tensor.elementwise negate(%e) : tensor<64x64xf32>
  return %n : tensor<64x64xf32>
}

// A merge counts exp, negate, a load and a store; the kernel of tanh would add 32.
// REMARK: --- !Passed
// REMARK-NEXT: Pass: fusion
// REMARK-NEXT: Name: time
// REMARK: producer: exp
// REMARK: consumer: exp_negate
// REMARK: kind: into
// REMARK: instructions: '35'
// REMARK: instruction_budget: '40'
// REMARK: --- !Missed
// REMARK: Name: instruction_budget
// REMARK: producer: tanh
// REMARK: consumer: exp_negate
// REMARK: instructions: '67'
// REMARK-NOT: ---
