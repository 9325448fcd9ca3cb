// RUN: emmy-opt --mlir-print-debuginfo %s | emmy-opt | FileCheck %s
// RUN: emmy-opt --mlir-print-op-generic --mlir-print-debuginfo %s | emmy-opt | FileCheck %s

emmy.symbol @seq

// Every operand group, and axes named by their numbers.
// CHECK-LABEL: func.func @scale
func.func @scale(%x: tensor<?x8xf32, #emmy.dims<[seq, 8]>>, %a: f32) -> tensor<?x8xf32, #emmy.dims<[seq, 8]>> {
  // CHECK: %[[N:.*]] = emmy.size @seq
  %n = emmy.size @seq
  // CHECK: emmy_loop.kernel ins(%{{.*}} : tensor<?x8xf32, #emmy.dims<[seq, 8]>>) scalars(%{{.*}} : f32) sizes(@seq = %[[N]]) -> tensor<?x8xf32, #emmy.dims<[seq, 8]>> {
  // CHECK-NEXT: ^bb0(%in0: memref<?x8xf32>, %scalar0: f32, %seq: index, %out: memref<?x8xf32>):
  %out = emmy_loop.kernel ins(%x : tensor<?x8xf32, #emmy.dims<[seq, 8]>>) scalars(%a : f32) sizes(@seq = %n)
      -> tensor<?x8xf32, #emmy.dims<[seq, 8]>> {
  ^bb0(%xb: memref<?x8xf32>, %s: f32, %seq: index, %ob: memref<?x8xf32>):
    // CHECK: emmy_loop.for parallel (%i0, %i1) in (%seq, 8) {
    emmy_loop.for parallel (%i, %j) in (%seq, 8) {
      // CHECK-NEXT: emmy_loop.load %in0[%i0, %i1] : memref<?x8xf32>
      %v = emmy_loop.load %xb[%i, %j] : memref<?x8xf32>
      %w = arith.mulf %v, %s : f32
      // CHECK: emmy_loop.store %{{.*}}, %out[%i0, %i1] : memref<?x8xf32>
      emmy_loop.store %w, %ob[%i, %j] : memref<?x8xf32>
    }
  }
  return %out : tensor<?x8xf32, #emmy.dims<[seq, 8]>>
}

