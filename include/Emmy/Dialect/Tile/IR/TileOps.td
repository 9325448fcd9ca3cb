// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the tile dialect.

#ifndef EMMY_DIALECT_TILE_IR_TILEOPS_TD
#define EMMY_DIALECT_TILE_IR_TILEOPS_TD

include "Emmy/Dialect/Tile/IR/TileAttributes.td"
include "Emmy/Interfaces/NestOps.td"

/// Verifies the schedule against the axes and the operands, and the scheduled form.
def EmmyTile_ScheduledKernelTrait : NativeOpTrait<"ScheduledKernel"> {
  let cppNamespace = "::emmy::tile";
}

def EmmyTile_KernelOp : Emmy_NestKernelOp<Tile_Dialect, (ins
    OptionalAttr<EmmyTile_ScheduleAttr>:$schedule, OptionalAttr<I64Attr>:$threads), [EmmyTile_ScheduledKernelTrait]> {
  let summary = "one launch with its schedule";
  let description = [{
    Operands, results and body arguments are those of `emmy_loop.kernel`. Without `threads` the kernel is unscheduled and `schedule`,
    where present, says how it will be run. With `threads` the body is in scheduled form for that many threads a block, and
    `schedule` is the record of what was applied.

    Constraints (besides those of a loop kernel):
    * C1: the schedule of an unscheduled kernel has one entry axis per axis of the kernel, of its kind, in preorder.
    * C2: collapsed axes belong to one loop.
    * C3: a block factor is on a parallel axis all of whose ancestors are parallel loops.
    * C4: vector, thread and block factors are not on sequential or scan axes.
    * C5: a derived size of a thread, vector or unroll factor is static: the extent of its axis is static.
    * C6: thread factors of nested axes, multiplied, are at most `threads`.
    * C7: a reduction has at most one thread factor, which is a power of two up to 32, or a multiple of 32, no loop inside of it
      has one, and the threads that run it are a multiple of the factor, or of 32.
    * C8: a staging names inputs of the kernel that it does not store to.
    * C9: unscheduled kernels bind no loop and have no `stage`.
    * C10: in scheduled kernels at most one `for block` stands in the body, and outside of other loops.
    * C11: in scheduled kernels no loop is left `parallel`, and stores to the kernel's buffers stand inside thread loops.
    * C12: `threads` is from 1 to 1024.
    * C13: in scheduled kernels neither a `stage` nor a thread reduction holds a `stage` or anything bound to threads: threads
      that run one of them by themselves do not meet inside.
    * C14: in scheduled kernels every iteration of a thread axis has its threads: extent times stride is at most the next stride
      that is not smaller of another axis, every stride of a thread loop around it, and `threads`. For a reduction that
      number is a multiple of its extent, or of 32.
  }];
}

def EmmyTile_ForOp : Emmy_NestForOp<Tile_Dialect, "true"> {
  let summary = "runs its body for every point of a box, by the workers that its binding names";
  let description = [{
    * `block`: the induction variables are the coordinates of the block in the grid (row-major, the last runs fastest).
    * `thread`: `stride` has one entry per axis. The induction variable of an axis is `(t mod p) / stride`, where t is the number of
      the thread in the block and p is the least of the next larger stride of the loop, the strides of the enclosing thread
      loops, and the number of threads. Threads for which it is not less than the extent run nothing. A thread loop of extent 1 is run by one thread
      of the enclosing group.
    * `vector`: consecutive elements, accessed together where accesses are contiguous. `unroll`, `sequential`: in order.

    Constraints:
    * C1: one induction variable per extent, and static extents are not negative.
    * C2: a thread loop has one positive stride per axis; other loops have none.
    * C3: extents of loops bound to anything but blocks or nobody are static.

    ```mlir
    emmy_tile.for thread (%a, %b) in (8, 32) stride [32, 1] {
      ...
    }
    ```
  }];
}

def EmmyTile_ReduceOp : Emmy_NestReduceOp<Tile_Dialect, "true"> {
  let summary = "combines the states that its lift gives for every point of a box";
  let description = [{
    As `emmy_loop.reduce`, with a binding. `reduce thread` runs the lift in every thread of the group and combines across lanes
    and warps; the result is the same in all threads of the group.

    Constraints: those of `emmy_loop.reduce` and `for`, and
    * C4: a thread reduction has one axis, a static extent that is a power of two up to 32 or a multiple of 32, and stride 1.

    ```mlir
    %s = emmy_tile.reduce thread (%t) in (256) stride [1] init(%zero : f32) {
      %v = emmy_tile.load %x[%i, %t] : memref<4x256xf32>
      emmy_tile.yield %v : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      emmy_tile.yield %c : f32
    } -> (f32)
    ```
  }];
}

