// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy-test-plant-bug: a pass that is wrong. Each bug is one that a compiler could have; all leave valid IR. What finds
// wrong passes, and what shrinks programs that they break, is tested with it.

#include "TestPasses.h"

#include "Emmy/Dialect/Kernel/IR/Kernel.h"
#include "Emmy/Dialect/Loop/IR/Loop.h"
#include "Emmy/Dialect/Tensor/IR/Tensor.h"
#include "Emmy/Reduction/Edits.h"
#include "Emmy/Support/NumericEffects.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/Pass.h"

#include <cstdlib>

using namespace mlir;
using namespace emmy;

namespace {

/// An index map that is composed wrongly: it reads every even position of its last dim twice.
bool plantMap(Operation *op) {
  auto map = dyn_cast<tensor::IndexMapOp>(op);
  if (!map || map.getType().getRank() == 0)
    return false;
  Builder builder(op->getContext());
  AffineMap old = map.getMap(0);
  unsigned last = old.getNumDims() - 1;
  if (!old.isFunctionOfDim(last))
    return false;
  AffineExpr dim = builder.getAffineDimExpr(last);
  SmallVector<Attribute> maps(map.getMaps().getValue());
  maps[0] = AffineMapAttr::get(old.replace(dim, dim.floorDiv(2) * 2, old.getNumDims(), old.getNumSymbols()));
  map.setMapsAttr(builder.getArrayAttr(maps));
  return true;
}

/// Two symbols that are taken for one.
bool plantSymbols(Operation *op) {
  auto size = dyn_cast<SizeOp>(op);
  if (!size)
    return false;
  for (auto symbol : op->getParentOfType<ModuleOp>().getOps<SymbolOp>())
    if (symbol.getSym() != size.getSymbol()) {
      size.setSymbol(symbol.getSym());
      return true;
    }
  return false;
}

/// The operands of a difference or a quotient, the wrong way round.
bool plantOperands(Operation *op) {
  auto elementwise = dyn_cast<tensor::ElementwiseOp>(op);
  bool isOne = elementwise && (elementwise.getFunction() == ScalarFunction::subtract ||
                               elementwise.getFunction() == ScalarFunction::divide);
  if (!isOne && !isa<arith::SubFOp, arith::DivFOp>(op))
    return false;
  SmallVector<Value> operands(op->getOperands());
  op->setOperands({operands[1], operands[0]});
  return true;
}

/// The guard of an access that is lost.
bool plantGuard(Operation *op) {
  auto access = dyn_cast<AccessOpInterface>(op);
  return access && !access.isStore() && reduction::dropGuard(op);
}

/// The mask of a store that is lost.
bool plantMask(Operation *op) {
  auto access = dyn_cast<AccessOpInterface>(op);
  return access && access.isStore() && reduction::dropGuard(op);
}

/// A load that is hoisted out of the loop that it depends on.
bool plantHoist(Operation *op) {
  auto load = dyn_cast<loop::LoadOp>(op);
  auto nest = dyn_cast_or_null<LoopNestOpInterface>(op->getParentOp());
  if (!load || !nest)
    return false;
  OpBuilder builder(nest);
  IRMapping mapping;
  bool depends = false;
  for (Value iv : nest.getInductionVars())
    if (llvm::is_contained(op->getOperands(), iv)) {
      depends = true;
      mapping.map(iv, arith::ConstantIndexOp::create(builder, op->getLoc(), 0));
    }
  // Everything else that it uses is known in front of the loop.
  for (Value operand : op->getOperands())
    if (!mapping.contains(operand) && nest.getIterationRegion().isAncestor(operand.getParentRegion()))
      return false;
  if (depends)
    op->getResult(0).replaceAllUsesWith(builder.clone(*op, mapping)->getResult(0));
  return depends;
}

/// One component of a state that combining forgets: the left state's is taken.
bool plantCombine(Operation *op) {
  auto reduction = dyn_cast<ReductionOpInterface>(op);
  if (!reduction || reduction.getInits().size() < 2)
    return false;
  Block &combine = reduction.getCombine().front();
  combine.getTerminator()->setOperand(1, combine.getArgument(1));
  return true;
}

/// A reduction that starts with something else than the identity.
bool plantIdentity(Operation *op) {
  auto reduction = dyn_cast<ReductionOpInterface>(op);
  if (!reduction || !isa<FloatType>(reduction.getInits()[0].getType()))
    return false;
  OpBuilder builder(op);
  auto type = cast<FloatType>(reduction.getInits()[0].getType());
  Value wrong = arith::ConstantOp::create(builder, op->getLoc(), builder.getFloatAttr(type, 0.25));
  Value init = reduction.getInits()[0];
  op->replaceUsesOfWith(init, wrong);
  return true;
}

/// A loop that ends one iteration too early.
bool plantExtent(Operation *op) {
  auto reduce = dyn_cast<loop::ReduceOp>(op);
  if (!reduce || reduce.getStaticExtents().empty() || ShapedType::isDynamic(reduce.getStaticExtents()[0]) ||
      reduce.getStaticExtents()[0] < 2)
    return false;
  SmallVector<int64_t> extents(reduce.getStaticExtents());
  --extents[0];
  reduce.setStaticExtents(extents);
  return true;
}

/// A barrier that is forgotten.
bool plantBarrier(Operation *op) {
  if (!isa<kernel::BarrierOp>(op))
    return false;
  op->erase();
  return true;
}

/// A shuffle that gives every lane its own value.
bool plantShuffle(Operation *op) {
  auto shuffle = dyn_cast<kernel::ShuffleOp>(op);
  if (!shuffle)
    return false;
  shuffle.replaceAllUsesWith(shuffle.getValue());
  return true;
}

/// A product and a sum that become one operation, which nobody is told of.
bool plantFma(Operation *op) {
  auto sum = dyn_cast<arith::AddFOp>(op);
  auto product = sum ? sum.getLhs().getDefiningOp<arith::MulFOp>() : arith::MulFOp();
  if (!product || !isa<Float32Type>(sum.getType()))
    return false;
  OpBuilder builder(op);
  Value fused = math::FmaOp::create(builder, op->getLoc(), product.getLhs(), product.getRhs(), sum.getRhs());
  sum.replaceAllUsesWith(fused);
  return true;
}

/// Equal elements that a sort leaves in the opposite order: positions are compared the wrong way round.
bool plantStability(Operation *op) {
  auto less = dyn_cast<tensor::ElementwiseOp>(op);
  if (!less || less.getFunction() != ScalarFunction::less ||
      !llvm::all_of(op->getOperands(), [](Value value) { return value.getDefiningOp<tensor::IotaOp>(); }))
    return false;
  op->setOperands({op->getOperand(1), op->getOperand(0)});
  return true;
}

/// A maximum that starts at the lowest finite number: the infinity below it is lost.
bool plantLowest(Operation *op) {
  auto reduction = dyn_cast<ReductionOpInterface>(op);
  if (!reduction)
    return false;
  for (Value init : reduction.getInits()) {
    auto constant = init.getDefiningOp<arith::ConstantOp>();
    auto number = constant ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
    if (!number || !number.getValue().isInfinity())
      continue;
    OpBuilder builder(op);
    llvm::APFloat end = llvm::APFloat::getLargest(number.getValue().getSemantics(), number.getValue().isNegative());
    op->replaceUsesOfWith(init, arith::ConstantOp::create(builder, op->getLoc(), FloatAttr::get(init.getType(), end)));
    return true;
  }
  return false;
}

/// Of a guard of several conditions, the last one that is lost.
bool plantCondition(Operation *op) {
  auto load = dyn_cast<loop::LoadOp>(op);
  std::optional<IntegerSet> guard = load ? load.getGuard() : std::nullopt;
  if (!guard || guard->getNumConstraints() < 2)
    return false;
  load.setGuard(IntegerSet::get(guard->getNumDims(), guard->getNumSymbols(), guard->getConstraints().drop_back(),
                                guard->getEqFlags().drop_back()));
  return true;
}

/// The position behind the last one, which a mask takes for one inside.
bool plantTail(Operation *op) {
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::ult)
    return false;
  compare.setPredicate(arith::CmpIPredicate::ule);
  return true;
}

