// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code that computes a symbolic extent from the values of its symbols.

#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Support/Locations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace emmy;

Value ExtentAttr::materialize(OpBuilder &builder, Location loc, function_ref<Value(StringRef)> lookup) const {
  loc = getRoleLocation(loc, role::size);
  auto getConstantIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(), value);
  };
  Value sum;
  for (auto [coefficient, monomial] : llvm::zip_equal(getCoefficients(), getMonomials())) {
    Value product;
    for (Attribute atom : monomial) {
      Value value;
      if (auto symbol = dyn_cast<StringAttr>(atom)) {
        value = lookup(symbol.getValue());
      } else {
        auto function = cast<ExtentAtomAttr>(atom);
        Value lhs = function.getLhs().materialize(builder, loc, lookup);
        Value rhs = function.getRhs().materialize(builder, loc, lookup);
        // A division by a symbolic extent is by at least one, so that an empty dim does not trap.
        auto getDivisor = [&]() -> Value {
          return function.getRhs().isConstant() ? rhs : arith::MaxSIOp::create(builder, loc, rhs, getConstantIndex(1));
        };
        switch (function.getFunction()) {
        case ExtentFunction::min:
          value = arith::MinSIOp::create(builder, loc, lhs, rhs);
          break;
        case ExtentFunction::max:
          value = arith::MaxSIOp::create(builder, loc, lhs, rhs);
          break;
        case ExtentFunction::floordiv:
          value = arith::FloorDivSIOp::create(builder, loc, lhs, getDivisor());
          break;
        case ExtentFunction::ceildiv:
          value = arith::CeilDivSIOp::create(builder, loc, lhs, getDivisor());
          break;
        case ExtentFunction::mod: {
          Value divisor = getDivisor();
          Value quotient = arith::FloorDivSIOp::create(builder, loc, lhs, divisor);
          value = arith::SubIOp::create(builder, loc, lhs, arith::MulIOp::create(builder, loc, quotient, divisor));
          break;
        }
        }
      }
      product = product ? Value(arith::MulIOp::create(builder, loc, product, value)) : value;
    }
    if (!product)
      product = getConstantIndex(coefficient);
    else if (coefficient != 1)
      product = arith::MulIOp::create(builder, loc, product, getConstantIndex(coefficient));
    sum = sum ? Value(arith::AddIOp::create(builder, loc, sum, product)) : product;
  }
  return sum ? sum : getConstantIndex(0);
}
