// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares constant folding of math-library functions with the compiled library: the same bits, on special values
// and random arguments. Also links a few of them into modules.
//
//   emmy-test-math-evaluator LIBRARY.so
//
#include "Emmy/MathLibrary/MathLibrary.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <dlfcn.h>
#include <random>

using namespace mlir;
using llvm::APFloat;
using llvm::APInt;

namespace {

int failures = 0;

/// Bits of a random argument: any pattern, one of a few special ones, or a moderate number.
uint64_t randomBits(std::mt19937_64 &random, bool isDouble) {
  static const double specials[] = {0.0,    1.0,    0.5,  2.0,   3.0,   HUGE_VAL, 1e300,
                                    1e-310, 5e-324, 1e38, 1e-40, 1e-45, 0.1,      NAN};
  double value;
  switch (random() % 4) {
  case 0:
    return isDouble ? random() : uint32_t(random());
  case 1:
    value = specials[random() % (sizeof specials / sizeof *specials)];
    break;
  default:
    value = std::exp2(double(random() % 4096) / 256 - 8);
  }
  if (random() % 2)
    value = -value;
  return isDouble ? llvm::bit_cast<uint64_t>(value) : llvm::bit_cast<uint32_t>(float(value));
}

/// The compiled function on bits, for the signatures that the library has.
uint64_t callCompiled(void *symbol, func::FuncOp function, llvm::ArrayRef<uint64_t> bits) {
  bool isDouble = function.getArgumentTypes()[0].isF64();
  Type result = function.getResultTypes()[0];
  auto f = [&](unsigned i) { return llvm::bit_cast<float>(uint32_t(bits[i])); };
  auto d = [&](unsigned i) { return llvm::bit_cast<double>(bits[i]); };
  if (function.getArgumentTypes()[0].isInteger(32))
    return llvm::bit_cast<uint32_t>(reinterpret_cast<float (*)(int32_t)>(symbol)(int32_t(bits[0])));
  if (result.isInteger(32))
    return uint32_t(isDouble ? reinterpret_cast<int32_t (*)(double)>(symbol)(d(0))
                             : reinterpret_cast<int32_t (*)(float)>(symbol)(f(0)));
  if (result.isInteger(64))
    return isDouble ? reinterpret_cast<int64_t (*)(double)>(symbol)(d(0))
                    : reinterpret_cast<int64_t (*)(float)>(symbol)(f(0));
  if (isDouble)
    return llvm::bit_cast<uint64_t>(bits.size() == 1
                                        ? reinterpret_cast<double (*)(double)>(symbol)(d(0))
                                        : reinterpret_cast<double (*)(double, double)>(symbol)(d(0), d(1)));
  return llvm::bit_cast<uint32_t>(bits.size() == 1 ? reinterpret_cast<float (*)(float)>(symbol)(f(0))
                                                   : reinterpret_cast<float (*)(float, float)>(symbol)(f(0), f(1)));
}

void compare(func::FuncOp function, void *symbol, int points) {
  std::mt19937_64 random(5);
  Type type = function.getArgumentTypes()[0];
  for (int point = 0; point < points; ++point) {
    SmallVector<uint64_t> bits;
    SmallVector<Attribute> arguments;
    for (unsigned i = 0; i < function.getNumArguments(); ++i) {
      if (type.isInteger(32)) { // the bits of a float of 8 bits
        bits.push_back(point % 256);
        arguments.push_back(IntegerAttr::get(type, bits.back()));
        continue;
      }
      bits.push_back(randomBits(random, type.isF64()));
      APInt pattern(type.getIntOrFloatBitWidth(), bits.back());
      arguments.push_back(FloatAttr::get(type, APFloat(cast<FloatType>(type).getFloatSemantics(), pattern)));
    }
    Attribute folded = emmy::foldMathFunction(function.getName(), arguments);
    uint64_t want = callCompiled(symbol, function, bits);
    bool equal;
    if (auto number = dyn_cast_or_null<FloatAttr>(folded)) {
      APFloat wanted(number.getValue().getSemantics(), APInt(type.getIntOrFloatBitWidth(), want));
      equal = number.getValue().isNaN() ? wanted.isNaN() : number.getValue().bitwiseIsEqual(wanted);
    } else {
      auto integer = dyn_cast_or_null<IntegerAttr>(folded);
      equal = integer && integer.getValue().getZExtValue() == want;
    }
    if (!equal) {
      llvm::errs() << function.getName() << '(' << arguments[0];
      if (arguments.size() > 1)
        llvm::errs() << ", " << arguments[1];
      llvm::errs() << "): expected bits " << llvm::format_hex(want, 18) << ", but folding got ";
      folded ? folded.print(llvm::errs()) : void(llvm::errs() << "nothing");
      llvm::errs() << '\n';
      ++failures;
      return;
    }
  }
}

void expect(bool condition, const char *what) {
  if (condition)
    return;
  llvm::errs() << "expected that " << what << '\n';
  ++failures;
}

void testLinking(MLIRContext &context) {
  const char *source = R"mlir(
    func.func private @emmy_floor_divide_f32(f32, f32) -> f32
    func.func @main(%a: f32) -> f32 {
      %b = func.call @emmy_floor_divide_f32(%a, %a) : (f32, f32) -> f32
      return %b : f32
    })mlir";
  auto module = parseSourceString<ModuleOp>(source, &context);
  expect(succeeded(emmy::linkMathFunctions(*module)), "a library function links");
  auto callee = module->lookupSymbol<func::FuncOp>("emmy_fmod_f32");
  expect(callee && !callee.isExternal() && callee.isPrivate(), "the callees of a linked function are linked, private");
  auto direct = module->lookupSymbol<func::FuncOp>("emmy_floor_divide_f32");
  expect(direct && !direct.isExternal(), "a declaration is replaced by the body");
  expect(succeeded(verify(*module)), "the linked module verifies");
  expect(succeeded(emmy::linkMathFunctions(*module)) && llvm::range_size(module->getOps<func::FuncOp>()) == 4,
         "linking again changes nothing");

  auto unknown = parseSourceString<ModuleOp>(
      "func.func private @emmy_nonsense_f32(f32) -> f32\n"
      "func.func @main(%a: f32) -> f32 { %b = func.call @emmy_nonsense_f32(%a) : (f32) -> f32 return %b : f32 }",
      &context);
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  expect(failed(emmy::linkMathFunctions(*unknown)), "an unknown function fails to link");
  expect(StringRef(message).contains("but got @emmy_nonsense_f32"), "the error names the unknown function");
  Attribute one = Builder(&context).getF32FloatAttr(1);
  expect(!emmy::foldMathFunction("emmy_nonsense_f32", {one}), "an unknown function does not fold");
  expect(!emmy::foldMathFunction("emmy_exp_f64", {one}), "an argument of another type does not fold");
}

} // namespace

int main(int argc, char **argv) {
  void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  if (!library) {
    llvm::errs() << "expected a shared library, but got " << (argc > 1 ? dlerror() : "nothing") << '\n';
    return 2;
  }
  MLIRContext context(MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = emmy::parseMathLibrary(&context);
  expect(module && succeeded(verify(*module)), "the library verifies");
  int functions = 0;
  for (auto function : module->getOps<func::FuncOp>()) {
    if (function.isPrivate())
      continue;
    ++functions;
    compare(function, dlsym(library, function.getName().str().c_str()), 3000);
  }
  testLinking(context);
  llvm::outs() << functions << " functions, " << failures << " failures\n";
  return failures != 0;
}
