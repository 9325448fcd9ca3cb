// RUN: emmy-opt --emmy-set-module-options %s | FileCheck %s --check-prefix=DEFAULT
// RUN: emmy-opt --emmy-set-module-options="target=sm_80 numerics=eager" %s | FileCheck %s --check-prefix=OPTIONS
// RUN: emmy-opt --emmy-set-module-options="licences=reassociate,no_signed_zeros" %s | FileCheck %s --check-prefix=LICENCES
// RUN: emmy-opt --emmy-set-module-options="numerics=fast licences=reassociate,no_signed_zeros" %s | FileCheck %s --check-prefix=LICENCES
// RUN: emmy-opt --emmy-lower-to-loop="licences=reassociate,no_signed_zeros" %s | FileCheck %s --check-prefix=LICENCES
// RUN: not emmy-opt --emmy-set-module-options=numerics=exact %s 2>&1 | FileCheck %s --check-prefix=INVALID

// DEFAULT: module attributes {emmy.numerics = #emmy.numerics<fused>, emmy.target = "sm_90"}
// OPTIONS: module attributes {emmy.numerics = #emmy.numerics<eager>, emmy.target = "sm_80"}
// Licences make the mode fast, and are written in one order.
// LICENCES: module attributes {emmy.licences = ["no_signed_zeros", "reassociate"], emmy.numerics = #emmy.numerics<fast>
// INVALID: expected option 'numerics' to be one of eager, fused, fast, but got 'exact'
module {}
