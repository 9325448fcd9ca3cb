// Buffers whose extents have no names: what is compulsory is not known.
// RUN: emmy-test-compiler --report %s | FileCheck %s
// CHECK: "kernels": 0
// CHECK: "bytes_compulsory": null
// CHECK: "workspace_bytes": 256
func.func @main(%x: memref<?xf32>, %y: memref<8xf32>) {
  %t = emmy_kernel.alloc() : memref<8xf32>
  return
}
