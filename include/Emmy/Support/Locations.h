// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What locations say about names. The name in a location is the name that the program gives to the value that stands
// there; it is what a person reads at every level, down to CUDA C++. One rule keeps it honest: what a lowering adds
// (index arithmetic, conditions, positions) is no value of the program, and is named by its role. Constants have no
// name, since their value says all.

#ifndef EMMY_SUPPORT_LOCATIONS_H
#define EMMY_SUPPORT_LOCATIONS_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringRef.h"

namespace emmy {

/// Names of what lowerings add.
namespace role {
/// Index arithmetic.
inline constexpr llvm::StringLiteral index = "i";
/// The position of an element in memory, counted in elements.
inline constexpr llvm::StringLiteral offset = "offset";
/// Whether a position is one that there is.
inline constexpr llvm::StringLiteral inside = "inside";
/// The extent of a loop or a launch.
inline constexpr llvm::StringLiteral size = "size";
/// The number of the thread in its block, in its warp, of the warp in the block, and of the block in the grid.
inline constexpr llvm::StringLiteral thread = "thread", lane = "lane", warp = "warp", block = "block";
/// A position in memory that threads fill together.
inline constexpr llvm::StringLiteral slot = "slot";
/// Whether a thread is the first of its warp, and whether it is the upper one of a pair that exchange values.
inline constexpr llvm::StringLiteral first = "first", upper = "upper";
} // namespace role

/// The name that the program gives a value with this location; empty where there is none. Of a fused location the last
/// name counts: that of the consumer.
llvm::StringRef getNameHint(mlir::Location loc);

/// The same origin, under the name of a role instead of the program's.
mlir::Location getRoleLocation(mlir::Location origin, llvm::StringRef role);

} // namespace emmy

#endif // EMMY_SUPPORT_LOCATIONS_H
