// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code that becomes PTX, on this machine's CPU: the kernels' LLVM IR as it is optimized for NVPTX, with the
// intrinsics of the GPU replaced by functions of the scheduler that the CUDA shim has, compiled in this process. With
// the printed CUDA C++ and the simulator it is the third way to run a module of the kernel level; all three give the
// same bits.

#ifndef EMMY_EXECUTION_RETARGET_H
#define EMMY_EXECUTION_RETARGET_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

#include <memory>
#include <string>

namespace emmy {

/// A buffer of the program's caller.
struct RetargetBuffer {
  void *base;
  size_t bytes;
  std::string name;
};

class RetargetedProgram {
public:
  /// Compiles a module of the kernel level: an entry in buffer form, and its kernels. Fails with an error where the
  /// module does not become PTX, or where the PTX has an instruction that nothing stands in for.
  static mlir::FailureOr<RetargetedProgram> compile(mlir::ModuleOp module);

  RetargetedProgram(RetargetedProgram &&);
  RetargetedProgram &operator=(RetargetedProgram &&);
  ~RetargetedProgram();

  /// Runs the entry: its buffers in order, and the values of the symbols in module order. Fails with an error on the
  /// entry: threads that wait for each other, writes behind a buffer, a launch that a GPU refuses.
  ///
  /// `steps` receives what the host program did, as a JSON array: allocations (`{"allocate": bytes}`), copies, and
  /// launches with their geometry and arguments. A place in memory is the number of a buffer (those of the caller, then
  /// allocations in order) and an offset, or the contents of a constant in hexadecimal; a scalar is its bits and bytes.
  /// So whoever has the PTX and the contents of the buffers can do the same on a GPU.
  mlir::LogicalResult run(llvm::ArrayRef<RetargetBuffer> buffers, llvm::ArrayRef<int64_t> symbols,
                          std::string *steps = nullptr) const;

  struct Code;

private:
  explicit RetargetedProgram(std::unique_ptr<Code> code);
  std::unique_ptr<Code> code;
};

} // namespace emmy

#endif // EMMY_EXECUTION_RETARGET_H
