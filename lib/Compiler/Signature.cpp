// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry function of a module, as its caller sees it.

#include "State.h"

#include "Emmy/Conversion/HostProgram/HostProgram.h"
#include "Emmy/Dialect/Base/IR/Base.h"

using namespace mlir;
using namespace emmy;

/// f32, bf16, i64, ui8 …: the type as it is printed.
static std::string getDtypeName(Type type) {
  std::string name;
  llvm::raw_string_ostream os(name);
  type.print(os);
  return name;
}

static std::string getStringAttr(DictionaryAttr attributes, StringRef name) {
  auto attribute = attributes ? attributes.getAs<StringAttr>(name) : StringAttr();
  return attribute ? attribute.getValue().str() : std::string();
}

/// Fails, with an error on `function`, for what is not a ranked tensor, or a buffer, with named extents.
static FailureOr<TensorInfo> readTensor(func::FuncOp function, Type type, DictionaryAttr attributes, StringRef role,
                                        unsigned index, SmallVectorImpl<ExtentAttr> &extents) {
  auto tensorType = dyn_cast<RankedTensorType>(type);
  std::optional<SmallVector<ExtentAttr>> read;
  auto bufferType = dyn_cast<MemRefType>(type);
  if (tensorType) {
    if (FailureOr<SmallVector<ExtentAttr>> named = getExtents(tensorType); succeeded(named))
      read = *named;
  } else if (bufferType) {
    read = getBufferExtents(bufferType, attributes);
  }
  if (!read) {
    function.emitError("expected ") << role << " #" << index << " to be a ranked tensor whose dynamic dims are named, "
                                    << "but got " << type;
    return failure();
  }
  extents = *read;
  TensorInfo info;
  info.name = getStringAttr(attributes, "emmy.name");
  info.parameter = getStringAttr(attributes, "emmy.parameter");
  info.updates = getStringAttr(attributes, "emmy.updates");
  info.dtype = getDtypeName(cast<ShapedType>(type).getElementType());
  for (ExtentAttr extent : extents)
    info.extents.push_back(extent.str());
  if (info.name.empty())
    info.name = !info.parameter.empty() ? info.parameter
                                        : (role.take_until([](char c) { return c == ' '; }) + llvm::Twine(index)).str();
  return info;
}

bool emmy::isBufferForm(ModuleOp module) {
  func::FuncOp entry = getEntry(module);
  return entry && llvm::any_of(entry.getArgumentTypes(), llvm::IsaPred<MemRefType>);
}

/// Whether @prepare makes what the entry takes as prepared; in buffer form its results are arguments.
static LogicalResult checkPrepared(ModuleOp module, func::FuncOp entry) {
  llvm::StringMap<ShapedType> made;
  auto add = [&](Type type, DictionaryAttr attributes) {
    if (auto shaped = dyn_cast<ShapedType>(type))
      made[getStringAttr(attributes, "emmy.name")] = shaped;
  };
  if (func::FuncOp preparation = getPreparation(module)) {
    for (auto [index, type] : llvm::enumerate(preparation.getArgumentTypes()))
      if (preparation.getArgAttr(index, "emmy.result"))
        add(type, preparation.getArgAttrDict(index));
    for (auto [index, type] : llvm::enumerate(preparation.getResultTypes()))
      add(type, preparation.getResultAttrDict(index));
  }
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    auto name = entry.getArgAttrOfType<StringAttr>(index, "emmy.prepared");
    if (!name)
      continue;
    ShapedType result = made.lookup(name);
    auto taken = dyn_cast<ShapedType>(type);
    if (!result || !taken || result.getElementType() != taken.getElementType() ||
        result.getShape() != taken.getShape()) {
      entry.emitError("expected @prepare to make ")
          << name << " of the type of argument #" << index << ", which is " << type << ", but got no such result";
      return failure();
    }
  }
  return success();
}

std::optional<Signature> emmy::readSignature(ModuleOp module, SignatureExtents &extentsOf) {
  func::FuncOp entry = expectEntry(module);
  if (!entry || failed(checkPrepared(module, entry)))
    return std::nullopt;
  Signature signature;
  signature.name = entry.getName().str();
  for (auto symbol : module.getOps<SymbolOp>()) {
    SymbolInfo info;
    info.name = symbol.getSym().str();
    info.min = symbol.getMinAttr().getInt();
    info.multiple = symbol.getMultipleAttr().getInt();
    if (symbol.getMaxAttr())
      info.max = symbol.getMaxAttr().getInt();
    signature.symbols.push_back(info);
  }
  extentsOf = {};
  SmallVector<ExtentAttr> extents;
  bool isBuffers = isBufferForm(module);
  for (auto [index, type] : llvm::enumerate(entry.getArgumentTypes())) {
    // In buffer form the sizes are arguments, and so are the results, behind the others.
    // What is prepared comes from parameters.
    if ((isBuffers && type.isIndex()) || entry.getArgAttr(index, "emmy.prepared"))
      continue;
    bool isResult = entry.getArgAttr(index, "emmy.result") != nullptr;
    FailureOr<TensorInfo> info = readTensor(entry, type, entry.getArgAttrDict(index), isResult ? "result" : "argument",
                                            isResult ? signature.outputs.size() : index, extents);
    if (failed(info))
      return std::nullopt;
    if (isResult) {
      signature.outputs.push_back(*info);
      extentsOf.results.emplace_back(extents.begin(), extents.end());
      continue;
    }
    if (!signature.outputs.empty()) {
      entry.emitError("expected results behind all other arguments, but got argument #") << index << " behind a result";
      return std::nullopt;
    }
    signature.inputs.push_back(*info);
    extentsOf.inputs.emplace_back(extents.begin(), extents.end());
  }
  if (func::FuncOp preparation = getPreparation(module))
    for (auto [index, type] : llvm::enumerate(preparation.getArgumentTypes())) {
      std::string key = getStringAttr(preparation.getArgAttrDict(index), "emmy.parameter");
      if (key.empty() || llvm::any_of(signature.inputs, [&](const TensorInfo &info) { return info.parameter == key; }))
        continue;
      FailureOr<TensorInfo> info =
          readTensor(preparation, type, preparation.getArgAttrDict(index), "argument", index, extents);
      if (failed(info))
        return std::nullopt;
      signature.inputs.push_back(*info);
      extentsOf.inputs.emplace_back(extents.begin(), extents.end());
    }
  for (auto [index, type] : llvm::enumerate(entry.getResultTypes())) {
    FailureOr<TensorInfo> info = readTensor(entry, type, entry.getResultAttrDict(index), "result", index, extents);
    if (failed(info))
      return std::nullopt;
    signature.outputs.push_back(*info);
    extentsOf.results.emplace_back(extents.begin(), extents.end());
  }
  return signature;
}
