// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The classes that every framework operation is a record of. An operation is its positional operands, its clauses (attributes and
// optional operands, each with its parser and printer) and its type inference; the text form follows from these.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKBASE_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKBASE_TD

include "Emmy/Dialect/Framework/IR/FrameworkAttributes.td"
include "Emmy/Dialect/Framework/IR/FrameworkInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def EmmyFramework_Tensor : Type<CPred<"::emmy::framework::isFrameworkTensor($_self)">,
    "tensor of bool, integer or float elements whose dynamic dims are named", "::mlir::RankedTensorType">;

// A Python scalar: bool, i64 or f64.
def EmmyFramework_Scalar : Attr<CPred<"::emmy::framework::isPythonScalar($_self)">, "Python bool, int or float"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}

// A 64-bit integer with its sign (I64Attr gives an unsigned number).
def EmmyFramework_Integer : TypedSignlessIntegerAttrBase<I64, "int64_t", "64-bit integer"> {
  let convertFromStorage = "$_self.getInt()";
}

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

/// `name(value)`, a bare `name` (flags), or a bracketed list. An operand clause holds an optional tensor.
class EmmyFramework_Clause<string name_, Constraint constraint_, string kind, bit required = false, string arguments = ""> {
  string name = name_;
  Constraint constraint = constraint_;
  string text = "::emmy::framework::detail::get" # kind # "Clause" # arguments # "(\"" # name # "\", " # !if(required, "true", "false") # ")";
}
class Required<string name, Attr attribute, string kind> : EmmyFramework_Clause<name, attribute, kind, true>;
class Optional_<string name, Attr attribute, string kind> : EmmyFramework_Clause<name, OptionalAttr<attribute>, kind>;

class Flag<string name> : EmmyFramework_Clause<name, UnitAttr, "Flag">;
class Int<string name> : Required<name, EmmyFramework_Integer, "Integer">;
class OptInt<string name> : Optional_<name, EmmyFramework_Integer, "Integer">;
class Ints<string name> : Required<name, DenseI64ArrayAttr, "Integers">;
class OptInts<string name> : Optional_<name, DenseI64ArrayAttr, "Integers">;
class Float<string name> : Required<name, F64Attr, "Float">;
class OptFloat<string name> : Optional_<name, F64Attr, "Float">;
class Scalar<string name> : Required<name, EmmyFramework_Scalar, "Scalar">;
class OptScalar<string name> : Optional_<name, EmmyFramework_Scalar, "Scalar">;
class Dtype<string name> : Required<name, TypeAttr, "Type">;
class OptDtype<string name> : Optional_<name, TypeAttr, "Type">;
class Extent<string name> : Required<name, Emmy_ExtentAttr, "Extent">;
class Sizes<string name> : Required<name, Emmy_DimsAttr, "Sizes">;
class Range<string name> : Required<name, EmmyFramework_RangeAttr, "Range">;
class Text<string name> : Required<name, StrAttr, "Text">;
class OptEnum<string name, Attr attribute>
    : EmmyFramework_Clause<name, OptionalAttr<attribute>, "Enum", false, "<" # attribute.storageType # ">">;
class Operand<string name> : EmmyFramework_Clause<name, Optional<EmmyFramework_Tensor>, "Operand">;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// `positional` are the operands before the clauses; `count` is their number, -1 for any number.
class EmmyFramework_TypedOp<string opMnemonic, dag positional, int count, list<EmmyFramework_Clause> clauses,
    list<Trait> traits = []> : Op<Framework_Dialect, opMnemonic, !listconcat([Pure], traits)> {
  bit scalars = false;
  code moreDeclarations = "";
  code moreDefinitions = "";

  let arguments = !con(positional, !dag(ins, !foreach(clause, clauses, clause.constraint),
      !foreach(clause, clauses, clause.name)));
  let results = (outs EmmyFramework_Tensor:$result);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    static const ::emmy::framework::detail::Syntax &getSyntax();
  }] # moreDeclarations;
  let extraClassDefinition = [{
    const ::emmy::framework::detail::Syntax &$cppClass::getSyntax() {
      static const ::emmy::framework::detail::Syntax syntax = { }] # count # ", " # !if(scalars, "true", "false") # [{, { }]
      # !interleave(!foreach(clause, clauses, clause.text), ", ") # [{ }};
      return syntax;
    }
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::emmy::framework::detail::parseOp<$cppClass>(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) {
      ::emmy::framework::detail::printOp(printer, *this, getSyntax());
    }
  }] # moreDefinitions;
}

/// The same, with result types that follow from operands and clauses.
class EmmyFramework_Op<string opMnemonic, dag positional, int count, list<EmmyFramework_Clause> clauses,
    list<Trait> traits = []>
    : EmmyFramework_TypedOp<opMnemonic, positional, count, clauses, !listconcat([InferTypeOpAdaptor], traits)>;

/// One tensor operand.
class EmmyFramework_UnaryOp<string mnemonic, list<EmmyFramework_Clause> clauses = [], list<Trait> traits = []>
    : EmmyFramework_Op<mnemonic, (ins EmmyFramework_Tensor:$input), 1, clauses, traits>;

/// Two tensor operands.
class EmmyFramework_BinaryOp<string mnemonic, list<EmmyFramework_Clause> clauses = [], list<Trait> traits = []>
    : EmmyFramework_Op<mnemonic, (ins EmmyFramework_Tensor:$lhs, EmmyFramework_Tensor:$rhs), 2, clauses, traits>;

/// Any number of tensor operands.
class EmmyFramework_VariadicOp<string mnemonic, list<EmmyFramework_Clause> clauses = []>
    : EmmyFramework_Op<mnemonic, (ins Variadic<EmmyFramework_Tensor>:$inputs), -1, clauses>;

/// No operands.
class EmmyFramework_SourceOp<string mnemonic, list<EmmyFramework_Clause> clauses>
    : EmmyFramework_Op<mnemonic, (ins), 0, clauses>;

/// One tensor operand, any number of results.
class EmmyFramework_MultiOp<string mnemonic, list<EmmyFramework_Clause> clauses>
    : EmmyFramework_UnaryOp<mnemonic, clauses> {
  let results = (outs Variadic<EmmyFramework_Tensor>:$results);
}

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKBASE_TD
