// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The simulator of kernels: executes a program of the kernel level on this machine's CPU, warp by warp, and checks what
// it does. No text is printed and no GPU is needed; see docs/Simulator.md for what each check means.

#ifndef EMMY_SIMULATOR_SIMULATOR_H
#define EMMY_SIMULATOR_SIMULATOR_H

#include "Emmy/Simulator/Findings.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

#include <memory>
#include <vector>

namespace emmy::simulator {

struct Options {
  /// Look for races, uninitialised reads and everything else that docs/Simulator.md lists, and count. Without it only
  /// accesses outside of every buffer and barriers that cannot be passed are found.
  bool checked = true;
  /// Host threads that run blocks of an unchecked launch; 0: one for each processor. Results do not depend on it.
  unsigned workers = 0;
  /// Keep an event for each access of a checked run. Blocks run one after the other.
  bool traced = false;
  /// 0 to 3, as -O: of the code that executes kernels. The values are the same at every level.
  unsigned optLevel = 1;
};

/// A buffer of the program's caller.
struct HostBuffer {
  void *base = nullptr;
  size_t bytes = 0;
  std::string name;
  bool isOutput = false; ///< nothing is in it before the program has run
};

/// A compiled program. It keeps the module: findings point to its operations.
class Simulator {
public:
  /// Compiles a module of the kernel level: an entry in buffer form, and its kernels. Fails with an error on the
  /// operation that does not belong to the level.
  static mlir::FailureOr<Simulator> compile(mlir::ModuleOp module, const Options &options = {});

  Simulator(Simulator &&);
  Simulator &operator=(Simulator &&);
  ~Simulator();

  /// Runs the entry: its buffers in order, and the values of the symbols in module order. Outputs hold what the kernels
  /// have written, whatever was found.
  RunRecord run(llvm::ArrayRef<HostBuffer> buffers, llvm::ArrayRef<int64_t> symbols) const;

  /// The findings as errors at the locations of their operations, in order.
  static void emit(const RunRecord &record);

  struct Code;

private:
  explicit Simulator(std::unique_ptr<Code> code);
  std::unique_ptr<Code> code;
};

} // namespace emmy::simulator

#endif // EMMY_SIMULATOR_SIMULATOR_H
