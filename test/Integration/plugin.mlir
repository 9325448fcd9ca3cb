// The plugin brings dialects and passes to the stock mlir-opt.
// RUN: mlir-opt --load-dialect-plugin=%emmy_build/lib/EmmyPlugin.so --load-pass-plugin=%emmy_build/lib/EmmyPlugin.so \
// RUN:   --pass-pipeline='builtin.module(emmy-expand-apply)' %s | FileCheck %s

// CHECK-LABEL: func.func @root
// CHECK: math.sqrt
func.func @root(%x: f32) -> f32 {
  %y = emmy.apply sqrt(%x) : (f32) -> f32
  return %y : f32
}
