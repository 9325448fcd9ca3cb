// RUN: not emmy-opt %s --emmy-set-module-options=target=sm_1 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not emmy-opt %s --emmy-set-module-options=numerics=exact 2>&1 | FileCheck %s --check-prefix=NUMERICS
// RUN: not emmy-opt %s "--emmy-set-module-options=licences=reassociate,speed" 2>&1 | FileCheck %s --check-prefix=LICENCES
// RUN: not emmy-opt %s "--emmy-set-module-options=licences=reassociate numerics=fused" 2>&1 | FileCheck %s --check-prefix=MODE

// LICENCES: error: expected option 'licences' to name some of no_signed_zeros, reciprocal, reassociate, with commas between them, but got 'speed'
// MODE: error: expected option 'numerics' to be fast with licences, but got 'fused'
// TARGET: error: expected option 'target' to be one of sm_75, sm_80, sm_86, sm_89, sm_90, sm_100, sm_120, but got 'sm_1'
// NUMERICS: error: expected option 'numerics' to be one of eager, fused, fast, but got 'exact'
module {}
