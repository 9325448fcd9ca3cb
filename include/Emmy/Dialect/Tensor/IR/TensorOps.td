// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the tensor dialect. Each op lists its constraints C1 … Cn; verifiers and tests use the same labels.

#ifndef EMMY_DIALECT_TENSOR_IR_TENSOROPS_TD
#define EMMY_DIALECT_TENSOR_IR_TENSOROPS_TD

include "Emmy/Dialect/Base/IR/BaseAttributes.td"
include "Emmy/Dialect/Tensor/IR/TensorAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class EmmyTensor_Op<string mnemonic, list<Trait> traits = []>
    : Op<TensorDialect, mnemonic, !listconcat([Pure], traits)>;

/// The tensors of this level: numbers or bools, every dynamic dim with a named extent.
def EmmyTensor_AnyTensor : Type<
    CPred<"::emmy::tensor::isTensorType($_self)">, "ranked tensor of numbers or bools with named extents",
    "::mlir::RankedTensorType">;

/// Index tensors.
def EmmyTensor_IndexTensor : Type<And<[
    CPred<"::emmy::tensor::isTensorType($_self)">,
    CPred<"::mlir::cast<::mlir::RankedTensorType>($_self).getElementType().isSignlessInteger(32) || "
          "::mlir::cast<::mlir::RankedTensorType>($_self).getElementType().isSignlessInteger(64)">]>,
    "ranked tensor of i32 or i64 with named extents", "::mlir::RankedTensorType">;

def EmmyTensor_IntegerSetArrayAttr : TypedArrayAttrBase<IntegerSetAttr, "IntegerSet array attribute">;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

