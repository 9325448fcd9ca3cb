// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations that make up kernels of loops, as classes: the loop and the tile level define theirs from these, so that both
// read alike and share parsers, printers, verifiers and builders (Emmy/Interfaces/NestInterfaces.h).
// A dialect that uses them has an operation `yield` (YieldOp).

#ifndef EMMY_INTERFACES_NESTOPS_TD
#define EMMY_INTERFACES_NESTOPS_TD

include "Emmy/Dialect/Base/IR/BaseAttributes.td"
include "Emmy/Interfaces/NestInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// `for <binding> (ivs) in (extents)`; `mayBind` is "true" where hardware bindings and strides are allowed.
class Emmy_NestForOp<Dialect dialect, string mayBind, list<Trait> traits = []> : Op<dialect, "for", traits # [
    SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects,
    RecursivelySpeculatable, Emmy_LoopNestOpInterface,
    DeclareOpInterfaceMethods<LoopLikeOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let arguments = (ins Emmy_BindingAttr:$binding, DenseI64ArrayAttr:$staticExtents,
      DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$strides, Variadic<Index>:$dynamicExtents);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::emmy::Binding":$binding, "::llvm::ArrayRef<::mlir::OpFoldResult>":$extents,
        CArg<"::emmy::nest::BodyBuilder", "nullptr">:$body, CArg<"::llvm::ArrayRef<int64_t>", "{}">:$strides), [{
      ::emmy::nest::buildFor($_builder, $_state, binding, extents, body, strides);
      ensureTerminator(*$_state.regions.front(), $_builder, $_state.location);
    }]>
  ];
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      if (::emmy::nest::parseFor(parser, result))
        return ::mlir::failure();
      ensureTerminator(*result.regions.front(), parser.getBuilder(), result.location);
      return ::mlir::success();
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::emmy::nest::printFor(*this, printer); }
    ::llvm::LogicalResult $cppClass::verify() { return ::emmy::nest::verifyFor(*this, }] # mayBind # [{); }
    void $cppClass::getCanonicalizationPatterns(::mlir::RewritePatternSet &patterns, ::mlir::MLIRContext *) {
      ::emmy::nest::populateForPatterns(patterns, getOperationName());
    }
    ::llvm::SmallVector<::mlir::Region *> $cppClass::getLoopRegions() { return {&getRegion()}; }
    void $cppClass::getAsmBlockArgumentNames(::mlir::Region &region, ::mlir::OpAsmSetValueNameFn setName) {
      ::emmy::nest::nameInductionVars(*this, region, setName);
    }
  }];
}

/// What `reduce` and `scan` have in common.
class Emmy_NestReductionOp<Dialect dialect, string mnemonic, string mayBind, string isScan,
                           list<Trait> traits = []> : Op<dialect, mnemonic, traits # [
    AttrSizedOperandSegments, RecursiveMemoryEffects, RecursivelySpeculatable,
    Emmy_LoopNestOpInterface, Emmy_ReductionOpInterface,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::llvm::ArrayRef<::mlir::OpFoldResult>":$extents, "::mlir::ValueRange":$inits,
        "::emmy::nest::YieldBuilder":$lift, "::emmy::nest::YieldBuilder":$combine,
        CArg<"::emmy::nest::YieldBuilder", "nullptr">:$last,
        CArg<"::emmy::Binding", "::emmy::Binding::parallel">:$binding,
        CArg<"::llvm::ArrayRef<int64_t>", "{}">:$strides), [{
      ::emmy::nest::buildReduction($_builder, $_state, binding, extents, inits, lift, combine, last, }] # isScan # [{,
                                   YieldOp::getOperationName(), strides);
    }]>
  ];
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      if (::emmy::nest::parseReduction(parser, result, }] # isScan # [{))
        return ::mlir::failure();
      ::emmy::nest::ensureYield(*result.regions.back(), YieldOp::getOperationName(), result.location);
      return ::mlir::success();
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::emmy::nest::printReduction(*this, printer); }
    ::llvm::LogicalResult $cppClass::verify() { return ::emmy::nest::verifyReduction(*this, }] # mayBind # [{); }
    void $cppClass::getAsmBlockArgumentNames(::mlir::Region &region, ::mlir::OpAsmSetValueNameFn setName) {
      ::emmy::nest::nameReductionArguments(*this, region, setName);
    }
  }];
}