/// The barrier between what threads read of a tile and the next tile, which is written over it.
bool plantReuse(Operation *op) {
  if (!isa<kernel::BarrierOp>(op) || !op->getParentOfType<scf::ForOp>())
    return false;
  op->erase();
  return true;
}

/// A sum with 0.0 that is taken for its other operand: of -0.0 it is not.
bool plantZero(Operation *op) {
  auto sum = dyn_cast<tensor::ElementwiseOp>(op);
  if (!sum || sum.getFunction() != ScalarFunction::add)
    return false;
  auto constant = sum.getInputs()[1].getDefiningOp<tensor::ConstantOp>();
  auto number = constant ? dyn_cast_or_null<FloatAttr>(constant.getSplat()) : FloatAttr();
  if (!number || !number.getValue().isPosZero())
    return false;
  sum.replaceAllUsesWith(sum.getInputs()[0]);
  return true;
}

/// The same at the tensor level.
bool plantTensorRounding(tensor::ElementwiseOp narrowing) {
  if (narrowing.getFunction() != ScalarFunction::convert || narrowing.getOrigin() != tensor::ConvertOrigin::user ||
      !narrowing->hasOneUse())
    return false;
  auto widening = dyn_cast<tensor::ElementwiseOp>(*narrowing->user_begin());
  Value source = narrowing.getInputs()[0];
  if (!widening || widening.getFunction() != ScalarFunction::convert || widening.getType() != source.getType())
    return false;
  recordEffect(narrowing.getLoc(), NumericEffect::unrounded);
  widening.getResult().replaceAllUsesWith(source);
  return true;
}

