// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What rewrites do to the values that a program computes, as data. A rewrite that may change bits says so here, once
// for each place, as an optimization remark of the category `numerics`; whoever wants to know records them, or lets a
// tool write them (--remarks-filter=numerics). A pass that says nothing keeps every bit.

#ifndef EMMY_SUPPORT_NUMERICEFFECTS_H
#define EMMY_SUPPORT_NUMERICEFFECTS_H

#include "Emmy/Support/Remarks.h"

#include "mlir/IR/Location.h"

#include <utility>

namespace emmy {

/// Ways to change bits: those that need no licence, or that the numerics mode gives, and those of licences.
enum class NumericEffect {
  reordered,  ///< floats combine in the order of another tree
  contracted, ///< a product and a sum round once
  unrounded,  ///< a rounding that an operator implied is left out
  widened,    ///< a sum or product accumulates in a wider type
  zeroSigns,  ///< a zero may have the other sign
  rescaled,   ///< factors are multiplied, or divided by, in another order, which also moves where results overflow
};

/// The category of remarks about effects.
constexpr llvm::StringLiteral numericsCategory = "numerics";

/// reordered, contracted, …: the name of an effect in remarks and reports.
llvm::StringRef stringifyEffect(NumericEffect effect);

/// Tells the context's remark engine of an effect; nothing where there is none.
void recordEffect(mlir::Location loc, NumericEffect effect);

struct RecordedEffect {
  NumericEffect effect;
  mlir::Location location;
};

/// The effects that are recorded in a context during the recorder's life.
class EffectRecorder {
public:
  explicit EffectRecorder(mlir::MLIRContext &context);

  /// False where the context has a remark engine already, whose remarks are then its own.
  bool isRecording() const { return recorder.isRecording(); }
  /// What was recorded since the last call.
  std::vector<RecordedEffect> take() { return std::exchange(*effects, {}); }

private:
  std::shared_ptr<std::vector<RecordedEffect>> effects;
  remarks::Recorder recorder;
};

} // namespace emmy

#endif // EMMY_SUPPORT_NUMERICEFFECTS_H
