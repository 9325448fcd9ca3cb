// Operations that the simulator does not execute, wherever they stand in a kernel, and functions that it cannot call.
// RUN: split-file %s %t
// RUN: not emmy-run --level=kernel --seed=0 %t/uniform-then.mlir 2>&1 | FileCheck %s --check-prefix=UNIFORM-THEN
// RUN: not emmy-run --level=kernel --seed=0 %t/uniform-else.mlir 2>&1 | FileCheck %s --check-prefix=UNIFORM-ELSE
// RUN: not emmy-run --level=kernel --seed=0 %t/divergent-then.mlir 2>&1 | FileCheck %s --check-prefix=DIVERGENT-THEN
// RUN: not emmy-run --level=kernel --seed=0 %t/divergent-else.mlir 2>&1 | FileCheck %s --check-prefix=DIVERGENT-ELSE
// RUN: not emmy-run --level=kernel --seed=0 %t/uniform-for.mlir 2>&1 | FileCheck %s --check-prefix=UNIFORM-FOR
// RUN: not emmy-run --level=kernel --seed=0 %t/divergent-for.mlir 2>&1 | FileCheck %s --check-prefix=DIVERGENT-FOR
// RUN: not emmy-run --level=kernel --seed=0 %t/function.mlir 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not emmy-run --level=kernel --seed=0 %t/blocks.mlir 2>&1 | FileCheck %s --check-prefix=BLOCKS
// RUN: not emmy-run --level=kernel --seed=0 %t/declaration.mlir 2>&1 | FileCheck %s --check-prefix=DECLARATION
// RUN: not emmy-run --level=kernel --seed=0 %t/library.mlir 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: not emmy-run --level=kernel --seed=0 %t/index-vector.mlir 2>&1 | FileCheck %s --check-prefix=INDEX-VECTOR
// RUN: not emmy-run --level=kernel --seed=0 %t/rank.mlir 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not emmy-run --level=kernel --seed=0 %t/position.mlir 2>&1 | FileCheck %s --check-prefix=POSITION

