// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops and branches, and the assignments that they end with.

#include "FunctionPrinter.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace emmy::cuda;
namespace kernel = emmy::kernel;

/// Whether an expression names one of the variables.
static bool namesAny(StringRef text, ArrayRef<std::string> names) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  while (!text.empty()) {
    StringRef word = text.take_while(isPart);
    if (llvm::is_contained(names, word))
      return true;
    text = text.drop_front(std::max<size_t>(word.size(), 1));
  }
  return false;
}

void FunctionPrinter::printYield(Operation *yield, ArrayRef<std::string> targets) {
  SmallVector<std::string> texts;
  for (auto [index, value] : llvm::enumerate(yield->getOperands())) {
    std::string text = get(value).text;
    // What has been assigned before is not what the value was computed from.
    if (namesAny(text, targets.take_front(index))) {
      std::string copy = names.create("", "v");
      os << (isa<MemRefType>(value.getType()) ? "" : "const ") << declare(value.getType(), copy) << " = " << text
         << ";\n";
      text = copy;
    }
    texts.push_back(text);
  }
  for (auto [target, text] : llvm::zip_equal(targets, texts))
    if (target != text)
      os << target << " = " << text << ";\n";
}

LogicalResult FunctionPrinter::printFor(scf::ForOp op) {
  SmallVector<std::string> carried;
  for (auto [argument, init, result] : llvm::zip_equal(op.getRegionIterArgs(), op.getInitArgs(), op.getResults())) {
    std::string type = getTypeName(argument.getType());
    StringRef hint = getNameHint(result.getLoc());
    std::string name = nameValue(argument, hint.empty() ? getNameHint(argument.getLoc()) : hint);
    os << type << " " << name << " = " << get(init).text << ";\n";
    expressions[result] = {name};
    carried.push_back(name);
  }
  std::string type = getTypeName(op.getInductionVar().getType());
  std::string iv = nameValue(op.getInductionVar());
  std::string compare = " < " + get(op.getUpperBound()).in(Precedence::additive);
  os << "for (" << type << " " << iv << " = " << get(op.getLowerBound()).text << "; " << iv << compare << "; ";
  if (matchPattern(op.getStep(), m_One()))
    os << "++" << iv;
  else
    os << iv << " += " << get(op.getStep()).text;
  os << ") {\n";
  os.indent();
  if (failed(printBlock(*op.getBody())))
    return failure();
  printYield(op.getBody()->getTerminator(), carried);
  os.unindent() << "}\n";
  return success();
}

FailureOr<Expression> FunctionPrinter::makeChoice(scf::IfOp op) {
  if (op.getNumResults() != 1 || !op.elseBlock())
    return failure();
  auto load = op.thenYield().getOperand(0).getDefiningOp<kernel::LoadOp>();
  if (!load || load->getBlock() != op.thenBlock() || !llvm::hasSingleElement(op.thenBlock()->without_terminator()))
    return failure();
  for (Operation &other : op.elseBlock()->without_terminator()) {
    FailureOr<Expression> expression = makeExpression(&other);
    if (failed(expression) || !other.hasOneUse())
      return failure();
    expressions[other.getResult(0)] = *expression;
  }
  Expression access = makeAccess(load.getMemref(), load.getIndex(), load.getType(), /*isStore=*/false);
  return Expression{get(op.getCondition()).in(Precedence::logicalOr) + " ? " + access.in(Precedence::logicalOr) +
                        " : " + get(op.elseYield().getOperand(0)).in(Precedence::logicalOr),
                    Precedence::ternary};
}

LogicalResult FunctionPrinter::printIf(scf::IfOp op) {
  if (FailureOr<Expression> choice = makeChoice(op); succeeded(choice)) {
    printDefinition(op.getResult(0), *choice);
    return success();
  }
  SmallVector<std::string> results;
  for (Value result : op.getResults()) {
    std::string type = getTypeName(result.getType());
    results.push_back(nameValue(result));
    os << type << " " << results.back() << ";\n";
  }
  os << "if (" << get(op.getCondition()).text << ") {\n";
  os.indent();
  if (failed(printBlock(*op.thenBlock())))
    return failure();
  printYield(op.thenYield(), results);
  os.unindent();
  if (Block *elseBlock = op.elseBlock(); elseBlock && !(results.empty() && elseBlock->without_terminator().empty())) {
    os << "} else {\n";
    os.indent();
    if (failed(printBlock(*elseBlock)))
      return failure();
    printYield(elseBlock->getTerminator(), results);
    os.unindent();
  }
  os << "}\n";
  return success();
}
