// A process that has not registered the passes is told so, and which is missing: nothing is built of those that happen to be there.
// RUN: emmy-test-unregistered %s 2>&1 | FileCheck %s --implicit-check-not=built --implicit-check-not=compiled
// CHECK-DAG: expected the passes of the pipelines to be registered, as emmy::registerAllPasses does, but got: {{.*}} 'emmy-set-module-options' does not refer to a registered pass
// CHECK-DAG: expected the passes of the pipelines to be registered, {{.*}} 'emmy-convert-loop-to-tile' does not refer to a registered pass
// CHECK-DAG: expected the passes of the pipelines to be registered, {{.*}} 'emmy-convert-loop-to-scf' does not refer to a registered pass
// CHECK-DAG: error: expected the passes of the pipelines to be registered, {{.*}} 'emmy-add-packed-entry' does not refer to a registered pass
// CHECK-DAG: expected no options, but got 'fast=1'
module {
  func.func @main(%x: memref<4xf32>) {
    return
  }
}
