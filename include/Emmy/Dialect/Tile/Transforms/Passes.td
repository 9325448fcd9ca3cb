// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes of the tile level.

#ifndef EMMY_DIALECT_TILE_TRANSFORMS_PASSES_TD
#define EMMY_DIALECT_TILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ApplySchedulePass : Pass<"emmy-tile-apply-schedule"> {
  let summary = "turns the schedules of kernels into structure";
  let description = [{
    Every unscheduled kernel with a schedule gets its scheduled form: each loop becomes one loop per binding of its factors, block
    factors become the grid, staged operands become buffers, reductions over threads become `reduce thread`. Accesses beyond
    an extent are guarded, and points beyond the extent of a reduction give its identity. All checks come first; a kernel that
    cannot be run as its schedule says is an error, and nothing is changed.

    Numeric effect: the order in which reductions combine.

    ```mlir
    emmy_tile.for parallel (%i) in (1000) { ... load %x[%i] ... }     // i0 = [block, thread 256]
    // becomes
    emmy_tile.for block (%b) in (4) {
      emmy_tile.for thread (%t) in (256) stride [1] { ... load %x[%b * 256 + %t] if (999 - %b * 256 - %t >= 0) else %zero ... }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def ChooseSchedulePass : Pass<"emmy-tile-choose-schedule"> {
  let summary = "chooses the schedules of kernels";
  let description = [{
    Writes the `schedule` of every unscheduled kernel that has none. The choice is analytic and deterministic: it follows from the
    structure of the kernel (axes, how accesses move along them), the facts of the target and what the options fix. Nothing else
    changes. Numeric effect: none of its own; the schedule says how reductions will combine.

    ```mlir
    emmy_tile.kernel ins(%x : tensor<65536xf32>) -> tensor<65536xf32> { ... }
    // becomes
    emmy_tile.kernel ins(%x : tensor<65536xf32>) -> tensor<65536xf32>
        attributes {schedule = #emmy_tile.schedule<threads = 128, axes = [i0 = [block, thread 128, vector 4]]>} { ... }
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"\"",
           "architecture to schedule for, as sm_90; by default the emmy.target of the module, or sm_90">,
    Option<"overrides", "overrides", "std::string", "\"\"",
           "what to fix, as \"threads=256,vector=4\": threads of a block, elements of a vector, rows of a block, family">
  ];
}

#endif // EMMY_DIALECT_TILE_TRANSFORMS_PASSES_TD
