// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes that the levels share.

#ifndef EMMY_DIALECT_BASE_IR_BASEATTRIBUTES_TD
#define EMMY_DIALECT_BASE_IR_BASEATTRIBUTES_TD

include "Emmy/Dialect/Base/IR/BaseDialect.td"
include "Emmy/Dialect/Base/IR/BaseEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"

class Emmy_Attr<string name, string attrMnemonic, list<Trait> traits = []> : AttrDef<Emmy_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Emmy_ScalarFunctionAttr : EnumAttr<Emmy_Dialect, Emmy_ScalarFunction, "fn">;
def Emmy_MonoidAttr : EnumAttr<Emmy_Dialect, Emmy_Monoid, "monoid">;
def Emmy_BindingAttr : EnumAttr<Emmy_Dialect, Emmy_Binding, "binding">;
def Emmy_NumericsAttr : EnumAttr<Emmy_Dialect, Emmy_Numerics, "numerics"> {
  let assemblyFormat = "`<` $value `>`";
}

def Emmy_ExtentAtomAttr : Emmy_Attr<"ExtentAtom", "extent_atom"> {
  let summary = "floordiv, ceildiv, mod, min or max of two extents, inside an extent";
  let parameters = (ins "::emmy::ExtentFunction":$function, "::emmy::ExtentAttr":$lhs, "::emmy::ExtentAttr":$rhs);
  let hasCustomAssemblyFormat = 1;
}

def Emmy_ExtentAttr : Emmy_Attr<"Extent", "extent"> {
  let summary = "a symbolic extent in canonical form";
  let description = [{
    A polynomial with integer coefficients over symbols and `floordiv`, `ceildiv`, `mod`, `min`, `max` of two extents.
    It is normalised wherever it is made (monomials by degree descending, then by atoms bytewise; equal monomials summed; zero
    coefficients dropped), so equal extents are the same attribute. No fact is used but that symbols are not negative.

    Example: `#emmy.extent<batch*seq + 2*seq + 1>`
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$coefficients, ArrayRefParameter<"::mlir::ArrayAttr">:$monomials);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    static ExtentAttr getConstant(::mlir::MLIRContext *context, int64_t value);
    static ExtentAttr getSymbol(::mlir::MLIRContext *context, ::llvm::StringRef name);
    static ExtentAttr getFunction(ExtentFunction function, ExtentAttr lhs, ExtentAttr rhs);

    /// The value of an extent without symbols.
    std::optional<int64_t> getConstantValue() const;
    bool isConstant() const { return getConstantValue().has_value(); }
    /// Adds the names of the symbols, in order of first appearance, without repetition.
    void collectSymbols(::llvm::SmallVectorImpl<::mlir::StringAttr> &symbols) const;
    /// The value under the given symbol values; nothing when a symbol is missing or a divisor is not positive.
    std::optional<int64_t> evaluate(::llvm::function_ref<std::optional<int64_t>(::llvm::StringRef)> lookup) const;
    /// Index arithmetic that computes the extent; `lookup` gives the value of a symbol.
    ::mlir::Value materialize(::mlir::OpBuilder &builder, ::mlir::Location loc,
                              ::llvm::function_ref<::mlir::Value(::llvm::StringRef)> lookup) const;
    void printExpression(::llvm::raw_ostream &os) const;
    std::string str() const;
    /// Parses the expression without the surrounding brackets.
    static ::mlir::FailureOr<ExtentAttr> parseExpression(::mlir::AsmParser &parser);
  }];
}

def Emmy_DimsAttr : Emmy_Attr<"Dims", "dims", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "the extents of a tensor with at least one symbolic dim";
  let description = [{
    The encoding of a tensor type whose shape has dynamic dims: one extent per dim; static dims repeat their size. Two dims are
    equal exactly when their extents are the same attribute. A tensor with a static shape carries no encoding.

    Example: `tensor<?x4096xf32, #emmy.dims<[seq, 4096]>>`
  }];
  let parameters = (ins ArrayRefParameter<"::emmy::ExtentAttr">:$extents);
  let hasCustomAssemblyFormat = 1;
}

#endif // EMMY_DIALECT_BASE_IR_BASEATTRIBUTES_TD
