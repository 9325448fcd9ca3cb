// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How rules are written: one function per operator, from the operator to its value at the tensor level.

#ifndef EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_RULES_H
#define EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_RULES_H

#include "Expr.h"

#include "mlir/IR/PatternMatch.h"

namespace emmy {

/// What a rule builds with: values of the operator become Exprs at its location.
class RuleBuilder {
public:
  RuleBuilder(mlir::PatternRewriter &rewriter, mlir::Operation *op) : rewriter(rewriter), op(op) {}

  Expr operator()(mlir::Value value) const { return Expr(rewriter, op->getLoc(), value); }
  mlir::OpBuilder &getBuilder() const { return rewriter; }
  mlir::Location getLoc() const { return op->getLoc(); }
  mlir::MLIRContext *getContext() const { return op->getContext(); }
  ExtentAttr getConstant(int64_t value) const { return ExtentAttr::getConstant(getContext(), value); }
  /// A number as a rank-0 tensor.
  Expr scalar(double number, mlir::Type elementType) const;

private:
  mlir::PatternRewriter &rewriter;
  mlir::Operation *op;
};

using Values = llvm::SmallVector<mlir::Value>;

/// A rule gives one value per result.
template <typename OpT>
using RuleFunction = Values (*)(OpT op, RuleBuilder build);

template <typename OpT>
class Rule : public mlir::OpRewritePattern<OpT> {
public:
  Rule(mlir::MLIRContext *context, RuleFunction<OpT> function)
      : mlir::OpRewritePattern<OpT>(context), function(function) {}

  mlir::LogicalResult matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, function(op, RuleBuilder(rewriter, op)));
    return mlir::success();
  }

private:
  RuleFunction<OpT> function;
};

template <typename OpT>
void addRule(mlir::RewritePatternSet &patterns, RuleFunction<OpT> function) {
  patterns.add<Rule<OpT>>(patterns.getContext(), function);
}

/// The dims of an operator that verified as such.
llvm::SmallVector<int64_t> getDims(std::optional<llvm::ArrayRef<int64_t>> dims, int64_t rank);
int64_t getDim(int64_t dim, int64_t rank);

/// The operands of an elementwise operator in its compute type (f32 for narrower floats) and in the shape of its
/// result; scalars as constants. Conditions and masks stay bools.
llvm::SmallVector<Expr> getInputs(framework::ElementwiseOpInterface op, RuleBuilder build, bool widens = true);

/// Arithmetic in the compute type, rounded once to the result's.
Values finish(mlir::Operation *op, Expr value);

/// A formula on the inputs of an elementwise operator.
template <typename OpT>
using Formula = Expr (*)(OpT op, llvm::ArrayRef<Expr> inputs);

template <typename OpT>
class FormulaRule : public mlir::OpRewritePattern<OpT> {
public:
  FormulaRule(mlir::MLIRContext *context, Formula<OpT> formula)
      : mlir::OpRewritePattern<OpT>(context), formula(formula) {}

  mlir::LogicalResult matchAndRewrite(OpT op, mlir::PatternRewriter &rewriter) const override {
    llvm::SmallVector<Expr> inputs = getInputs(op, RuleBuilder(rewriter, op));
    rewriter.replaceOp(op, finish(op, formula(op, inputs)));
    return mlir::success();
  }

private:
  Formula<OpT> formula;
};

/// The rule of an operator that is not one function of the laws table.
template <typename OpT>
void addFormula(mlir::RewritePatternSet &patterns, Formula<OpT> formula) {
  patterns.add<FormulaRule<OpT>>(patterns.getContext(), formula);
}

void populateElementwiseRules(mlir::RewritePatternSet &patterns);
void populateFormulaRules(mlir::RewritePatternSet &patterns);
void populateShapeRules(mlir::RewritePatternSet &patterns);
void populatePieceRules(mlir::RewritePatternSet &patterns);
void populateSourceRules(mlir::RewritePatternSet &patterns);
void populateReductionRules(mlir::RewritePatternSet &patterns);
void populateNormalizationRules(mlir::RewritePatternSet &patterns);
void populateContractionRules(mlir::RewritePatternSet &patterns);
void populateAttentionRules(mlir::RewritePatternSet &patterns);
void populateLookUpRules(mlir::RewritePatternSet &patterns);
void populateWindowRules(mlir::RewritePatternSet &patterns);
void populateLossRules(mlir::RewritePatternSet &patterns);

} // namespace emmy

#endif // EMMY_LIB_CONVERSION_FRAMEWORKTOTENSOR_RULES_H
