// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the tile level: registration, and the text form of schedules.

#include "Emmy/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace emmy;
using namespace emmy::tile;

#include "Emmy/Dialect/Tile/IR/TileEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Emmy/Dialect/Tile/IR/TileAttributes.cpp.inc"

void TileDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Emmy/Dialect/Tile/IR/TileAttributes.cpp.inc"
      >();
}

void RegistersAttr::print(AsmPrinter &printer) const { printer << "<[" << getThreadDims() << "]>"; }

Attribute RegistersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> dims;
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parser.parseInteger(dims.emplace_back()); }) ||
      parser.parseGreater())
    return {};
  return RegistersAttr::get(parser.getContext(), dims);
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

static void printSplit(AsmPrinter &printer, SplitAttr split) {
  printer << stringifyBinding(split.getBinding());
  if (split.getSize())
    printer << ' ' << split.getSize();
}

static FailureOr<SplitAttr> parseSplit(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<Binding> binding = symbolizeBinding(name);
  if (!binding) {
    parser.emitError(loc, "expected a binding (block, thread, vector, unroll, sequential), but got '") << name << "'";
    return failure();
  }
  int64_t size = 0;
  OptionalParseResult parsed = parser.parseOptionalInteger(size);
  if (parsed.has_value() && failed(*parsed))
    return failure();
  if (parsed.has_value() && size < 1) {
    parser.emitError(loc, "expected a split of size at least 1, but got ") << size;
    return failure();
  }
  return SplitAttr::get(parser.getContext(), *binding, size);
}

void SplitAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printSplit(printer, *this);
  printer << '>';
}

Attribute SplitAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<SplitAttr> split = parseSplit(parser);
  if (failed(split) || parser.parseGreater())
    return {};
  return *split;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// Prints the entry; `counts` numbers the axes of each kind.
static void printAxis(AsmPrinter &printer, AxisAttr axis, std::array<unsigned, 2> &counts) {
  auto printName = [&](AxisKind kind) { printer << stringifyAxisKind(kind) << counts[static_cast<unsigned>(kind)]++; };
  if (axis.getKinds().size() == 1) {
    printName(axis.getKinds().front());
  } else {
    printer << '(';
    llvm::interleaveComma(axis.getKinds(), printer.getStream(), printName);
    printer << ')';
  }
  printer << " = [";
  llvm::interleaveComma(axis.getSplits(), printer.getStream(), [&](SplitAttr split) { printSplit(printer, split); });
  printer << ']';
}

static FailureOr<AxisAttr> parseAxis(AsmParser &parser, std::array<unsigned, 2> &counts) {
  SmallVector<AxisKind> kinds;
  SmallVector<SplitAttr> splits;
  auto parseName = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<AxisKind> kind = symbolizeAxisKind(name.take_front(1));
    if (!kind)
      return parser.emitError(loc, "expected the name of an axis (i0, r0), but got '") << name << "'";
    std::string derived = (name.take_front(1) + Twine(counts[static_cast<unsigned>(*kind)]++)).str();
    if (name != derived)
      return parser.emitError(loc, "expected axis ")
             << derived << ", but got " << name << " (axes stand in preorder, each letter counts from 0)";
    kinds.push_back(*kind);
    return success();
  };
  auto parseOneSplit = [&]() -> ParseResult {
    FailureOr<SplitAttr> split = parseSplit(parser);
    if (failed(split))
      return failure();
    splits.push_back(*split);
    return success();
  };
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseCommaSeparatedList(parseName) || parser.parseRParen())
      return failure();
  } else if (parseName()) {
    return failure();
  }
  if (parser.parseEqual() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOneSplit))
    return failure();
  return AxisAttr::get(parser.getContext(), kinds, splits);
}

void AxisAttr::print(AsmPrinter &printer) const {
  std::array<unsigned, 2> counts{};
  printer << '<';
  printAxis(printer, *this, counts);
  printer << '>';
}

Attribute AxisAttr::parse(AsmParser &parser, Type) {
  std::array<unsigned, 2> counts{};
  if (parser.parseLess())
    return {};
  FailureOr<AxisAttr> axis = parseAxis(parser, counts);
  if (failed(axis) || parser.parseGreater())
    return {};
  return *axis;
}

//===----------------------------------------------------------------------===//
// Stagings
//===----------------------------------------------------------------------===//

static void printStaging(AsmPrinter &printer, StagingAttr staging, StringRef axis) {
  if (staging.getOperands().size() == 1) {
    printer << "operand " << staging.getOperands().front();
  } else {
    printer << "operands [";
    llvm::interleaveComma(staging.getOperands(), printer.getStream());
    printer << ']';
  }
  printer << " at " << axis << " in " << stringifyStagingSpace(staging.getSpace());
}

