// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optimization remarks as data: rewrites stream them where they happen, and whoever wants to know listens to their
// category, or lets a tool write them (--remarks-filter). A context has one engine for remarks; several listeners share
// it.

#ifndef EMMY_SUPPORT_REMARKS_H
#define EMMY_SUPPORT_REMARKS_H

#include "mlir/IR/Remarks.h"

#include <functional>
#include <vector>

namespace emmy::remarks {

using mlir::remark::detail::Remark;

/// Who is told of the remarks of one category, of what was done (passed) and what was not (missed).
struct Listener {
  llvm::StringLiteral category;
  std::function<void(const Remark &)> listen;
};

/// The engine of a context during the recorder's life.
class Recorder {
public:
  Recorder(mlir::MLIRContext &context, std::vector<Listener> listeners);
  ~Recorder();
  Recorder(const Recorder &) = delete;
  Recorder &operator=(const Recorder &) = delete;

  /// False where the context has a remark engine already, whose remarks are then its own.
  bool isRecording() const { return isInstalled; }

private:
  mlir::MLIRContext &context;
  bool isInstalled;
};

/// Whether a remark is about something that was done.
bool isPassed(const Remark &remark);

/// A field as the text that tools write and as the attribute that is read back.
Remark::Arg getField(llvm::StringRef key, mlir::StringAttr text);
Remark::Arg getField(llvm::StringRef key, mlir::IntegerAttr number);

/// The text of a field; empty where there is none.
llvm::StringRef getText(const Remark &remark, llvm::StringRef key);
std::optional<int64_t> getNumber(const Remark &remark, llvm::StringRef key);

} // namespace emmy::remarks

#endif // EMMY_SUPPORT_REMARKS_H
