// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous copies as calls of the functions that hold their PTX.

#include "FunctionPrinter.h"

using namespace emmy::cuda;
namespace kernel = emmy::kernel;

void FunctionPrinter::printAsyncCopy(kernel::AsyncCopyOp op) {
  std::string helper = "emmy_async_copy_" + std::to_string(op.getBytes());
  prelude.addPtxHelper(helper);
  os << helper << "(&" << get(op.getTarget()).text << "[" << get(op.getTargetIndex()).text << "], &"
     << get(op.getSource()).text << "[" << get(op.getSourceIndex()).text << "]";
  if (op.getValid()) {
    int64_t bytes = op.getBytes() / op.getElements();
    Expression valid = get(op.getValid());
    if (bytes > 1)
      valid = makeBinary("*", Precedence::multiplicative, valid, {std::to_string(bytes)});
    os << ", " << valid.text;
  }
  os << ");\n";
}

void FunctionPrinter::printAsyncCommit() {
  prelude.addPtxHelper("emmy_async_commit");
  os << "emmy_async_commit();\n";
}

void FunctionPrinter::printAsyncWait(kernel::AsyncWaitOp op) {
  prelude.addPtxHelper("emmy_async_wait");
  os << "emmy_async_wait<" << op.getAllBut() << ">();\n";
}
