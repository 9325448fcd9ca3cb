// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// Text that is no attribute of the tile level: one case for every place where reading ends.

// expected-error @+1 {{expected integer value}}
func.func private @registers() attributes {s = #emmy_tile.registers<[x]>}

// -----

// expected-error @+1 {{expected '<'}}
func.func private @split_open() attributes {s = #emmy_tile.split thread}

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @split_name() attributes {s = #emmy_tile.split<4>}

// -----

// expected-error @+1 {{integer value too large}}
func.func private @split_size() attributes {s = #emmy_tile.split<thread 99999999999999999999>}

// -----

// expected-error @+1 {{expected '>'}}
func.func private @split_close() attributes {s = #emmy_tile.split<thread 4, 4>}

// -----

// expected-error @+1 {{expected '<'}}
func.func private @axis_open() attributes {s = #emmy_tile.axis i0}

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @axis_name() attributes {s = #emmy_tile.axis<4 = [thread]>}

// -----

// expected-error @+1 {{expected ')'}}
func.func private @axis_names() attributes {s = #emmy_tile.axis<(i0, i1 i2) = [thread]>}

// -----

// expected-error @+1 {{expected ']'}}
func.func private @axis_split() attributes {s = #emmy_tile.axis<i0 = [thread fast]>}

// -----

// expected-error @+1 {{expected '='}}
func.func private @axis_equal() attributes {s = #emmy_tile.axis<i0 [thread]>}

// -----

// expected-error @+1 {{expected '>'}}
func.func private @axis_close() attributes {s = #emmy_tile.axis<i0 = [thread], i1 = [thread]>}

// -----

// expected-error @+1 {{expected '<'}}
func.func private @staging_open() attributes {s = #emmy_tile.staging operand}

// -----

// expected-error @+1 {{expected integer value}}
func.func private @staging_operand() attributes {s = #emmy_tile.staging<operand x at a0 in shared>}

// -----

// expected-error @+1 {{expected '['}}
func.func private @staging_operands() attributes {s = #emmy_tile.staging<operands 0 at a0 in shared>}

// -----

// expected-error @+1 {{expected 'at'}}
func.func private @staging_at() attributes {s = #emmy_tile.staging<operand 0 in shared>}

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @staging_axis() attributes {s = #emmy_tile.staging<operand 0 at 0 in shared>}

// -----

// expected-error @+1 {{expected an axis of the schedule, but got 'i0'}}
func.func private @staging_axis_number() attributes {s = #emmy_tile.staging<operand 0 at i0 in shared>}

// -----

// expected-error @+1 {{expected valid keyword}}
func.func private @staging_space() attributes {s = #emmy_tile.staging<operand 0 at a0 in 4>}

// -----

// expected-error @+1 {{expected '>'}}
func.func private @staging_close() attributes {s = #emmy_tile.staging<operand 0 at a0 in shared, 4>}

// -----

// expected-error @+1 {{expected 'threads'}}
func.func private @schedule_threads() attributes {s = #emmy_tile.schedule<axes = [i0 = [block]]>}

// -----

// expected-error @+1 {{expected '='}}
func.func private @schedule_axis() attributes {s = #emmy_tile.schedule<threads = 4, axes = [i0]>}

// -----

// expected-error @+1 {{expected 'stage'}}
func.func private @schedule_stage() attributes {s = #emmy_tile.schedule<threads = 4, axes = [i0 = [block]], staged = []>}

// -----

// expected-error @+1 {{expected '>'}}
func.func private @schedule_close() attributes {s = #emmy_tile.schedule<threads = 4, axes = [i0 = [block]] stage>}
