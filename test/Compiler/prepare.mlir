// A caller sees parameters, and nothing of what is prepared of them, on every level: also of a program that is given with its @prepare.
// RUN: emmy-test-compiler --signature %s | FileCheck %s
// RUN: emmy-test-compiler --lower=loop --signature %s | FileCheck %s
// RUN: emmy-test-compiler --lower=kernel --signature %s | FileCheck %s
// RUN: emmy-opt --emmy-lower-to-loop %s -o %t.loop.mlir
// RUN: emmy-test-compiler --signature %t.loop.mlir | FileCheck %s
// RUN: emmy-opt --emmy-lower-to-kernel %s -o %t.kernel.mlir
// RUN: emmy-test-compiler --signature %t.kernel.mlir | FileCheck %s

// CHECK: entry main
// CHECK-NEXT: input x : f32[4]
// CHECK-NEXT: input v : f32[4] parameter v
// CHECK-NEXT: input w : f32[4] parameter w
// CHECK-NEXT: output y : f32[4]

// So it runs with the same arguments on every level, and computes the same: exp(0) * 2 + 3.
// RUN: %python -c "import numpy as np; [np.save('%t.' + n, np.full(4, v, np.float32)) for n, v in (('x', 2), ('v', 3), ('w', 0))]"
// RUN: emmy-run --level=tensor --print --input=x=%t.x.npy --input=v=%t.v.npy --input=w=%t.w.npy %s | FileCheck %s --check-prefix=ONE
// RUN: emmy-run --level=loop --print --input=x=%t.x.npy --input=v=%t.v.npy --input=w=%t.w.npy %s | FileCheck %s --check-prefix=ONE
// RUN: emmy-run --level=tile --print --input=x=%t.x.npy --input=v=%t.v.npy --input=w=%t.w.npy %s | FileCheck %s --check-prefix=ONE
// RUN: emmy-run --level=kernel --print --input=x=%t.x.npy --input=v=%t.v.npy --input=w=%t.w.npy %s | FileCheck %s --check-prefix=ONE
// RUN: emmy-run --level=nvvm --print --input=x=%t.x.npy --input=v=%t.v.npy --input=w=%t.w.npy %s | FileCheck %s --check-prefix=ONE
// RUN: emmy-run --level=loop --print --input=x=%t.x.npy --input=v=%t.v.npy --input=w=%t.w.npy %t.loop.mlir | FileCheck %s --check-prefix=ONE
// RUN: emmy-run --level=kernel --print --input=x=%t.x.npy --input=v=%t.v.npy --input=w=%t.w.npy %t.kernel.mlir | FileCheck %s --check-prefix=ONE
// RUN: emmy-run --level=loop --licences=reassociate --print --input=x=%t.x.npy --input=v=%t.v.npy --input=w=%t.w.npy %s | FileCheck %s --check-prefix=ONE
// ONE: y : f32[4] = [5, 5, 5, 5]

// Target code has an entry for each, with a workspace of its own.
// RUN: emmy-opt --emmy-expand-apply %t.kernel.mlir | emmy-translate --emmy-kernel-to-cuda | FileCheck %s --check-prefix=CUDA
// CUDA: extern "C" int64_t emmy_workspace_bytes(const int64_t *sizes)
// CUDA: extern "C" cudaError_t emmy_main(void **buffers, const int64_t *sizes, void *workspace, cudaStream_t stream)
// CUDA: extern "C" int64_t emmy_prepare_workspace_bytes(const int64_t *sizes)
// CUDA: extern "C" cudaError_t emmy_prepare(void **buffers, const int64_t *sizes, void *workspace, cudaStream_t stream)

// The kernels of a report are those of a call; what is prepared is listed.
// RUN: emmy-test-compiler --report %s | FileCheck %s --check-prefix=REPORT
// REPORT: "kernels": 1,
// REPORT: "numerics": {
// REPORT-NEXT: "mode": "fused",
// REPORT-NEXT: "licences": [],
// REPORT-NEXT: "rewrites": []
// REPORT: "prepared": [
// REPORT-NEXT: {
// REPORT-NEXT: "name": "e",
// REPORT-NEXT: "bytes": 16
// RUN: emmy-test-compiler --report %t.loop.mlir | FileCheck %s --check-prefix=LOWERED
// LOWERED: "rewrites": null

func.func @main(%x: tensor<4xf32> {emmy.name = "x"}, %v: tensor<4xf32> {emmy.parameter = "v"}, %w: tensor<4xf32> {emmy.parameter = "w"})
    -> (tensor<4xf32> {emmy.name = "y"}) {
  %e = emmy_tensor.elementwise exp(%w) : tensor<4xf32> loc("e")
  %m = emmy_tensor.elementwise multiply(%x, %e) : tensor<4xf32>
  %y = emmy_tensor.elementwise add(%m, %v) : tensor<4xf32>
  return %y : tensor<4xf32>
}