/// Parses a staging whose axis is a name that `resolve` turns into a number.
static FailureOr<StagingAttr> parseStaging(AsmParser &parser, function_ref<std::optional<int64_t>(StringRef)> resolve) {
  SmallVector<int64_t> operands;
  auto parseOperandNumber = [&] { return parser.parseInteger(operands.emplace_back()); };
  if (succeeded(parser.parseOptionalKeyword("operand"))) {
    if (parseOperandNumber())
      return failure();
  } else if (parser.parseKeyword("operands") ||
             parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOperandNumber)) {
    return failure();
  }
  StringRef axisName, spaceName;
  if (parser.parseKeyword("at"))
    return failure();
  SMLoc axisLoc = parser.getCurrentLocation();
  if (parser.parseKeyword(&axisName) || parser.parseKeyword("in"))
    return failure();
  SMLoc spaceLoc = parser.getCurrentLocation();
  if (parser.parseKeyword(&spaceName))
    return failure();
  std::optional<int64_t> axis = resolve(axisName);
  if (!axis) {
    parser.emitError(axisLoc, "expected an axis of the schedule, but got '") << axisName << "'";
    return failure();
  }
  std::optional<StagingSpace> space = symbolizeStagingSpace(spaceName);
  if (!space) {
    parser.emitError(spaceLoc, "expected registers or shared, but got '") << spaceName << "'";
    return failure();
  }
  return StagingAttr::get(parser.getContext(), operands, *axis, *space);
}

void StagingAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printStaging(printer, *this, ("a" + Twine(getAxis())).str());
  printer << '>';
}

Attribute StagingAttr::parse(AsmParser &parser, Type) {
  auto resolve = [](StringRef name) -> std::optional<int64_t> {
    int64_t number;
    if (!name.consume_front("a") || name.getAsInteger(10, number))
      return std::nullopt;
    return number;
  };
  if (parser.parseLess())
    return {};
  FailureOr<StagingAttr> staging = parseStaging(parser, resolve);
  if (failed(staging) || parser.parseGreater())
    return {};
  return *staging;
}

//===----------------------------------------------------------------------===//
// Schedules
//===----------------------------------------------------------------------===//

void ScheduleAttr::print(AsmPrinter &printer) const {
  std::array<unsigned, 2> counts{};
  printer << "<threads = " << getThreads() << ", axes = [";
  llvm::interleaveComma(getAxes(), printer.getStream(), [&](AxisAttr axis) { printAxis(printer, axis, counts); });
  printer << ']';
  if (!getStagings().empty()) {
    printer << ", stage = [";
    llvm::interleaveComma(getStagings(), printer.getStream(),
                          [&](StagingAttr staging) { printStaging(printer, staging, getAxisName(staging.getAxis())); });
    printer << ']';
  }
  printer << '>';
}

Attribute ScheduleAttr::parse(AsmParser &parser, Type) {
  int64_t threads;
  SmallVector<AxisAttr> axes;
  SmallVector<StagingAttr> stagings;
  std::array<unsigned, 2> counts{};
  auto parseOneAxis = [&]() -> ParseResult {
    FailureOr<AxisAttr> axis = parseAxis(parser, counts);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    return success();
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseKeyword("threads") || parser.parseEqual() || parser.parseInteger(threads) ||
      parser.parseComma() || parser.parseKeyword("axes") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOneAxis))
    return {};
  // The axes are not verified yet: no schedule can be made of them to derive the names.
  auto resolve = [&](StringRef name) -> std::optional<int64_t> {
    int64_t number = 0;
    std::array<unsigned, 2> named{};
    for (AxisAttr entry : axes)
      for (AxisKind kind : entry.getKinds()) {
        if ((stringifyAxisKind(kind) + Twine(named[static_cast<unsigned>(kind)]++)).str() == name)
          return number;
        ++number;
      }
    return std::nullopt;
  };
  auto parseOneStaging = [&]() -> ParseResult {
    FailureOr<StagingAttr> staging = parseStaging(parser, resolve);
    if (failed(staging))
      return failure();
    stagings.push_back(*staging);
    return success();
  };
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("stage") || parser.parseEqual() ||
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOneStaging)))
    return {};
  if (parser.parseGreater())
    return {};
  return ScheduleAttr::getChecked([&] { return parser.emitError(loc); }, parser.getContext(), threads, axes, stagings);
}
