// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules of the LLVM dialect as machine code of this process.

#ifndef EMMY_EXECUTION_JIT_H
#define EMMY_EXECUTION_JIT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace emmy {

/// A function or variable of this process that compiled code refers to by name.
struct JitSymbol {
  std::string name;
  void *address;
};

struct JitOptions {
  /// 0 to 3, as -O. The values are the same at every level: nothing is contracted or reassociated.
  unsigned optLevel = 2;
  std::vector<JitSymbol> symbols;
};

/// A compiled module with the entry emmy_main.
class JitProgram {
public:
  /// Compiles a module of the LLVM dialect. Fails with an error on the module.
  static mlir::FailureOr<JitProgram> compile(mlir::ModuleOp module, const JitOptions &options = {});

  JitProgram(JitProgram &&);
  JitProgram &operator=(JitProgram &&);
  ~JitProgram();

  /// Runs the entry: input buffers, then output buffers, and the symbols' values in module order. Subnormals are kept
  /// whatever the caller's floating-point environment says.
  void run(void *const *buffers, const int64_t *sizes) const;

  /// Adds a module of LLVM IR as it is: for this machine, but not optimized again. Fails with an error at `location`
  /// where it needs a function that nobody has.
  mlir::LogicalResult add(std::unique_ptr<llvm::Module> module, std::unique_ptr<llvm::LLVMContext> context,
                          mlir::Location location);

  /// The address of a function that the program has and exports.
  void *lookup(llvm::StringRef name) const;

private:
  struct Engine;
  explicit JitProgram(std::unique_ptr<Engine> engine);
  std::unique_ptr<Engine> engine;
};

} // namespace emmy

#endif // EMMY_EXECUTION_JIT_H
