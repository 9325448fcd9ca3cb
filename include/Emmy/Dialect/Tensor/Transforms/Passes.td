// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes of the tensor level.

#ifndef EMMY_DIALECT_TENSOR_TRANSFORMS_PASSES_TD
#define EMMY_DIALECT_TENSOR_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ComposeIndexMapsPass : Pass<"emmy-tensor-compose-index-maps", "::mlir::ModuleOp"> {
  let summary = "reads index maps of index maps at once, and simplifies index arithmetic";
  let description = [{
    A piece whose source is an index map reads that map's sources instead, one piece for each of its pieces, where the simplifier
    brings the composed arithmetic to no more divisions than the costlier of the two maps has; other pieces stay as they are. Maps
    and guards are simplified under the ranges of the result's coordinates, the guard that leads to a piece, and what the module's
    `emmy.symbol`s declare; pieces that are never or always reached are cut; an identity becomes its source.
    Numeric effect: none; the same elements are read.

    ```mlir
    %r = emmy_tensor.index_map [%x[(d0) -> (d0 floordiv 8, d0 mod 8)]] : (tensor<4x8xf32>) -> tensor<32xf32>
    %s = emmy_tensor.index_map [%r[(d0, d1) -> (d0 * 8 + d1)]] : (tensor<32xf32>) -> tensor<4x8xf32>
    // %s becomes %x
    ```
  }];
  let dependentDialects = ["::emmy::EmmyDialect", "::emmy::tensor::TensorDialect"];
  let statistics = [
    Statistic<"numComposed", "num-composed", "pieces that read their producer's sources">,
    Statistic<"numRefused", "num-refused", "pieces whose composition would cost more divisions">];
}

def ExpandSortPass : Pass<"emmy-tensor-expand-sort", "::mlir::ModuleOp"> {
  let summary = "writes sorts as counts and gathers, which every level below has";
  let description = [{
    The place of an element is the number of elements that come before it: those that are less, and the equal ones in front of it. From
    the places follows which element each place holds, and the operands are gathered from there. Every step is a reduction over the
    line or a gather, so all elements work at once; n elements of a line take n^2 comparisons. Numeric effect: none.

    ```mlir
    %s, %i = emmy_tensor.sort(%x, %p) dim = 0 : tensor<9xf32>, tensor<9xi64>
    // becomes, with the comparisons `comes` and the equations `holds` over 9x9 positions that nobody stores:
    %places = emmy_tensor.reduce sum(%comes) dims = [1] : tensor<9x9xi64> -> tensor<9xi64>
    %from = emmy_tensor.reduce sum(%holds) dims = [1] : tensor<9x9xi64> -> tensor<9xi64>
    %s = emmy_tensor.gather %x[%from] dims = [0] : (tensor<9xf32>, tensor<9xi64>) -> tensor<9xf32>
    ```
  }];
  let dependentDialects = ["::emmy::EmmyDialect", "::emmy::tensor::TensorDialect"];
  let statistics = [Statistic<"numExpanded", "num-expanded", "sorts that became counts">];
}

