// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random index expressions against their simplified forms, at every point of small boxes and for every small value of
// the symbols; and what the simplifier claims to have proved against what holds.
//
//   emmy-test-index-simplifier COUNT SEED
//
#include "Emmy/Analysis/IndexSimplifier.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <random>

using namespace mlir;
using namespace emmy;

namespace {

/// The value of an expression; a divisor is at least 1.
int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> dims, ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluate(binary.getLHS(), dims, symbols), rhs = evaluate(binary.getRHS(), dims, symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, std::max<int64_t>(rhs, 1));
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, std::max<int64_t>(rhs, 1));
  default:
    return llvm::mod(lhs, std::max<int64_t>(rhs, 1));
  }
}

struct Generator {
  MLIRContext *context;
  std::mt19937 random;
  unsigned numDims, numSymbols;

  int64_t pick(int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); }
  AffineExpr constant(int64_t value) { return getAffineConstantExpr(value, context); }
  AffineExpr symbol() {
    return numSymbols ? getAffineSymbolExpr(pick(0, numSymbols - 1), context) : constant(pick(1, 5));
  }
  /// An extent, or what stands where a divisor or factor does.
  AffineExpr size() {
    switch (pick(0, 6)) {
    case 0:
      return symbol();
    case 1:
      return symbol() * symbol();
    case 2:
      return symbol() * pick(2, 3);
    case 3:
      return symbol() + pick(1, 2);
    default:
      return constant(pick(1, 6));
    }
  }
  AffineExpr leaf() {
    if (numDims && pick(0, 4))
      return getAffineDimExpr(pick(0, numDims - 1), context);
    return pick(0, 1) ? symbol() : constant(pick(-4, 9));
  }
  AffineExpr expr(unsigned depth) {
    if (depth == 0)
      return leaf();
    switch (pick(0, 7)) {
    case 0:
    case 1:
    case 2:
      return expr(depth - 1) + expr(depth - 1);
    case 3:
      return expr(depth - 1) * (pick(0, 1) ? size() : constant(pick(-3, 5)));
    case 4:
    case 5:
      return expr(depth - 1).floorDiv(size());
    case 6:
      return expr(depth - 1) % size();
    default:
      return pick(0, 3) ? expr(depth - 1) * size() + leaf() : expr(depth - 1).ceilDiv(size());
    }
  }
};

int failures = 0;

void report(const char *what, AffineExpr expr, AffineExpr simplified, ArrayRef<IndexRange> ranges,
            ArrayRef<int64_t> dims, ArrayRef<int64_t> symbols) {
  if (++failures > 10)
    return;
  llvm::outs() << what << ": " << expr << "  =>  " << simplified << "  with upper bounds";
  for (const IndexRange &range : ranges)
    llvm::outs() << ' ' << range.upper;
  llvm::outs() << " at (";
  llvm::interleaveComma(dims, llvm::outs());
  llvm::outs() << ")[";
  llvm::interleaveComma(symbols, llvm::outs());
  llvm::outs() << "]\n";
}