def EmmyTile_ScanOp : Emmy_NestScanOp<Tile_Dialect, "true"> {
  let summary = "runs its emit on every prefix of the states that its lift gives";
  let description = [{
    As `emmy_loop.scan`. It is `parallel` or `sequential`.
  }];
}

def EmmyTile_LoadOp : Emmy_NestLoadOp<Tile_Dialect> {
  let summary = "reads an element at an affine map of indices";
  let description = [{
    As `emmy_loop.load`; the buffer may be a staged one.

    ```mlir
    %v = emmy_tile.load %x[%b * 1024 + %t * 4 + %v] : memref<131072xf32>
    ```
  }];
}

def EmmyTile_StoreOp : Emmy_NestStoreOp<Tile_Dialect> {
  let summary = "writes an element at an affine map of indices";
  let description = [{
    As `emmy_loop.store`; the buffer may be a staged one.

    ```mlir
    emmy_tile.store %v, %out[%b * 256 + %t] if (99 - %b * 256 - %t >= 0) : memref<100xf32>
    ```
  }];
}

def EmmyTile_AllocOp : Op<Tile_Dialect, "alloc", [DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a buffer on chip that lives during one run of the region it stands in";
  let description = [{
    Its elements are undefined until written. Without a memory space (unscheduled kernels only) its place is not decided yet.

    Constraints:
    * C1: the shape is static, and the memory space is absent, `#emmy_tile.registers` or `#emmy_tile.shared`.
    * C2: the thread dims of registers are increasing dims of the buffer.
    * C3: at most 2147483647 elements, integers or floats, in the identity layout.

    ```mlir
    %acc = emmy_tile.alloc : memref<16x16x4x4xf32, #emmy_tile.registers<[0, 1]>>
    ```
  }];
  let results = (outs Res<AnyStaticShapeMemRef, "", [MemAlloc]>:$buffer);
  let assemblyFormat = "attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

def EmmyTile_StageOp : Op<Tile_Dialect, "stage", [RecursiveMemoryEffects, SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames", "getAsmBlockArgumentNames"]>]> {
  let summary = "allocates a buffer on chip and fills it with computed elements";
  let description = [{
    `result[layout(ivs)] = region(ivs)` for every point of the box. Each axis has a binding: `thread` axes (with their strides; 0 for other
    axes) run on the threads as in a thread loop, `vector` axes are loaded together, `unroll` and `sequential` ones in order. Without a
    layout the buffer has one dim per axis.

    In registers the thread axes are the distributed dims: each thread computes the elements that it holds. In shared memory all
    threads see all elements.

    Constraints:
    * C1: one induction variable, binding and stride per extent; all bindings are thread, vector, unroll or sequential; strides
      are positive on thread axes and 0 elsewhere.
    * C2: the layout has one dim per axis and one result per dim of the buffer; without it the buffer has the shape of the box.
    * C3: the buffer is static and in registers or shared memory; registers are distributed over exactly the thread axes and have no
      layout.
    * C4: the region yields one element.
    * C5: the buffer has at most 2147483647 elements, integers or floats, in the identity layout.

    ```mlir
    %tile = emmy_tile.stage (%c, %t) in (4, 256) bind [unroll, thread] stride [0, 1] layout affine_map<(c, t) -> (c * 8 + t floordiv 32, t mod 32)> {
      %e = emmy_tile.load %x[%b + %c * 8 + %t floordiv 32, %t mod 32] : memref<1024x32xf32>
      emmy_tile.yield %e : f32
    } : memref<32x33xf32, #emmy_tile.shared>
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$extents, TypedArrayAttrBase<Emmy_BindingAttr, "bindings">:$bindings,
      DenseI64ArrayAttr:$strides, OptionalAttr<AffineMapAttr>:$layout);
  let results = (outs Res<AnyStaticShapeMemRef, "", [MemAlloc]>:$buffer);
  let regions = (region SizedRegion<1>:$region);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::MemRefType":$type, "::llvm::ArrayRef<int64_t>":$extents,
        "::llvm::ArrayRef<::emmy::Binding>":$bindings, "::llvm::ArrayRef<int64_t>":$strides, "::mlir::AffineMap":$layout,
        "::llvm::function_ref<::mlir::Value(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$body)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Block::BlockArgListType getInductionVars() { return getBody()->getArguments(); }
    ::emmy::Binding getBindingOf(unsigned axis) {
      return ::llvm::cast<::emmy::BindingAttr>(getBindings()[axis]).getValue();
    }
    /// The layout, identity where none is written.
    ::mlir::AffineMap getLayoutMap();
  }];
}

def EmmyTile_YieldOp : Emmy_NestYieldOp<Tile_Dialect> {
  let summary = "ends a region";
  let description = [{
    ```mlir
    emmy_tile.yield %v, %i : f32, i64
    ```
  }];
}

#endif // EMMY_DIALECT_TILE_IR_TILEOPS_TD
