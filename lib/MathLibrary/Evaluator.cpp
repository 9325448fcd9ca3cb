// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates math-library functions on constants by running their bodies, one operation at a time, in
// software arithmetic that rounds to nearest even. Nothing here knows what a function computes. The library uses no
// operation outside of what it is defined on, which a test that evaluates all of it asserts.

#include "Emmy/MathLibrary/MathLibrary.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinAttributes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using emmy::MathScalar;
using llvm::APFloat;
using llvm::APInt;

static constexpr auto nearestEven = APFloat::rmNearestTiesToEven;

/// The library in a context of its own, read by every thread and never freed.
static ModuleOp getLibrary() {
  static ModuleOp library = [] {
    auto *context = new MLIRContext(MLIRContext::Threading::DISABLED);
    return emmy::parseMathLibrary(context).release();
  }();
  return library;
}

static const llvm::StringMap<func::FuncOp> &getFunctions() {
  static const llvm::StringMap<func::FuncOp> functions = [] {
    llvm::StringMap<func::FuncOp> result;
    for (auto function : getLibrary().getOps<func::FuncOp>())
      result[function.getName()] = function;
    return result;
  }();
  return functions;
}

/// The square root rounded to nearest even: of the mantissa as an integer that is shifted far enough for two more
/// bits than the result has, with the remainder as a sticky bit.
static APFloat squareRoot(const APFloat &x) {
  if (x.isZero() || x.isNaN() || x.isPosInfinity())
    return x;
  const llvm::fltSemantics &semantics = x.getSemantics();
  if (x.isNegative())
    return APFloat::getNaN(semantics);
  unsigned precision = APFloat::semanticsPrecision(semantics);
  int exponent = ilogb(x);
  // x = mantissa * 2^(exponent - precision + 1), made even.
  int scale = exponent - int(precision) + 1;
  APFloat scaled = scalbn(x, -scale, nearestEven);
  llvm::APSInt integer(4 * precision, /*isUnsigned=*/true);
  bool exact;
  scaled.convertToInteger(integer, APFloat::rmTowardZero, &exact);
  unsigned shift = precision + 4;
  if ((scale - int(shift)) % 2 != 0)
    ++shift;
  APInt radicand = integer.shl(shift);
  APInt root = radicand.sqrt(); // may be rounded up
  if ((root * root).ugt(radicand))
    --root;
  root = root.shl(1);
  if (root.lshr(1) * root.lshr(1) != radicand)
    root.setBit(0);
  APFloat result(semantics);
  result.convertFromAPInt(root, /*IsSigned=*/false, nearestEven);
  return scalbn(result, (scale - int(shift)) / 2 - 1, nearestEven);
}

static bool compareFloats(arith::CmpFPredicate predicate, const APFloat &a, const APFloat &b) {
  return arith::applyCmpPredicate(predicate, a, b);
}

namespace {
/// One activation: the values computed so far.
class Frame {
public:
  MathScalar call(func::FuncOp function, llvm::ArrayRef<MathScalar> arguments);

private:
  using Results = SmallVector<MathScalar>;
  void run(Block &block, Results &yielded);
  void run(Operation &op);
  void runFor(scf::ForOp loop);
  MathScalar compute(Operation &op);

  const APFloat &floating(Operation &op, unsigned i) { return std::get<APFloat>(values.at(op.getOperand(i))); }
  const APInt &integer(Operation &op, unsigned i) { return std::get<APInt>(values.at(op.getOperand(i))); }
  void bind(ValueRange names, llvm::ArrayRef<MathScalar> results) {
    for (auto [name, result] : llvm::zip_equal(names, results))
      values.insert_or_assign(name, result);
  }

  llvm::DenseMap<Value, MathScalar> values;
};
} // namespace

MathScalar Frame::call(func::FuncOp function, llvm::ArrayRef<MathScalar> arguments) {
  Results results;
  bind(function.getArguments(), arguments);
  run(function.getBody().front(), results);
  return results.front();
}

