// Every message of emmy-run.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %S/../Inputs/invalid_arrays.py %t
// RUN: not emmy-run %t/none.mlir 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: error: {{.*}}none.mlir: expected a readable file, but got: No such file
// RUN: not emmy-run %s --level cuda 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: error: expected level tensor, loop, tile, kernel or nvvm, but got 'cuda'
// RUN: not emmy-run %s --size n=2 2>&1 | FileCheck %s --check-prefix=NEITHER
// NEITHER: error: expected --input=x=X.npy, or --seed=N for random numbers, but got neither
// RUN: not emmy-run %s --input z=%t/f32.npy 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: expected an input for one of 2 arguments, but got z=
// RUN: not emmy-run %s --seed 0 2>&1 | FileCheck %s --check-prefix=NOSIZE
// NOSIZE: error: expected --size=n=N, or an --input that has it as a dim, but got neither
// RUN: not emmy-run %s --seed 0 --size n=two 2>&1 | FileCheck %s --check-prefix=BADSIZE
// BADSIZE: error: expected a size NAME=N, but got 'n=two'
// RUN: not emmy-run %s --seed 0 --size n=9 2>&1 | FileCheck %s --check-prefix=BOUND
// BOUND: error: expected 0 <= n <= 8, but got 9
// RUN: not emmy-run %s --seed 0 --size n=3 2>&1 | FileCheck %s --check-prefix=MULTIPLE
// MULTIPLE: error: expected n to be a multiple of 2, but got 3
// RUN: not emmy-run %s --seed 0 --size n=2 --size m=2 2>&1 | FileCheck %s --check-prefix=SYMBOL
// SYMBOL: error: expected a size of a symbol of the program, but got 'm=2'
// RUN: not emmy-run %s --input %t/rank.npy 2>&1 | FileCheck %s --check-prefix=RANK
// RANK: error: expected argument 'x' of rank 2, but got 1
// RUN: not emmy-run %s --input %t/f32.npy --size n=4 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: expected argument 'x' of shape [4, 3], but got [2, 3]
// RUN: not emmy-run %s --input %t/f64.npy 2>&1 | FileCheck %s --check-prefix=DTYPE
// DTYPE: f64.npy: expected elements of type <f4 (f32), but got <f8
// RUN: not emmy-run %s --input %t/fortran.npy 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: fortran.npy: expected an array in C order, but got one in Fortran order
// RUN: not emmy-run %s --input %t/short.npy 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: short.npy: expected 24 bytes of elements, but got 20
// RUN: not emmy-run %s --input %t/absent.npy 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: absent.npy: expected a readable file, but got: No such file
// RUN: not emmy-run %s --input %s 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: run.mlir: expected a .npy file, but got another format
// RUN: not emmy-run %s --input %t/version.npy 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: version.npy: expected version 1, 2 or 3 of the format, but got 9
// RUN: not emmy-run %s --input %t/header.npy 2>&1 | FileCheck %s --check-prefix=HEADER
// HEADER: header.npy: expected a header of 65535 bytes, but the file ends
// RUN: not emmy-run %s --input %t/fields.npy 2>&1 | FileCheck %s --check-prefix=FIELDS
// FIELDS: fields.npy: expected a header with descr, fortran_order and shape, but got {}
// RUN: not emmy-run %s --input %t/sizes.npy 2>&1 | FileCheck %s --check-prefix=SIZES
// SIZES: sizes.npy: expected sizes in the shape, but got ' x'
// RUN: not emmy-run %s --input %t/negative.npy 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: negative.npy: expected sizes in the shape, but got ' -3'
// RUN: not emmy-run %s --input %t/large.npy 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: large.npy: expected an array that memory holds, but got f32[4611686018427387904x3]
// RUN: not emmy-run %s --seed 0 --size n=2 --output-dir %s/out 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: run.mlir/out: expected a folder that can be made, but got:
// RUN: not emmy-run %s --seed 0 --size n=2 --output-dir %s 2>&1 | FileCheck %s --check-prefix=WRITABLE
// WRITABLE: y.npy: expected a writable file, but got:

// The same seed gives the same numbers, and what is printed is what is written.
// RUN: emmy-run %s --seed 7 --size n=2 --print --output-dir %t/out | FileCheck %s --check-prefix=PRINT
// RUN: emmy-run %s --seed 7 --size n=2 --print -O0 | FileCheck %s --check-prefix=PRINT
// PRINT: y : f32[2x3] = [-0.122101493, -0.330509812, 0.252500325, -0.788370073, -0.0781827569, -0.92572093]
// RUN: emmy-run %s --input y=%t/flag.npy --input x=%t/out/y.npy --print | FileCheck %s --check-prefix=AGAIN
// AGAIN: y : f32[2x3] = [-0.122101493, -0.330509812, 0.252500325, -0.788370073, -0.0781827569, -0.92572093]

emmy.symbol @n {max = 8, multiple = 2}
func.func @main(%x: tensor<?x3xf32, #emmy.dims<[n, 3]>> {emmy.name = "x"}, %y: tensor<i1> {emmy.name = "y"})
    -> (tensor<?x3xf32, #emmy.dims<[n, 3]>> {emmy.name = "y"}) {
  %n = emmy.size @n
  %r = emmy_loop.kernel ins(%x : tensor<?x3xf32, #emmy.dims<[n, 3]>>) sizes(@n = %n) -> tensor<?x3xf32, #emmy.dims<[n, 3]>> {
  ^bb0(%xb: memref<?x3xf32>, %ns: index, %yb: memref<?x3xf32>):
    emmy_loop.for parallel (%i, %j) in (%ns, 3) {
      %v = emmy_loop.load %xb[%i, %j] : memref<?x3xf32>
      emmy_loop.store %v, %yb[%i, %j] : memref<?x3xf32>
    }
  }
  return %r : tensor<?x3xf32, #emmy.dims<[n, 3]>>
}
