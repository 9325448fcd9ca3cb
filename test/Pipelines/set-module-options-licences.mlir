// RUN: emmy-opt --emmy-set-module-options %s | FileCheck %s --check-prefix=KEPT
// RUN: emmy-opt --emmy-set-module-options=numerics=fast %s | FileCheck %s --check-prefix=KEPT
// RUN: emmy-opt --emmy-set-module-options=licences=reciprocal %s | FileCheck %s --check-prefix=REPLACED
// RUN: emmy-opt --emmy-set-module-options=numerics=fused %s | FileCheck %s --check-prefix=TAKEN

// The licences of a module stay where no option says otherwise; another mode takes them away.
// KEPT: module attributes {emmy.licences = ["reassociate"], emmy.numerics = #emmy.numerics<fast>
// REPLACED: module attributes {emmy.licences = ["reciprocal"], emmy.numerics = #emmy.numerics<fast>
// TAKEN: module attributes {emmy.numerics = #emmy.numerics<fused>
module attributes {emmy.licences = ["reassociate"], emmy.numerics = #emmy.numerics<fast>} {}