void Frame::run(Block &block, Results &yielded) {
  for (Operation &op : block.without_terminator())
    run(op);
  for (Value operand : block.getTerminator()->getOperands())
    yielded.push_back(values.at(operand));
}

void Frame::run(Operation &op) {
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Region &taken = integer(op, 0).isZero() ? branch.getElseRegion() : branch.getThenRegion();
    Results results;
    run(taken.front(), results);
    bind(op.getResults(), results);
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return runFor(loop);
  values.insert_or_assign(op.getResult(0), compute(op));
}

void Frame::runFor(scf::ForOp loop) {
  APInt counter = integer(*loop, 0), end = integer(*loop, 1), step = integer(*loop, 2);
  Results carried;
  for (Value init : loop.getInitArgs())
    carried.push_back(values.at(init));
  for (; counter.slt(end); counter += step) {
    values.insert_or_assign(loop.getInductionVar(), MathScalar(counter));
    bind(loop.getRegionIterArgs(), carried);
    carried.clear();
    run(*loop.getBody(), carried);
  }
  bind(loop.getResults(), carried);
}

static APFloat converted(APFloat value, Type type) {
  bool losesInformation;
  value.convert(cast<FloatType>(type).getFloatSemantics(), nearestEven, &losesInformation);
  return value;
}

static MathScalar bitcast(const MathScalar &value, Type type) {
  if (auto *number = std::get_if<APFloat>(&value))
    return number->bitcastToAPInt();
  return APFloat(cast<FloatType>(type).getFloatSemantics(), std::get<APInt>(value));
}

MathScalar Frame::compute(Operation &op) {
  auto binary = [&](auto &&apply) -> MathScalar {
    APFloat result = floating(op, 0);
    apply(result, floating(op, 1));
    return result;
  };
  auto a = [&]() -> const APInt & { return integer(op, 0); };
  auto b = [&]() -> const APInt & { return integer(op, 1); };
  auto shift = [&](auto &&apply) -> MathScalar {
    assert(b().ult(a().getBitWidth()) && "a shift by less than the width");
    return apply(a(), b());
  };
  using Result = MathScalar;
  Type type = op.getResult(0).getType();
  return llvm::TypeSwitch<Operation *, Result>(&op)
      .Case([&](arith::ConstantOp constant) -> Result {
        if (auto number = dyn_cast<FloatAttr>(constant.getValue()))
          return number.getValue();
        return cast<IntegerAttr>(constant.getValue()).getValue();
      })
      .Case([&](arith::AddFOp) { return binary([](APFloat &x, const APFloat &y) { x.add(y, nearestEven); }); })
      .Case([&](arith::SubFOp) { return binary([](APFloat &x, const APFloat &y) { x.subtract(y, nearestEven); }); })
      .Case([&](arith::MulFOp) { return binary([](APFloat &x, const APFloat &y) { x.multiply(y, nearestEven); }); })
      .Case([&](arith::DivFOp) { return binary([](APFloat &x, const APFloat &y) { x.divide(y, nearestEven); }); })
      .Case([&](math::FmaOp) -> Result {
        APFloat result = floating(op, 0);
        result.fusedMultiplyAdd(floating(op, 1), floating(op, 2), nearestEven);
        return result;
      })
      .Case([&](math::SqrtOp) -> Result { return squareRoot(floating(op, 0)); })
      .Case([&](arith::NegFOp) -> Result { return neg(floating(op, 0)); })
      .Case([&](arith::CmpFOp compare) -> Result {
        return APInt(1, compareFloats(compare.getPredicate(), floating(op, 0), floating(op, 1)));
      })
      .Case([&](arith::CmpIOp compare) -> Result {
        return APInt(1, arith::applyCmpPredicate(compare.getPredicate(), a(), b()));
      })
      .Case([&](arith::SelectOp) -> Result { return values.at(op.getOperand(a().isZero() ? 2 : 1)); })
      .Case([&](arith::BitcastOp) -> Result { return bitcast(values.at(op.getOperand(0)), type); })
      .Case([&](arith::AddIOp) -> Result { return a() + b(); })
      .Case([&](arith::SubIOp) -> Result { return a() - b(); })
      .Case([&](arith::MulIOp) -> Result { return a() * b(); })
      .Case([&](arith::AndIOp) -> Result { return a() & b(); })
      .Case([&](arith::OrIOp) -> Result { return a() | b(); })
      .Case([&](arith::XOrIOp) -> Result { return a() ^ b(); })
      .Case([&](arith::ShLIOp) { return shift([](const APInt &x, const APInt &n) { return x.shl(n); }); })
      .Case([&](arith::ShRSIOp) { return shift([](const APInt &x, const APInt &n) { return x.ashr(n); }); })
      .Case([&](arith::ShRUIOp) { return shift([](const APInt &x, const APInt &n) { return x.lshr(n); }); })
      .Case([&](arith::TruncIOp) -> Result { return a().trunc(type.getIntOrFloatBitWidth()); })
      .Case([&](arith::ExtUIOp) -> Result { return a().zext(type.getIntOrFloatBitWidth()); })
      .Case([&](arith::ExtSIOp) -> Result { return a().sext(type.getIntOrFloatBitWidth()); })
      .Case([&](arith::SIToFPOp) -> Result {
        APFloat result(cast<FloatType>(type).getFloatSemantics());
        result.convertFromAPInt(a(), /*IsSigned=*/true, nearestEven);
        return result;
      })
      .Case([&](arith::FPToSIOp) -> Result {
        llvm::APSInt result(type.getIntOrFloatBitWidth(), /*isUnsigned=*/false);
        bool exact;
        [[maybe_unused]] APFloat::opStatus status =
            floating(op, 0).convertToInteger(result, APFloat::rmTowardZero, &exact);
        assert(status != APFloat::opInvalidOp && "a number that the integer holds");
        return APInt(result);
      })
      .Case([&](arith::ExtFOp) -> Result { return converted(floating(op, 0), type); })
      .Case([&](arith::TruncFOp) -> Result { return converted(floating(op, 0), type); })
      .Case([&](func::CallOp call) -> Result {
        SmallVector<MathScalar> arguments;
        for (Value operand : op.getOperands())
          arguments.push_back(values.at(operand));
        return *emmy::evaluateMathFunction(call.getCallee(), arguments);
      })
      .Default([](Operation *) -> Result { llvm_unreachable("an operation that the library uses"); });
}

