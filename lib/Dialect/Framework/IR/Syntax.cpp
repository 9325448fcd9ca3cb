// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text form that all framework operations share: operands, clauses, types.

#include "Emmy/Dialect/Framework/IR/Framework.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::framework;
using namespace emmy::framework::detail;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// What has been read of one operation, until the operand types are known.
struct Pieces {
  SmallVector<OpAsmParser::UnresolvedOperand> positional;
  SmallVector<Attribute> scalars;
  /// By clause; empty where the clause is absent.
  SmallVector<std::optional<OpAsmParser::UnresolvedOperand>> clauseOperands;
  SmallVector<bool> seen;
};
} // namespace

static ParseResult parsePositional(OpAsmParser &parser, const Syntax &syntax, Pieces &pieces) {
  if (syntax.positional == 0)
    return success();
  SMLoc loc = parser.getCurrentLocation();
  auto parseOne = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
    if (isOperand.has_value()) {
      if (failed(*isOperand))
        return failure();
      pieces.positional.push_back(operand);
      pieces.scalars.push_back(parser.getBuilder().getUnitAttr());
      return success();
    }
    if (!syntax.scalars)
      return parser.emitError(parser.getCurrentLocation(), "expected a tensor operand");
    SMLoc scalarLoc = parser.getCurrentLocation();
    FailureOr<Attribute> scalar = parseOptionalScalar(parser);
    if (failed(scalar))
      return failure();
    if (!*scalar)
      return parser.emitError(scalarLoc, "expected a tensor operand or a Python scalar");
    pieces.scalars.push_back(*scalar);
    return success();
  };
  if (parser.parseCommaSeparatedList(parseOne))
    return failure();
  if (syntax.positional >= 0 && static_cast<int>(pieces.scalars.size()) != syntax.positional)
    return parser.emitError(loc, "expected ") << syntax.positional << " operand" << (syntax.positional == 1 ? "" : "s")
                                              << ", but got " << pieces.scalars.size();
  return success();
}

/// The clause that starts here: by its keyword, its bracket or its string. Null when no clause starts here.
static const Clause *findClause(OpAsmParser &parser, const Syntax &syntax, ArrayRef<StringRef> names, Pieces &pieces) {
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword, names)))
    return llvm::find_if(syntax.clauses, [&](const Clause &clause) { return clause.name == keyword; });
  for (auto [index, clause] : llvm::enumerate(syntax.clauses)) {
    if (clause.form == Clause::Form::Bracketed && succeeded(parser.parseOptionalLSquare()))
      return &clause;
    if (clause.form == Clause::Form::Text && !pieces.seen[index])
      return &clause;
  }
  return nullptr;
}

static ParseResult parseClauseBody(OpAsmParser &parser, const Clause &clause, int64_t index, Pieces &pieces,
                                   NamedAttrList &attributes) {
  if (clause.form == Clause::Form::Flag) {
    attributes.set(clause.name, parser.getBuilder().getUnitAttr());
    return success();
  }
  bool hasParens = clause.form == Clause::Form::Parenthesized || clause.form == Clause::Form::Operand;
  if (hasParens && parser.parseLParen())
    return failure();
  if (clause.form == Clause::Form::Operand) {
    pieces.clauseOperands[index].emplace();
    if (parser.parseOperand(*pieces.clauseOperands[index]))
      return failure();
  } else {
    FailureOr<Attribute> attribute = clause.parse(parser);
    if (failed(attribute))
      return failure();
    attributes.set(clause.name, *attribute);
  }
  return hasParens ? parser.parseRParen() : ParseResult(success());
}

static ParseResult parseClauses(OpAsmParser &parser, const Syntax &syntax, Pieces &pieces, NamedAttrList &attributes) {
  SmallVector<StringRef> names;
  for (const Clause &clause : syntax.clauses)
    if (clause.form != Clause::Form::Bracketed && clause.form != Clause::Form::Text)
      names.push_back(clause.name);
  pieces.clauseOperands.resize(syntax.clauses.size());
  pieces.seen.resize(syntax.clauses.size(), false);
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    const Clause *clause = findClause(parser, syntax, names, pieces);
    if (!clause)
      break;
    int64_t index = clause - syntax.clauses.begin();
    if (pieces.seen[index])
      return parser.emitError(loc, "expected one clause '") << clause->name << "', but got two";
    pieces.seen[index] = true;
    if (parseClauseBody(parser, *clause, index, pieces, attributes))
      return failure();
  }
  return success();
}

/// `: T (-> R)?`, `: T0, T1 (-> R)?`; `(: R)?` when there are no operands.
static ParseResult parseTypes(OpAsmParser &parser, size_t numOperands, SmallVectorImpl<Type> &operandTypes,
                              SmallVectorImpl<Type> &resultTypes) {
  if (numOperands == 0)
    return parser.parseOptionalColonTypeList(resultTypes);
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonTypeList(operandTypes))
    return failure();
  if (operandTypes.size() == 1)
    operandTypes.resize(numOperands, operandTypes[0]);
  if (operandTypes.size() != numOperands)
    return parser.emitError(loc, "expected one type or ")
           << numOperands << " operand types, but got " << operandTypes.size();
  return failed(parser.parseOptionalArrow()) ? ParseResult(success()) : parser.parseTypeList(resultTypes);
}