// UNIFORM-THEN: uniform-then.mlir:7:14: error: 'vector.reduction' op expected an operation that a kernel consists of, but got one that the simulator does not execute
// UNIFORM-THEN-NOT: error:
//--- uniform-then.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c = arith.cmpi eq, %i, %c0 : i32
    %r = scf.if %c -> f32 {
      %wide = vector.broadcast %v : f32 to vector<4xf32>
      %sum = vector.reduction <add>, %wide : vector<4xf32> into f32
      scf.yield %sum : f32
    } else {
      scf.yield %v : f32
    }
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// UNIFORM-ELSE: uniform-else.mlir:9:14: error: 'vector.reduction' op expected an operation that a kernel consists of, but got one that the simulator does not execute
// UNIFORM-ELSE-NOT: error:
//--- uniform-else.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c = arith.cmpi eq, %i, %c0 : i32
    %r = scf.if %c -> f32 {
      scf.yield %v : f32
    } else {
      %wide = vector.broadcast %v : f32 to vector<4xf32>
      %sum = vector.reduction <add>, %wide : vector<4xf32> into f32
      scf.yield %sum : f32
    }
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// DIVERGENT-THEN: divergent-then.mlir:7:14: error: 'vector.reduction' op expected an operation that a kernel consists of, but got one that the simulator does not execute
// DIVERGENT-THEN-NOT: error:
//--- divergent-then.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c = arith.cmpi eq, %t, %i : i32
    %r = scf.if %c -> f32 {
      %wide = vector.broadcast %v : f32 to vector<4xf32>
      %sum = vector.reduction <add>, %wide : vector<4xf32> into f32
      scf.yield %sum : f32
    } else {
      scf.yield %v : f32
    }
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// DIVERGENT-ELSE: divergent-else.mlir:9:14: error: 'vector.reduction' op expected an operation that a kernel consists of, but got one that the simulator does not execute
// DIVERGENT-ELSE-NOT: error:
//--- divergent-else.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %t = emmy_kernel.thread_id x : i32
    %c = arith.cmpi eq, %t, %i : i32
    %r = scf.if %c -> f32 {
      scf.yield %v : f32
    } else {
      %wide = vector.broadcast %v : f32 to vector<4xf32>
      %sum = vector.reduction <add>, %wide : vector<4xf32> into f32
      scf.yield %sum : f32
    }
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// UNIFORM-FOR: uniform-for.mlir:7:14: error: 'vector.reduction' op expected an operation that a kernel consists of, but got one that the simulator does not execute
// UNIFORM-FOR-NOT: error:
//--- uniform-for.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %k = %c0 to %i step %c1 iter_args(%before = %v) -> f32 : i32 {
      %wide = vector.broadcast %before : f32 to vector<4xf32>
      %sum = vector.reduction <add>, %wide : vector<4xf32> into f32
      scf.yield %sum : f32
    }
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// DIVERGENT-FOR: divergent-for.mlir:8:14: error: 'vector.reduction' op expected an operation that a kernel consists of, but got one that the simulator does not execute
// DIVERGENT-FOR-NOT: error:
//--- divergent-for.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %t = emmy_kernel.thread_id x : i32
    %r = scf.for %k = %c0 to %t step %c1 iter_args(%before = %v) -> f32 : i32 {
      %wide = vector.broadcast %before : f32 to vector<4xf32>
      %sum = vector.reduction <add>, %wide : vector<4xf32> into f32
      scf.yield %sum : f32
    }
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// FUNCTION: function.mlir:4:12: error: 'vector.reduction' op expected an operation that a kernel consists of, but got one that the simulator does not execute
// FUNCTION-NOT: error:
//--- function.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @f(%v: f32) -> f32 {
    %wide = vector.broadcast %v : f32 to vector<4xf32>
    %sum = vector.reduction <add>, %wide : vector<4xf32> into f32
    return %sum : f32
  }
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %r = func.call @f(%v) : (f32) -> f32
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// BLOCKS: blocks.mlir:2:3: error: 'func.func' op expected a body of one block, but got 2
// BLOCKS-NOT: error:
//--- blocks.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @f(%v: f32) -> f32 {
    cf.br ^end
  ^end:
    return %v : f32
  }
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %r = func.call @f(%v) : (f32) -> f32
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// DECLARATION: declaration.mlir:2:3: error: 'func.func' op expected a body of one block, but got 0
// DECLARATION-NOT: error:
//--- declaration.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @f(f32) -> f32
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %r = func.call @f(%v) : (f32) -> f32
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// LIBRARY: library.mlir:4:10: error: 'func.call' op expected the name of a function of the math library, but got @emmy_nothing_f32
// LIBRARY-NOT: error:
//--- library.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @emmy_nothing_f32(f32) -> f32
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %r = func.call @emmy_nothing_f32(%v) : (f32) -> f32
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// INDEX-VECTOR: index-vector.mlir:4:16: error: 'arith.index_cast' op expected an operation that a kernel consists of, but got one that the simulator does not execute
// INDEX-VECTOR-NOT: error:
//--- index-vector.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %is = vector.broadcast %i : i32 to vector<2xi32>
    %indices = arith.index_cast %is : vector<2xi32> to vector<2xindex>
    %e = vector.extract %indices[0] : index from vector<2xindex>
    %n = arith.index_cast %e : index to i32
    %r = arith.sitofp %n : i32 to f32
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// RANK: rank.mlir:4:12: error: 'vector.extract' op expected an operation that a kernel consists of, but got one that the simulator does not execute
// RANK-NOT: error:
//--- rank.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %matrix = arith.constant dense<1.0> : vector<2x4xf32>
    %row = vector.extract %matrix[1] : vector<4xf32> from vector<2x4xf32>
    %r = vector.extract %row[0] : f32 from vector<4xf32>
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}

// POSITION: position.mlir:5:10: error: 'vector.extract' op expected an operation that a kernel consists of, but got one that the simulator does not execute
// POSITION-NOT: error:
//--- position.mlir
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k(%out: memref<32xf32, #gpu.address_space<global>>, %i: i32, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %row = arith.constant dense<1.0> : vector<4xf32>
    %n = arith.index_cast %i : i32 to index
    %r = vector.extract %row[%n] : f32 from vector<4xf32>
    emmy_kernel.store %r, %out[%i : i32] : memref<32xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
func.func @main(%out: memref<32xf32> {emmy.result}) {
  return
}