static bool hasType(const MathScalar &value, Type type) {
  if (auto *number = std::get_if<APFloat>(&value)) {
    auto floatType = dyn_cast<FloatType>(type);
    return floatType && &floatType.getFloatSemantics() == &number->getSemantics();
  }
  return type.isInteger(std::get<APInt>(value).getBitWidth());
}

std::optional<MathScalar> emmy::evaluateMathFunction(StringRef name, llvm::ArrayRef<MathScalar> arguments) {
  func::FuncOp function = getFunctions().lookup(name);
  if (!function || !llvm::equal(arguments, function.getArgumentTypes(), hasType))
    return std::nullopt;
  return Frame().call(function, arguments);
}

Attribute emmy::foldMathFunction(StringRef name, llvm::ArrayRef<Attribute> arguments) {
  SmallVector<MathScalar> scalars;
  for (Attribute argument : arguments) {
    if (auto number = dyn_cast<FloatAttr>(argument))
      scalars.emplace_back(number.getValue());
    else
      scalars.emplace_back(cast<IntegerAttr>(argument).getValue());
  }
  std::optional<MathScalar> result = evaluateMathFunction(name, scalars);
  if (!result)
    return nullptr;
  MLIRContext *context = arguments.front().getContext();
  if (auto *integer = std::get_if<APInt>(&*result))
    return IntegerAttr::get(IntegerType::get(context, integer->getBitWidth()), *integer);
  APFloat number = std::get<APFloat>(*result);
  bool isDouble = &number.getSemantics() == &APFloat::IEEEdouble();
  return FloatAttr::get(isDouble ? Type(Float64Type::get(context)) : Type(Float32Type::get(context)), number);
}
