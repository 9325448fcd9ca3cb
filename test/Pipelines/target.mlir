// RUN: emmy-opt %s --emmy-lower-to-tile | FileCheck %s --check-prefix=MODULE
// RUN: emmy-opt %s --emmy-lower-to-tile=target=sm_90 | FileCheck %s --check-prefix=OPTION

// Schedules are chosen for the target that the module names, unless an option names another: 80 blocks of 256 threads occupy the
// 40 multiprocessors of one, and not the 132 of the other.
// MODULE: emmy.target = "sm_75"
// MODULE: emmy_tile.schedule<threads = 256,
// OPTION: emmy.target = "sm_90"
// OPTION: emmy_tile.schedule<threads = 128,
module attributes {emmy.target = "sm_75"} {
  func.func @main(%x: tensor<320x256xf32>) -> tensor<320x256xf32> {
    %y = emmy_framework.exp %x : tensor<320x256xf32>
    return %y : tensor<320x256xf32>
  }
}
