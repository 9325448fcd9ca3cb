// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations of the loop dialect.

#ifndef EMMY_DIALECT_LOOP_IR_LOOPOPS_TD
#define EMMY_DIALECT_LOOP_IR_LOOPOPS_TD

include "Emmy/Dialect/Loop/IR/LoopDialect.td"
include "Emmy/Interfaces/NestOps.td"

def EmmyLoop_KernelOp : Emmy_NestKernelOp<Loop_Dialect> {
  let summary = "one launch: tensors in, tensors out, buffers and loops inside";
  let description = [{
    Operands are tensors, then scalars, then the values of the free symbols in increasing order of their names. The body has one
    argument per operand (a tensor as its buffer: extents dropped, i1 as i8, integers without sign) and then one buffer per fresh
    result. A fresh result's elements are each written exactly once. A tied result is written through the buffer of its input: it
    starts with the input's elements and partial writes are allowed. Buffers do not alias otherwise. The operation itself has no memory
    effect. `reports` marks a kernel with an error flag among its results; it is never speculated.

    Constraints:
    * C1: as many body arguments as operands and fresh results, of the types that follow from theirs.
    * C2: size names are strictly increasing, one per size.
    * C3: every symbol in an extent of an input or a result is among the sizes.
    * C4: a tied result names an input of its own type, and no input is tied twice.
    * C5: `memref.dim` and tensors do not occur inside.
    * C6: scalars are numbers.
    * C7: elements of inputs and results are integers or floats.

    ```mlir
    %out = emmy_loop.kernel ins(%x : tensor<?x8xf32, #emmy.dims<[seq, 8]>>) scalars(%a : f32) sizes(@seq = %n)
        -> tensor<?x8xf32, #emmy.dims<[seq, 8]>> {
    ^bb0(%xb: memref<?x8xf32>, %s: f32, %seq: index, %ob: memref<?x8xf32>):
      emmy_loop.for parallel (%i, %j) in (%seq, 8) {
        %v = emmy_loop.load %xb[%i, %j] : memref<?x8xf32>
        %w = arith.mulf %v, %s : f32
        emmy_loop.store %w, %ob[%i, %j] : memref<?x8xf32>
      }
    }
    ```
  }];
}

def EmmyLoop_ForOp : Emmy_NestForOp<Loop_Dialect, "false"> {
  let summary = "runs its body for every point of a box";
  let description = [{
    Axes are zero-based with step 1. `parallel` iterations do not depend on each other; `sequential` ones run in row-major
    order. An extent of zero runs nothing.

    Constraints:
    * C1: one induction variable per extent, and static extents are not negative.
    * C2: the binding is `parallel` or `sequential`, without strides.

    ```mlir
    emmy_loop.for parallel (%i, %j) in (32, %n) {
      ...
    }
    ```
  }];
}

def EmmyLoop_ReduceOp : Emmy_NestReduceOp<Loop_Dialect, "false"> {
  let summary = "combines the states that its lift gives for every point of a box";
  let description = [{
    `init` is the identity of `combine`. `lift` gives the state of one point, `combine` is associative and joins two states, the
    first before the second in row-major order, `finish` turns the last state into the results; without it the state is the result. The
    order in which floats are combined is not specified. An empty box gives `finish(init)`.

    Constraints:
    * C1: one induction variable per extent, and static extents are not negative.
    * C2: `lift` takes indices and yields a state; `combine` takes two states and yields one; `finish` takes a state and yields the
      results.
    * C3: neither `combine` nor `finish` accesses buffers.

    ```mlir
    %m = emmy_loop.reduce (%r) in (2048) init(%zero : f32) {
      %v = emmy_loop.load %x[%i, %r] : memref<4x2048xf32>
      emmy_loop.yield %v : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      emmy_loop.yield %s : f32
    } finish {
    ^bb0(%s: f32):
      %d = arith.divf %s, %count : f32
      emmy_loop.yield %d : f32
    } -> (f32)
    ```
  }];
}

def EmmyLoop_ScanOp : Emmy_NestScanOp<Loop_Dialect, "false"> {
  let summary = "runs its emit on every prefix of the states that its lift gives";
  let description = [{
    As `reduce` over one axis, but `emit` sees, for every index, the combination of all states up to it (`exclusive`: of those before
    it), in order (`reverse`: from the last index down).

    Constraints: those of `reduce`, and
    * C4: it has one axis.
    * C5: `emit` takes the index and a state and yields nothing.

    ```mlir
    emmy_loop.scan (%r) in (%n) init(%zero : f32) {
      %v = emmy_loop.load %x[%r] : memref<?xf32>
      emmy_loop.yield %v : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      emmy_loop.yield %s : f32
    } emit {
    ^bb0(%i: index, %p: f32):
      emmy_loop.store %p, %out[%i] : memref<?xf32>
    }
    ```
  }];
}

def EmmyLoop_LoadOp : Emmy_NestLoadOp<Loop_Dialect> {
  let summary = "reads an element at an affine map of indices";
  let description = [{
    The map is over any index values, symbols written `symbol(%n)`; products with and divisions by symbols are allowed, and
    a division is by max(s, 1), for a size that became a constant, too. Where the guard does not hold nothing is read and the
    result is the `else` value. A buffer of bools has elements of type i8 and is read as i1.

    Constraints:
    * C1: one expression per dim of the buffer, and as many operands as the map has dims and symbols.
    * C2: as many guard operands as the guard has dims and symbols.
    * C3: the value has the element type, or is i1 and the element type is i8.
    * C4: a guarded load has an `else` value of its type, an unguarded one has none.

    ```mlir
    %v = emmy_loop.load %x[%i, %j + 2048] : memref<4x4096xf32>
    %w = emmy_loop.load %x[%i, %j - 1] if (%j - 1 >= 0) else %zero : memref<4x4096xf32>
    %b = emmy_loop.load %mask[%i] : memref<4xi8> -> i1
    ```
  }];
}

def EmmyLoop_StoreOp : Emmy_NestStoreOp<Loop_Dialect> {
  let summary = "writes an element at an affine map of indices";
  let description = [{
    As `load`; where the guard does not hold nothing is written.

    Constraints: C1 to C3 of `load`.

    ```mlir
    emmy_loop.store %v, %out[%i, %j] : memref<4x4096xf32>
    emmy_loop.store %b, %mask[%i] : i1, memref<4xi8>
    ```
  }];
}

def EmmyLoop_LocalOp : Op<Loop_Dialect, "local", [MemoryEffects<[MemAlloc]>]> {
  let summary = "a small buffer that lives during one run of the region it stands in";
  let description = [{
    Its elements are undefined until written. It is on the chip once the kernel is scheduled, so its size is known.

    Constraints:
    * C1: the shape is static, of at most 2147483647 elements.
    * C2: elements are integers or floats, in the identity layout and in no memory space.

    ```mlir
    %row = emmy_loop.local : memref<2048xf32>
    ```
  }];
  let results = (outs Res<AnyStaticShapeMemRef, "", [MemAlloc]>:$buffer);
  let assemblyFormat = "attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

def EmmyLoop_YieldOp : Emmy_NestYieldOp<Loop_Dialect> {
  let summary = "ends a region";
  let description = [{
    ```mlir
    emmy_loop.yield %v, %i : f32, i64
    ```
  }];
}

#endif // EMMY_DIALECT_LOOP_IR_LOOPOPS_TD
