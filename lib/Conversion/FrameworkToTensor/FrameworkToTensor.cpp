// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-convert-framework-to-tensor. In: functions of framework operators (tensor operations may stand beside them).
// Out: the same functions of tensor operations alone; parameters are trailing arguments of the entry. Values keep their
// types, so there is no type converter. Fails, after listing everything that stands in the way, before anything is
// changed.

#include "Emmy/Conversion/FrameworkToTensor/Passes.h"

#include "CheckBounds.h"
#include "Rules.h"

#include "Emmy/Support/Entry.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/MapVector.h"

namespace emmy {
#define GEN_PASS_DEF_CONVERTFRAMEWORKTOTENSORPASS
#include "Emmy/Conversion/FrameworkToTensor/Passes.h.inc"
} // namespace emmy

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;

void emmy::populateFrameworkToTensorPatterns(RewritePatternSet &patterns) {
  populateElementwiseRules(patterns);
  populateFormulaRules(patterns);
  populateShapeRules(patterns);
  populatePieceRules(patterns);
  populateSourceRules(patterns);
  populateReductionRules(patterns);
  populateNormalizationRules(patterns);
  populateContractionRules(patterns);
  populateAttentionRules(patterns);
  populateLookUpRules(patterns);
  populateWindowRules(patterns);
  populateLossRules(patterns);
}

namespace {
/// The parameters of the entry, by key, in order of appearance.
using Parameters = llvm::MapVector<StringAttr, SmallVector<ParameterOp>>;

struct ConvertFrameworkToTensorPass
    : public emmy::impl::ConvertFrameworkToTensorPassBase<ConvertFrameworkToTensorPass> {
  void runOnOperation() override {
    func::FuncOp entry = getEntry(getOperation());
    Parameters parameters;
    if (failed(check(entry, parameters)))
      return signalPassFailure();
    moveParameters(entry, parameters);

    // Every operator has a rule; everything but framework operators stays.
    RewritePatternSet patterns(&getContext());
    populateFrameworkToTensorPatterns(patterns);
    ConversionTarget target(getContext());
    target.addIllegalDialect<FrameworkDialect>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    ConversionConfig config;
    config.allowPatternRollback = false;
    if (failed(applyFullConversion(getOperation(), target, std::move(patterns), config)))
      signalPassFailure();
  }

  LogicalResult check(func::FuncOp entry, Parameters &parameters);
  void moveParameters(func::FuncOp entry, Parameters &parameters);
};
} // namespace

LogicalResult ConvertFrameworkToTensorPass::check(func::FuncOp entry, Parameters &parameters) {
  bool isSupported = true;
  getOperation().walk([&](ParameterOp op) {
    if (!entry || op->getParentOfType<func::FuncOp>() != entry) {
      op->emitOpError("expected parameters in the entry, the only public function, but got one outside");
      isSupported = false;
      return;
    }
    SmallVector<ParameterOp> &same = parameters[op.getKeyAttr()];
    if (!same.empty() && same.front().getType() != op.getType()) {
      InFlightDiagnostic diagnostic = op->emitOpError("expected one type for the key '")
                                      << op.getKey() << "', but got " << op.getType();
      diagnostic.attachNote(same.front().getLoc()) << "and " << same.front().getType();
      isSupported = false;
    }
    same.push_back(op);
  });
  isSupported &= succeeded(checkBounds(getOperation()));
  return success(isSupported);
}

void ConvertFrameworkToTensorPass::moveParameters(func::FuncOp entry, Parameters &parameters) {
  Builder builder(&getContext());
  for (auto &[key, ops] : parameters) {
    unsigned index = entry.getNumArguments();
    // The verifier of functions accepts a new argument at the end.
    if (failed(entry.insertArgument(index, ops.front().getType(),
                                    builder.getDictionaryAttr(builder.getNamedAttr("emmy.parameter", key)),
                                    ops.front().getLoc())))
      continue;
    for (ParameterOp op : ops) {
      op.getResult().replaceAllUsesWith(entry.getArgument(index));
      op.erase();
    }
    ++numParameters;
  }
}
