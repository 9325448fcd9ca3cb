// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the tile level: memory spaces of staged buffers, and the schedule.

#ifndef EMMY_DIALECT_TILE_IR_TILEATTRIBUTES_TD
#define EMMY_DIALECT_TILE_IR_TILEATTRIBUTES_TD

include "Emmy/Dialect/Tile/IR/TileDialect.td"
include "Emmy/Dialect/Tile/IR/TileEnums.td"
include "mlir/IR/AttrTypeBase.td"

class EmmyTile_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Tile_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def EmmyTile_SharedAttr : EmmyTile_Attr<"Shared", "shared"> {
  let summary = "memory space of a buffer that all threads of a block see";
  let description = [{
    Example: `memref<32x33xf32, #emmy_tile.shared>`
  }];
}

def EmmyTile_RegistersAttr : EmmyTile_Attr<"Registers", "registers"> {
  let summary = "memory space of a buffer that is distributed over the registers of the threads";
  let description = [{
    The listed dims are distributed: a thread holds, and may touch, only the elements at its own coordinate along them. The other
    dims are an array in each thread's registers.

    Example: two chunks of four elements in each of 256 threads, `memref<2x256x4xf32, #emmy_tile.registers<[1]>>`
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$threadDims);
  let hasCustomAssemblyFormat = 1;
}

def EmmyTile_SplitAttr : EmmyTile_Attr<"Split", "split"> {
  let summary = "one factor of an axis: who runs it, and its size";
  let description = [{
    `size` is 0 where it is derived from the extent of the axis (the outermost factor). Written inside schedules only.
  }];
  let parameters = (ins "::emmy::Binding":$binding, "int64_t":$size);
  let hasCustomAssemblyFormat = 1;
}

def EmmyTile_AxisAttr : EmmyTile_Attr<"Axis", "axis"> {
  let summary = "how one axis, or several collapsed into one, are split";
  let description = [{
    `kinds` has one entry per axis: one, or several axes of one loop that are run as one axis, row-major. `splits` are the
    factors, outermost first: the position along the axis is the mixed-radix number that their positions make. Written inside
    schedules only.
  }];
  let parameters = (ins ArrayRefParameter<"::emmy::tile::AxisKind">:$kinds,
      ArrayRefParameter<"::emmy::tile::SplitAttr">:$splits);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The product of the sizes that are given.
    int64_t getInnerSize() const;
    /// The product of the sizes inside of split i.
    int64_t getFactor(unsigned i) const;
    /// Whether a split has this binding.
    bool hasBinding(::emmy::Binding binding) const;
  }];
}

def EmmyTile_StagingAttr : EmmyTile_Attr<"Staging", "staging"> {
  let summary = "one staged value: computed from which operands, at which axis, in which space";
  let parameters = (ins ArrayRefParameter<"int64_t">:$operands, "int64_t":$axis, "::emmy::tile::StagingSpace":$space);
  let hasCustomAssemblyFormat = 1;
}

def EmmyTile_ScheduleAttr : EmmyTile_Attr<"Schedule", "schedule"> {
  let summary = "how a kernel is run: threads, the splits of every axis, staged operands";
  let description = [{
    The axes of a kernel are those of its loops, reductions and scans, numbered in preorder. The entries of `axes` stand in that
    order and cover every axis once. Printed names are derived: the letter says where the axis comes from (`i` a loop, `r` a
    reduction or a scan), the number counts the axes of that letter.

    Each entry splits its axis into factors, outermost first, each with a binding. The outermost factor has no size: it is the
    extent divided by the product of the others, rounded up; where that product does not divide the extent, accesses are masked.
    `(i0, i1) = [block, thread 256]` collapses the two axes of a loop into one before splitting it.

    * `block`: the factor becomes an axis of the grid. `thread`: the factor runs on the threads of the block; factors of inner
      loops take the faster running thread numbers. `vector`: consecutive elements of one thread, accessed together.
      `unroll`, `sequential`: a loop inside the thread.

    `stage` keeps what is read of operands on chip.

    * `operand 0 at i0 in registers`: the elements of operand 0 that one iteration of `i0` reads are loaded once, each by the
      thread that uses it, and kept in registers.
    * `operand 0 at r0 in shared`: what the block reads of operand 0 in one iteration of the outermost factor of `r0` is loaded by
      all threads together into shared memory. At a parallel axis: what the block reads in one iteration of its block factor.
    * `operands [0, 2] at r0 in shared`: the value that is computed from those operands is staged rather than an operand.

    Constraints on the attribute alone:
    * C1: 1 <= threads <= 1024.
    * C2: every axis entry has at least one split; the first has no size, every other has a size of at least 1.
    * C3: bindings are block, thread, vector, unroll or sequential; at most one block, one thread and one vector factor an entry;
      block comes first, vector last.
    * C4: several axes of one entry are of one kind.
    * C5: a staging names at least one operand, none twice, in increasing order, and an axis of the schedule.
    * C6: the sizes of an entry have a product that fits 31 bits.

    Example:
    ```mlir
    #emmy_tile.schedule<threads = 256, axes = [i0 = [block], r0 = [unroll, thread 256, vector 4], i1 = [unroll, thread 256, vector 4]], stage = [operand 0 at i0 in registers]>
    ```
  }];
  let parameters = (ins "int64_t":$threads, ArrayRefParameter<"::emmy::tile::AxisAttr">:$axes,
      ArrayRefParameter<"::emmy::tile::StagingAttr">:$stagings);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    unsigned getNumAxes() const;
    AxisKind getKind(unsigned axis) const;
    /// The printed name of an axis, as i0 or r1.
    std::string getAxisName(unsigned axis) const;
  }];
}

#endif // EMMY_DIALECT_TILE_IR_TILEATTRIBUTES_TD