/// Calls `visit` for every value of symbols up to `max` and every point of the box that they give.
void forEachPoint(ArrayRef<IndexRange> ranges, unsigned numSymbols, int64_t max,
                  llvm::function_ref<void(ArrayRef<int64_t>, ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> symbols(numSymbols, 0), dims(ranges.size());
  std::function<void(unsigned)> overDims = [&](unsigned dim) {
    if (dim == ranges.size())
      return visit(dims, symbols);
    int64_t upper = evaluate(ranges[dim].upper, {}, symbols);
    for (dims[dim] = 0; dims[dim] <= upper; ++dims[dim])
      overDims(dim + 1);
  };
  std::function<void(unsigned)> overSymbols = [&](unsigned symbol) {
    if (symbol == numSymbols)
      return overDims(0);
    for (symbols[symbol] = 0; symbols[symbol] <= max; ++symbols[symbol])
      overSymbols(symbol + 1);
  };
  overSymbols(0);
}

/// Whether the claim, if there is one, agrees with the value.
bool contradicts(std::optional<bool> claim, bool value) { return claim && *claim != value; }

void testOne(Generator &generator, unsigned &numSimpler, unsigned &numProved) {
  MLIRContext *context = generator.context;
  generator.numDims = generator.pick(0, 3);
  generator.numSymbols = generator.pick(0, 2);
  SmallVector<IndexRange> dims, symbols(generator.numSymbols, IndexRange::getConstant(context, 0));
  for (unsigned dim = 0; dim < generator.numDims; ++dim)
    dims.push_back(IndexRange::getExtent(generator.size()));
  AffineExpr expr = generator.expr(generator.pick(1, 4));
  IndexSimplifier simplifier(context, dims, symbols);
  AffineExpr simplified = simplifier.simplify(expr);
  numSimpler += countDivisions(simplified) < countDivisions(expr);
  auto inequality = IntegerSet::get(dims.size(), symbols.size(), {expr}, {false});
  auto equality = IntegerSet::get(dims.size(), symbols.size(), {expr}, {true});
  std::optional<bool> isNonNegative = simplifier.evaluate(inequality), isZero = simplifier.evaluate(equality);
  numProved += isNonNegative.has_value() + isZero.has_value();
  // The same under a guard.
  AffineExpr condition = generator.expr(1);
  auto guard = IntegerSet::get(dims.size(), symbols.size(), {condition}, {generator.pick(0, 3) == 0});
  IndexSimplifier guarded(context, dims, symbols);
  guarded.assume(guard);
  AffineExpr simplifiedGuarded = guarded.simplify(expr);
  std::optional<bool> isGuardedNonNegative = guarded.evaluate(inequality);

  // Two constraints together, without those that follow.
  auto both = IntegerSet::get(dims.size(), symbols.size(), {condition, expr}, {guard.isEq(0), false});
  std::optional<bool> areBoth = simplifier.evaluate(both);
  IntegerSet fewer = areBoth ? both : simplifier.simplify(both);
  auto holds = [](IntegerSet set, ArrayRef<int64_t> point, ArrayRef<int64_t> values) {
    for (unsigned index = 0; index < set.getNumConstraints(); ++index) {
      int64_t value = evaluate(set.getConstraint(index), point, values);
      if (set.isEq(index) ? value != 0 : value < 0)
        return false;
    }
    return true;
  };

  bool hasFailed = false;
  forEachPoint(dims, symbols.size(), 4, [&](ArrayRef<int64_t> point, ArrayRef<int64_t> values) {
    if (hasFailed)
      return;
    int64_t value = evaluate(expr, point, values);
    if (value != evaluate(simplified, point, values)) {
      hasFailed = true;
      report("simplify", expr, simplified, dims, point, values);
    }
    if (contradicts(isNonNegative, value >= 0) || contradicts(isZero, value == 0)) {
      hasFailed = true;
      report("claim", expr, simplified, dims, point, values);
    }
    bool isInside = holds(both, point, values);
    if (contradicts(areBoth, isInside) || (!areBoth && holds(fewer, point, values) != isInside)) {
      hasFailed = true;
      report("guard", condition, fewer.getConstraint(0), dims, point, values);
    }
    int64_t guardValue = evaluate(condition, point, values);
    if (guard.isEq(0) ? guardValue != 0 : guardValue < 0)
      return;
    if (value != evaluate(simplifiedGuarded, point, values) || contradicts(isGuardedNonNegative, value >= 0)) {
      hasFailed = true;
      report("guarded", expr, simplifiedGuarded, dims, point, values);
    }
  });
}

/// Where the simplifier gives up it claims nothing: about factors of unknown sign, squares, and numbers beyond 64 bits.
void testGivenUp(MLIRContext *context) {
  AffineExpr d0 = getAffineDimExpr(0, context), s0 = getAffineSymbolExpr(0, context);
  AffineExpr s1 = getAffineSymbolExpr(1, context), half = s0.floorDiv(2);
  int64_t large = int64_t(1) << 40;
  IndexSimplifier simplifier(context, IndexRange::getExtent(s0),
                             SmallVector<IndexRange>(2, IndexRange::getConstant(context, 0)));
  for (AffineExpr expr :
       {5 - (d0 * (s0 - s1)).floorDiv(3), 5 - (half * half).floorDiv(3), ((d0 * large + 1) * large).floorDiv(3) - 1}) {
    auto guard = IntegerSet::get(1, 2, {expr}, {false});
    if (simplifier.evaluate(guard) || simplifier.isNonNegative(expr))
      report("given up", expr, simplifier.simplify(expr), {}, {}, {});
  }
}

} // namespace

int main(int argc, char **argv) {
  int count = argc > 1 ? std::atoi(argv[1]) : 1000;
  MLIRContext context;
  Generator generator{&context, std::mt19937(argc > 2 ? std::atoi(argv[2]) : 1), 0, 0};
  unsigned numSimpler = 0, numProved = 0;
  for (int index = 0; index < count; ++index)
    testOne(generator, numSimpler, numProved);
  testGivenUp(&context);
  llvm::outs() << count << " expressions, " << numSimpler << " with fewer divisions, " << numProved << " proofs, "
               << failures << " failures\n";
  return failures != 0;
}