// Guards over dims and symbols, semi-affine maps, else values, tied results, no results at all.
// CHECK-LABEL: func.func @accesses
func.func @accesses(%x: tensor<?xf32, #emmy.dims<[seq]>>, %y: tensor<4xf32>, %m: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xi1>) {
  %n = emmy.size @seq
  // CHECK: -> (tied(1) tensor<4xf32>, tensor<4xi1>) attributes {reports} {
  %r:2 = emmy_loop.kernel ins(%x, %y, %m : tensor<?xf32, #emmy.dims<[seq]>>, tensor<4xf32>, tensor<4xi1>) sizes(@seq = %n)
      -> (tied(1) tensor<4xf32>, tensor<4xi1>) attributes {reports} {
  // CHECK-NEXT: ^bb0(%in0: memref<?xf32>, %in1: memref<4xf32>, %in2: memref<4xi8>, %seq: index, %out0: memref<4xi8>):
  ^bb0(%xb: memref<?xf32>, %yb: memref<4xf32>, %mb: memref<4xi8>, %seq: index, %ob: memref<4xi8>):
    %zero = arith.constant 0.0 : f32
    // CHECK: emmy_loop.for sequential (%i0) in (4)
    emmy_loop.for sequential (%i) in (4) {
      // CHECK-NEXT: emmy_loop.load %in2[%i0] : memref<4xi8> -> i1
      %b = emmy_loop.load %mb[%i] : memref<4xi8> -> i1
      // CHECK-NEXT: emmy_loop.load %in0[%i0 mod symbol(%seq)] if (-%i0 + symbol(%seq) - 1 >= 0) else %{{.*}} : memref<?xf32>
      %v = emmy_loop.load %xb[%i mod symbol(%seq)] if (symbol(%seq) - 1 - %i >= 0) else %zero : memref<?xf32>
      // CHECK-NEXT: emmy_loop.load %in0[%i0 * 2 + 1] if (%i0 - 1 == 0, -%i0 + symbol(%seq) >= 0)
      %w = emmy_loop.load %xb[%i * 2 + 1] if affine_set<(d0)[s0] : (d0 - 1 == 0, s0 - d0 >= 0)>(%i)[%seq] else %zero : memref<?xf32>
      %u = arith.addf %v, %w : f32
      // CHECK: emmy_loop.store %{{.*}}, %in1[%i0] if (%i0 - 2 >= 0) : memref<4xf32>
      emmy_loop.store %u, %yb[%i] if (%i >= 2) : memref<4xf32>
      // CHECK: emmy_loop.store %{{.*}}, %out0[%i0] : i1, memref<4xi8>
      emmy_loop.store %b, %ob[%i] : i1, memref<4xi8>
    }
  }
  // CHECK: emmy_loop.kernel -> () {
  emmy_loop.kernel -> () {
    // CHECK: emmy_loop.local : memref<3xf32>
    %l = emmy_loop.local : memref<3xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi1>
}

// A reduction over two axes with a state of two components and a finish; a second one whose state is its result; a scan.
// CHECK-LABEL: func.func @reductions
func.func @reductions(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  %out = emmy_loop.kernel ins(%x : tensor<4x8xf32>) -> tensor<8xf32> {
  ^bb0(%xb: memref<4x8xf32>, %ob: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    %none = arith.constant 0 : i64
    // CHECK: emmy_loop.reduce (%r0, %r1) in (4, 8) init(%{{.*}}, %{{.*}} : f32, i64) {
    %m = emmy_loop.reduce (%r, %c) in (4, 8) init(%zero, %none : f32, i64) {
      %v = emmy_loop.load %xb[%r, %c] : memref<4x8xf32>
      %one = arith.constant 1 : i64
      // CHECK: emmy_loop.yield %{{.*}}, %{{.*}} : f32, i64
      emmy_loop.yield %v, %one : f32, i64
    // CHECK: } combine {
    // CHECK-NEXT: ^bb0(%a0: f32, %a1: i64, %b0: f32, %b1: i64):
    } combine {
    ^bb0(%a0: f32, %a1: i64, %b0: f32, %b1: i64):
      %s = arith.addf %a0, %b0 : f32
      %t = arith.addi %a1, %b1 : i64
      emmy_loop.yield %s, %t : f32, i64
    // CHECK: } finish {
    // CHECK-NEXT: ^bb0(%state0: f32, %state1: i64):
    } finish {
    ^bb0(%s0: f32, %s1: i64):
      %f = arith.sitofp %s1 : i64 to f32
      %q = arith.divf %s0, %f : f32
      emmy_loop.yield %q : f32
    // CHECK: } -> (f32)
    } -> (f32)
    // CHECK: emmy_loop.for parallel (%i0) in (8)
    emmy_loop.for parallel (%i) in (8) {
      // CHECK: emmy_loop.reduce sequential (%r2) in (4)
      %s = emmy_loop.reduce sequential (%r) in (4) init(%zero : f32) {
        %v = emmy_loop.load %xb[%r, %i] : memref<4x8xf32>
        emmy_loop.yield %v : f32
      } combine {
      // CHECK: ^bb0(%a: f32, %b: f32):
      ^bb0(%a: f32, %b: f32):
        %s = arith.addf %a, %b : f32
        emmy_loop.yield %s : f32
      }
      emmy_loop.store %s, %ob[%i] : memref<8xf32>
    }
    // CHECK: emmy_loop.scan exclusive reverse (%r3) in (8) init(%{{.*}} : f32) {
    emmy_loop.scan exclusive reverse (%r) in (8) init(%zero : f32) {
      %v = emmy_loop.load %xb[0, %r] : memref<4x8xf32>
      emmy_loop.yield %v : f32
    } combine {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      emmy_loop.yield %s : f32
    // CHECK: } emit {
    // CHECK-NEXT: ^bb0(%r3: index, %prefix: f32):
    } emit {
    ^bb0(%i: index, %p: f32):
      emmy_loop.store %p, %ob[%i] : memref<8xf32>
    }
  }
  return %out : tensor<8xf32>
}

// Names in locations win over derived names.
// CHECK-LABEL: func.func @names
func.func @names(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %silu = emmy_loop.kernel
  %out = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: ^bb0(%x: memref<4xf32>, %y: memref<4xf32>):
  ^bb0(%xb: memref<4xf32> loc("x"), %ob: memref<4xf32> loc("y")):
    emmy_loop.for parallel (%i) in (4) {
      // CHECK: %gate = emmy_loop.load %x[%i0]
      %v = emmy_loop.load %xb[%i] : memref<4xf32> loc("gate")
      emmy_loop.store %v, %ob[%i] : memref<4xf32>
    }
  } loc("silu"(fused<"layers.0.act">["model.py":12:4]))
  return %out : tensor<4xf32>
}
