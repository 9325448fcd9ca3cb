// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the body of one function as C++: pure operations become expressions (written in place where they are used
// once, else named), everything else becomes statements.

#ifndef EMMY_LIB_TARGET_CUDA_FUNCTIONPRINTER_H
#define EMMY_LIB_TARGET_CUDA_FUNCTIONPRINTER_H

#include "Names.h"
#include "Types.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Support/IndentedOstream.h"

namespace emmy::cuda {

/// Whether C++ can hold every value of a function, and what it gives; lists what it cannot. Printing relies on it.
mlir::LogicalResult checkTypes(mlir::FunctionOpInterface function);

class FunctionPrinter {
public:
  FunctionPrinter(Prelude &prelude, mlir::raw_indented_ostream &os) : prelude(prelude), os(os) {}
  virtual ~FunctionPrinter() = default;

  /// The names of this function's scope.
  NameTable names;

  /// Gives a value an identifier and returns it.
  std::string nameValue(mlir::Value value, llvm::StringRef hint = {});
  /// The operations of a block, without its terminator.
  mlir::LogicalResult printBlock(mlir::Block &block);
  /// The value as an expression of its own type.
  Expression get(mlir::Value value);

protected:
  /// One operation that is no expression. The base knows what kernels, math functions and host code share.
  virtual mlir::LogicalResult printStatement(mlir::Operation *op);
  /// Whether the operation must be printed although nothing uses its results.
  virtual bool isRoot(mlir::Operation *op);

  /// Whether nothing that is printed depends on the operation.
  bool isDead(mlir::Operation *op);
  /// The C++ type of a scalar or vector.
  std::string getTypeName(mlir::Type type);
  /// `T name`, or `T *name` of a buffer.
  std::string declare(mlir::Type type, llvm::StringRef name);
  /// `const T name = text;`
  void printDefinition(mlir::Value value, const Expression &expression);
  /// `x[i]`, or the vector at `&x[i]`.
  Expression makeAccess(mlir::Value memref, mlir::Value index, mlir::Type type, bool isStore);

  /// `name = value;` for every yielded value, as one simultaneous assignment.
  void printYield(mlir::Operation *yield, llvm::ArrayRef<std::string> targets);

  Prelude &prelude;
  mlir::raw_indented_ostream &os;
  llvm::DenseMap<mlir::Value, Expression> expressions;

private:
  /// The expression of a pure operation, or failure without a diagnostic where it is none.
  mlir::FailureOr<Expression> makeExpression(mlir::Operation *op);
  mlir::FailureOr<Expression> makeIntegerExpression(mlir::Operation *op);
  mlir::FailureOr<Expression> makeFloatExpression(mlir::Operation *op);
  mlir::FailureOr<Expression> makeConversion(mlir::Operation *op);
  mlir::FailureOr<Expression> makeVectorExpression(mlir::Operation *op);
  /// `threadIdx.x`, `blockIdx.y`.
  static std::string getCoordinate(mlir::Operation *op);
  Expression makeCompare(mlir::arith::CmpIOp op);
  Expression makeCompare(mlir::arith::CmpFOp op);
  /// The value in the unsigned counterpart of its type, widened to at least 32 bits where arithmetic on it has to wrap.
  Expression getUnsigned(mlir::Value value, bool isWrapping = true);
  /// The value as float or double: the type that C++ computes a float type in.
  Expression getWide(mlir::Value value);
  /// Rounds a float or double expression to the type.
  Expression makeNarrow(Expression expression, mlir::Type type);
  /// Whether the only use of a pure operation's result can hold its text.
  bool canWriteInPlace(mlir::Operation *op, const Expression &expression);
  /// Whether a load can be written into its only use, because that comes at once.
  bool canReadInPlace(kernel::LoadOp op);

  // Asynchronous copies (AsyncStatements.cpp).
  void printAsyncCopy(kernel::AsyncCopyOp op);
  void printAsyncCommit();
  void printAsyncWait(kernel::AsyncWaitOp op);

  void printShared(kernel::SharedOp op);
  void printBarrier(kernel::BarrierOp op);
  mlir::LogicalResult printFor(mlir::scf::ForOp op);
  mlir::LogicalResult printIf(mlir::scf::IfOp op);
  /// `inside ? x[offset] : 0.0f` for a branch that reads an element, or takes a value that there is.
  mlir::FailureOr<Expression> makeChoice(mlir::scf::IfOp op);
  llvm::DenseMap<mlir::Operation *, bool> dead;
};

} // namespace emmy::cuda

#endif // EMMY_LIB_TARGET_CUDA_FUNCTIONPRINTER_H