/// `reduce (ivs) in (extents) init(...) { lift } combine { ... } (finish { ... })? -> (results)`
class Emmy_NestReduceOp<Dialect dialect, string mayBind, list<Trait> traits = []>
    : Emmy_NestReductionOp<dialect, "reduce", mayBind, "false", traits> {
  let arguments = (ins DefaultValuedAttr<Emmy_BindingAttr, "::emmy::Binding::parallel">:$binding,
      DenseI64ArrayAttr:$staticExtents, DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$strides,
      Variadic<Index>:$dynamicExtents, Variadic<AnyType>:$inits);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$lift, SizedRegion<1>:$combine, MaxSizedRegion<1>:$finish);
  let extraClassDeclaration = [{
    ::mlir::Region *getFinishRegion() { return getFinish().empty() ? nullptr : &getFinish(); }
    ::mlir::Region *getEmitRegion() { return nullptr; }
    bool getExclusive() { return false; }
    bool getReverse() { return false; }
  }];
}

/// `scan (iv) in (extent) init(...) { lift } combine { ... } emit { ... }`
class Emmy_NestScanOp<Dialect dialect, string mayBind, list<Trait> traits = []>
    : Emmy_NestReductionOp<dialect, "scan", mayBind, "true", traits> {
  let arguments = (ins DefaultValuedAttr<Emmy_BindingAttr, "::emmy::Binding::parallel">:$binding,
      DenseI64ArrayAttr:$staticExtents, DefaultValuedOptionalAttr<DenseI64ArrayAttr, "{}">:$strides,
      UnitAttr:$exclusive, UnitAttr:$reverse, Variadic<Index>:$dynamicExtents, Variadic<AnyType>:$inits);
  let regions = (region SizedRegion<1>:$lift, SizedRegion<1>:$combine, SizedRegion<1>:$emit);
  let extraClassDeclaration = [{
    ::mlir::Region *getFinishRegion() { return nullptr; }
    ::mlir::Region *getEmitRegion() { return &getEmit(); }
  }];
}

/// `load %x[map] (if (guard) else %v)? : memref (-> type)?`
class Emmy_NestLoadOp<Dialect dialect, list<Trait> traits = []> : Op<dialect, "load", traits # [
    AttrSizedOperandSegments, Emmy_AccessOpInterface]> {
  let arguments = (ins Arg<AnyMemRef, "the buffer", [MemRead]>:$buffer, AffineMapAttr:$map, Variadic<Index>:$indices,
      OptionalAttr<IntegerSetAttr>:$guard, Variadic<Index>:$guardOperands, Optional<AnyType>:$elseValue);
  let results = (outs AnyType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$buffer, "::mlir::AffineMap":$map, "::mlir::ValueRange":$indices,
        CArg<"::mlir::IntegerSet", "{}">:$guard, CArg<"::mlir::ValueRange", "{}">:$guardOperands,
        CArg<"::mlir::Value", "{}">:$elseValue, CArg<"::mlir::Type", "{}">:$type), [{
      ::emmy::nest::buildAccess($_builder, $_state, {}, buffer, map, indices, guard, guardOperands, elseValue, type);
    }]>,
    OpBuilder<(ins "::mlir::Value":$buffer, "::mlir::ValueRange":$indices, CArg<"::mlir::Type", "{}">:$type), [{
      ::emmy::nest::buildAccess($_builder, $_state, {}, buffer,
                                $_builder.getMultiDimIdentityMap(indices.size()), indices, {}, {}, {}, type);
    }]>
  ];
  let extraClassDeclaration = [{
    bool isStore() { return false; }
    ::mlir::Value getAccessedValue() { return getResult(); }
  }];
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::emmy::nest::parseLoad(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::emmy::nest::printLoad(*this, printer); }
    ::llvm::LogicalResult $cppClass::verify() { return ::emmy::nest::verifyAccess(*this); }
    void $cppClass::getCanonicalizationPatterns(::mlir::RewritePatternSet &patterns, ::mlir::MLIRContext *) {
      ::emmy::nest::populateAccessPatterns(patterns, getOperationName());
    }
  }];
}

