// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the kernel dialect: builders and text forms.

#include "Emmy/Dialect/Kernel/IR/Kernel.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace emmy::kernel;

//===----------------------------------------------------------------------===//
// Types in assembly formats
//===----------------------------------------------------------------------===//

/// The type of a device buffer.
static ParseResult parseBufferType(OpAsmParser &parser, Type &type, Type &element) {
  MemRefType buffer;
  if (parser.parseType(buffer))
    return failure();
  type = buffer;
  element = buffer.getElementType();
  return success();
}

/// custom<AccessType>: the buffer's type, then `, vector<4xf32>` where more than one element is accessed.
static ParseResult parseAccessType(OpAsmParser &parser, Type &memref, Type &type) {
  if (parseBufferType(parser, memref, type))
    return failure();
  return succeeded(parser.parseOptionalComma()) ? parser.parseType(type) : ParseResult(success());
}

static void printAccessType(OpAsmPrinter &printer, Operation *, Type memref, Type type) {
  printer << memref;
  if (type != cast<MemRefType>(memref).getElementType())
    printer << ", " << type;
}

/// custom<ElementType>: the buffer's type; operand and result have its element type.
static ParseResult parseElementType(OpAsmParser &parser, Type &memref, Type &value, Type &old) {
  if (parseBufferType(parser, memref, value))
    return failure();
  old = value;
  return success();
}

static void printElementType(OpAsmPrinter &printer, Operation *, Type memref, Type, Type) { printer << memref; }

/// custom<SameType>: a type, then the second one where it differs.
static ParseResult parseSameType(OpAsmParser &parser, Type &first, Type &second) {
  if (parser.parseType(first))
    return failure();
  second = first;
  return succeeded(parser.parseOptionalComma()) ? parser.parseType(second) : ParseResult(success());
}

static void printSameType(OpAsmPrinter &printer, Operation *, Type first, Type second) {
  printer << first;
  if (first != second)
    printer << ", " << second;
}

/// custom<MatrixShape>: m16n8k16.
static ParseResult parseMatrixShape(OpAsmParser &parser, DenseI32ArrayAttr &shape) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  StringRef rest = keyword;
  int32_t sizes[3];
  for (auto [letter, size] : llvm::zip_equal(StringRef("mnk"), sizes))
    if (!rest.consume_front(StringRef(&letter, 1)) || rest.consumeInteger(10, size))
      return parser.emitError(loc, "expected a shape such as m16n8k16, but got '") << keyword << "'";
  if (!rest.empty())
    return parser.emitError(loc, "expected a shape such as m16n8k16, but got '") << keyword << "'";
  shape = parser.getBuilder().getDenseI32ArrayAttr(sizes);
  return success();
}

static void printMatrixShape(OpAsmPrinter &printer, Operation *, DenseI32ArrayAttr shape) {
  for (auto [letter, size] : llvm::zip(StringRef("mnk"), shape.asArrayRef()))
    printer << StringRef(&letter, 1) << size;
}

#define GET_OP_CLASSES
#include "Emmy/Dialect/Kernel/IR/KernelOps.cpp.inc"

//===----------------------------------------------------------------------===//
// emmy_kernel.module
//===----------------------------------------------------------------------===//

void emmy::kernel::ModuleOp::build(OpBuilder &builder, OperationState &state, StringRef name, StringAttr target) {
  state.addAttribute(getSymNameAttrName(state.name), builder.getStringAttr(name));
  if (target)
    state.addAttribute(getTargetAttrName(state.name), target);
  state.addRegion()->emplaceBlock();
}

//===----------------------------------------------------------------------===//
// emmy_kernel.func
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name, FunctionType type,
                   ArrayRef<int32_t> block) {
  state.addAttribute(getSymNameAttrName(state.name), builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addAttribute(getBlockAttrName(state.name), builder.getDenseI32ArrayAttr(block));
  Block &body = state.addRegion()->emplaceBlock();
  for (Type input : type.getInputs())
    body.addArgument(input, state.location);
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> arguments, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag,
                      std::string &) { return builder.getFunctionType(arguments, results); };
  return function_interface_impl::parseFunctionOp(parser, result, /*allowVariadic=*/false,
                                                  getFunctionTypeAttrName(result.name), buildType,
                                                  getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
                                           getArgAttrsAttrName(), getResAttrsAttrName());
}
