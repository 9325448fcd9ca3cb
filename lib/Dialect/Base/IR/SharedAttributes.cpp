// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes named `emmy.…` that operations of other dialects carry: which there are, and where they may stand.

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/IR/Licences.h"
#include "Emmy/Dialect/Base/IR/Targets.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace emmy;

namespace {
enum class Place { module, narrowing, product, argument, boundary };

/// One attribute: where it stands, and what it says.
struct SharedAttribute {
  StringLiteral name;
  Place place;
  StringLiteral value; // for messages
  bool (*isValue)(Attribute);
};
} // namespace

static bool isNonEmptyString(Attribute attribute) {
  auto string = dyn_cast<StringAttr>(attribute);
  return string && !string.empty();
}

static const SharedAttribute sharedAttributes[] = {
    {"emmy.target", Place::module, "a string", [](Attribute attribute) { return isa<StringAttr>(attribute); }},
    {"emmy.numerics", Place::module, "#emmy.numerics",
     [](Attribute attribute) { return isa<NumericsAttr>(attribute); }},
    {LicenceSet::name, Place::module, "different names of licences",
     [](Attribute attribute) { return LicenceSet::read(attribute).has_value(); }},
    {"emmy.implied", Place::narrowing, "no value or a number of type i64",
     [](Attribute attribute) {
       auto number = dyn_cast<IntegerAttr>(attribute);
       return isa<UnitAttr>(attribute) || (number && number.getType().isSignlessInteger(64));
     }},
    {"emmy.shared", Place::product, "no value", [](Attribute attribute) { return isa<UnitAttr>(attribute); }},
    {"emmy.name", Place::boundary, "a string that is not empty", isNonEmptyString},
    {"emmy.parameter", Place::argument, "a string that is not empty", isNonEmptyString},
    {"emmy.prepared", Place::argument, "a string that is not empty", isNonEmptyString},
    {"emmy.symbol", Place::argument, "a string that is not empty", isNonEmptyString},
    {"emmy.dims", Place::argument, "#emmy.dims", [](Attribute attribute) { return isa<DimsAttr>(attribute); }},
    {"emmy.result", Place::argument, "no value", [](Attribute attribute) { return isa<UnitAttr>(attribute); }},
    {"emmy.updates", Place::boundary, "a string that is not empty", isNonEmptyString},
};

static StringRef describe(Place place) {
  switch (place) {
  case Place::module:
    return "the top-level module";
  case Place::narrowing:
    return "a conversion to a narrower type";
  case Place::product:
    return "a product of floats";
  case Place::argument:
    return "an argument of a function";
  case Place::boundary:
    return "an argument or a result of a function";
  }
  llvm_unreachable("unknown place");
}

static bool isAt(Operation *op, Place place) {
  if (place == Place::module)
    return isa<ModuleOp>(op);
  // Down to target code, as conversions below.
  if (place == Place::product)
    return llvm::is_contained({"arith.mulf", "llvm.fmul"}, op->getName().getStringRef());
  if (place != Place::narrowing || op->getNumOperands() != 1 || op->getNumResults() != 1)
    return false;
  // A conversion of any level, down to target code.
  Type from = getElementTypeOrSelf(op->getOperand(0)), to = getElementTypeOrSelf(op->getResult(0));
  return from.isIntOrFloat() && to.isIntOrFloat() && from.getIntOrFloatBitWidth() > to.getIntOrFloatBitWidth();
}

/// Verifies one attribute that stands where `isPlace` says; the attribute is known by its name.
static LogicalResult verify(Operation *op, NamedAttribute attribute, function_ref<bool(Place)> isPlace,
                            const Twine &where) {
  for (const SharedAttribute &shared : sharedAttributes) {
    if (attribute.getName() != shared.name)
      continue;
    if (!isPlace(shared.place))
      return op->emitOpError("expected ")
             << shared.name << " on " << describe(shared.place) << ", but got it " << where;
    if (!shared.isValue(attribute.getValue()))
      return op->emitOpError("expected ")
             << shared.name << " to be " << shared.value << ", but got " << attribute.getValue() << " " << where;
    return success();
  }
  InFlightDiagnostic error = op->emitOpError("expected one of the attributes ");
  llvm::interleaveComma(sharedAttributes, error, [&](const SharedAttribute &shared) { error << shared.name; });
  return error << ", but got " << attribute.getName() << " " << where;
}

LogicalResult EmmyDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (failed(verify(op, attribute, [&](Place place) { return isAt(op, place); }, "on an operation")))
    return failure();
  auto numerics = op->getAttrOfType<NumericsAttr>("emmy.numerics");
  if (attribute.getName() == LicenceSet::name && (!numerics || numerics.getValue() != Numerics::fast))
    return op->emitOpError("expected emmy.numerics to be fast beside ")
           << LicenceSet::name << ", but got " << (numerics ? stringifyNumerics(numerics.getValue()) : "none");
  auto target = dyn_cast<StringAttr>(attribute.getValue());
  if (attribute.getName() == "emmy.target" && !lookupTarget(target.getValue()))
    return op->emitOpError("expected a target of ") << getTargetNames() << ", but got '" << target.getValue() << "'";
  return success();
}

/// One argument for each parameter: who passes them looks them up by key.
static LogicalResult verifyKeys(FunctionOpInterface function) {
  llvm::SmallDenseMap<Attribute, unsigned> keys;
  for (unsigned argument = 0; argument < function.getNumArguments(); ++argument) {
    Attribute key = function.getArgAttr(argument, "emmy.parameter");
    if (!key)
      continue;
    auto [it, isNew] = keys.try_emplace(key, argument);
    if (!isNew)
      return function->emitOpError("expected one argument for emmy.parameter ")
             << key << ", but got arguments #" << it->second << " and #" << argument;
  }
  return success();
}

LogicalResult EmmyDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned argument,
                                                    NamedAttribute attribute) {
  auto isPlace = [](Place place) { return place == Place::argument || place == Place::boundary; };
  if (failed(verify(op, attribute, isPlace, "on argument #" + Twine(argument))))
    return failure();
  // Functions alone have attributes of arguments and ask dialects about them.
  auto function = cast<FunctionOpInterface>(op);
  Type type = function.getArgumentTypes()[argument];
  if (attribute.getName() == "emmy.symbol" && !type.isIndex())
    return op->emitOpError("expected emmy.symbol on an argument of index type, but argument #")
           << argument << " is " << type;
  // The last of parameters in a row looks at all, so that not each of many does.
  bool isLast = argument + 1 == function.getNumArguments() || !function.getArgAttr(argument + 1, "emmy.parameter");
  if (attribute.getName() == "emmy.parameter" && isLast && failed(verifyKeys(function)))
    return failure();
  if (auto dims = dyn_cast<DimsAttr>(attribute.getValue())) {
    auto shaped = dyn_cast<MemRefType>(type);
    if (!shaped || shaped.getRank() != static_cast<int64_t>(dims.getExtents().size()))
      return op->emitOpError("expected emmy.dims on a memref of rank ")
             << dims.getExtents().size() << ", but argument #" << argument << " is " << type;
  }
  return success();
}

LogicalResult EmmyDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned result,
                                                       NamedAttribute attribute) {
  auto isPlace = [](Place place) { return place == Place::boundary; };
  return verify(op, attribute, isPlace, "on result #" + Twine(result));
}
