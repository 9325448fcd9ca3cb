// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic extents: canonical polynomials and their arithmetic.

#include "ExtentAtoms.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace emmy;

//===----------------------------------------------------------------------===//
// Order and construction
//===----------------------------------------------------------------------===//

std::string emmy::detail::getAtomText(Attribute atom) {
  if (auto symbol = dyn_cast<StringAttr>(atom))
    return symbol.getValue().str();
  auto function = cast<ExtentAtomAttr>(atom);
  return (stringifyExtentFunction(function.getFunction()) + "(" + function.getLhs().str() + ", " +
          function.getRhs().str() + ")")
      .str();
}

static bool isAtomBefore(Attribute lhs, Attribute rhs) {
  return lhs != rhs && emmy::detail::getAtomText(lhs) < emmy::detail::getAtomText(rhs);
}

static bool isMonomialBefore(ArrayAttr lhs, ArrayAttr rhs) {
  if (lhs.size() != rhs.size())
    return lhs.size() > rhs.size();
  for (auto [left, right] : llvm::zip_equal(lhs, rhs))
    if (left != right)
      return isAtomBefore(left, right);
  return false;
}

//===----------------------------------------------------------------------===//
// Coefficients
//===----------------------------------------------------------------------===//

// They saturate: a product of sizes that no memory holds stays larger than any that one does, where wrapping would make
// it small, zero or ShapedType::kDynamic.
static constexpr int64_t largest = std::numeric_limits<int64_t>::max();

static int64_t addSaturated(int64_t lhs, int64_t rhs) {
  int64_t sum;
  if (!llvm::AddOverflow(lhs, rhs, sum))
    return std::max(sum, -largest);
  return lhs < 0 ? -largest : largest;
}