def EmmyTensor_ElementwiseOp : EmmyTensor_Op<"elementwise", [
    DeclareOpInterfaceMethods<InferTypeOpInterface, ["refineReturnTypes"]>]> {
  let summary = "one scalar function at every position";
  let description = [{
    `result[i…] = fn(operands[i…]…)`, with a function of the laws table. There is no broadcasting: a smaller operand is an
    `index_map` first.

    `convert` is the only function that rounds to a narrower type. It says whether the user wrote it (`user`: always kept) or the
    operator implied it (`implied`: dropped inside a fused kernel), and whether a conversion to an 8-bit float saturates instead
    of giving NaN or infinity. `bitcast` views the bits of elements as another type of
    the same width, those of the quiet NaN for every NaN. Arithmetic on f16, bf16 and 8-bit floats is spelled as f32 arithmetic between converts.

    One type is printed where the others follow from it: the type of the last operand.

    Constraints:
    * C1: as many operands as the function takes.
    * C2: every operand has exactly the shape of the result.
    * C3: the element types follow the function's result kind (the same for all, a bool of equal operands, a bool selecting
      between two of the result's type).
    * C4: the function is defined on the operands' element type.
    * C5: `convert`, and no other function, has an origin; only a `convert` to an 8-bit float saturates.
    * C6: `bitcast` takes and gives elements of one width, and no bools.

    ```mlir
    %e = emmy_tensor.elementwise exp(%x) : tensor<4x8xf32>
    %l = emmy_tensor.elementwise less(%x, %y) : tensor<4x8xf32>
    %s = emmy_tensor.elementwise select(%l, %x, %y) : tensor<4x8xf32>
    %h = emmy_tensor.elementwise convert(%x) implied : tensor<4x8xf32> -> tensor<4x8xf16>
    %b = emmy_tensor.elementwise bitcast(%x) : tensor<4x8xf32> -> tensor<4x8xi32>
    ```
  }];
  let arguments = (ins Emmy_ScalarFunctionAttr:$function, Variadic<EmmyTensor_AnyTensor>:$inputs,
      OptionalAttr<EmmyTensor_ConvertOriginAttr>:$origin, UnitAttr:$saturate);
  let results = (outs EmmyTensor_AnyTensor:$result);
  let skipDefaultBuilders = 1;
  let builders = [
    // Infers the result type; not for `convert` and `bitcast`.
    OpBuilder<(ins "::emmy::ScalarFunction":$function, "::mlir::ValueRange":$inputs)>,
    // A bitcast.
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Type":$elementType)>,
    // A conversion.
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Type":$elementType, "ConvertOrigin":$origin,
        CArg<"bool", "false">:$saturate)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Combinations along dims
//===----------------------------------------------------------------------===//

def EmmyTensor_ReduceOp : EmmyTensor_Op<"reduce"> {
  let summary = "combines along dims with a monoid";
  let description = [{
    `result[k…] = input[k…, r0…] (+) input[k…, r1…] (+) …` over all coordinates of the reduced dims, which the result no longer
    has. Elements are converted to the accumulator's type first (the input's type where none is written), and the total to the
    result's. An empty reduction gives the identity. The order in which floats combine is not specified.

    `argmax` and `argmin` have two results, the value and its position, or the position alone: the row-major number over the
    reduced dims. The first position wins a tie, NaN wins over every number.

    Constraints:
    * C1: dims increase and are dims of the input.
    * C2: the monoid is defined on the accumulator's type, which is a float exactly when the input's is.
    * C3: one result, or for `argmax` and `argmin` the value and the position, or the position alone.
    * C4: every result has the input's dims that are not reduced.
    * C5: the value's element type is the input's or the accumulator's; a position is i64.

    ```mlir
    %s = emmy_tensor.reduce sum(%x) dims = [1] accumulate f32 : tensor<4x8xf16> -> tensor<4xf16>
    %v, %i = emmy_tensor.reduce argmax(%y) dims = [0, 1] : tensor<4x8xf32> -> tensor<f32>, tensor<i64>
    ```
  }];
  let arguments = (ins Emmy_MonoidAttr:$monoid, EmmyTensor_AnyTensor:$input, DenseI64ArrayAttr:$dims,
      OptionalAttr<TypeAttr>:$accumulator);
  let results = (outs Variadic<EmmyTensor_AnyTensor>:$results);
  let builders = [
    // One result of the input's element type (a value for `argmax` too, followed by the position).
    OpBuilder<(ins "::emmy::Monoid":$monoid, "::mlir::Value":$input, "::llvm::ArrayRef<int64_t>":$dims,
        CArg<"::mlir::Type", "{}">:$accumulator, CArg<"::mlir::Type", "{}">:$resultElementType)>];
  let extraClassDeclaration = [{
    /// The type in which elements combine.
    ::mlir::Type getAccumulatorType();
    /// The type of a result with this element type.
    static ::mlir::RankedTensorType getReducedType(::mlir::RankedTensorType input, ::llvm::ArrayRef<int64_t> dims,
                                                   ::mlir::Type elementType);
    /// The value result; none when only the position is asked for.
    ::mlir::Value getValueResult();
    /// The position result of `argmax` and `argmin`; none for other monoids.
    ::mlir::Value getPositionResult();
  }];
  let assemblyFormat = [{
    custom<Keyword>($monoid) `(` $input `)` `dims` `=` $dims (`accumulate` $accumulator^)? attr-dict `:` type($input) `->`
    type($results)
  }];
  let hasVerifier = 1;
}

def EmmyTensor_ScanOp : EmmyTensor_Op<"scan"> {
  let summary = "prefix combinations along a dim with a monoid";
  let description = [{
    `result[…, i, …] = input[…, 0, …] (+) … (+) input[…, i, …]`; `exclusive` leaves the element itself out and starts with the
    identity, `reverse` starts at the other end. Accumulator, positions and the order of floats are as in `reduce`.

    Constraints:
    * C1: dim is a dim of the input.
    * C2: the monoid is defined on the accumulator's type, which is a float exactly when the input's is.
    * C3: one result, or for `argmax` and `argmin` the value and the position, or the position alone.
    * C4: every result has the shape of the input.
    * C5: the value's element type is the input's or the accumulator's; a position is i64.

    ```mlir
    %s = emmy_tensor.scan sum(%x) dim = 1 accumulate f32 : tensor<4x8xf16> -> tensor<4x8xf16>
    %r = emmy_tensor.scan sum(%y) dim = 0 exclusive reverse : tensor<4xi64> -> tensor<4xi64>
    ```
  }];
  let arguments = (ins Emmy_MonoidAttr:$monoid, EmmyTensor_AnyTensor:$input, I64Attr:$dim, OptionalAttr<TypeAttr>:$accumulator,
      UnitAttr:$exclusive, UnitAttr:$reverse);
  let results = (outs Variadic<EmmyTensor_AnyTensor>:$results);
  let builders = [
    OpBuilder<(ins "::emmy::Monoid":$monoid, "::mlir::Value":$input, "int64_t":$dim,
        CArg<"::mlir::Type", "{}">:$accumulator, CArg<"::mlir::Type", "{}">:$resultElementType,
        CArg<"bool", "false">:$exclusive, CArg<"bool", "false">:$reverse)>];
  let extraClassDeclaration = [{
    ::mlir::Type getAccumulatorType();
    ::mlir::Value getValueResult();
    ::mlir::Value getPositionResult();
  }];
  let assemblyFormat = [{
    custom<Keyword>($monoid) `(` $input `)` `dim` `=` custom<Integer>($dim) (`accumulate` $accumulator^)?
    (`exclusive` $exclusive^)? (`reverse` $reverse^)? attr-dict `:` type($input) `->` type($results)
  }];
  let hasVerifier = 1;
}

