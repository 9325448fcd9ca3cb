// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to the text of the math library, and linking its functions into a module. Only the functions
// that a module needs are parsed, so that linking costs what is linked.

#include "Emmy/MathLibrary/MathLibrary.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static constexpr char libraryText[] =
#include "MathLibrary.mlir.inc"
    ;

llvm::StringRef emmy::getMathLibraryText() { return StringRef(libraryText, sizeof(libraryText) - 1); }

/// Name -> text from "func.func" to the closing brace in the first column.
static llvm::StringMap<StringRef> indexFunctions() {
  llvm::StringMap<StringRef> index;
  StringRef text = emmy::getMathLibraryText();
  size_t begin = 0;
  while ((begin = text.find("\nfunc.func ", begin)) != StringRef::npos) {
    size_t end = text.find("\n}\n", begin);
    StringRef function = text.slice(begin + 1, end + 3);
    index[function.split('@').second.split('(').first] = function;
    begin = end;
  }
  return index;
}

std::optional<llvm::StringRef> emmy::getMathFunctionText(llvm::StringRef name) {
  static const llvm::StringMap<StringRef> index = indexFunctions();
  auto it = index.find(name);
  if (it == index.end())
    return std::nullopt;
  return it->second;
}

/// The name that the text gives to a value, or nothing for a number.
static StringRef getWrittenName(llvm::SMRange range) {
  StringRef text(range.Start.getPointer(), range.End.getPointer() - range.Start.getPointer());
  text.consume_front("%");
  return text.empty() || llvm::isDigit(text.front()) ? StringRef() : text;
}

/// Names in the text become name hints in locations, which is where printers look for them.
static void keepNames(const AsmParserState &state) {
  auto named = [](StringRef name, Location loc) { return NameLoc::get(StringAttr::get(loc.getContext(), name), loc); };
  for (const AsmParserState::OperationDefinition &definition : state.getOpDefs())
    if (definition.resultGroups.size() == 1)
      if (StringRef name = getWrittenName(definition.resultGroups.front().definition.loc); !name.empty())
        definition.op->setLoc(named(name, definition.op->getLoc()));
  for (const AsmParserState::BlockDefinition &definition : state.getBlockDefs())
    for (auto [argument, written] : llvm::zip(definition.block->getArguments(), definition.arguments))
      if (StringRef name = getWrittenName(written.loc); !name.empty())
        argument.setLoc(named(name, argument.getLoc()));
}

/// Parses without verifying, since one function alone may call others. The text is the project's own and a test
/// parses it whole.
static OwningOpRef<ModuleOp> parse(StringRef text, MLIRContext *context) {
  context->getOrLoadDialect<arith::ArithDialect>();
  context->getOrLoadDialect<func::FuncDialect>();
  context->getOrLoadDialect<math::MathDialect>();
  context->getOrLoadDialect<scf::SCFDialect>();
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text, "MathLibrary.mlir", /*RequiresNullTerminator=*/false), llvm::SMLoc());
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  AsmParserState state;
  ParserConfig config(context, /*verifyAfterParse=*/false);
  [[maybe_unused]] LogicalResult parsed = parseAsmSourceFile(sources, module->getBody(), config, &state);
  assert(succeeded(parsed) && "the project's own text");
  keepNames(state);
  return module;
}

OwningOpRef<ModuleOp> emmy::parseMathLibrary(MLIRContext *context) { return parse(getMathLibraryText(), context); }

/// Puts the body of @name into `table` unless it is there; returns the function, or null.
static func::FuncOp linkFunction(StringRef name, Operation *table) {
  auto existing = dyn_cast_or_null<func::FuncOp>(SymbolTable::lookupSymbolIn(table, name));
  if (existing && !existing.isExternal())
    return existing;
  std::optional<StringRef> text = emmy::getMathFunctionText(name);
  if (!text)
    return nullptr;
  OwningOpRef<ModuleOp> parsed = parse(*text, table->getContext());
  auto function = *parsed->getOps<func::FuncOp>().begin();
  function->remove();
  function.setPrivate();
  // At the end, where it does not stand between a reader and the program.
  Block &body = table->getRegion(0).front();
  bool isTerminated = !body.empty() && body.back().hasTrait<OpTrait::IsTerminator>();
  body.getOperations().insert(isTerminated ? std::prev(body.end()) : body.end(), function);
  if (existing)
    existing.erase();
  return function;
}

LogicalResult emmy::linkMathFunctions(Operation *root) {
  bool complete = true;
  auto collect = [](Operation *below, SmallVectorImpl<func::CallOp> &calls) {
    below->walk([&](func::CallOp call) {
      if (call.getCallee().starts_with("emmy_"))
        calls.push_back(call);
    });
  };
  SmallVector<func::CallOp> calls;
  collect(root, calls);
  llvm::DenseSet<std::pair<Operation *, StringRef>> done;
  for (size_t next = 0; next < calls.size(); ++next) {
    func::CallOp call = calls[next];
    StringRef name = call.getCallee();
    Operation *table = SymbolTable::getNearestSymbolTable(call);
    if (!done.insert({table, name}).second)
      continue;
    auto existing = dyn_cast_or_null<func::FuncOp>(SymbolTable::lookupSymbolIn(table, name));
    if (existing && !existing.isExternal())
      continue;
    func::FuncOp linked = linkFunction(name, table);
    if (!linked) {
      call.emitOpError("expected the name of a function of the math library, but got @") << name;
      complete = false;
      continue;
    }
    collect(linked, calls);
  }
  return success(complete);
}
