// RUN: emmy-test-compiler --report %s | FileCheck %s

// Decisions of fusion: what is merged has numbers; what is not legal has a reason and no numbers.
// CHECK: "fusion": [
// CHECK: "producer": "add",
// CHECK-NEXT: "consumer": "add_scan",
// CHECK-NEXT: "at": "{{.*}}fusion.mlir:[[#ADD:]]",
// CHECK-NEXT: "merged": true,
// CHECK-NEXT: "rule": "time",
// CHECK-NEXT: "reason": "it saves {{[0-9]+}} ns",
// 64 elements of 4 bytes are neither written nor read.
// CHECK-NEXT: "bytes_saved": 512,
// CHECK-NEXT: "recomputed_flops": 0,
// CHECK-NEXT: "instructions": {{[0-9]+}},
// CHECK-NEXT: "instruction_budget": {{[0-9]+}}
// CHECK: "producer": "add_scan",
// CHECK-NEXT: "consumer": "add",
// CHECK-NEXT: "at": "{{.*}}fusion.mlir:[[#ADD+1]]",
// CHECK-NEXT: "merged": false,
// CHECK-NEXT: "rule": "legality",
// CHECK-NEXT: "reason": "the producer does not store at the innermost place",
// CHECK-NEXT: "bytes_saved": null,
// CHECK-NEXT: "recomputed_flops": null,
// CHECK-NEXT: "instructions": null,
// CHECK-NEXT: "instruction_budget": null
// CHECK-NOT: "producer"
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %a = emmy_framework.add %x, %x : tensor<8x8xf32>
  %b = emmy_framework.cumsum %a dim(1) : tensor<8x8xf32>
  %c = emmy_framework.add %b, %b : tensor<8x8xf32>
  return %c : tensor<8x8xf32>
}
