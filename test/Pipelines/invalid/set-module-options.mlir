// RUN: not emmy-opt %s --emmy-set-module-options=target=sm_1 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not emmy-opt %s --emmy-set-module-options=numerics=exact 2>&1 | FileCheck %s --check-prefix=NUMERICS

// TARGET: error: expected option 'target' to be one of sm_75, sm_80, sm_86, sm_89, sm_90, sm_100, sm_120, but got 'sm_1'
// NUMERICS: error: expected option 'numerics' to be one of eager, fused, fast, but got 'exact'
module {}
