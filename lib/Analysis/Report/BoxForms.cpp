// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on linear forms in a box.

#include "BoxForms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace emmy::report;

/// The number of the first quotient among atoms.
static constexpr unsigned firstQuotient = 1u << 16;

Form emmy::report::add(const Form &lhs, const Form &rhs, int64_t factor) {
  Form sum = Form::getConstant(lhs.constant + factor * rhs.constant);
  const auto *left = lhs.terms.begin(), *right = rhs.terms.begin();
  while (left != lhs.terms.end() || right != rhs.terms.end()) {
    bool takesLeft = right == rhs.terms.end() || (left != lhs.terms.end() && left->first <= right->first);
    bool takesRight = left == lhs.terms.end() || (right != rhs.terms.end() && right->first <= left->first);
    unsigned atom = takesLeft ? left->first : right->first;
    int64_t coefficient = (takesLeft ? left++->second : 0) + factor * (takesRight ? right++->second : 0);
    if (coefficient)
      sum.terms.push_back({atom, coefficient});
  }
  return sum;
}

Interval Box::getRange(const Form &form) const {
  Interval sum = Interval::getPoint(form.constant);
  for (auto [atom, coefficient] : form.terms) {
    Interval range = atom < firstQuotient ? variables[atom] : quotients[atom - firstQuotient].range;
    sum = report::add(sum, multiply(range, Interval::getPoint(coefficient)));
  }
  return sum;
}

