// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a run as texts: files of inputs, and values of symbols.

#include "Emmy/Execution/Arguments.h"

#include "Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <map>

using namespace emmy;
using llvm::StringRef;
using llvm::Twine;

std::optional<OptionalArrays> emmy::readInputs(const std::vector<std::string> &inputs, const Signature &signature,
                                               Diagnostics &diagnostics) {
  OptionalArrays arrays(signature.inputs.size());
  size_t next = 0;
  for (StringRef text : inputs) {
    auto [name, path] = text.split('=');
    size_t position = 0;
    if (path.empty()) {
      path = name;
      position = next++;
    } else {
      while (position < arrays.size() && signature.inputs[position].name != name)
        ++position;
    }
    if (position >= arrays.size())
      return fail(diagnostics, "expected an input for one of " + Twine(arrays.size()) + " arguments, but got " + text);
    std::string error;
    arrays[position] = readNpy(path.str(), signature.inputs[position].dtype, error);
    if (!arrays[position])
      return fail(diagnostics, error);
  }
  return arrays;
}

std::optional<std::vector<int64_t>> emmy::bindSymbols(const std::vector<std::string> &sizes, const Signature &signature,
                                                      const OptionalArrays &arrays, Diagnostics &diagnostics) {
  std::map<std::string, int64_t> values;
  for (StringRef text : sizes) {
    auto [name, number] = text.split('=');
    if (number.getAsInteger(10, values[name.str()]))
      return fail(diagnostics, "expected a size NAME=N, but got '" + text + "'");
    if (llvm::none_of(signature.symbols, [name = name](const SymbolInfo &symbol) { return symbol.name == name; }))
      return fail(diagnostics, "expected a size of a symbol of the program, but got '" + text + "'");
  }
  for (auto [info, array] : llvm::zip_equal(signature.inputs, arrays)) {
    if (!array)
      continue;
    if (array->shape.size() != info.extents.size())
      return fail(diagnostics, "expected argument '" + info.name + "' of rank " + Twine(info.extents.size()) +
                                   ", but got " + Twine(array->shape.size()));
    for (auto [extent, size] : llvm::zip_equal(info.extents, array->shape))
      values.try_emplace(extent, size);
  }
  std::vector<int64_t> symbols;
  for (const SymbolInfo &symbol : signature.symbols) {
    auto found = values.find(symbol.name);
    if (found == values.end())
      return fail(diagnostics,
                  "expected --size=" + symbol.name + "=N, or an --input that has it as a dim, but got neither");
    int64_t value = found->second;
    if (value < symbol.min || (symbol.max && value > *symbol.max))
      return fail(diagnostics, "expected " + Twine(symbol.min) + " <= " + symbol.name +
                                   (symbol.max ? " <= " + std::to_string(*symbol.max) : "") + ", but got " +
                                   Twine(value));
    if (value % symbol.multiple != 0)
      return fail(diagnostics, "expected " + symbol.name + " to be a multiple of " + Twine(symbol.multiple) +
                                   ", but got " + Twine(value));
    symbols.push_back(value);
  }
  return symbols;
}
