// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interfaces of the operations that make up kernels of loops: the loop and the tile level implement them, so that analyses,
// reference lowerings and text forms are written once.

#ifndef EMMY_INTERFACES_NESTINTERFACES_TD
#define EMMY_INTERFACES_NESTINTERFACES_TD

include "mlir/IR/OpBase.td"

def Emmy_LoopNestOpInterface : OpInterface<"LoopNestOpInterface"> {
  let cppNamespace = "::emmy";
  let description = [{
    An operation with zero-based axes of step 1: for, reduce, scan. Extents are static or SSA indices; a negative or zero extent
    runs no iteration. The first region holds the code of one iteration; its first arguments are the induction variables.
  }];
  let methods = [
    InterfaceMethod<"who runs the iterations", "::emmy::Binding", "getBinding">,
    InterfaceMethod<"static extents, ShapedType::kDynamic where dynamic", "::llvm::ArrayRef<int64_t>", "getStaticExtents">,
    InterfaceMethod<"dynamic extents in order", "::mlir::OperandRange", "getDynamicExtents">,
    InterfaceMethod<"distance of the iterations in worker numbers, one per axis; empty where not given",
        "::llvm::ArrayRef<int64_t>", "getStrides">,
    InterfaceMethod<"the region of one iteration", "::mlir::Region &", "getIterationRegion", (ins), "", [{
      return $_op->getRegion(0);
    }]>,
    InterfaceMethod<"the number of axes", "unsigned", "getNumAxes", (ins), "", [{
      return $_op.getStaticExtents().size();
    }]>,
    InterfaceMethod<"one induction variable per axis", "::mlir::Block::BlockArgListType", "getInductionVars", (ins), "", [{
      return $_op->getRegion(0).getArguments().take_front($_op.getStaticExtents().size());
    }]>,
    InterfaceMethod<"all extents, in order of the axes", "::llvm::SmallVector<::mlir::OpFoldResult>", "getMixedExtents",
        (ins), "", [{
      ::mlir::Builder builder($_op->getContext());
      return ::mlir::getMixedValues($_op.getStaticExtents(), $_op.getDynamicExtents(), builder);
    }]>
  ];
}

def Emmy_ReductionOpInterface : OpInterface<"ReductionOpInterface", [Emmy_LoopNestOpInterface]> {
  let cppNamespace = "::emmy";
  let description = [{
    A reduction or a scan: a state of several components with an identity `init`, a `lift` from indices to a state, an associative
    `combine` of two states, and for a reduction a `finish` from the state to the results, for a scan an `emit` that runs on every
    prefix.
  }];
  let methods = [
    InterfaceMethod<"identities of the state", "::mlir::OperandRange", "getInits">,
    InterfaceMethod<"indices to state", "::mlir::Region &", "getLift">,
    InterfaceMethod<"two states to one", "::mlir::Region &", "getCombine">,
    InterfaceMethod<"state to results; empty where the state is the result, and for a scan", "::mlir::Region *",
        "getFinishRegion">,
    InterfaceMethod<"(index, prefix state) to nothing; null for a reduction", "::mlir::Region *", "getEmitRegion">,
    InterfaceMethod<"a scan whose prefix leaves out the element itself", "bool", "getExclusive">,
    InterfaceMethod<"a scan that runs from the last index down", "bool", "getReverse">
  ];
  let extraSharedClassDeclaration = [{
    bool isScan() { return $_op.getEmitRegion() != nullptr; }
    ::mlir::TypeRange getStateTypes() { return $_op.getInits().getTypes(); }
  }];
}

def Emmy_AccessOpInterface : OpInterface<"AccessOpInterface"> {
  let cppNamespace = "::emmy";
  let description = [{
    A load from or a store to a buffer at an affine map of index operands (dims first, then symbols), under an optional guard.
    Where the guard does not hold there is no access, and a load gives its `else` value.
  }];
  let methods = [
    InterfaceMethod<"the buffer", "::mlir::Value", "getBuffer">,
    InterfaceMethod<"one expression per dim of the buffer", "::mlir::AffineMap", "getMap">,
    InterfaceMethod<"operands of the map: dims, then symbols", "::mlir::OperandRange", "getIndices">,
    InterfaceMethod<"the condition of the access", "::std::optional<::mlir::IntegerSet>", "getGuard">,
    InterfaceMethod<"operands of the guard: dims, then symbols", "::mlir::OperandRange", "getGuardOperands">,
    InterfaceMethod<"the loaded or stored value", "::mlir::Value", "getAccessedValue">,
    InterfaceMethod<"what a guarded load gives without access; null where there is none", "::mlir::Value", "getElseValue">,
    InterfaceMethod<"whether it writes", "bool", "isStore">
  ];
}

def Emmy_KernelOpInterface : OpInterface<"KernelOpInterface"> {
  let cppNamespace = "::emmy";
  let description = [{
    A kernel: tensors in, tensors out, isolated from above, buffers inside. The body's arguments are the inputs, the scalars, the
    sizes, then one buffer per fresh result; a tied result is the buffer of its input.
  }];
  let methods = [
    InterfaceMethod<"tensor operands", "::mlir::OperandRange", "getInputs">,
    InterfaceMethod<"scalar operands", "::mlir::OperandRange", "getScalars">,
    InterfaceMethod<"values of the free symbols", "::mlir::OperandRange", "getSizes">,
    InterfaceMethod<"names of the free symbols, in increasing order", "::mlir::ArrayAttr", "getSizeNames">,
    InterfaceMethod<"per result the input that it is written through, -1 where fresh", "::llvm::ArrayRef<int64_t>", "getTied">
  ];
  let extraSharedClassDeclaration = [{
    ::mlir::Block *getBodyBlock() { return &$_op->getRegion(0).front(); }
    ::mlir::BlockArgument getInputArgument(unsigned i) { return getBodyBlock()->getArgument(i); }
    ::mlir::BlockArgument getScalarArgument(unsigned i) {
      return getBodyBlock()->getArgument($_op.getInputs().size() + i);
    }
    ::mlir::BlockArgument getSizeArgument(unsigned i) {
      return getBodyBlock()->getArgument($_op.getInputs().size() + $_op.getScalars().size() + i);
    }
    /// The argument of a symbol's value; null where the kernel does not take it.
    ::mlir::BlockArgument getSizeArgument(::llvm::StringRef name) {
      for (auto [i, attr] : ::llvm::enumerate($_op.getSizeNames()))
        if (::llvm::cast<::mlir::StringAttr>(attr).getValue() == name)
          return getSizeArgument(i);
      return {};
    }
    /// The buffer that a result is written through: its own, or that of the tied input.
    ::mlir::BlockArgument getResultArgument(unsigned i) {
      ::llvm::ArrayRef<int64_t> tied = $_op.getTied();
      if (tied[i] >= 0)
        return getInputArgument(tied[i]);
      unsigned fresh = ::llvm::count(tied.take_front(i), int64_t(-1));
      return getBodyBlock()->getArgument($_op->getNumOperands() + fresh);
    }
  }];
}

#endif // EMMY_INTERFACES_NESTINTERFACES_TD