Box Box::getPart(const Answer &split, bool isUpper) const {
  Box part(*bindings);
  part.variables = variables;
  Interval &range = part.variables[split.variable];
  (isUpper ? range.low : range.high) = isUpper ? split.start : split.start - 1;
  return part;
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

Answer Box::splitAtZero(const Form &form) const {
  unsigned widest = 0;
  int64_t most = 0, coefficient = 0;
  for (auto [atom, factor] : form.terms) {
    Interval range = atom < firstQuotient ? variables[atom] : quotients[atom - firstQuotient].range;
    int64_t width = (range.high - range.low) * std::abs(factor);
    if (width > most)
      std::tie(widest, most, coefficient) = std::tuple(atom, width, factor);
  }
  if (most == 0)
    return Answer::getData();
  if (widest >= firstQuotient) {
    // Some multiple of the divisor in the dividend's range.
    const Quotient &quotient = quotients[widest - firstQuotient];
    Interval range = getRange(quotient.dividend);
    int64_t middle = llvm::divideFloorSigned(range.low + (range.high - range.low) / 2, quotient.divisor);
    int64_t multiple = middle * quotient.divisor > range.low ? middle : middle + 1;
    return splitAtZero(report::add(quotient.dividend, Form::getConstant(multiple * quotient.divisor), -1));
  }
  Interval range = variables[widest];
  Form term = {0, {{widest, coefficient}}};
  int64_t rest = getRange(report::add(form, term, -1)).low;
  int64_t start =
      coefficient > 0 ? llvm::divideCeilSigned(-rest, coefficient) : llvm::divideFloorSigned(rest, -coefficient) + 1;
  if (start <= range.low || start > range.high)
    start = range.low + (range.high - range.low + 1) / 2;
  return {Answer::Kind::split, {}, widest, start};
}

Answer Box::splitInHalf(const Form &form) const {
  Interval range = getRange(form);
  return splitAtZero(report::add(form, Form::getConstant(range.low + (range.high - range.low + 1) / 2), -1));
}

Answer Box::resolve(const Form &form) const {
  Form resolved = Form::getConstant(form.constant);
  for (auto [atom, coefficient] : form.terms) {
    Interval range = atom < firstQuotient ? variables[atom] : quotients[atom - firstQuotient].range;
    if (range.isPoint())
      resolved.constant += coefficient * range.low;
    else if (atom >= firstQuotient)
      return splitAtZero({0, {{atom, coefficient}}});
    else
      resolved.terms.push_back({atom, coefficient});
  }
  return Answer::getKnown(std::move(resolved));
}

Answer Box::getConstant(const Form &form) const {
  Interval range = getRange(form);
  return range.isPoint() ? Answer::getKnown(Form::getConstant(range.low)) : splitInHalf(form);
}

Answer Box::compare(const Form &form, bool isEquality) const {
  Interval range = getRange(form);
  if (isEquality ? range == Interval::getPoint(0) : range.low >= 0)
    return Answer::getKnown(Form::getConstant(1));
  if (range.high < 0 || (isEquality && range.low > 0))
    return Answer::getKnown(Form::getConstant(0));
  // The part where the form is positive starts one later than where it is not negative.
  return splitAtZero(isEquality && range.low >= 0 ? report::add(form, Form::getConstant(1), -1) : form);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Form Box::divide(const Form &dividend, int64_t divisor) {
  if (divisor == 1)
    return dividend;
  Form quotient = Form::getConstant(llvm::divideFloorSigned(dividend.constant, divisor));
  Form rest = Form::getConstant(dividend.constant - quotient.constant * divisor);
  for (auto [atom, coefficient] : dividend.terms) {
    bool isMultiple = coefficient % divisor == 0;
    (isMultiple ? quotient : rest).terms.push_back({atom, isMultiple ? coefficient / divisor : coefficient});
  }
  Interval range = getRange(rest);
  range = {llvm::divideFloorSigned(range.low, divisor), llvm::divideFloorSigned(range.high, divisor)};
  if (range.isPoint()) {
    quotient.constant += range.low;
    return quotient;
  }
  auto [it, isNew] = quotientNumbers.try_emplace({rest, divisor}, firstQuotient + quotients.size());
  if (isNew)
    quotients.push_back({rest, divisor, range});
  return report::add(quotient, Form::getAtom(it->second));
}

Answer Box::evaluateBinary(AffineExprKind kind, const Form &lhs, const Form &rhs) {
  if (kind == AffineExprKind::Add)
    return Answer::getKnown(report::add(lhs, rhs));
  if (kind == AffineExprKind::Mul) {
    if (!lhs.isConstant() && !rhs.isConstant())
      return splitInHalf(lhs);
    const Form &form = lhs.isConstant() ? rhs : lhs;
    return Answer::getKnown(report::add({}, form, lhs.isConstant() ? lhs.constant : rhs.constant));
  }
  if (!rhs.isConstant())
    return getConstant(rhs);
  // Division by a size that may be 0 is by 1 then.
  int64_t divisor = std::max<int64_t>(rhs.constant, 1);
  if (kind == AffineExprKind::CeilDiv)
    return Answer::getKnown(report::add({}, divide(report::add({}, lhs, -1), divisor), -1));
  Form quotient = divide(lhs, divisor);
  return Answer::getKnown(kind == AffineExprKind::FloorDiv ? quotient : report::add(lhs, quotient, -divisor));
}

Answer Box::evaluate(AffineExpr expr, ArrayRef<Form> dims, ArrayRef<Form> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Answer::getKnown(Form::getConstant(constant.getValue()));
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Answer::getKnown(dims[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return Answer::getKnown(symbols[symbol.getPosition()]);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Answer lhs = evaluate(binary.getLHS(), dims, symbols);
  if (!lhs.isKnown())
    return lhs;
  Answer rhs = evaluate(binary.getRHS(), dims, symbols);
  return rhs.isKnown() ? evaluateBinary(expr.getKind(), lhs.form, rhs.form) : rhs;
}

static bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
             arith::RemSIOp, arith::RemUIOp>(op);
}

static AffineExprKind getDivisionKind(Operation *op) {
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return AffineExprKind::Mod;
  return isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op) ? AffineExprKind::CeilDiv : AffineExprKind::FloorDiv;
}

Answer Box::evaluateArithmetic(Operation *op, ArrayRef<Form> operands) {
  SmallVector<Interval> ranges = llvm::map_to_vector(operands, [&](const Form &form) { return getRange(form); });
  if (Interval range = report::evaluate(op, ranges); range.isPoint())
    return Answer::getKnown(Form::getConstant(range.low));
  if (isa<arith::AddIOp>(op))
    return Answer::getKnown(report::add(operands[0], operands[1]));
  if (isa<arith::SubIOp>(op))
    return Answer::getKnown(report::add(operands[0], operands[1], -1));
  if (isa<arith::MulIOp>(op))
    return evaluateBinary(AffineExprKind::Mul, operands[0], operands[1]);
  if (isDivision(op) && operands[1].isConstant() && operands[1].constant > 0 && ranges[0].low >= 0)
    return evaluateBinary(getDivisionKind(op), operands[0], operands[1]);
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op) ||
      (isa<arith::IndexCastUIOp, arith::ExtUIOp>(op) && ranges[0].low >= 0))
    return Answer::getKnown(operands[0]);
  if (auto select = dyn_cast<arith::SelectOp>(op); select && operands[0].isConstant())
    return Answer::getKnown(operands[0].constant ? operands[1] : operands[2]);
  if (isa<arith::CmpIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(op)) {
    // Decided by the sign of the difference; for minima and maxima the winner is the form.
    Form difference = report::add(operands[0], operands[1], -1);
    Interval range = getRange(difference);
    bool areNatural = ranges[0].low >= 0 && ranges[1].low >= 0;
    if (auto comparison = dyn_cast<arith::CmpIOp>(op)) {
      bool isSigned = comparison.getPredicate() < arith::CmpIPredicate::ult;
      if (areNatural || isSigned)
        if (Interval truth = compareSigned(comparison.getPredicate(), range, Interval::getPoint(0)); truth.isPoint())
          return Answer::getKnown(Form::getConstant(truth.low));
    } else if ((areNatural || isa<arith::MinSIOp, arith::MaxSIOp>(op)) && (range.low >= 0 || range.high <= 0)) {
      bool takesRight = (range.low >= 0) == isa<arith::MinSIOp, arith::MinUIOp>(op);
      return Answer::getKnown(operands[takesRight]);
    }
    return difference.isConstant() ? splitInHalf(operands[0]) : splitAtZero(difference);
  }
  for (const Form &form : operands)
    if (!getRange(form).isPoint())
      return splitInHalf(form);
  return Answer::getData();
}

Answer Box::evaluate(Value value) {
  if (auto found = bindings->find(value); found != bindings->end())
    return Answer::getKnown(found->second);
  Operation *op = value.getDefiningOp();
  if (!op || !isEvaluated(op))
    return Answer::getData();
  SmallVector<Form> operands;
  for (Value operand : op->getOperands()) {
    Answer answer = evaluate(operand);
    if (!answer.isKnown())
      return answer;
    operands.push_back(answer.form);
  }
  return evaluateArithmetic(op, operands);
}