static int64_t multiplySaturated(int64_t lhs, int64_t rhs) {
  int64_t product;
  if (!llvm::MulOverflow(lhs, rhs, product))
    return std::max(product, -largest);
  return (lhs < 0) == (rhs < 0) ? largest : -largest;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

using Term = std::pair<ArrayAttr, int64_t>;

/// Sums equal monomials, drops zeros, sorts.
static ExtentAttr getCanonical(MLIRContext *context, SmallVectorImpl<Term> &terms) {
  llvm::stable_sort(terms, [](const Term &lhs, const Term &rhs) { return isMonomialBefore(lhs.first, rhs.first); });
  SmallVector<int64_t> coefficients;
  SmallVector<ArrayAttr> monomials;
  for (const Term &term : terms) {
    if (!monomials.empty() && monomials.back() == term.first) {
      coefficients.back() = addSaturated(coefficients.back(), term.second);
    } else {
      monomials.push_back(term.first);
      coefficients.push_back(term.second);
    }
    if (coefficients.back() == 0) {
      monomials.pop_back();
      coefficients.pop_back();
    }
  }
  return emmy::detail::absorbSum(ExtentAttr::get(context, coefficients, monomials));
}

static void appendTerms(ExtentAttr extent, int64_t factor, SmallVectorImpl<Term> &terms) {
  for (auto [coefficient, monomial] : llvm::zip_equal(extent.getCoefficients(), extent.getMonomials()))
    terms.push_back({monomial, multiplySaturated(coefficient, factor)});
}

ExtentAttr ExtentAttr::getConstant(MLIRContext *context, int64_t value) {
  SmallVector<Term> terms = {{ArrayAttr::get(context, {}), value}};
  return getCanonical(context, terms);
}

ExtentAttr emmy::detail::getAtom(MLIRContext *context, Attribute atom) {
  return ExtentAttr::get(context, {1}, {ArrayAttr::get(context, {atom})});
}

ExtentAttr ExtentAttr::getSymbol(MLIRContext *context, StringRef name) {
  return emmy::detail::getAtom(context, StringAttr::get(context, name));
}

ExtentAttr emmy::operator+(ExtentAttr lhs, ExtentAttr rhs) {
  SmallVector<Term> terms;
  appendTerms(lhs, 1, terms);
  appendTerms(rhs, 1, terms);
  return getCanonical(lhs.getContext(), terms);
}

ExtentAttr emmy::operator-(ExtentAttr lhs, ExtentAttr rhs) {
  SmallVector<Term> terms;
  appendTerms(lhs, 1, terms);
  appendTerms(rhs, -1, terms);
  return getCanonical(lhs.getContext(), terms);
}

ExtentAttr emmy::operator*(ExtentAttr lhs, ExtentAttr rhs) {
  MLIRContext *context = lhs.getContext();
  SmallVector<Term> terms;
  for (auto [leftCoefficient, leftMonomial] : llvm::zip_equal(lhs.getCoefficients(), lhs.getMonomials()))
    for (auto [rightCoefficient, rightMonomial] : llvm::zip_equal(rhs.getCoefficients(), rhs.getMonomials())) {
      SmallVector<Attribute> atoms(leftMonomial.begin(), leftMonomial.end());
      atoms.append(rightMonomial.begin(), rightMonomial.end());
      llvm::stable_sort(atoms, isAtomBefore);
      terms.push_back({ArrayAttr::get(context, atoms), multiplySaturated(leftCoefficient, rightCoefficient)});
    }
  return getCanonical(context, terms);
}

std::optional<ExtentAttr> emmy::divideExactly(ExtentAttr lhs, ExtentAttr rhs) {
  if (rhs.getMonomials().size() != 1)
    return lhs == rhs && !rhs.getMonomials().empty()
               ? std::optional<ExtentAttr>(ExtentAttr::getConstant(lhs.getContext(), 1))
               : std::nullopt;
  SmallVector<Term> terms;
  for (auto [coefficient, monomial] : llvm::zip_equal(lhs.getCoefficients(), lhs.getMonomials())) {
    if (coefficient % rhs.getCoefficients()[0] != 0)
      return std::nullopt;
    SmallVector<Attribute> atoms(monomial.begin(), monomial.end());
    for (Attribute atom : rhs.getMonomials()[0]) {
      auto *it = llvm::find(atoms, atom);
      if (it == atoms.end())
        return std::nullopt;
      atoms.erase(it);
    }
    terms.push_back({ArrayAttr::get(lhs.getContext(), atoms), coefficient / rhs.getCoefficients()[0]});
  }
  return getCanonical(lhs.getContext(), terms);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

std::optional<int64_t> ExtentAttr::getConstantValue() const {
  if (getMonomials().empty())
    return 0;
  if (getMonomials().size() == 1 && getMonomials()[0].empty())
    return getCoefficients()[0];
  return std::nullopt;
}

void ExtentAttr::collectSymbols(SmallVectorImpl<StringAttr> &symbols) const {
  for (ArrayAttr monomial : getMonomials())
    for (Attribute atom : monomial) {
      if (auto symbol = dyn_cast<StringAttr>(atom)) {
        if (!llvm::is_contained(symbols, symbol))
          symbols.push_back(symbol);
        continue;
      }
      auto function = cast<ExtentAtomAttr>(atom);
      function.getLhs().collectSymbols(symbols);
      function.getRhs().collectSymbols(symbols);
    }
}

std::optional<int64_t> ExtentAttr::evaluate(function_ref<std::optional<int64_t>(StringRef)> lookup) const {
  int64_t sum = 0;
  for (auto [coefficient, monomial] : llvm::zip_equal(getCoefficients(), getMonomials())) {
    int64_t product = coefficient;
    for (Attribute atom : monomial) {
      std::optional<int64_t> value;
      if (auto symbol = dyn_cast<StringAttr>(atom)) {
        value = lookup(symbol.getValue());
      } else {
        auto function = cast<ExtentAtomAttr>(atom);
        std::optional<int64_t> lhs = function.getLhs().evaluate(lookup), rhs = function.getRhs().evaluate(lookup);
        if (lhs && rhs)
          value = emmy::detail::evaluateFunction(function.getFunction(), *lhs, *rhs);
      }
      if (!value || llvm::MulOverflow(product, *value, product))
        return std::nullopt;
    }
    if (llvm::AddOverflow(sum, product, sum))
      return std::nullopt;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<ExtentAttr>> emmy::getExtents(RankedTensorType type) {
  if (auto dims = dyn_cast_or_null<DimsAttr>(type.getEncoding()))
    return SmallVector<ExtentAttr>(dims.getExtents());
  SmallVector<ExtentAttr> extents;
  for (int64_t size : type.getShape()) {
    if (ShapedType::isDynamic(size))
      return failure();
    extents.push_back(ExtentAttr::getConstant(type.getContext(), size));
  }
  return extents;
}

RankedTensorType emmy::getTensorType(ArrayRef<ExtentAttr> extents, Type elementType) {
  SmallVector<int64_t> shape;
  bool anyDynamic = false;
  for (ExtentAttr extent : extents) {
    std::optional<int64_t> constant = extent.getConstantValue();
    anyDynamic |= !constant;
    shape.push_back(constant.value_or(ShapedType::kDynamic));
  }
  Attribute encoding = anyDynamic ? DimsAttr::get(elementType.getContext(), extents) : Attribute();
  return RankedTensorType::get(shape, elementType, encoding);
}

ExtentAttr emmy::getNumElements(MLIRContext *context, ArrayRef<ExtentAttr> extents) {
  ExtentAttr count = ExtentAttr::getConstant(context, 1);
  for (ExtentAttr extent : extents)
    count = count * extent;
  return count;
}
