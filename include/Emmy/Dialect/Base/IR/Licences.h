// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Licences: what a program's user permits, one by one, beyond the numerics mode. A module that grants some says so in
// `emmy.licences`, and its `emmy.numerics` is `fast`. A rewrite that needs one asks `permits`, which records what was
// done under a licence, or was left undone for want of it, as an optimization remark of the category `numerics`: the
// report, the check of each pass and tools read that one source.

#ifndef EMMY_DIALECT_BASE_IR_LICENCES_H
#define EMMY_DIALECT_BASE_IR_LICENCES_H

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Support/NumericEffects.h"

namespace emmy {

enum class Licence {
  noSignedZeros, ///< a zero may have the other sign
  reciprocal,    ///< a division may be a multiplication by the reciprocal
  reassociate,   ///< products may be multiplied in another order, and factors taken into or out of sums
};

llvm::ArrayRef<Licence> getAllLicences();
/// no_signed_zeros, reciprocal, reassociate: as options and attributes write them.
llvm::StringRef stringifyLicence(Licence licence);
std::optional<Licence> symbolizeLicence(llvm::StringRef name);
/// All names, with commas between them.
std::string getLicenceNames();
/// What rewrites do to values that need the licence.
NumericEffect getEffect(Licence licence);

/// The licences that one attribute names.
class LicenceSet {
public:
  /// Those of a module; none where it names none.
  static LicenceSet of(mlir::Operation *module);
  /// Those of a text such as `reassociate,reciprocal`; nothing, and the name in `unknown`, where one is no licence.
  static std::optional<LicenceSet> parse(llvm::StringRef text, std::string &unknown);
  /// Those of an attribute: an array of different names; nothing for any other attribute.
  static std::optional<LicenceSet> read(mlir::Attribute attribute);

  bool has(Licence licence) const { return bits >> static_cast<unsigned>(licence) & 1; }
  bool empty() const { return bits == 0; }
  void add(Licence licence) { bits |= 1u << static_cast<unsigned>(licence); }
  /// The names, in the order of the enumeration.
  mlir::ArrayAttr getAttribute(mlir::MLIRContext *context) const;

  static constexpr llvm::StringLiteral name = "emmy.licences";

private:
  unsigned bits = 0;
};

/// A rewrite that changes bits.
struct LicensedRewrite {
  Licence licence;
  mlir::Location location; ///< of what is rewritten
  std::string what;        ///< as a noun: "+ 0"
  std::string change;      ///< how results may differ: "-0.0 + 0.0 is 0.0"
  bool isDone = false;
};

/// Whether the licences permit the rewrite, which the caller then carries out; tells the context's remark engine either
/// way.
bool permits(LicenceSet licences, const LicensedRewrite &rewrite);

/// The rewrites that a remark listener was told of.
remarks::Listener listenToRewrites(std::vector<LicensedRewrite> &rewrites);

} // namespace emmy

#endif // EMMY_DIALECT_BASE_IR_LICENCES_H
