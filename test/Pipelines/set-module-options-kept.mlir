// RUN: emmy-opt --emmy-set-module-options %s | FileCheck %s --check-prefix=KEPT
// RUN: emmy-opt --emmy-set-module-options="target=sm_75 numerics=fast" %s | FileCheck %s --check-prefix=REPLACED

// What the module says stays where an option is empty.
// KEPT: module attributes {emmy.numerics = #emmy.numerics<eager>, emmy.target = "sm_80"}
// REPLACED: module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.target = "sm_75"}
module attributes {emmy.numerics = #emmy.numerics<eager>, emmy.target = "sm_80"} {}