/// `store %v, %x[map] (if (guard))? : (type,)? memref`
class Emmy_NestStoreOp<Dialect dialect, list<Trait> traits = []> : Op<dialect, "store", traits # [
    AttrSizedOperandSegments, Emmy_AccessOpInterface]> {
  let arguments = (ins AnyType:$value, Arg<AnyMemRef, "the buffer", [MemWrite]>:$buffer, AffineMapAttr:$map,
      Variadic<Index>:$indices, OptionalAttr<IntegerSetAttr>:$guard, Variadic<Index>:$guardOperands);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$buffer, "::mlir::AffineMap":$map,
        "::mlir::ValueRange":$indices, CArg<"::mlir::IntegerSet", "{}">:$guard,
        CArg<"::mlir::ValueRange", "{}">:$guardOperands), [{
      ::emmy::nest::buildAccess($_builder, $_state, value, buffer, map, indices, guard, guardOperands, {}, {});
    }]>,
    OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$buffer, "::mlir::ValueRange":$indices), [{
      ::emmy::nest::buildAccess($_builder, $_state, value, buffer,
                                $_builder.getMultiDimIdentityMap(indices.size()), indices, {}, {}, {}, {});
    }]>
  ];
  let extraClassDeclaration = [{
    bool isStore() { return true; }
    ::mlir::Value getAccessedValue() { return getValue(); }
    ::mlir::Value getElseValue() { return {}; }
  }];
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      return ::emmy::nest::parseStore(parser, result);
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::emmy::nest::printStore(*this, printer); }
    ::llvm::LogicalResult $cppClass::verify() { return ::emmy::nest::verifyAccess(*this); }
    void $cppClass::getCanonicalizationPatterns(::mlir::RewritePatternSet &patterns, ::mlir::MLIRContext *) {
      ::emmy::nest::populateAccessPatterns(patterns, getOperationName());
    }
  }];
}

/// The terminator of every region of these operations.
class Emmy_NestYieldOp<Dialect dialect, list<Trait> traits = []>
    : Op<dialect, "yield", traits # [Pure, Terminator, ReturnLike]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ (void)$_builder; }]>];
}

/// `kernel ins(...) scalars(...) sizes(@s = %n) -> (results) { body }`; `extra` are further attributes.
class Emmy_NestKernelOp<Dialect dialect, dag extra = (ins), list<Trait> traits = []> : Op<dialect, "kernel", traits # [
    AttrSizedOperandSegments, IsolatedFromAbove, NoMemoryEffect, SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>, Emmy_KernelOpInterface,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let arguments = !con((ins Variadic<AnyRankedTensor>:$inputs, Variadic<AnyType>:$scalars, Variadic<Index>:$sizes,
      ArrayAttr:$sizeNames, DenseI64ArrayAttr:$tied, UnitAttr:$reports), extra);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$inputs, "::mlir::ValueRange":$scalars,
        "::llvm::ArrayRef<::llvm::StringRef>":$sizeNames, "::mlir::ValueRange":$sizes, "::mlir::TypeRange":$results,
        CArg<"::llvm::ArrayRef<int64_t>", "{}">:$tied), [{
      ::emmy::nest::buildKernel($_builder, $_state, inputs, scalars, sizeNames, sizes, results, tied);
      ensureTerminator(*$_state.regions.front(), $_builder, $_state.location);
    }]>
  ];
  let extraClassDefinition = [{
    ::mlir::ParseResult $cppClass::parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &result) {
      if (::emmy::nest::parseKernel(parser, result))
        return ::mlir::failure();
      ensureTerminator(*result.regions.front(), parser.getBuilder(), result.location);
      return ::mlir::success();
    }
    void $cppClass::print(::mlir::OpAsmPrinter &printer) { ::emmy::nest::printKernel(*this, printer); }
    ::llvm::LogicalResult $cppClass::verify() { return ::emmy::nest::verifyKernel(*this); }
    ::llvm::LogicalResult $cppClass::verifyRegions() { return ::emmy::nest::verifyKernelBody(*this); }
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return getReports() ? ::mlir::Speculation::NotSpeculatable : ::mlir::Speculation::Speculatable;
    }
    void $cppClass::getAsmBlockArgumentNames(::mlir::Region &region, ::mlir::OpAsmSetValueNameFn setName) {
      ::emmy::nest::nameKernelArguments(*this, region, setName);
    }
  }];
}

#endif // EMMY_INTERFACES_NESTOPS_TD