/// A rounding that the user wrote, left out as one that an operator implies may be.
bool plantRounding(Operation *op) {
  if (auto elementwise = dyn_cast<tensor::ElementwiseOp>(op))
    return plantTensorRounding(elementwise);
  auto narrowing = dyn_cast<arith::TruncFOp>(op);
  if (!narrowing || narrowing->hasAttr("emmy.implied") || !narrowing->hasOneUse())
    return false;
  auto widening = dyn_cast<arith::ExtFOp>(*narrowing->user_begin());
  if (!widening || widening.getType() != narrowing.getIn().getType())
    return false;
  recordEffect(op->getLoc(), NumericEffect::unrounded);
  widening.replaceAllUsesWith(narrowing.getIn());
  return true;
}

/// One operand alone where a function is expected, and what the pass says that it does to values.
bool plantLost(Operation *op, ScalarFunction function, NumericEffect effect) {
  auto elementwise = dyn_cast<tensor::ElementwiseOp>(op);
  if (!elementwise || elementwise.getFunction() != function)
    return false;
  recordEffect(op->getLoc(), effect);
  elementwise.getResult().replaceAllUsesWith(elementwise.getInputs()[0]);
  return true;
}

/// A summand that is dropped as if it were a zero.
bool plantSummand(Operation *op) { return plantLost(op, ScalarFunction::add, NumericEffect::zeroSigns); }

/// A factor that is lost when factors combine in another order.
bool plantScale(Operation *op) { return plantLost(op, ScalarFunction::multiply, NumericEffect::rescaled); }

/// A store to the argument of a kernel that is no result, beside the one to the result.
bool plantInput(Operation *op) {
  auto store = dyn_cast<memref::StoreOp>(op);
  if (!store)
    return false;
  for (BlockArgument argument : op->getParentOfType<func::FuncOp>().getArguments())
    if (argument != store.getMemref() && argument.getType() == store.getMemRefType()) {
      OpBuilder builder(op);
      memref::StoreOp::create(builder, op->getLoc(), store.getValue(), argument, store.getIndices());
      return true;
    }
  return false;
}

/// A store in front of a result, beside those to it.
bool plantOutside(Operation *op) {
  auto store = dyn_cast<memref::StoreOp>(op);
  if (!store || store.getIndices().empty())
    return false;
  OpBuilder builder(op);
  SmallVector<Value> indices(store.getIndices());
  Value one = arith::ConstantIndexOp::create(builder, op->getLoc(), 1);
  indices.back() = arith::SubIOp::create(builder, op->getLoc(), indices.back(), one);
  memref::StoreOp::create(builder, op->getLoc(), store.getValue(), store.getMemref(), indices);
  return true;
}

