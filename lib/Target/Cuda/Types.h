// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ types and literals, and the parts of the file's prelude that they need.

#ifndef EMMY_LIB_TARGET_CUDA_TYPES_H
#define EMMY_LIB_TARGET_CUDA_TYPES_H

#include "Expression.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <map>
#include <set>

namespace emmy::cuda {

/// What the file needs before its first function; collected while the functions are printed.
struct Prelude {
  bool usesHalf = false;
  bool usesBfloat16 = false;
  std::map<std::string, std::string> types; ///< name -> definition
  std::set<std::string> helpers;            ///< names of helper functions
  /// Name -> definition of helpers around inline PTX. Only compilers for GPUs get to see them: others have functions of
  /// the same names in their headers.
  std::map<std::string, std::string> ptxHelpers;
  bool usesDynamicShared = false;

  /// Adds one of the helpers of PtxHelpers.cpp.
  void addPtxHelper(llvm::StringRef name);
  void print(llvm::raw_ostream &os) const;
};

/// `float`, `int64_t`, `__half` ...; empty for a type that the kernel level does not have.
std::string getScalarTypeName(mlir::Type type, Prelude &prelude);

/// The unsigned counterpart of an integer type, at least 32 bits wide, so that arithmetic on it wraps.
llvm::StringRef getWrappingTypeName(mlir::Type type);
/// The unsigned counterpart of an integer type.
llvm::StringRef getUnsignedTypeName(mlir::Type type);

/// CUDA's vector type (`float4`) where there is one, else a struct of the prelude (`half8`).
std::string getVectorTypeName(mlir::VectorType type, Prelude &prelude);

/// `v.x`, `v.at[5]`.
std::string getVectorElement(mlir::VectorType type, llvm::StringRef vector, int64_t index);

/// `make_float4(...)`, `half8{{...}}`.
Expression makeVector(mlir::VectorType type, llvm::ArrayRef<std::string> elements, Prelude &prelude);

/// The shortest literal that reads back as the same value.
Expression makeLiteral(mlir::TypedAttr value, Prelude &prelude);

/// An integer constant as an unsigned literal of its width.
Expression makeUnsignedLiteral(const llvm::APInt &value);

} // namespace emmy::cuda

#endif // EMMY_LIB_TARGET_CUDA_TYPES_H
