// RUN: emmy-opt %s --emmy-lower-to-llvm | FileCheck %s
// RUN: emmy-opt %s --emmy-loop-to-llvm | FileCheck %s

// One C entry; everything else is internal, and nothing but the LLVM dialect is left.
// CHECK-NOT: emmy.symbol
// CHECK: llvm.func internal @main
// CHECK: llvm.func internal @k_copy
// CHECK: llvm.func @emmy_main(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr)
// CHECK-NOT: {{emmy_loop|memref|scf|unrealized}}
emmy.symbol @n
func.func @main(%x: tensor<?xbf16, #emmy.dims<[n]>>) -> tensor<?xbf16, #emmy.dims<[n]>> {
  %n = emmy.size @n
  %y = emmy_loop.kernel ins(%x : tensor<?xbf16, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xbf16, #emmy.dims<[n]>> {
  ^bb0(%xb: memref<?xbf16>, %ns: index, %yb: memref<?xbf16>):
    emmy_loop.for parallel (%i) in (%ns) {
      %v = emmy_loop.load %xb[%i] : memref<?xbf16>
      // CHECK-NOT: llvm.fptrunc {{.*}} to bf16
      %w = arith.extf %v : bf16 to f32
      %e = arith.truncf %w : f32 to bf16
      emmy_loop.store %e, %yb[%i] : memref<?xbf16>
    }
  } loc("copy")
  return %y : tensor<?xbf16, #emmy.dims<[n]>>
}
