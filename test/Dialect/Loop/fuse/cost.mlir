// RUN: emmy-opt --emmy-convert-tensor-to-loop --emmy-loop-fuse=report --split-input-file --verify-diagnostics %s | FileCheck %s

// Merges that are legal and do not pay: every edge says why.

// A tile of a contraction does not wait for a reduction.
// CHECK-LABEL: func.func @reduction_operand
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @reduction_operand(%x: tensor<64x64x8xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %s = emmy_tensor.reduce sum(%x) dims = [2] : tensor<64x64x8xf32> -> tensor<64x64xf32>
  %l = emmy_tensor.index_map [%s[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %r = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %p = emmy_tensor.elementwise multiply(%l, %r) : tensor<64x64x64xf32>
  // expected-remark @+1 {{'sum' into 'sum_multiply' not profitable: a reduction is computed once, not for every tile of a contraction}}
  %z = emmy_tensor.reduce sum(%p) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}

// -----

// What an operand is computed from is merged when all else is.
// CHECK-LABEL: func.func @last
// CHECK-COUNT-1: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @last(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %s = emmy_tensor.elementwise negate(%x) : tensor<64x64xf32>
  %l = emmy_tensor.index_map [%s[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %r = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %p = emmy_tensor.elementwise multiply(%l, %r) : tensor<64x64x64xf32>
  // expected-remark @+2 {{'negate' into 'sum_multiply' not profitable: operands of contractions are merged last}}
  // expected-remark @+1 {{'negate' into 'sum_multiply' merged: it saves}}
  %z = emmy_tensor.reduce sum(%p) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}

// -----

// Every tile would compute five exponentials for each element.
// CHECK-LABEL: func.func @expensive
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @expensive(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e1 = emmy_tensor.elementwise exp(%x) : tensor<64x64xf32>
  %e2 = emmy_tensor.elementwise exp(%e1) : tensor<64x64xf32>
  %e3 = emmy_tensor.elementwise exp(%e2) : tensor<64x64xf32>
  %e4 = emmy_tensor.elementwise exp(%e3) : tensor<64x64xf32>
  // expected-remark @+1 {{'exp' into 'exp' merged: it saves}}
  %e5 = emmy_tensor.elementwise exp(%e4) : tensor<64x64xf32>
  %l = emmy_tensor.index_map [%e5[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %r = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %p = emmy_tensor.elementwise multiply(%l, %r) : tensor<64x64x64xf32>
  // expected-remark @+2 {{'exp' into 'sum_multiply' not profitable: operands of contractions are merged last}}
  // expected-remark @+1 {{'exp' into 'sum_multiply' not profitable: the operand is too expensive to compute for every tile}}
  %z = emmy_tensor.reduce sum(%p) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}

// -----

// Two contractions would each read two tensors in place of one.
// CHECK-LABEL: func.func @cheaper
// CHECK-COUNT-3: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @cheaper(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %s = emmy_tensor.elementwise add(%x, %y) : tensor<64x64xf32>
  %al = emmy_tensor.index_map [%s[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %ar = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %ap = emmy_tensor.elementwise multiply(%al, %ar) : tensor<64x64x64xf32>
  // expected-remark @+2 {{'add' into 'sum_multiply' not profitable: operands of contractions are merged last}}
  // expected-remark @+1 {{'add' into 'sum_multiply' not profitable: the operand is cheaper to read than to compute}}
  %z1 = emmy_tensor.reduce sum(%ap) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  %bl = emmy_tensor.index_map [%w[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %br = emmy_tensor.index_map [%s[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %bp = emmy_tensor.elementwise multiply(%bl, %br) : tensor<64x64x64xf32>
  // expected-remark @+2 {{'sum_multiply' into 'sum_multiply_add' not profitable: the kernel has a contraction already}}
  // expected-remark @+1 {{'add' into 'sum_multiply_add' not profitable: the operand is cheaper to read than to compute}}
  %z2 = emmy_tensor.reduce sum(%bp) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  // expected-remark @+3 {{'sum_multiply' into 'add' merged: it saves}}
  // expected-remark @+2 {{'sum_multiply' into 'add' not profitable: the kernel has a contraction already}}
  // expected-remark @+1 {{'add' into 'add' not profitable: operands of contractions are merged last}}
  %z = emmy_tensor.elementwise add(%z1, %z2) : tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}

// -----

// Tiles are read where the loops say.
// CHECK-LABEL: func.func @gathered
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @gathered(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %i: tensor<64xi64>) -> tensor<64x64xf32> {
  %g = emmy_tensor.gather %x[%i] dims = [0] : (tensor<64x64xf32>, tensor<64xi64>) -> tensor<64x64xf32>
  %l = emmy_tensor.index_map [%g[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %r = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %p = emmy_tensor.elementwise multiply(%l, %r) : tensor<64x64x64xf32>
  // expected-remark @+2 {{'gather' into 'sum_multiply' not profitable: operands of contractions are merged last}}
  // expected-remark @+1 {{'gather' into 'sum_multiply' not profitable: tiles of a contraction are not read at data-dependent coordinates}}
  %z = emmy_tensor.reduce sum(%p) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}

// -----

// The parallel loop of an inner reduction would be the loop of the outer one.
// CHECK-LABEL: func.func @nested
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @nested(%x: tensor<64x64x8xf32>) -> tensor<64xf32> {
  %s = emmy_tensor.reduce sum(%x) dims = [2] : tensor<64x64x8xf32> -> tensor<64x64xf32>
  // expected-remark @+1 {{'sum' into 'product' not profitable: a reduction inside of a reduction loses its parallelism}}
  %z = emmy_tensor.reduce product(%s) dims = [1] : tensor<64x64xf32> -> tensor<64xf32>
  return %z : tensor<64xf32>
}

// -----

// Every row of a contraction would be stored by a loop inside of its tile.
// CHECK-LABEL: func.func @rows_of_products
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @rows_of_products(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64x8xf32> {
  %l = emmy_tensor.index_map [%x[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %r = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %p = emmy_tensor.elementwise multiply(%l, %r) : tensor<64x64x64xf32>
  %m = emmy_tensor.reduce sum(%p) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  // expected-remark @+1 {{'sum_multiply' into 'kernel' not profitable: loops inside of the contraction's would lose their parallelism}}
  %z = emmy_tensor.index_map [%m[(i, j, k) -> (i, j)]] : (tensor<64x64xf32>) -> tensor<64x64x8xf32>
  return %z : tensor<64x64x8xf32>
}

// -----

// A row is normalized for a contraction, which does not wait for rows.
// CHECK-LABEL: func.func @row_before
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @row_before(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %s = emmy_tensor.reduce sum(%x) dims = [1] : tensor<64x64xf32> -> tensor<64xf32>
  // expected-remark @+1 {{'sum' into 'subtract' merged: it saves}}
  %b = emmy_tensor.index_map [%s[(i, j) -> (i)]] : (tensor<64xf32>) -> tensor<64x64xf32>
  %y = emmy_tensor.elementwise subtract(%x, %b) : tensor<64x64xf32>
  %l = emmy_tensor.index_map [%y[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %r = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %p = emmy_tensor.elementwise multiply(%l, %r) : tensor<64x64x64xf32>
  // expected-remark @+2 {{'subtract' into 'sum_multiply' not profitable: operands of contractions are merged last}}
  // expected-remark @+1 {{'sum_subtract' into 'sum_multiply' not legal: the producer does not store at the innermost place}}
  %z = emmy_tensor.reduce sum(%p) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}

// -----

// A tile of products needs sums of all its rows.
// CHECK-LABEL: func.func @row_after
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @row_after(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %s = emmy_tensor.reduce sum(%x) dims = [1] : tensor<64x64xf32> -> tensor<64xf32>
  // expected-remark @+2 {{'sum_multiply' into 'subtract' merged: it saves}}
  // expected-remark @+1 {{'sum' into 'subtract' not profitable: a row's reduction before a contraction takes away its tiles}}
  %b = emmy_tensor.index_map [%s[(i, j) -> (i)]] : (tensor<64xf32>) -> tensor<64x64xf32>
  %l = emmy_tensor.index_map [%x[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %r = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %p = emmy_tensor.elementwise multiply(%l, %r) : tensor<64x64x64xf32>
  // expected-remark @+1 {{'sum' into 'sum_multiply_subtract' not profitable: a row's reduction before a contraction takes away its tiles}}
  %m = emmy_tensor.reduce sum(%p) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  %z = emmy_tensor.elementwise subtract(%m, %b) : tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}

// -----

// Sums of rows that run along diagonals.
// CHECK-LABEL: func.func @again
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @again(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %s = emmy_tensor.reduce sum(%x) dims = [1] : tensor<64x64xf32> -> tensor<64xf32>
  // expected-remark @+1 {{'sum' into 'subtract' not profitable: a reduction is computed once, not 4096 times for 64 elements}}
  %b = emmy_tensor.index_map [%s[(i, j) -> ((i + j) mod 64)]] : (tensor<64xf32>) -> tensor<64x64xf32>
  %z = emmy_tensor.elementwise subtract(%x, %b) : tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}

// -----

// One contraction is a kernel.
// CHECK-LABEL: func.func @two_contractions
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @two_contractions(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %al = emmy_tensor.index_map [%x[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %ar = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %ap = emmy_tensor.elementwise multiply(%al, %ar) : tensor<64x64x64xf32>
  %a = emmy_tensor.reduce sum(%ap) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  %bl = emmy_tensor.index_map [%w[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %br = emmy_tensor.index_map [%x[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %bp = emmy_tensor.elementwise multiply(%bl, %br) : tensor<64x64x64xf32>
  // expected-remark @+1 {{'sum_multiply' into 'sum_multiply_add' not profitable: the kernel has a contraction already}}
  %b = emmy_tensor.reduce sum(%bp) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  // expected-remark @+2 {{'sum_multiply' into 'add' merged: it saves}}
  // expected-remark @+1 {{'sum_multiply' into 'add' not profitable: the kernel has a contraction already}}
  %z = emmy_tensor.elementwise add(%a, %b) : tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}

// -----

// What follows a contraction is computed with it rather than with what comes then.
// CHECK-LABEL: func.func @own_epilogue
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
func.func @own_epilogue(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  %al = emmy_tensor.index_map [%x[(i, j, k) -> (i, k)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %ar = emmy_tensor.index_map [%w[(i, j, k) -> (k, j)]] : (tensor<64x64xf32>) -> tensor<64x64x64xf32>
  %ap = emmy_tensor.elementwise multiply(%al, %ar) : tensor<64x64x64xf32>
  %a = emmy_tensor.reduce sum(%ap) dims = [2] : tensor<64x64x64xf32> -> tensor<64x64xf32>
  // expected-remark @+1 {{'sum_multiply' into 'exp' merged: it saves}}
  %e = emmy_tensor.elementwise exp(%a) : tensor<64x64xf32>
  // expected-remark @+2 {{'exp' into 'sum' not profitable: it is the epilogue of its own producer}}
  // expected-remark @+1 {{'sum_multiply_exp' into 'sum' not profitable: a reduction inside of a reduction loses its parallelism}}
  %z = emmy_tensor.reduce sum(%e) dims = [1] : tensor<64x64xf32> -> tensor<64xf32>
  return %z : tensor<64xf32>
}