ParseResult framework::detail::parseSyntax(OpAsmParser &parser, OperationState &result, const Syntax &syntax,
                                           bool hasSegments, SmallVectorImpl<Type> &types) {
  Pieces pieces;
  SMLoc loc = parser.getCurrentLocation();
  if (parsePositional(parser, syntax, pieces) || parseClauses(parser, syntax, pieces, result.attributes) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  for (const Clause &clause : syntax.clauses)
    if (clause.required && !result.attributes.get(clause.name))
      return parser.emitError(loc, "expected a clause '") << clause.name << "'";
  if (syntax.scalars && pieces.positional.size() != pieces.scalars.size())
    result.addAttribute("scalars", parser.getBuilder().getArrayAttr(pieces.scalars));

  SmallVector<OpAsmParser::UnresolvedOperand> operands(pieces.positional);
  SmallVector<int32_t> segments(pieces.positional.size(), 1);
  for (auto [clause, operand] : llvm::zip_equal(syntax.clauses, pieces.clauseOperands)) {
    if (operand)
      operands.push_back(*operand);
    if (clause.form == Clause::Form::Operand)
      segments.push_back(operand ? 1 : 0);
  }
  if (hasSegments)
    result.addAttribute("operandSegmentSizes", parser.getBuilder().getDenseI32ArrayAttr(segments));

  SmallVector<Type> operandTypes;
  if (parseTypes(parser, operands.size(), operandTypes, types))
    return failure();
  // Type inference relies on it.
  for (auto [index, type] : llvm::enumerate(operandTypes))
    if (!isFrameworkTensor(type))
      return parser.emitError(loc, "expected operand #")
             << index << " to be a tensor of bool, integer or float elements whose dynamic dims are named, but got "
             << type;
  return parser.resolveOperands(operands, operandTypes, loc, result.operands);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printPositional(OpAsmPrinter &printer, Operation *op, int64_t count) {
  auto scalars = op->getAttrOfType<ArrayAttr>("scalars");
  int64_t operand = 0;
  for (int64_t index = 0, end = scalars ? scalars.size() : count; index < end; ++index) {
    printer << (index ? ", " : " ");
    if (scalars && !isa<UnitAttr>(scalars[index]))
      printScalar(printer.getStream(), scalars[index]);
    else
      printer << op->getOperand(operand++);
  }
}

static void printClause(OpAsmPrinter &printer, const Clause &clause, Attribute attribute) {
  switch (clause.form) {
  case Clause::Form::Flag:
    printer << ' ' << clause.name;
    return;
  case Clause::Form::Parenthesized:
    printer << ' ' << clause.name << '(';
    clause.print(printer, attribute);
    printer << ')';
    return;
  case Clause::Form::Bracketed:
  case Clause::Form::Text:
    printer << ' ';
    clause.print(printer, attribute);
    return;
  case Clause::Form::Operand:
    return;
  }
}

static void printTypes(OpAsmPrinter &printer, Operation *op) {
  printer << " : ";
  if (op->getNumOperands() == 0) {
    llvm::interleaveComma(op->getResultTypes(), printer);
    return;
  }
  if (llvm::all_equal(op->getOperandTypes())) {
    printer << op->getOperand(0).getType();
    if (op->getNumResults() == 1 && op->getResult(0).getType() == op->getOperand(0).getType())
      return;
  } else {
    llvm::interleaveComma(op->getOperandTypes(), printer);
  }
  printer << " -> ";
  llvm::interleaveComma(op->getResultTypes(), printer);
}

void framework::detail::printOp(OpAsmPrinter &printer, Operation *op, const Syntax &syntax) {
  auto segments = op->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes");
  int64_t numClauseOperands =
      llvm::count_if(syntax.clauses, [](const Clause &clause) { return clause.form == Clause::Form::Operand; });
  int64_t positional = syntax.positional < 0 || syntax.scalars ? op->getNumOperands() : syntax.positional;
  printPositional(printer, op, positional);
  SmallVector<StringRef> elided = {"scalars", "operandSegmentSizes"};
  int64_t operand = positional, segment = positional;
  for (const Clause &clause : syntax.clauses) {
    elided.push_back(clause.name);
    if (clause.form == Clause::Form::Operand) {
      bool present = segments ? segments[segment++] != 0
                              : numClauseOperands > 0 && operand < static_cast<int64_t>(op->getNumOperands());
      if (present)
        printer << ' ' << clause.name << '(' << op->getOperand(operand++) << ')';
      continue;
    }
    if (std::optional<Attribute> attribute = op->getInherentAttr(clause.name); attribute && *attribute)
      printClause(printer, clause, *attribute);
  }
  printer.printOptionalAttrDict(op->getAttrs(), elided);
  printTypes(printer, op);
}
