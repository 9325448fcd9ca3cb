// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @c1_arguments(%x: tensor<4xi1>) {
  // expected-error @+1 {{expected body arguments ('memref<4xi8>', 'memref<4xf32>'), but got ('memref<4xi1>', 'memref<4xf32>')}}
  %y = emmy_loop.kernel ins(%x : tensor<4xi1>) -> tensor<4xf32> {
  ^bb0(%a: memref<4xi1>, %b: memref<4xf32>):
  }
  return
}

// -----

func.func @c2_order(%n: index) {
  // expected-error @+1 {{expected size names in increasing order, but got ["b", "a"]}}
  emmy_loop.kernel sizes(@b = %n, @a = %n) -> () {
  ^bb0(%b: index, %a: index):
  }
  return
}

// -----

func.func @c2_count(%n: index) {
  // expected-error @+1 {{expected 1 size names, but got 0}}
  "emmy_loop.kernel"(%n) <{operandSegmentSizes = array<i32: 0, 0, 1>, sizeNames = [], tied = array<i64>}> ({
  ^bb0(%b: index):
    "emmy_loop.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @c3_symbol(%x: tensor<?xf32, #emmy.dims<[seq + 1]>>) {
  // expected-error @+1 {{expected a size for the symbol 'seq' of input #0, but got []}}
  emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[seq + 1]>>) -> () {
  ^bb0(%a: memref<?xf32>):
  }
  return
}

// -----

func.func @c3_no_extent() {
  // expected-error @+1 {{expected extents for the dynamic dims of result #0, but got 'tensor<?xf32>'}}
  %y = emmy_loop.kernel -> tensor<?xf32> {
  ^bb0(%a: memref<?xf32>):
  }
  return
}

// -----

func.func @c4_range(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected result #0 tied to one of 1 inputs, but got 1}}
  %y = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tied(1) tensor<4xf32> {
  ^bb0(%a: memref<4xf32>):
  }
  return
}

// -----

func.func @c4_twice(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected input #0 to be tied once, but result #1 ties it again}}
  %y:2 = emmy_loop.kernel ins(%x : tensor<4xf32>) -> (tied(0) tensor<4xf32>, tied(0) tensor<4xf32>) {
  ^bb0(%a: memref<4xf32>):
  }
  return
}

// -----

func.func @c4_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected tied result #0 of type 'tensor<4xf32>', but got 'tensor<5xf32>'}}
  %y = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tied(0) tensor<5xf32> {
  ^bb0(%a: memref<4xf32>):
  }
  return
}

// -----

func.func @c5_dim(%x: tensor<4xf32>) {
  emmy_loop.kernel ins(%x : tensor<4xf32>) -> () {
  ^bb0(%a: memref<4xf32>):
    %c = arith.constant 0 : index
    // expected-error @+1 {{expected sizes as arguments of the kernel, but got memref.dim}}
    %d = memref.dim %a, %c : memref<4xf32>
  }
  return
}

// -----

func.func @c5_tensor() {
  emmy_loop.kernel -> () {
    // expected-error @+1 {{expected buffers and scalars inside a kernel, but got 'tensor<4xf32>'}}
    %t = arith.constant dense<0.0> : tensor<4xf32>
  }
  return
}

// -----

func.func @c6_scalar(%x: memref<4xf32>) {
  // expected-error @+1 {{expected scalar #0 to be a number, but got 'memref<4xf32>'}}
  emmy_loop.kernel scalars(%x : memref<4xf32>) -> () {
  ^bb0(%a: memref<4xf32>):
  }
  return
}

// -----

func.func @c4_count(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 1 entries of tied, but got 0}}
  %y = "emmy_loop.kernel"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>, sizeNames = [], tied = array<i64>}> ({
  ^bb0(%a: memref<4xf32>):
    "emmy_loop.yield"() : () -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @body_yields(%s: f32) {
  // expected-error @+1 {{expected a body that yields nothing, but got 'f32'}}
  emmy_loop.kernel scalars(%s : f32) -> () {
  ^bb0(%a: f32):
    emmy_loop.yield %a : f32
  }
  return
}

// -----

// C7: complex numbers are pairs of floats.
func.func @c7_complex(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{expected elements of input #0 to be integers or floats, but got 'complex<f32>'}}
  emmy_loop.kernel ins(%x : tensor<4xcomplex<f32>>) -> () {
  ^bb0(%a: memref<4xcomplex<f32>>):
  }
  return
}

// -----

// C7: an index has no size in memory.
func.func @c7_index() {
  // expected-error @+1 {{expected elements of result #0 to be integers or floats, but got 'index'}}
  %y = emmy_loop.kernel -> tensor<4xindex> {
  ^bb0(%a: memref<4xindex>):
  }
  return
}

// -----

// C2: a name that is no string.
func.func @c2_name(%n: index) {
  // expected-error @+1 {{expected size names in increasing order, but got [4]}}
  "emmy_loop.kernel"(%n) <{operandSegmentSizes = array<i32: 0, 0, 1>, sizeNames = [4], tied = array<i64>}> ({
  ^bb0(%b: index):
    "emmy_loop.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

// C4: no input before the first.
func.func @c4_negative(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected result #0 tied to one of 1 inputs, but got -2}}
  %y = emmy_loop.kernel ins(%x : tensor<4xf32>) -> tied(-2) tensor<4xf32> {
  ^bb0(%a: memref<4xf32>):
  }
  return
}
