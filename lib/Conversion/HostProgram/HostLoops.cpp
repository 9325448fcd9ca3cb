// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// emmy.while -> scf.while, whose regions are copies of the two functions in buffer form:
//
//   %y = emmy.while @more do @step carry(%x)    ->    copy %x to %a                    unless nothing else reads %x
//                                                     scf.while (%now = %a, %next = %b) {
//                                                       <more of %now>, scf.condition
//                                                     } do {
//                                                       <step of %now, made in %next>, scf.yield %next, %now
//                                                     }
//
// No step allocates: what it needs is allocated before the outermost loop. A carried tensor that the body updates in
// place has one buffer, and none is copied.

#include "HostConverter.h"

#include "Emmy/Support/Locations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace emmy;
using Next = LoopInstance::Next;

void HostConverter::instantiate(Block &block) {
  for (auto loop : block.getOps<WhileOp>()) {
    auto copy = [&](StringRef name) {
      func::FuncOp function = module.lookupSymbol<func::FuncOp>(name).clone();
      return OwningOpRef<func::FuncOp>(function);
    };
    auto instance = std::make_unique<LoopInstance>();
    instance->condition = copy(loop.getCondition());
    instance->body = copy(loop.getBody());
    Block &body = instance->body->getBody().front();
    for (unsigned i = 0; i < loop.getInits().size(); ++i)
      carried.insert(body.getArgument(i));
    instantiate(instance->condition->getBody().front());
    instantiate(body);
    for (auto [argument, value] : llvm::zip(body.getArguments(), body.getTerminator()->getOperands()))
      instance->next.push_back(value == argument              ? Next::unchanged
                               : getOrigin(value) == argument ? Next::inPlace
                                                              : Next::swapped);
    loops[loop] = std::move(instance);
  }
}

Value HostConverter::getOrigin(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Value source = getTakenOver(result);
    if (!source)
      break;
    value = source;
  }
  return value;
}

void HostConverter::lowerFunction(func::FuncOp function, Block *block, ArrayRef<Value> arguments,
                                  function_ref<void(ArrayRef<Value>)> finish) {
  Block &source = function.getBody().front();
  for (auto [argument, buffer] : llvm::zip_equal(source.getArguments(), arguments))
    buffers[argument] = buffer;
  block->getOperations().splice(block->end(), source.getOperations());
  lowerBlock(*block, finish);
}

void HostConverter::lower(WhileOp loop) {
  Location loc = loop.getLoc();
  LoopInstance &instance = *loops.at(loop);
  // Now, and next, of each that changes places.
  SmallVector<Value> places, now;
  SmallVector<Location> locations;
  for (auto [init, result, next] : llvm::zip_equal(loop.getInits(), loop.getResults(), instance.next)) {
    Location name = instance.body->getArgument(now.size()).getLoc();
    auto type = cast<RankedTensorType>(init.getType());
    Value buffer = buffers.lookup(init);
    if (next != Next::unchanged && !canTakeOver(init)) {
      Value own = outputs.lookup(result);
      if (!own)
        own = allocate(name, type);
      memref::CopyOp::create(builder, loc, buffer, own);
      buffer = own;
    }
    now.push_back(buffer);
    if (next != Next::swapped)
      continue;
    places.append({buffer, allocate(name, type)});
    locations.append(2, name);
  }
  exchanged.insert(places.begin(), places.end());

  TypeRange types = ValueRange(places).getTypes();
  auto repeat = scf::WhileOp::create(builder, loc, types, places);
  Operation *outer = outermostLoop;
  if (!outer)
    outermostLoop = repeat;
  auto getArguments = [&](Block *block) {
    SmallVector<Value> arguments(now);
    unsigned number = 0;
    for (auto [argument, next] : llvm::zip_equal(arguments, instance.next))
      if (next == Next::swapped)
        argument = block->getArgument(2 * number++);
    for (Value given : loop.getGiven())
      arguments.push_back(buffers.lookup(given));
    return arguments;
  };

  OpBuilder::InsertionGuard guard(builder);
  Block *before = builder.createBlock(&repeat.getBefore(), {}, types, locations);
  lowerFunction(*instance.condition, before, getArguments(before), [&](ArrayRef<Value> isMore) {
    Location more = getRoleLocation(loc, "more");
    Value byte = memref::LoadOp::create(builder, more, isMore.front());
    Value zero = arith::ConstantOp::create(builder, builder.getUnknownLoc(), builder.getIntegerAttr(byte.getType(), 0));
    Value holds = arith::CmpIOp::create(builder, more, arith::CmpIPredicate::ne, byte, zero);
    scf::ConditionOp::create(builder, loc, holds, before->getArguments());
  });

  Block *after = builder.createBlock(&repeat.getAfter(), {}, types, locations);
  SmallVector<Value> arguments = getArguments(after), targets, yielded;
  for (auto [next, number] : llvm::zip_equal(instance.next, llvm::seq(instance.next.size()))) {
    targets.push_back({});
    if (next != Next::swapped)
      continue;
    targets.back() = after->getArgument(yielded.size() + 1);
    yielded.append({targets.back(), after->getArgument(yielded.size())});
  }
  Block &body = instance.body->getBody().front();
  assignOutputs(body, body.getTerminator()->getOperands(), targets);
  lowerFunction(*instance.body, after, arguments, [&](ArrayRef<Value> values) {
    for (auto [value, target] : llvm::zip_equal(values, targets))
      if (target && value != target)
        memref::CopyOp::create(builder, loc, value, target);
    scf::YieldOp::create(builder, loc, yielded);
  });

  outermostLoop = outer;
  unsigned number = 0;
  for (auto [result, buffer, next] : llvm::zip_equal(loop.getResults(), now, instance.next))
    buffers[result] = next == Next::swapped ? repeat.getResult(2 * number++) : buffer;
}
