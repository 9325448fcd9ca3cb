// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text form that all framework operations share, driven by each operation's list of clauses.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_SYNTAX_H
#define EMMY_DIALECT_FRAMEWORK_IR_SYNTAX_H

#include "Emmy/Dialect/Framework/IR/Framework.h"

#include "mlir/IR/OpImplementation.h"

namespace emmy::framework::detail {

/// One clause of an operation's text: how it is delimited, parsed and printed.
struct Clause {
  enum class Form {
    Parenthesized, // name(value)
    Bracketed,     // [value]
    Flag,          // name
    Text,          // "value"
    Operand        // name(%value)
  };
  llvm::StringLiteral name;
  Form form;
  bool required = false;
  mlir::FailureOr<mlir::Attribute> (*parse)(mlir::OpAsmParser &) = nullptr;
  void (*print)(mlir::OpAsmPrinter &, mlir::Attribute) = nullptr;
};

/// The whole text of an operation: `positional` operands (-1: any number), of which some may be Python scalars, then
/// clauses.
struct Syntax {
  int positional;
  bool scalars;
  llvm::SmallVector<Clause, 0> clauses;
};

Clause getFlagClause(llvm::StringLiteral name, bool required);
Clause getIntegerClause(llvm::StringLiteral name, bool required);
Clause getIntegersClause(llvm::StringLiteral name, bool required);
Clause getFloatClause(llvm::StringLiteral name, bool required);
Clause getScalarClause(llvm::StringLiteral name, bool required);
Clause getTypeClause(llvm::StringLiteral name, bool required);
Clause getExtentClause(llvm::StringLiteral name, bool required);
Clause getSizesClause(llvm::StringLiteral name, bool required);
Clause getRangeClause(llvm::StringLiteral name, bool required);
Clause getTextClause(llvm::StringLiteral name, bool required);
Clause getOperandClause(llvm::StringLiteral name, bool required);

/// Clauses of enumeration attributes: the bare keyword between the parentheses.
template <typename AttrT>
Clause getEnumClause(llvm::StringLiteral name, bool required) {
  using Enum = decltype(std::declval<AttrT>().getValue());
  return {name, Clause::Form::Parenthesized, required,
          [](mlir::OpAsmParser &parser) -> mlir::FailureOr<mlir::Attribute> {
            llvm::StringRef keyword;
            llvm::SMLoc loc = parser.getCurrentLocation();
            if (parser.parseKeyword(&keyword))
              return mlir::failure();
            std::optional<Enum> value = symbolizeEnum<Enum>(keyword);
            if (!value) {
              std::string names;
              for (unsigned i = 0; !stringifyEnum(static_cast<Enum>(i)).empty(); ++i)
                names += (i ? ", " : "") + stringifyEnum(static_cast<Enum>(i)).str();
              return parser.emitError(loc, "expected one of ") << names << ", but got '" << keyword << "'";
            }
            return mlir::Attribute(AttrT::get(parser.getContext(), *value));
          },
          [](mlir::OpAsmPrinter &printer, mlir::Attribute attribute) {
            printer << stringifyEnum(mlir::cast<AttrT>(attribute).getValue());
          }};
}

/// Parses everything but results; `types` stays empty when the result types are left out.
mlir::ParseResult parseSyntax(mlir::OpAsmParser &parser, mlir::OperationState &result, const Syntax &syntax,
                              bool hasSegments, llvm::SmallVectorImpl<mlir::Type> &types);

template <typename OpT>
mlir::ParseResult parseOp(mlir::OpAsmParser &parser, mlir::OperationState &result) {
  llvm::SmallVector<mlir::Type> types;
  bool hasSegments = OpT::template hasTrait<mlir::OpTrait::AttrSizedOperandSegments>();
  if (parseSyntax(parser, result, OpT::getSyntax(), hasSegments, types))
    return mlir::failure();
  if constexpr (!OpT::template hasTrait<mlir::InferTypeOpInterface::Trait>()) {
    if (types.empty())
      return parser.emitError(parser.getNameLoc(), "expected a result type");
  } else if (types.empty()) {
    mlir::MLIRContext *context = parser.getContext();
    mlir::DictionaryAttr attributes = result.attributes.getDictionary(context);
    mlir::OpaqueProperties properties = nullptr;
    if constexpr (!std::is_same_v<typename OpT::Properties, mlir::EmptyProperties>) {
      auto &storage = result.getOrAddProperties<typename OpT::Properties>();
      if (failed(
              OpT::setPropertiesFromAttr(storage, attributes, [&] { return parser.emitError(parser.getNameLoc()); })))
        return mlir::failure();
      properties = result.getRawProperties();
    }
    if (failed(OpT::inferReturnTypes(context, result.location, result.operands, attributes, properties, result.regions,
                                     types)))
      return mlir::failure();
  }
  result.addTypes(types);
  return mlir::success();
}

void printOp(mlir::OpAsmPrinter &printer, mlir::Operation *op, const Syntax &syntax);

/// Python scalars: `true`, `2`, `1.5`, `inf`, `nan`. Optional parsing gives a null attribute when none is there.
mlir::FailureOr<mlir::Attribute> parseOptionalScalar(mlir::OpAsmParser &parser);
void printScalar(llvm::raw_ostream &os, mlir::Attribute scalar);

/// The inferred result type of an elementwise operator.
mlir::LogicalResult inferElementwise(mlir::MLIRContext *context, std::optional<mlir::Location> location,
                                     llvm::StringRef name, mlir::ValueRange operands, mlir::ArrayAttr scalars,
                                     const ElementwiseInfo &info, llvm::SmallVectorImpl<mlir::Type> &types);

} // namespace emmy::framework::detail

#endif // EMMY_DIALECT_FRAMEWORK_IR_SYNTAX_H