def FoldConstantsPass : Pass<"emmy-tensor-fold-constants", "::mlir::ModuleOp"> {
  let summary = "computes functions and index maps of constants";
  let description = [{
    An elementwise function of constants that are one number everywhere becomes such a constant, whatever its shape. Of written-out
    constants, elementwise functions and index maps become written-out constants where these have at most `max-elements` elements, and
    no more than the largest one that they are made of: what is repeated stays repeated. Every element is evaluated by the folders of the
    code that would compute it, and by the math library's own evaluator; what has no folder stays. Numeric effect: none.

    ```mlir
    %two = emmy_tensor.constant 2.0 : tensor<3xf32>
    %c = emmy_tensor.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    %d = emmy_tensor.elementwise multiply(%c, %two) : tensor<3xf32>
    // becomes
    %d = emmy_tensor.constant dense<[2.0, 4.0, 6.0]> : tensor<3xf32>
    ```
  }];
  let options = [Option<"maxElements", "max-elements", "int64_t", "1024", "elements of a constant that is written out">];
  let dependentDialects = ["::emmy::EmmyDialect", "::emmy::tensor::TensorDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"numFolded", "num-folded", "operations that became constants">];
}

def SimplifyPass : Pass<"emmy-tensor-simplify", "::mlir::ModuleOp"> {
  let summary = "rewrites elementwise functions by the laws of the table, under the module's licences";
  let description = [{
    | rewrite | law | licence |
    |---|---|---|
    | f(x, e) is x, where e is the identity of f but for the sign of a zero: x + 0.0 | identity | `no_signed_zeros` |
    | f(v(f(x))) is v(x) where v is a view, or v(f(x)) | involution, idempotence | none |
    | f(x, c) is g(x, f(e, c)), where f is the quotient of g, e the identity of g, and c the same in every call, and smaller than x: x / c is x * (1 / c) | quotient | `reciprocal`; none where the reciprocal is exact |

    What the module's `emmy.licences` do not permit stays, and a missed remark of the category `numerics` names the licence. What never
    needs one (x * 1, x / 1, x - 0, double negation, idempotence) is folded by `canonicalize`. Numeric effect: that of the licences.

    ```mlir
    module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["no_signed_zeros"]} {
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        %zero = emmy_tensor.constant 0.0 : tensor<4xf32>
        %y = emmy_tensor.elementwise add(%x, %zero) : tensor<4xf32>
        return %y : tensor<4xf32>
      }
    }
    // %y becomes %x; without the licence it stays
    ```
  }];
  let dependentDialects = ["::emmy::EmmyDialect", "::emmy::tensor::TensorDialect"];
  let statistics = [Statistic<"numRewritten", "num-rewritten", "functions that became others">,
                    Statistic<"numKept", "num-kept", "rewrites that no licence permits">];
}

def FoldScalesPass : Pass<"emmy-tensor-fold-scales", "::mlir::ModuleOp"> {
  let summary = "multiplies scales by weights instead of by values: (x * g) w is x * (g w)";
  let description = [{
    Where all uses of f(x, g), through index maps, are f(…, w), and g and the ws are the same in every call (parameters, constants, and
    what is computed of them), they become f(x, f(g, w)), with f(g, w) over the coordinates alone that it depends on; one f a value is
    left out. f is associative and commutative: exact on integers, and on floats where the table says so. Else it is the licence
    `reassociate` that permits it, and a missed remark of the category `numerics` says where it would; so the scale of a normalisation
    becomes a part of the matrices that its result is multiplied by. Where f(g, w) would take more memory than the parameters that it
    is computed of, nothing is done. Numeric effect: f(g, w) is rounded first, and overflows for itself.

    ```mlir
    module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
      func.func @main(%x: tensor<4xf32>, %g: tensor<4xf32> {emmy.parameter = "g"}, %w: tensor<4xf32> {emmy.parameter = "w"}) -> tensor<4xf32> {
        %s = emmy_tensor.elementwise multiply(%x, %g) : tensor<4xf32>
        %p = emmy_tensor.elementwise multiply(%s, %w) : tensor<4xf32>
        return %p : tensor<4xf32>
      }
    }
    // becomes
    %gw = emmy_tensor.elementwise multiply(%g, %w) : tensor<4xf32>
    %p = emmy_tensor.elementwise multiply(%x, %gw) : tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::emmy::EmmyDialect", "::emmy::tensor::TensorDialect"];
  let statistics = [Statistic<"numFolded", "num-folded", "scales that became parts of weights">,
                    Statistic<"numKept", "num-kept", "scales that no licence permits to fold">];
}

def SinkScalesPass : Pass<"emmy-tensor-sink-scales", "::mlir::ModuleOp"> {
  let summary = "takes factors of sums into the weights: (x W + b) s is x (W s) + b s";
  let description = [{
    f(v, s), where s is the same in every call, becomes v with s taken in by values that are the same in every call: through index maps
    of one piece, through sums (of two values, and along dims) that f distributes over, and into one operand of f itself. Nothing is done
    where a value on the way has another use, or where a weight would grow. It is exact on integers; else the licence `reassociate`
    permits it, and a missed remark of the category `numerics` says where it would. Numeric effect: what is summed is multiplied, and
    rounded, before the sum, and overflows for itself.

    ```mlir
    module attributes {emmy.numerics = #emmy.numerics<fast>, emmy.licences = ["reassociate"]} {
      func.func @main(%x: tensor<2x3xf32>, %w: tensor<2x3xf32> {emmy.parameter = "w"}, %s: tensor<2xf32> {emmy.parameter = "s"}) -> tensor<2xf32> {
        %p = emmy_tensor.elementwise multiply(%x, %w) : tensor<2x3xf32>
        %v = emmy_tensor.reduce sum(%p) dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
        %y = emmy_tensor.elementwise multiply(%v, %s) : tensor<2xf32>
        return %y : tensor<2xf32>
      }
    }
    // becomes
    %r = emmy_tensor.index_map [%s[(d0, d1) -> (d0)]] : (tensor<2xf32>) -> tensor<2x3xf32>
    %ws = emmy_tensor.elementwise multiply(%w, %r) : tensor<2x3xf32>
    %p = emmy_tensor.elementwise multiply(%x, %ws) : tensor<2x3xf32>
    %v = emmy_tensor.reduce sum(%p) dims = [1] : tensor<2x3xf32> -> tensor<2xf32>
    ```
  }];
  let dependentDialects = ["::emmy::EmmyDialect", "::emmy::tensor::TensorDialect"];
  let statistics = [Statistic<"numSunk", "num-sunk", "factors that became parts of weights">,
                    Statistic<"numKept", "num-kept", "factors that no licence permits to sink">];
}

def PreparePass : Pass<"emmy-tensor-prepare", "::mlir::ModuleOp"> {
  let summary = "moves what is computed of parameters alone to a function that runs once";
  let description = [{
    Values of the entry that are computed of parameters and constants alone become arguments of it, marked `emmy.prepared`, and results of
    the same `emmy.name` of a public function `@prepare` behind it. Whoever runs the program calls `@prepare` once when it is loaded, and
    again when a parameter has changed. Parameters that the program updates are not the same in every call. A value moves where something
    else uses it; of a view, and of what takes more memory than its parameters, that moves which it is computed of. Numeric effect: none.

    ```mlir
    func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32> {emmy.parameter = "w"}) -> tensor<4xf32> {
      %e = emmy_tensor.elementwise exp(%w) : tensor<4xf32>
      %y = emmy_tensor.elementwise multiply(%x, %e) : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    // becomes
    func.func @main(%x: tensor<4xf32>, %e: tensor<4xf32> {emmy.prepared = "e"}) -> tensor<4xf32> {
      %y = emmy_tensor.elementwise multiply(%x, %e) : tensor<4xf32>
      return %y : tensor<4xf32>
    }
    func.func @prepare(%w: tensor<4xf32> {emmy.parameter = "w"}) -> (tensor<4xf32> {emmy.name = "e"}) {
      %e = emmy_tensor.elementwise exp(%w) : tensor<4xf32>
      return %e : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::emmy::EmmyDialect", "::emmy::tensor::TensorDialect", "::mlir::func::FuncDialect"];
  let statistics = [Statistic<"numPrepared", "num-prepared", "values that are computed once">];
}

#endif // EMMY_DIALECT_TENSOR_TRANSFORMS_PASSES_TD