def EmmyTensor_SortOp : EmmyTensor_Op<"sort", [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "stable order of lines along a dim, and payloads in the same order";
  let description = [{
    Each line of the first operand along `dim` in ascending (or `descending`) order; all other operands are rearranged in the same
    way. Equal elements keep their order in both directions; -0.0 equals 0.0, false is less than true, and NaN is greater than every
    number and equal to every other NaN. The result has one tensor for each operand.

    Constraints:
    * C1: at least one operand.
    * C2: dim is a dim of the operands.
    * C3: all operands have one shape.

    ```mlir
    %s, %i = emmy_tensor.sort(%x, %positions) dim = 1 descending : tensor<4x8xf32>, tensor<4x8xi64>
    ```
  }];
  let arguments = (ins Variadic<EmmyTensor_AnyTensor>:$inputs, I64Attr:$dim, UnitAttr:$descending);
  let results = (outs Variadic<EmmyTensor_AnyTensor>:$results);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$inputs, "int64_t":$dim, CArg<"bool", "false">:$descending)>];
  let assemblyFormat = [{
    `(` $inputs `)` `dim` `=` custom<Integer>($dim) (`descending` $descending^)? attr-dict `:` type($inputs)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Index arithmetic
//===----------------------------------------------------------------------===//

def EmmyTensor_IndexMapOp : EmmyTensor_Op<"index_map", [AttrSizedOperandSegments]> {
  let summary = "every element is an element of a source, chosen by index arithmetic";
  let description = [{
    `result[i…] = source_k[map_k(i…)]` of the **first** piece k whose guard holds at i…; the last piece has no guard. A source of
    rank 0 is a fill value. Broadcast, reshape, transpose, slice, stride, flip, pad, concat, window, diagonal and repeat are this
    one op.

    Maps are affine in the result's coordinates and the symbols, and may hold products with symbols and divisions by them (by
    max(symbol, 1)). Symbols are index operands, shared by all pieces: usually `emmy.size`. At every coordinate the chosen map
    must lie inside its source.

    Constraints:
    * C1: at least one piece.
    * C2: one map a source; one guard for every piece but the last.
    * C3: a map takes the result's dims and all symbols, and gives one coordinate per dim of its source.
    * C4: a guard takes the result's dims and all symbols.
    * C5: every source has the result's element type.

    ```mlir
    %t = emmy_tensor.index_map [%x[(d0, d1) -> (d1, d0)]] : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %p = emmy_tensor.index_map [%t[(d0, d1)[s0] -> (d0, d1 - s0)] if affine_set<(d0, d1)[s0] : (d1 - s0 >= 0)>,
                                %zero[(d0, d1)[s0] -> ()]] symbols(%n) : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x6xf32>
    ```
  }];
  let arguments = (ins Variadic<EmmyTensor_AnyTensor>:$sources, Variadic<Index>:$symbols, AffineMapArrayAttr:$maps,
      EmmyTensor_IntegerSetArrayAttr:$guards);
  let results = (outs EmmyTensor_AnyTensor:$result);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::RankedTensorType":$result, "::llvm::ArrayRef<IndexPiece>":$pieces,
        CArg<"::mlir::ValueRange", "{}">:$symbols)>,
    // One piece.
    OpBuilder<(ins "::mlir::RankedTensorType":$result, "::mlir::Value":$source, "::mlir::AffineMap":$map,
        CArg<"::mlir::ValueRange", "{}">:$symbols)>];
  let extraClassDeclaration = [{
    unsigned getNumPieces() { return getSources().size(); }
    ::mlir::AffineMap getMap(unsigned piece) {
      return ::mlir::cast<::mlir::AffineMapAttr>(getMaps()[piece]).getValue();
    }
    /// The guard of a piece; null for the last.
    ::mlir::IntegerSet getGuard(unsigned piece);
    ::llvm::SmallVector<IndexPiece> getPieces();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

//===----------------------------------------------------------------------===//
// Sources of data
//===----------------------------------------------------------------------===//

def EmmyTensor_IotaOp : EmmyTensor_Op<"iota"> {
  let summary = "the coordinate along a dim";
  let description = [{
    `result[i…] = i_dim`, wrapped to the element type.

    Constraints:
    * C1: dim is a dim of the result.
    * C2: the elements are integers, not bools.

    ```mlir
    %i = emmy_tensor.iota dim = 1 : tensor<4x8xi64>
    ```
  }];
  let arguments = (ins I64Attr:$dim);
  let results = (outs EmmyTensor_AnyTensor:$result);
  let builders = [OpBuilder<(ins "::mlir::RankedTensorType":$result, "int64_t":$dim)>];
  let skipDefaultBuilders = 1;
  let assemblyFormat = "`dim` `=` custom<Integer>($dim) attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def EmmyTensor_ConstantOp : EmmyTensor_Op<"constant", [ConstantLike,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "constant data";
  let description = [{
    One value at every position (a number, for any shape, dynamic too), or dense elements of a static shape. Numbers are
    written as decimals, `inf`, `nan`, `true` or `false`, and are rounded from double to the element type.

    Constraints:
    * C1: the value is a scalar of the element type, or dense elements of exactly the result's type.

    ```mlir
    %one = emmy_tensor.constant 1.0 : tensor<4x8xf32>
    %low = emmy_tensor.constant -inf : tensor<f32>
    %ids = emmy_tensor.constant dense<[3, 1, 2]> : tensor<3xi64>
    ```
  }];
  let arguments = (ins AnyAttr:$value);
  let results = (outs EmmyTensor_AnyTensor:$result);
  let builders = [
    // Dense elements or a scalar attribute; a splat becomes a scalar.
    OpBuilder<(ins "::mlir::RankedTensorType":$result, "::mlir::Attribute":$value)>,
    // A number rounded to the element type.
    OpBuilder<(ins "::mlir::RankedTensorType":$result, "double":$value)>,
    OpBuilder<(ins "::mlir::RankedTensorType":$result, "int64_t":$value)>];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// The one value at every position, if it is written so.
    ::mlir::TypedAttr getSplat() { return ::mlir::isa<::mlir::ElementsAttr>(getValue()) ? ::mlir::TypedAttr() : ::mlir::cast<::mlir::TypedAttr>(getValue()); }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Data-dependent coordinates
//===----------------------------------------------------------------------===//

def EmmyTensor_GatherOp : EmmyTensor_Op<"gather", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "reads a source at computed coordinates";
  let description = [{
    Index tensor k, all of one shape with coordinates b…, gives the coordinate along source dim `dims[k]`; the other source dims
    keep their own coordinates r0, r1, …. The result has the coordinates
    `r0 … r(at-1), b…, r(at) …`: the index tensors' dims stand together after the first `at` remaining dims (0 by default).

    `result[r0…, b…, …r] = source[…]` with coordinate `indices_k[b…]` along `dims[k]`, or 0 when any of these is out of range.
    Negative indices are out of range: wrapping is explicit arithmetic.

    * an embedding is `dims = [0]`; a selection along dim d is `dims = [d] at d`;
    * a gather that keeps coordinates of some dims gives an `iota` for those.

    Constraints:
    * C1: at least one index tensor, one dim each; dims increase and are dims of the source.
    * C2: all index tensors have one type.
    * C3: 0 <= at <= the number of remaining dims.
    * C4: the result has the remaining dims with the index tensors' dims at `at`, and the source's element type.

    ```mlir
    %e = emmy_tensor.gather %table[%ids] dims = [0] : (tensor<100x8xf32>, tensor<4x7xi64>) -> tensor<4x7x8xf32>
    %s = emmy_tensor.gather %x[%i] dims = [1] at 1 : (tensor<4x9x8xf32>, tensor<3xi64>) -> tensor<4x3x8xf32>
    ```
  }];
  let arguments = (ins EmmyTensor_AnyTensor:$source, Variadic<EmmyTensor_IndexTensor>:$indices, DenseI64ArrayAttr:$dims,
      DefaultValuedAttr<I64Attr, "0">:$at);
  let results = (outs EmmyTensor_AnyTensor:$result);
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::Value":$source, "::mlir::ValueRange":$indices, "::llvm::ArrayRef<int64_t>":$dims,
      CArg<"int64_t", "0">:$at)>];
  let extraClassDeclaration = [{
    int64_t getPosition() { return getAtAttr().getInt(); }
    /// The result type; nothing, after an error, where the constraints do not hold.
    static ::mlir::FailureOr<::mlir::RankedTensorType> inferResultType(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError, ::mlir::RankedTensorType source,
        ::mlir::TypeRange indices, ::llvm::ArrayRef<int64_t> dims, int64_t at);
  }];
  let assemblyFormat = [{
    $source `[` $indices `]` `dims` `=` $dims (`at` custom<Integer>($at)^)? attr-dict `:`
    `(` type($source) `,` type($indices) `)` `->` type($result)
  }];
}

