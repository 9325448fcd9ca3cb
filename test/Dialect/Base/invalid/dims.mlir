// RUN: emmy-opt --split-input-file --verify-diagnostics %s

// expected-error @+1 {{expected one extent per dim, but got 1 extents for rank 2}}
func.func private @rank(tensor<?x4xf32, #emmy.dims<[seq]>>)

// -----

// expected-error @+1 {{expected a static size at dim 0 whose extent is the constant 8, but got '?'}}
func.func private @constant(tensor<?x?xf32, #emmy.dims<[8, seq]>>)

// -----

// expected-error @+1 {{expected the extent of static dim 1 to be 4, but got 5}}
func.func private @mismatch(tensor<?x4xf32, #emmy.dims<[seq, 5]>>)

// -----

// expected-error @+1 {{expected no encoding on a tensor with a static shape, but got dims}}
func.func private @static(tensor<4xf32, #emmy.dims<[4]>>)