/// A limit that few numbers are beyond, and that a pass leaves out.
bool plantLimit(Operation *op) {
  auto elementwise = dyn_cast<tensor::ElementwiseOp>(op);
  if (!elementwise || elementwise.getFunction() != ScalarFunction::minimum)
    return false;
  elementwise.getResult().replaceAllUsesWith(elementwise.getInputs()[0]);
  return true;
}

/// A pass that is not prepared for what it finds.
bool plantCrash(Operation *op) {
  if (isa<tensor::ReduceOp>(op))
    std::abort();
  return false;
}

/// IR that does not verify.
bool plantInvalid(Operation *op) {
  auto elementwise = dyn_cast<tensor::ElementwiseOp>(op);
  if (!elementwise || elementwise->getNumOperands() != 2)
    return false;
  op->eraseOperand(1);
  return true;
}

/// No entry is left; where there is none, one is there again.
bool plantEntry(Operation *op) {
  auto function = dyn_cast<func::FuncOp>(op);
  if (!function)
    return false;
  function.setVisibility(function.isPublic() ? SymbolTable::Visibility::Private : SymbolTable::Visibility::Public);
  return true;
}

/// A loop that does not end any more.
bool plantEndless(Operation *op) {
  auto condition = dyn_cast<scf::ConditionOp>(op);
  if (!condition)
    return false;
  OpBuilder builder(op);
  Value always = arith::ConstantOp::create(builder, op->getLoc(), builder.getBoolAttr(true));
  condition.getConditionMutable().assign(always);
  return true;
}

struct Bug {
  llvm::StringLiteral name;
  bool (*plant)(Operation *);
};

constexpr Bug bugs[] = {{"map", plantMap},
                        {"symbols", plantSymbols},
                        {"operands", plantOperands},
                        {"guard", plantGuard},
                        {"mask", plantMask},
                        {"hoist", plantHoist},
                        {"combine", plantCombine},
                        {"identity", plantIdentity},
                        {"extent", plantExtent},
                        {"barrier", plantBarrier},
                        {"shuffle", plantShuffle},
                        {"fma", plantFma},
                        {"stability", plantStability},
                        {"lowest", plantLowest},
                        {"condition", plantCondition},
                        {"tail", plantTail},
                        {"reuse", plantReuse},
                        {"zero", plantZero},
                        {"summand", plantSummand},
                        {"scale", plantScale},
                        {"rounding", plantRounding},
                        {"input", plantInput},
                        {"outside", plantOutside},
                        {"limit", plantLimit},
                        {"endless", plantEndless},
                        {"crash", plantCrash},
                        {"invalid", plantInvalid},
                        {"entry", plantEntry}};

struct TestPlantBugPass : public PassWrapper<TestPlantBugPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPlantBugPass)
  TestPlantBugPass() = default;
  TestPlantBugPass(const TestPlantBugPass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "emmy-test-plant-bug"; }
  StringRef getDescription() const final { return "Make a program wrong"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, math::MathDialect>();
  }
  Option<std::string> bug{*this, "bug", llvm::cl::desc("which bug, at the first place that can have it")};
  Option<bool> unnamed{*this, "unnamed", llvm::cl::desc("leave no locations, as a pass that writes all anew")};

  void runOnOperation() override {
    const Bug *chosen = llvm::find_if(bugs, [&](const Bug &entry) { return entry.name == bug; });
    if (chosen == std::end(bugs)) {
      getOperation().emitError("expected one of the bugs that the pass knows, but got '") << bug << "'";
      return signalPassFailure();
    }
    SmallVector<Operation *> ops;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      if (chosen->plant(op)) {
        if (unnamed)
          getOperation().walk([&](Operation *each) { each->setLoc(UnknownLoc::get(&getContext())); });
        return;
      }
    getOperation().emitError("expected a place for the bug '") << bug << "', but got none";
    signalPassFailure();
  }
};
} // namespace

void emmy::test::registerTestPlantBugPass() { PassRegistration<TestPlantBugPass>(); }
