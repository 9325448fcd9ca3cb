// Options that would end the text of a pass, and whose pass would then be another one.
// RUN: not emmy-opt "--emmy-lower-to-tile=schedule=a'b" %s 2>&1 | FileCheck %s --check-prefix=SCHEDULE
// RUN: not emmy-opt --emmy-lower-to-tile=target=}x %s 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not emmy-opt --emmy-lower-to-llvm=numerics=}x %s 2>&1 | FileCheck %s --check-prefix=NUMERICS
// RUN: not emmy-opt --emmy-lower-to-tile=licences=}x %s 2>&1 | FileCheck %s --check-prefix=LICENCES
// RUN: not emmy-opt --emmy-lower-to-kernel=speed=9 %s 2>&1 | FileCheck %s --check-prefix=NAME

// SCHEDULE: expected option 'schedule' without braces and quotes, but got
// TARGET: expected option 'target' without braces and quotes, but got '}x'
// NUMERICS: expected option 'numerics' without braces and quotes, but got '}x'
// LICENCES: expected option 'licences' without braces and quotes, but got '}x'
// NAME: <Pass-Options-Parser>: no such option speed
module {}
