// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Minima, maxima, quotients and remainders of extents, in forms by which equal ones are recognised.

#include "ExtentAtoms.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy;

static bool isMinOrMax(ExtentFunction function) {
  return function == ExtentFunction::min || function == ExtentFunction::max;
}

ExtentAttr emmy::detail::absorbSum(ExtentAttr sum) {
  ExtentAtomAttr atom;
  int64_t factor = 0;
  SmallVector<int64_t> coefficients;
  SmallVector<ArrayAttr> monomials;
  for (auto [coefficient, monomial] : llvm::zip_equal(sum.getCoefficients(), sum.getMonomials())) {
    bool isPlain = llvm::none_of(monomial, llvm::IsaPred<ExtentAtomAttr>);
    if (isPlain) {
      coefficients.push_back(coefficient);
      monomials.push_back(monomial);
      continue;
    }
    // Of several functions none is the one that takes the others in.
    if (atom || monomial.size() != 1 || (coefficient != 1 && coefficient != -1))
      return sum;
    atom = cast<ExtentAtomAttr>(monomial[0]);
    factor = coefficient;
  }
  if (!atom || monomials.empty() || !isMinOrMax(atom.getFunction()))
    return sum;
  ExtentAttr rest = ExtentAttr::get(sum.getContext(), coefficients, monomials);
  auto add = [&](ExtentAttr operand) { return factor == 1 ? rest + operand : rest - operand; };
  ExtentAttr lhs = add(atom.getLhs()), rhs = add(atom.getRhs());
  auto countTerms = [](ArrayRef<ExtentAttr> extents) {
    size_t count = 0;
    for (ExtentAttr extent : extents)
      count += extent.getMonomials().size();
    return count;
  };
  if (countTerms({lhs, rhs}) >= countTerms({rest, atom.getLhs(), atom.getRhs()}))
    return sum;
  ExtentFunction other = atom.getFunction() == ExtentFunction::min ? ExtentFunction::max : ExtentFunction::min;
  return ExtentAttr::getFunction(factor == 1 ? atom.getFunction() : other, lhs, rhs);
}

std::optional<int64_t> emmy::detail::evaluateFunction(ExtentFunction function, int64_t lhs, int64_t rhs) {
  switch (function) {
  case ExtentFunction::min:
    return std::min(lhs, rhs);
  case ExtentFunction::max:
    return std::max(lhs, rhs);
  case ExtentFunction::floordiv:
    return rhs > 0 ? std::optional(llvm::divideFloorSigned(lhs, rhs)) : std::nullopt;
  case ExtentFunction::ceildiv:
    return rhs > 0 ? std::optional(llvm::divideCeilSigned(lhs, rhs)) : std::nullopt;
  case ExtentFunction::mod:
    return rhs > 0 ? std::optional(llvm::mod(lhs, rhs)) : std::nullopt;
  }
  llvm_unreachable("every function has a case");
}

/// The operands of nested minima, or maxima.
static void collectOperands(ExtentFunction function, ExtentAttr extent, SmallVectorImpl<ExtentAttr> &operands) {
  bool isAtom =
      extent.getMonomials().size() == 1 && extent.getCoefficients()[0] == 1 && extent.getMonomials()[0].size() == 1;
  auto atom = isAtom ? dyn_cast<ExtentAtomAttr>(extent.getMonomials()[0][0]) : ExtentAtomAttr();
  if (!atom || atom.getFunction() != function)
    return operands.push_back(extent);
  collectOperands(function, atom.getLhs(), operands);
  collectOperands(function, atom.getRhs(), operands);
}

/// A minimum or maximum of operands of which each can be the one, in order of their texts.
static ExtentAttr getMinOrMax(ExtentFunction function, ExtentAttr lhs, ExtentAttr rhs) {
  SmallVector<ExtentAttr> operands, kept;
  collectOperands(function, lhs, operands);
  collectOperands(function, rhs, operands);
  // Whether one is what the function gives of both, whatever the symbols are.
  auto isChosen = [&](ExtentAttr one, ExtentAttr other) {
    return function == ExtentFunction::max ? emmy::detail::getRange(one - other).low >= 0
                                           : emmy::detail::getRange(one - other).high <= 0;
  };
  for (ExtentAttr operand : operands) {
    if (llvm::any_of(kept, [&](ExtentAttr one) { return isChosen(one, operand); }))
      continue;
    llvm::erase_if(kept, [&](ExtentAttr one) { return isChosen(operand, one); });
    kept.push_back(operand);
  }
  llvm::sort(kept, [](ExtentAttr one, ExtentAttr other) { return one.str() < other.str(); });
  ExtentAttr result = kept.front();
  for (ExtentAttr operand : llvm::drop_begin(kept))
    result = emmy::detail::getAtom(lhs.getContext(), ExtentAtomAttr::get(lhs.getContext(), function, result, operand));
  return result;
}

ExtentAttr ExtentAttr::getFunction(ExtentFunction function, ExtentAttr lhs, ExtentAttr rhs) {
  MLIRContext *context = lhs.getContext();
  std::optional<int64_t> left = lhs.getConstantValue(), right = rhs.getConstantValue();
  if (left && right)
    if (std::optional<int64_t> value = emmy::detail::evaluateFunction(function, *left, *right))
      return getConstant(context, *value);
  switch (function) {
  case ExtentFunction::min:
  case ExtentFunction::max:
    return getMinOrMax(function, lhs, rhs);
  case ExtentFunction::floordiv:
  case ExtentFunction::ceildiv:
    // A positive constant divisor that divides every coefficient; a symbol may be zero, so it is never cancelled.
    if (right && *right > 0)
      if (std::optional<ExtentAttr> quotient = divideExactly(lhs, rhs))
        return *quotient;
    break;
  case ExtentFunction::mod:
    if (right && *right > 0 && divideExactly(lhs, rhs))
      return getConstant(context, 0);
    break;
  }
  return emmy::detail::getAtom(context, ExtentAtomAttr::get(context, function, lhs, rhs));
}
