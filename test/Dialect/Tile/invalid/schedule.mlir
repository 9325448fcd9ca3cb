// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// C1: threads of a block.
// expected-error @+1 {{expected 1 to 1024 threads, but got 2048}}
func.func private @threads() attributes {s = #emmy_tile.schedule<threads = 2048, axes = [i0 = [block]]>}

// -----

// C2: no split, a size on the outermost split, no size on an inner one, a size of zero.
// expected-error @+1 {{expected at least one split in entry #0, but got none}}
func.func private @no_split() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = []]>}

// -----

// A staging looks its axis up before the axes are verified.
// expected-error @+1 {{expected at least one split in entry #0, but got none}}
func.func private @no_split_staged() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = []], stage = [operand 0 at i0 in shared]>}

// -----

// expected-error @+1 {{expected the outermost split of entry #0 to have no size (it is derived), but got 4}}
func.func private @outermost_size() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [block 4, thread 32]]>}

// -----

// expected-error @+1 {{expected a size for split #1 (thread) of entry #0, but got none}}
func.func private @inner_size() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [block, thread]]>}

// -----

// expected-error @+1 {{expected a split of size at least 1, but got 0}}
func.func private @zero_size() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [block, thread 0]]>}

// -----

// C3: bindings.
// expected-error @+1 {{expected a binding (block, thread, vector, unroll, sequential), but got 'fast'}}
func.func private @binding() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [fast]]>}

// -----

// expected-error @+1 {{expected block, thread, vector, unroll or sequential in entry #0, but got parallel}}
func.func private @unbound() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [parallel]]>}

// -----

// expected-error @+1 {{expected at most one thread split in entry #0, but got several}}
func.func private @two_threads() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [thread, thread 4]]>}

// -----

// expected-error @+1 {{expected the block split of entry #0 to be the first, but got split #1}}
func.func private @block_first() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [unroll, block 4]]>}

// -----

// expected-error @+1 {{expected the vector split of entry #0 to be the last, but got split #0 of 2}}
func.func private @vector_last() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [vector, thread 4]]>}

// -----

// C4: axes of one kind.
// expected-error @+1 {{expected the collapsed axes of entry #0 to be of one kind, but got loops and reductions}}
func.func private @kinds() attributes {s = #emmy_tile.schedule<threads = 32, axes = [(i0, r0) = [block]]>}

// -----

// Names are derived.
// expected-error @+1 {{expected axis i1, but got i2 (axes stand in preorder, each letter counts from 0)}}
func.func private @order() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [block], i2 = [block]]>}

// -----

// expected-error @+1 {{expected the name of an axis (i0, r0), but got 'x0'}}
func.func private @letter() attributes {s = #emmy_tile.schedule<threads = 32, axes = [x0 = [block]]>}

// -----

// C5: stagings.
// expected-error @+1 {{expected an axis of the schedule, but got 'r0'}}
func.func private @stage_axis() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [block]], stage = [operand 0 at r0 in shared]>}

// -----

// expected-error @+1 {{expected registers or shared, but got 'global'}}
func.func private @stage_space() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [block]], stage = [operand 0 at i0 in global]>}

// -----

// expected-error @+1 {{expected increasing operand numbers in staging #0, but got 2 before 0}}
func.func private @stage_order() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [block]], stage = [operands [2, 0] at i0 in shared]>}

// -----

// expected-error @+1 {{expected staging #0 to name an operand, but got none}}
func.func private @stage_none() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [block]], stage = [operands [] at i0 in shared]>}

// -----

// C6: a product that no position reaches.
// expected-error @+1 {{expected sizes of entry #1 with a product of at most 2147483647, but got 4294967296}}
func.func private @product() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [block], i1 = [block, unroll 65536, unroll 65536]]>}

// -----

// C6: nor one that 64 bits hold.
// expected-error @+1 {{expected sizes of entry #0 with a product of at most 2147483647, but got 18446744073709551615}}
func.func private @overflow() attributes {s = #emmy_tile.schedule<threads = 32, axes = [i0 = [block, unroll 4611686018427387904, unroll 4611686018427387904]]>}
