// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facade: module and options in, program and diagnostics out. This is all that the tools' mains and the Python
// module call, so it names no type of MLIR or LLVM and throws nothing.

#ifndef EMMY_COMPILER_H
#define EMMY_COMPILER_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace emmy {

/// One message of the compiler, with the Python or .mlir line it is about (line 0: none known).
struct Diagnostic {
  enum class Severity { error, warning, remark, note };
  Severity severity = Severity::error;
  std::string message;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::vector<Diagnostic> notes;
};

using Diagnostics = std::vector<Diagnostic>;

/// What a compilation may be told; empty strings keep what the module says, or else the default.
struct CompileOptions {
  std::string target;   ///< such as sm_90 (default) or cpu
  std::string numerics; ///< one of getNumericsModes; fused by default
  std::string licences; ///< what fast may do: some of getLicences, with commas between them
  std::string schedule; ///< overrides such as threads=256,vector=4
  bool fuse = true;     ///< merge kernels
  bool prepare = true;  ///< compute what depends on parameters alone once, in a function @prepare
  /// Run the program before and after every pass, and fail where what it computes changes; see docs/Testing.md.
  bool checkEachPass = false;
  uint64_t checkSeed = 0; ///< of the numbers that it is run on
  /// Elements of arguments and results of one run at most, and evaluations of the interpreter in all runs between two
  /// passes; 0 for those of the check itself (Emmy/Checking/EachPass.h).
  int64_t checkMaxElements = 0, checkMaxEvaluations = 0;

  static std::vector<std::string> getNumericsModes();
  static std::vector<std::string> getLicences();
};

/// What the comparison of a program before and after a pass said.
struct PassCheck {
  enum class Outcome {
    unchanged,   ///< the pass left the text of the program as it was
    sameBits,    ///< all elements are the same, bit by bit
    close,       ///< all elements are within the tolerance: the pass recorded a numeric effect, or levels differ
    notCompared, ///< the program could not be executed; `detail` says why
    differs,     ///< an element is wrong; the diagnostics say which
  };
  std::string pass;
  Outcome outcome = Outcome::notCompared;
  int64_t elements = 0;             ///< that were compared
  std::vector<std::string> effects; ///< that the pass recorded; see docs/Testing.md
  std::string detail;               ///< what was not compared, and why
};

/// A symbolic extent of the entry function.
struct SymbolInfo {
  std::string name;
  int64_t min = 0;
  std::optional<int64_t> max;
  int64_t multiple = 1;
};

/// One argument or result of the entry function.
struct TensorInfo {
  std::string name;
  std::string dtype;                ///< f32, f16, bf16, f64, i1, i8, ui8, i16, i32, i64
  std::vector<std::string> extents; ///< expressions over the symbols; plain numbers where static
  std::string parameter;            ///< the key of a parameter, empty for an input
  std::string updates;              ///< the name of the input or parameter that a result is the new value of
};

/// The entry function as its caller sees it.
struct Signature {
  std::string name;
  std::vector<SymbolInfo> symbols;
  std::vector<TensorInfo> inputs;
  std::vector<TensorInfo> outputs;
};

/// A module in one of the phases framework, tensor, loop, tile, kernel. A program and its clones share a context, so
/// one thread uses them at a time; programs that were parsed by themselves are independent of each other.
class Program {
public:
  /// Parses and verifies .mlir text; nothing, and at least one error, when it is malformed.
  static std::optional<Program> parse(const std::string &text, const std::string &fileName, Diagnostics &diagnostics);

  Program(Program &&);
  Program &operator=(Program &&);
  ~Program();

  Program clone() const;

  /// The phase that the module is in; empty for a module without operations of any level.
  std::string getPhase() const;

  /// Whether it has a function @prepare, which computes once what its entry takes instead of parameters.
  bool hasPreparation() const;

  /// Lowers to `phase` in place. On failure the module is spent: it keeps whatever state the failing pass left.
  bool lower(const std::string &phase, const CompileOptions &options, Diagnostics &diagnostics);

  /// What the checks of passes said, of all lowerings with the option `checkEachPass` so far.
  const std::vector<PassCheck> &getPassChecks() const;

  /// Runs a textual pass pipeline, such as `builtin.module(canonicalize,cse)`, in place.
  bool runPipeline(const std::string &pipeline, Diagnostics &diagnostics);

  /// The module as text: names from the program, locations only when asked for.
  std::string print(bool withLocations = false) const;

  /// Target code of a program at the kernel level: kind is `cuda` (C++), `ptx`, or `llvm` (LLVM IR for NVPTX).
  std::optional<std::string> emit(const std::string &kind, Diagnostics &diagnostics) const;

  /// The entry function as its caller sees it, with the parameters of @prepare; kept from the level it was read at,
  /// since lower levels have no tensor types.
  std::optional<Signature> getSignature(Diagnostics &diagnostics) const;

  /// The shapes of the arguments for symbol values in the order of the signature.
  std::optional<std::vector<std::vector<int64_t>>> getInputShapes(const std::vector<int64_t> &symbols,
                                                                  Diagnostics &diagnostics) const;

  /// The shapes of the results for symbol values in the order of the signature.
  std::optional<std::vector<std::vector<int64_t>>> getResultShapes(const std::vector<int64_t> &symbols,
                                                                   Diagnostics &diagnostics) const;

  /// The figures of every kernel as JSON (Emmy/Analysis/Report.h), for these values of the symbols. Lowers copies with
  /// these options; of levels that cannot be made the figures are null, and the diagnostics say why, as warnings.
  std::optional<std::string> report(const std::map<std::string, int64_t> &sizes, const CompileOptions &options,
                                    Diagnostics &diagnostics) const;

  struct State;
  const State &getState() const { return *state; }

private:
  explicit Program(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace emmy

#endif // EMMY_COMPILER_H
