// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a reduction's result depends on the tree that it is combined in.

#ifndef EMMY_INTERFACES_COMBINEORDER_H
#define EMMY_INTERFACES_COMBINEORDER_H

#include "mlir/IR/Region.h"

namespace emmy {

/// Whether the bits of what a combine region yields depend on the order in which states are combined: it computes
/// floats by more than selections and functions that are associative in floats (maximum, minimum).
bool dependsOnOrder(mlir::Region &combine);

} // namespace emmy

#endif // EMMY_INTERFACES_COMBINEORDER_H
