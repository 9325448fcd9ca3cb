// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The choice of sizes and values.

#include "Trials.h"

#include "Emmy/Dialect/Base/IR/Base.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace emmy;
using namespace emmy::checking;

std::optional<std::vector<std::vector<int64_t>>> Interface::getShapes(bool ofOutputs, ArrayRef<int64_t> symbols) const {
  auto lookup = [&](StringRef name) -> std::optional<int64_t> {
    auto info = llvm::find_if(signature.symbols, [&](const SymbolInfo &symbol) { return symbol.name == name; });
    assert(info != signature.symbols.end() && "a verified extent names declared symbols");
    return symbols[info - signature.symbols.begin()];
  };
  std::vector<std::vector<int64_t>> shapes;
  for (const std::vector<Attribute> &tensor : ofOutputs ? extents.results : extents.inputs) {
    std::vector<int64_t> &shape = shapes.emplace_back();
    for (Attribute extent : tensor) {
      std::optional<int64_t> size = cast<ExtentAttr>(extent).evaluate(lookup);
      if (!size || *size < 0)
        return std::nullopt;
      shape.push_back(*size);
    }
  }
  return shapes;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The nearest value that the symbol's declaration allows.
static int64_t clamp(const SymbolInfo &symbol, int64_t value) {
  int64_t multiple = std::max<int64_t>(symbol.multiple, 1);
  value = std::max(value, symbol.min);
  value = llvm::divideCeil(value, multiple) * multiple;
  if (symbol.max && value > *symbol.max)
    value = *symbol.max / multiple * multiple;
  return value;
}

/// Values for `count` symbols before they are clamped, in the order in which they are tried: those that take little
/// time first. Independent symbols get different values in some and equal ones in others; the tiles of schedules are
/// powers of two.
static std::vector<std::vector<int64_t>> proposeSizes(size_t count) {
  static constexpr int64_t primes[] = {3, 5, 7, 11, 13}, backwards[] = {7, 2, 5, 3, 11}, tiles[] = {33, 31, 17, 15, 9},
                           blocks[] = {129, 127, 65, 63, 33};
  auto take = [&](ArrayRef<int64_t> values) {
    std::vector<int64_t> result;
    for (size_t i = 0; i < count; ++i)
      result.push_back(values[i % values.size()]);
    return result;
  };
  return {take(primes), take({0}), take({1}), take({5}), take(backwards), take(tiles), take(blocks)};
}

static int64_t countElements(const std::vector<std::vector<int64_t>> &shapes) {
  int64_t total = 0;
  for (const std::vector<int64_t> &shape : shapes) {
    int64_t count = 1;
    for (int64_t size : shape)
      if (llvm::MulOverflow(count, size, count))
        return std::numeric_limits<int64_t>::max();
    if (llvm::AddOverflow(total, count, total))
      return std::numeric_limits<int64_t>::max();
  }
  return total;
}

static StringRef getName(Values values) {
  switch (values) {
  case Values::random:
    return "random values";
  case Values::ties:
    return "equal values";
  case Values::special:
    return "special values";
  case Values::cancellation:
    return "values that cancel";
  case Values::rows:
    return "equal values in rows";
  case Values::uniform:
    return "the lowest and highest values";
  }
  llvm_unreachable("no kind of values");
}

static std::string describe(const Interface &interface, const Trial &trial) {
  std::string text;
  for (auto [symbol, value] : llvm::zip(interface.signature.symbols, trial.symbols))
    text += symbol.name + " = " + std::to_string(value) + ", ";
  return text + getName(trial.values).str();
}

std::vector<Trial> checking::chooseTrials(const Interface &interface, const GivenInputs &given, int64_t maxElements,
                                          std::vector<std::string> &refused) {
  ArrayRef<SymbolInfo> symbols = interface.signature.symbols;
  std::vector<std::vector<int64_t>> sizes;
  if (given.symbols) {
    sizes.push_back(*given.symbols);
  } else {
    for (std::vector<int64_t> &proposal : proposeSizes(symbols.size())) {
      for (auto [value, symbol] : llvm::zip_equal(proposal, symbols))
        value = clamp(symbol, value);
      if (!llvm::is_contained(sizes, proposal))
        sizes.push_back(proposal);
    }
  }
  static constexpr Values kinds[] = {Values::random,       Values::ties, Values::special,
                                     Values::cancellation, Values::rows, Values::uniform};
  // For the sizes in their order: what takes another way where all elements are alike shows in few.
  static constexpr Values kindsOfSizes[] = {Values::ties, Values::special, Values::uniform, Values::rows};
  std::vector<Trial> trials;
  auto add = [&](const std::vector<int64_t> &values, Values kind) {
    Trial trial{values, kind, given.seed + trials.size(), ""};
    trial.description = describe(interface, trial);
    auto inputs = interface.getShapes(false, values), outputs = interface.getShapes(true, values);
    if (!inputs || !outputs)
      return; // sizes for which an extent is negative
    int64_t elements = llvm::SaturatingAdd<uint64_t>(countElements(*inputs), countElements(*outputs));
    if (elements > maxElements)
      refused.push_back(trial.description + ": " + std::to_string(elements) + " elements, more than " +
                        std::to_string(maxElements));
    else
      trials.push_back(trial);
  };
  bool isAllGiven = !given.arrays.empty() && llvm::all_of(given.arrays, [](const auto &array) { return bool(array); });
  if (isAllGiven) {
    add(sizes.front(), Values::random);
    return trials;
  }
  // With one choice of sizes all kinds of values, else the kinds in turn; the first two sizes say most.
  if (sizes.size() == 1) {
    for (Values kind : kinds)
      add(sizes.front(), kind);
    return trials;
  }
  add(sizes.front(), Values::random);
  for (auto [i, values] : llvm::enumerate(sizes))
    add(values, i < std::size(kindsOfSizes) ? kindsOfSizes[i] : kinds[(i + 1) % 4]);
  return trials;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// A well-mixed 64-bit number.
static uint64_t mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15ull;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ull;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebull;
  return value ^ (value >> 31);
}

/// The smallest subnormal of a float dtype.
static double getSmallest(StringRef dtype) {
  return llvm::APFloat::getSmallest(*getFloatSemantics(dtype.str())).convertToDouble();
}

/// The largest and the smallest number of an integer dtype; both exact as doubles up to 32 bits.
static double getEnd(StringRef dtype, bool isLowest) {
  bool isUnsigned = dtype.consume_front("u");
  unsigned width = 0;
  dtype.drop_front().getAsInteger(10, width);
  if (isLowest)
    return isUnsigned ? 0.0 : -std::ldexp(1.0, width - 1);
  return std::ldexp(1.0, std::min<unsigned>(width, 62) - (isUnsigned ? 0 : 1)) - 1;
}

/// One of the numbers that go wrong, by a random choice.
static double getSpecial(StringRef dtype, uint64_t choice) {
  double inf = std::numeric_limits<double>::infinity(), tiny = getSmallest(dtype);
  const double numbers[] = {inf,  -inf,      std::numeric_limits<double>::quiet_NaN(), 0.0, -0.0, tiny, -tiny, 1.0,
                            -1.0, 100 * tiny};
  return numbers[choice % std::size(numbers)];
}

/// Fills every row with one number: the ends of the dtype, NaN, 0 and what the row begins with, by turns.
static void fillRows(HostArray &array, unsigned first, bool isFloat) {
  StringRef dtype = array.dtype;
  double inf = std::numeric_limits<double>::infinity();
  int64_t length = array.shape.empty() ? 1 : array.shape.back();
  for (int64_t i = 0, e = array.getNumElements(); i < e; ++i) {
    unsigned choice = (first + i / length) % 5;
    if (choice < 2)
      array.setNumber(i, isFloat ? (choice ? inf : -inf) : getEnd(dtype, !choice));
    else if (choice < 4)
      array.setNumber(i, choice == 2 || !isFloat ? 0.0 : std::numeric_limits<double>::quiet_NaN());
    else
      array.setNumber(i, array.getNumber(i / length * length));
  }
}

void checking::fillInput(HostArray &array, const Trial &trial, unsigned argument) {
  StringRef dtype = array.dtype;
  fillRandom(array, trial.seed * 1000 + argument);
  if (trial.values == Values::random || dtype == "i1")
    return;
  bool isFloat = getFloatSemantics(array.dtype);
  if (trial.values == Values::rows)
    return fillRows(array, argument, isFloat);
  if (trial.values == Values::uniform) {
    double end =
        isFloat ? std::numeric_limits<double>::infinity() * (argument % 2 ? 1 : -1) : getEnd(dtype, argument % 2 == 0);
    for (int64_t i = 0, e = array.getNumElements(); i < e; ++i)
      array.setNumber(i, end);
    return;
  }
  for (int64_t i = 0, e = array.getNumElements(); i < e; ++i) {
    uint64_t bits = mix(mix(trial.seed * 1000 + argument) + i);
    if (trial.values == Values::special) {
      // Rare, so that most rows of a small program have none, and at least one in every input of more than one element.
      bool isSpecial = (bits >> 32) % 41 == 0 || (e > 1 && i == int64_t(mix(trial.seed + argument) % e));
      if (isSpecial && isFloat)
        array.setNumber(i, getSpecial(dtype, bits));
      else if (isSpecial)
        array.setNumber(i, getEnd(dtype, bits & 1));
    } else if (isFloat && trial.values == Values::ties) {
      double number = double(bits % 5) / 2 - 1; // -1, -0.5, 0, 0.5, 1
      array.setNumber(i, number == 0 && (bits >> 32 & 1) ? -0.0 : number);
    } else if (isFloat) {
      double large = (i + argument) % 2 ? -1024.0 : 1024.0;
      array.setNumber(i, (bits >> 32) % 4 == 0 ? array.getNumber(i) : large);
    }
  }
}
