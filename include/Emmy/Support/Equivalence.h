// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that say the same but for names, locations and what they are applied to: work on one of them serves all.

#ifndef EMMY_SUPPORT_EQUIVALENCE_H
#define EMMY_SUPPORT_EQUIVALENCE_H

#include "mlir/IR/Operation.h"

namespace emmy {

/// Equal for regions that are the same but for locations; the operands of operations play no part.
llvm::hash_code hashRegion(mlir::Region &region);

/// For each operation the number of the first one with equal attributes and regions. All have one region, which is
/// isolated from above. Linear in their code, where few that differ have one hash.
llvm::SmallVector<unsigned> findFirstEquals(llvm::ArrayRef<mlir::Operation *> ops);

} // namespace emmy

#endif // EMMY_SUPPORT_EQUIVALENCE_H
