// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the tile level: registration, text form of schedules, and what can be verified without a kernel.

#include "Emmy/Dialect/Tile/IR/Tile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

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

int64_t AxisAttr::getInnerSize() const {
  int64_t product = 1;
  for (SplitAttr split : getSplits())
    product *= std::max<int64_t>(split.getSize(), 1);
  return product;
}

int64_t AxisAttr::getFactor(unsigned i) const {
  int64_t product = 1;
  for (SplitAttr split : getSplits().drop_front(i + 1))
    product *= std::max<int64_t>(split.getSize(), 1);
  return product;
}

bool AxisAttr::hasBinding(Binding binding) const {
  return llvm::any_of(getSplits(), [&](SplitAttr split) { return split.getBinding() == binding; });
}

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

unsigned ScheduleAttr::getNumAxes() const {
  unsigned count = 0;
  for (AxisAttr entry : getAxes())
    count += entry.getKinds().size();
  return count;
}

AxisKind ScheduleAttr::getKind(unsigned axis) const {
  for (AxisAttr entry : getAxes()) {
    if (axis < entry.getKinds().size())
      return entry.getKinds()[axis];
    axis -= entry.getKinds().size();
  }
  llvm_unreachable("expected an axis of the schedule");
}

std::string ScheduleAttr::getAxisName(unsigned axis) const {
  unsigned number = 0;
  for (unsigned i = 0; i < axis; ++i)
    number += getKind(i) == getKind(axis);
  return (stringifyAxisKind(getKind(axis)) + Twine(number)).str();
}

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

LogicalResult emmy::tile::verifyNumThreads(function_ref<InFlightDiagnostic()> emitError, int64_t threads) {
  if (threads < 1 || threads > 1024)
    return emitError() << "expected 1 to 1024 threads, but got " << threads;
  return success();
}

/// C2 to C4 and C6 of one entry.
static LogicalResult verifyEntry(function_ref<InFlightDiagnostic()> emitError, unsigned number, AxisAttr axis) {
  ArrayRef<SplitAttr> splits = axis.getSplits();
  if (splits.empty())
    return emitError() << "expected at least one split in entry #" << number << ", but got none";
  if (splits.front().getSize())
    return emitError() << "expected the outermost split of entry #" << number
                       << " to have no size (it is derived), but got " << splits.front().getSize();
  uint64_t product = 1;
  for (size_t i = 0; i < splits.size(); ++i) {
    SplitAttr split = splits[i];
    product = llvm::SaturatingMultiply<uint64_t>(product, std::max<int64_t>(split.getSize(), 1));
    StringRef name = stringifyBinding(split.getBinding());
    if (i && !split.getSize())
      return emitError() << "expected a size for split #" << i << " (" << name << ") of entry #" << number
                         << ", but got none";
    switch (split.getBinding()) {
    case Binding::sequential:
    case Binding::unroll:
      break;
    case Binding::block:
    case Binding::thread:
    case Binding::vector:
      if (llvm::count_if(splits, [&](SplitAttr other) { return other.getBinding() == split.getBinding(); }) > 1)
        return emitError() << "expected at most one " << name << " split in entry #" << number << ", but got several";
      if (split.getBinding() == Binding::block && i)
        return emitError() << "expected the block split of entry #" << number << " to be the first, but got split #"
                           << i;
      if (split.getBinding() == Binding::vector && i + 1 != splits.size())
        return emitError() << "expected the vector split of entry #" << number << " to be the last, but got split #"
                           << i << " of " << splits.size();
      break;
    default:
      return emitError() << "expected block, thread, vector, unroll or sequential in entry #" << number << ", but got "
                         << name;
    }
  }
  constexpr uint64_t mostPositions = std::numeric_limits<int32_t>::max();
  if (product > mostPositions)
    return emitError() << "expected sizes of entry #" << number << " with a product of at most " << mostPositions
                       << ", but got " << product;
  if (!llvm::all_equal(axis.getKinds()))
    return emitError() << "expected the collapsed axes of entry #" << number << " to be of one kind, but got loops and "
                       << "reductions";
  return success();
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t threads,
                                   ArrayRef<AxisAttr> axes, ArrayRef<StagingAttr> stagings) {
  if (failed(verifyNumThreads(emitError, threads)))
    return failure();
  int64_t numAxes = 0;
  for (auto [number, axis] : llvm::enumerate(axes)) {
    if (failed(verifyEntry(emitError, number, axis)))
      return failure();
    numAxes += axis.getKinds().size();
  }
  for (auto [number, staging] : llvm::enumerate(stagings)) {
    ArrayRef<int64_t> operands = staging.getOperands();
    if (operands.empty())
      return emitError() << "expected staging #" << number << " to name an operand, but got none";
    for (unsigned i = 0; i + 1 < operands.size(); ++i)
      if (operands[i] >= operands[i + 1])
        return emitError() << "expected increasing operand numbers in staging #" << number << ", but got "
                           << operands[i] << " before " << operands[i + 1];
    // The text names axes, and the parser looks them up.
    assert(staging.getAxis() >= 0 && staging.getAxis() < numAxes && "a staging at an axis of the schedule");
  }
  return success();
}