def EmmyTensor_ScatterOp : EmmyTensor_Op<"scatter", [
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "a tensor with computed coordinates updated";
  let description = [{
    Starts as `dest`; then, for every coordinate of `updates` in row-major order, the element of the result that `gather` with the
    same index tensors, dims and `at` would read is combined with the update by the monoid, or replaced by it (`replace`: the
    last update wins). Updates whose coordinates are out of range change nothing.

    Constraints:
    * C1: at least one index tensor, one dim each; dims increase and are dims of the destination.
    * C2: all index tensors have one type.
    * C3: 0 <= at <= the number of remaining dims.
    * C4: the updates have the type that a `gather` from the destination would give.
    * C5: the monoid has one component and is defined on the element type.
    * C6: the result has the destination's type.

    ```mlir
    %r = emmy_tensor.scatter sum %u into %x[%i] dims = [0] : tensor<3x8xf32> into (tensor<9x8xf32>, tensor<3xi64>)
    %w = emmy_tensor.scatter replace %u into %x[%i] dims = [0] : tensor<3x8xf32> into (tensor<9x8xf32>, tensor<3xi64>)
    ```
  }];
  let arguments = (ins OptionalAttr<Emmy_MonoidAttr>:$monoid, EmmyTensor_AnyTensor:$updates, EmmyTensor_AnyTensor:$dest,
      Variadic<EmmyTensor_IndexTensor>:$indices, DenseI64ArrayAttr:$dims, DefaultValuedAttr<I64Attr, "0">:$at);
  let results = (outs EmmyTensor_AnyTensor:$result);
  let skipDefaultBuilders = 1;
  let builders = [
    // No monoid: replace.
    OpBuilder<(ins "::std::optional<::emmy::Monoid>":$monoid, "::mlir::Value":$updates, "::mlir::Value":$dest,
        "::mlir::ValueRange":$indices, "::llvm::ArrayRef<int64_t>":$dims, CArg<"int64_t", "0">:$at)>];
  let extraClassDeclaration = [{
    int64_t getPosition() { return getAtAttr().getInt(); }
    bool isReplace() { return !getMonoidAttr(); }
  }];
  let assemblyFormat = [{
    custom<MonoidOrReplace>($monoid) $updates `into` $dest `[` $indices `]` `dims` `=` $dims (`at` custom<Integer>($at)^)?
    attr-dict `:` type($updates) `into` ` ` `(` type($dest) `,` type($indices) `)`
  }];
  let hasVerifier = 1;
}

#endif // EMMY_DIALECT_TENSOR_IR_TENSOROPS_TD
