// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In: loops, reductions, scans, loads and stores of any dialect that implements their interfaces. Out: scf.for, scf.if,
// memref and arith. Every loop runs in row-major order whatever its binding; states are carried in iteration arguments.

#include "Emmy/Conversion/LoopToScf/NestToScf.h"
#include "Emmy/Support/NumericEffects.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace emmy;

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// An element as the value that it means: i1 from a bool in a byte.
static Value loadElement(OpBuilder &builder, Location loc, Value buffer, ValueRange indices, Type type) {
  Value element = memref::LoadOp::create(builder, loc, buffer, indices);
  if (element.getType() == type)
    return element;
  Value zero = arith::ConstantIntOp::create(builder, loc, element.getType(), 0);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, element, zero);
}

static void storeElement(OpBuilder &builder, Location loc, Value value, Value buffer, ValueRange indices) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (value.getType() != element)
    value = arith::ExtUIOp::create(builder, loc, element, value);
  memref::StoreOp::create(builder, loc, value, buffer, indices);
}

namespace {
/// load -> memref.load, under scf.if where it is guarded; the indices are computed only where the guard holds.
struct LowerAccess : public OpInterfaceRewritePattern<AccessOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(AccessOpInterface op, PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto access = [&](OpBuilder &builder) -> Value {
      SmallVector<Value> indices = expandIndexMap(builder, loc, op.getMap(), op.getIndices());
      if (!op.isStore())
        return loadElement(builder, loc, op.getBuffer(), indices, op.getAccessedValue().getType());
      storeElement(builder, loc, op.getAccessedValue(), op.getBuffer(), indices);
      return {};
    };
    std::optional<IntegerSet> guard = op.getGuard();
    Value result;
    if (!guard) {
      result = access(rewriter);
    } else {
      Value holds = expandGuard(rewriter, loc, *guard, op.getGuardOperands());
      auto then = [&](OpBuilder &builder, Location) {
        Value loaded = access(builder);
        scf::YieldOp::create(builder, loc, loaded ? ValueRange(loaded) : ValueRange());
      };
      auto otherwise = [&](OpBuilder &builder, Location) { scf::YieldOp::create(builder, loc, op.getElseValue()); };
      if (op.isStore())
        scf::IfOp::create(rewriter, loc, holds, then);
      else
        result = scf::IfOp::create(rewriter, loc, holds, then, otherwise).getResult(0);
    }
    if (result)
      rewriter.replaceOp(op, result);
    else
      rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

using StateBuilder = function_ref<SmallVector<Value>(ValueRange indices, ValueRange state)>;

/// scf.for nests over all axes, in row-major order, that carry a state.
static SmallVector<Value> buildNest(PatternRewriter &rewriter, LoopNestOpInterface op, ValueRange inits,
                                    StateBuilder body) {
  Location loc = op.getLoc();
  unsigned axes = op.getNumAxes();
  SmallVector<Value> extents = getValueOrCreateConstantIndexOp(rewriter, loc, op.getMixedExtents());
  SmallVector<Value> lower(axes, arith::ConstantIndexOp::create(rewriter, loc, 0));
  SmallVector<Value> steps(axes, arith::ConstantIndexOp::create(rewriter, loc, 1));
  OpBuilder::InsertionGuard guard(rewriter);
  // The nest is built by the rewriter itself, so `body` inserts inside the innermost loop.
  auto build = [&](OpBuilder &, Location, ValueRange indices, ValueRange state) {
    SmallVector<Value> results = body(indices, state);
    return scf::ValueVector(results.begin(), results.end());
  };
  return SmallVector<Value>(scf::buildLoopNest(rewriter, loc, lower, extents, steps, inits, build).results);
}

/// Moves the code of a region to the insertion point and returns what it yields.
static SmallVector<Value> inlineRegion(PatternRewriter &rewriter, Region &region, ValueRange arguments) {
  Block *block = &region.front();
  Operation *yield = block->getTerminator();
  SmallVector<Value> yielded(yield->getOperands());
  for (Value &value : yielded)
    if (auto argument = dyn_cast<BlockArgument>(value); argument && argument.getOwner() == block)
      value = arguments[argument.getArgNumber()];
  rewriter.eraseOp(yield);
  rewriter.inlineBlockBefore(block, rewriter.getInsertionBlock(), rewriter.getInsertionPoint(), arguments);
  return yielded;
}

namespace {
/// for -> scf.for nest.
struct LowerFor : public OpInterfaceRewritePattern<LoopNestOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(LoopNestOpInterface op, PatternRewriter &rewriter) const override {
    if (isa<ReductionOpInterface>(op.getOperation()))
      return rewriter.notifyMatchFailure(op, "reductions and scans carry a state");
    buildNest(rewriter, op, {}, [&](ValueRange indices, ValueRange) {
      inlineRegion(rewriter, op.getIterationRegion(), indices);
      return SmallVector<Value>();
    });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// Whether the floats of a combine are only added and multiplied, so that a wider state is the same sum or product with
/// less rounding.
static bool canAccumulateInF64(Region &combine) {
  auto isFloat = [](Value value) { return isa<FloatType>(value.getType()); };
  auto isInside = [&](Value value) { return !isFloat(value) || value.getParentBlock() == &combine.front(); };
  return llvm::all_of(combine.front(), [&](Operation &op) {
    bool isScalarSum = isa<arith::AddFOp, arith::MulFOp>(op) || op.hasTrait<OpTrait::IsTerminator>();
    bool hasFloats = llvm::any_of(op.getOperands(), isFloat) || llvm::any_of(op.getResults(), isFloat);
    return op.getNumRegions() == 0 && llvm::all_of(op.getOperands(), isInside) && (isScalarSum || !hasFloats);
  });
}

/// The type that a component of the state is carried in.
static Type getCarriedType(Type type, bool accumulateInF64) {
  auto floatType = dyn_cast<FloatType>(type);
  return accumulateInF64 && floatType && floatType.getWidth() < 64 ? Float64Type::get(type.getContext()) : type;
}

/// Widens or narrows a float; to a 16-bit type it is rounded through f32.
static Value convertFloat(OpBuilder &builder, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  auto from = cast<FloatType>(value.getType()), to = cast<FloatType>(type);
  if (from.getWidth() < to.getWidth())
    return arith::ExtFOp::create(builder, loc, to, value);
  if (to.getWidth() < 32 && from.getWidth() > 32)
    value = arith::TruncFOp::create(builder, loc, builder.getF32Type(), value);
  return arith::TruncFOp::create(builder, loc, to, value);
}

static SmallVector<Value> convertState(OpBuilder &builder, Location loc, ValueRange state, TypeRange types) {
  return llvm::map_to_vector(llvm::zip_equal(state, types), [&](auto component) {
    return convertFloat(builder, loc, std::get<0>(component), std::get<1>(component));
  });
}

/// A copy of a combine whose floats are all f64.
static SmallVector<Value> cloneInF64(OpBuilder &builder, Region &combine, ValueRange arguments) {
  IRMapping mapping;
  mapping.map(combine.getArguments(), arguments);
  for (Operation &op : combine.front().without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    for (OpResult result : copy->getResults())
      result.setType(getCarriedType(result.getType(), true));
  }
  return llvm::map_to_vector(combine.front().getTerminator()->getOperands(),
                             [&](Value value) { return mapping.lookupOrDefault(value); });
}

namespace {
/// reduce, scan -> scf.for nest over the state.
struct LowerReduction : public OpInterfaceRewritePattern<ReductionOpInterface> {
  LowerReduction(MLIRContext *context, const NestToScfOptions &options)
      : OpInterfaceRewritePattern(context), options(options) {}

  LogicalResult matchAndRewrite(ReductionOpInterface op, PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto nest = cast<LoopNestOpInterface>(op.getOperation());
    bool isTree = nest.getBinding() == Binding::thread && options.wideSums == WideSums::acrossThreads;
    bool isWide = (options.wideSums == WideSums::always || isTree) && canAccumulateInF64(op.getCombine());
    SmallVector<Type> types(op.getStateTypes()), carried;
    for (Type type : types)
      carried.push_back(getCarriedType(type, isWide));
    isWide = carried != types;
    if (isWide)
      recordEffect(loc, NumericEffect::widened);

    SmallVector<Value> inits = convertState(rewriter, loc, op.getInits(), carried);
    Value last = op.getReverse() ? getLastIndex(rewriter, nest) : Value();
    auto combine = [&](ValueRange state, ValueRange lifted) {
      SmallVector<Value> arguments(state);
      llvm::append_range(arguments, convertState(rewriter, loc, lifted, carried));
      return isWide ? cloneInF64(rewriter, op.getCombine(), arguments)
                    : inlineRegion(rewriter, op.getCombine(), arguments);
    };
    auto emit = [&](ValueRange indices, ValueRange state) {
      SmallVector<Value> arguments(indices);
      llvm::append_range(arguments, convertState(rewriter, loc, state, types));
      inlineRegion(rewriter, *op.getEmitRegion(), arguments);
    };
    auto step = [&](ValueRange position, ValueRange state) {
      SmallVector<Value> indices(position);
      if (last)
        indices[0] = arith::SubIOp::create(rewriter, loc, last, indices[0]);
      if (op.isScan() && op.getExclusive())
        emit(indices, state);
      SmallVector<Value> lifted = inlineRegion(rewriter, op.getLift(), indices);
      SmallVector<Value> next = combine(state, lifted);
      if (op.isScan() && !op.getExclusive())
        emit(indices, next);
      return next;
    };
    SmallVector<Value> state = buildNest(rewriter, nest, inits, step);
    if (op.isScan()) {
      rewriter.eraseOp(op);
      return success();
    }
    SmallVector<Value> results = convertState(rewriter, loc, state, types);
    if (Region *finish = op.getFinishRegion())
      results = inlineRegion(rewriter, *finish, results);
    rewriter.replaceOp(op, results);
    return success();
  }

  /// extent - 1 of the one axis of a scan.
  static Value getLastIndex(PatternRewriter &rewriter, LoopNestOpInterface op) {
    Value extent = getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), op.getMixedExtents()).front();
    Value one = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 1);
    return arith::SubIOp::create(rewriter, op.getLoc(), extent, one);
  }

  NestToScfOptions options;
};
} // namespace

void emmy::populateNestToScfPatterns(RewritePatternSet &patterns, const NestToScfOptions &options) {
  patterns.add<LowerAccess, LowerFor>(patterns.getContext());
  patterns.add<LowerReduction>(patterns.getContext(), options);
}
