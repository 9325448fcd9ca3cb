// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The licences of a module, and remarks about what was done under them.

#include "Emmy/Dialect/Base/IR/Licences.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy;
using emmy::remarks::Remark;

namespace {
struct Row {
  Licence licence;
  StringLiteral name;
  NumericEffect effect;
};
} // namespace

/// In the order of the enumeration.
static constexpr Row rows[] = {{Licence::noSignedZeros, "no_signed_zeros", NumericEffect::zeroSigns},
                               {Licence::reciprocal, "reciprocal", NumericEffect::rescaled},
                               {Licence::reassociate, "reassociate", NumericEffect::rescaled}};

static const Row &getRow(Licence licence) { return rows[static_cast<unsigned>(licence)]; }

ArrayRef<Licence> emmy::getAllLicences() {
  static constexpr Licence all[] = {Licence::noSignedZeros, Licence::reciprocal, Licence::reassociate};
  return all;
}

StringRef emmy::stringifyLicence(Licence licence) { return getRow(licence).name; }

NumericEffect emmy::getEffect(Licence licence) { return getRow(licence).effect; }

std::optional<Licence> emmy::symbolizeLicence(StringRef name) {
  for (const Row &row : rows)
    if (row.name == name)
      return row.licence;
  return std::nullopt;
}

std::string emmy::getLicenceNames() { return llvm::join(llvm::map_range(getAllLicences(), stringifyLicence), ", "); }

std::optional<LicenceSet> LicenceSet::parse(StringRef text, std::string &unknown) {
  LicenceSet set;
  SmallVector<StringRef> names;
  text.split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef name : names) {
    std::optional<Licence> licence = symbolizeLicence(name.trim());
    if (!licence) {
      unknown = name.trim().str();
      return std::nullopt;
    }
    set.add(*licence);
  }
  return set;
}

std::optional<LicenceSet> LicenceSet::read(Attribute attribute) {
  auto names = dyn_cast_or_null<ArrayAttr>(attribute);
  LicenceSet set;
  for (Attribute element : names ? names.getValue() : ArrayRef<Attribute>()) {
    auto name = dyn_cast<StringAttr>(element);
    std::optional<Licence> licence = name ? symbolizeLicence(name.getValue()) : std::nullopt;
    if (!licence || set.has(*licence))
      return std::nullopt;
    set.add(*licence);
  }
  return set.empty() ? std::nullopt : std::optional(set);
}

LicenceSet LicenceSet::of(Operation *module) { return read(module->getDiscardableAttr(name)).value_or(LicenceSet()); }

ArrayAttr LicenceSet::getAttribute(MLIRContext *context) const {
  SmallVector<Attribute> names;
  for (Licence licence : getAllLicences())
    if (has(licence))
      names.push_back(StringAttr::get(context, stringifyLicence(licence)));
  return ArrayAttr::get(context, names);
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

bool emmy::permits(LicenceSet licences, const LicensedRewrite &rewrite) {
  bool isPermitted = licences.has(rewrite.licence);
  StringRef name = stringifyLicence(rewrite.licence);
  // Named by what it does to values where it is done, and by what it wants where it is not.
  auto options = remark::RemarkOpts::name(isPermitted ? stringifyEffect(getEffect(rewrite.licence)) : name)
                     .category(numericsCategory);
  remark::detail::InFlightRemark stream =
      isPermitted ? remark::passed(rewrite.location, options) : remark::missed(rewrite.location, options);
  if (!stream)
    return isPermitted;
  Builder builder(rewrite.location.getContext());
  stream << remarks::getField("licence", builder.getStringAttr(name))
         << remarks::getField("what", builder.getStringAttr(rewrite.what))
         << remarks::getField("change", builder.getStringAttr(rewrite.change));
  return isPermitted;
}

remarks::Listener emmy::listenToRewrites(std::vector<LicensedRewrite> &rewrites) {
  return {numericsCategory, [&](const Remark &remark) {
            std::optional<Licence> licence = symbolizeLicence(remarks::getText(remark, "licence"));
            if (licence) // else an effect that needs none
              rewrites.push_back({*licence, remark.getLocation(), remarks::getText(remark, "what").str(),
                                  remarks::getText(remark, "change").str(), remarks::isPassed(remark)});
          }};
}
