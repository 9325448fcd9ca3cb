// RUN: emmy-opt --emmy-loop-fuse %s | FileCheck %s

emmy.symbol @n {min = 1}

// Two kernels over one space that read one operand are merged where their extents are known to be equal.
// CHECK-LABEL: func.func @sums
// CHECK: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
// CHECK: return
func.func @sums(%x: tensor<?xf32, #emmy.dims<[n]>>) -> (tensor<?xf32, #emmy.dims<[n*n + 7*n + 16]>>, tensor<?xf32, #emmy.dims<[n*n + 7*n + 16]>>) {
  %n = emmy.size @n
  %a = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n*n + 7*n + 16]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %d = arith.addi %size, %four : index
    %p = arith.muli %d, %d : index
    %e = arith.subi %p, %size : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = math.absf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  %b = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n*n + 7*n + 16]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %d = arith.addi %size, %four : index
    %p = arith.muli %d, %d : index
    %e = arith.subi %p, %size : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = arith.negf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  return %a, %b : tensor<?xf32, #emmy.dims<[n*n + 7*n + 16]>>, tensor<?xf32, #emmy.dims<[n*n + 7*n + 16]>>
}

// CHECK-LABEL: func.func @minimum
// CHECK: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
// CHECK: return
func.func @minimum(%x: tensor<?xf32, #emmy.dims<[n]>>) -> (tensor<?xf32, #emmy.dims<[min(n, 4)]>>, tensor<?xf32, #emmy.dims<[min(n, 4)]>>) {
  %n = emmy.size @n
  %a = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[min(n, 4)]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.minsi %size, %four : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = math.absf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  %b = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[min(n, 4)]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.minsi %size, %four : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = arith.negf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  return %a, %b : tensor<?xf32, #emmy.dims<[min(n, 4)]>>, tensor<?xf32, #emmy.dims<[min(n, 4)]>>
}

// CHECK-LABEL: func.func @maximum
// CHECK: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
// CHECK: return
func.func @maximum(%x: tensor<?xf32, #emmy.dims<[n]>>) -> (tensor<?xf32, #emmy.dims<[max(n, 4)]>>, tensor<?xf32, #emmy.dims<[max(n, 4)]>>) {
  %n = emmy.size @n
  %a = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[max(n, 4)]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.maxsi %size, %four : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = math.absf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  %b = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[max(n, 4)]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.maxsi %size, %four : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = arith.negf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  return %a, %b : tensor<?xf32, #emmy.dims<[max(n, 4)]>>, tensor<?xf32, #emmy.dims<[max(n, 4)]>>
}

// A divisor is at least one.
// CHECK-LABEL: func.func @quotient
// CHECK: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
// CHECK: return
func.func @quotient(%x: tensor<?xf32, #emmy.dims<[n]>>) -> (tensor<?xf32, #emmy.dims<[ceildiv(4, n)]>>, tensor<?xf32, #emmy.dims<[ceildiv(4, n)]>>) {
  %n = emmy.size @n
  %a = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[ceildiv(4, n)]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %d = arith.maxsi %size, %one : index
    %e = arith.ceildivsi %four, %d : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = math.absf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  %b = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[ceildiv(4, n)]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %d = arith.maxsi %size, %one : index
    %e = arith.ceildivsi %four, %d : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = arith.negf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  return %a, %b : tensor<?xf32, #emmy.dims<[ceildiv(4, n)]>>, tensor<?xf32, #emmy.dims<[ceildiv(4, n)]>>
}

// CHECK-LABEL: func.func @floor
// CHECK: emmy_loop.kernel
// CHECK-NOT: emmy_loop.kernel
// CHECK: return
func.func @floor(%x: tensor<?xf32, #emmy.dims<[n]>>) -> (tensor<?xf32, #emmy.dims<[floordiv(4, n)]>>, tensor<?xf32, #emmy.dims<[floordiv(4, n)]>>) {
  %n = emmy.size @n
  %a = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[floordiv(4, n)]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %d = arith.maxsi %size, %one : index
    %e = arith.floordivsi %four, %d : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = math.absf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  %b = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[floordiv(4, n)]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %d = arith.maxsi %size, %one : index
    %e = arith.floordivsi %four, %d : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = arith.negf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  return %a, %b : tensor<?xf32, #emmy.dims<[floordiv(4, n)]>>, tensor<?xf32, #emmy.dims<[floordiv(4, n)]>>
}

// Other arithmetic says nothing.
// CHECK-LABEL: func.func @remainder
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK: return
func.func @remainder(%x: tensor<?xf32, #emmy.dims<[n]>>) -> (tensor<?xf32, #emmy.dims<[mod(n, 4)]>>, tensor<?xf32, #emmy.dims<[mod(n, 4)]>>) {
  %n = emmy.size @n
  %a = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[mod(n, 4)]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.remsi %size, %four : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = math.absf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  %b = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[mod(n, 4)]>> {
  ^bb0(%in: memref<?xf32>, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.remsi %size, %four : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = arith.negf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  return %a, %b : tensor<?xf32, #emmy.dims<[mod(n, 4)]>>, tensor<?xf32, #emmy.dims<[mod(n, 4)]>>
}

// A number that the caller gives is no size.
// CHECK-LABEL: func.func @scalar
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK: return
func.func @scalar(%x: tensor<?xf32, #emmy.dims<[n]>>, %m: index) -> (tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>) {
  %n = emmy.size @n
  %a = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) scalars(%m : index) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n]>> {
  ^bb0(%in: memref<?xf32>, %s: index, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.addi %s, %zero : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = math.absf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  %b = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) scalars(%m : index) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n]>> {
  ^bb0(%in: memref<?xf32>, %s: index, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.addi %s, %zero : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = arith.negf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  return %a, %b : tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>
}

// Nor is one that is converted.
// CHECK-LABEL: func.func @converted
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK: return
func.func @converted(%x: tensor<?xf32, #emmy.dims<[n]>>, %m: i64) -> (tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>) {
  %n = emmy.size @n
  %a = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) scalars(%m : i64) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n]>> {
  ^bb0(%in: memref<?xf32>, %s: i64, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.index_cast %s : i64 to index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = math.absf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  %b = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) scalars(%m : i64) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n]>> {
  ^bb0(%in: memref<?xf32>, %s: i64, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.index_cast %s : i64 to index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = arith.negf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  return %a, %b : tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>
}

// Nor what is computed from it.
// CHECK-LABEL: func.func @computed
// CHECK-COUNT-2: emmy_loop.kernel
// CHECK: return
func.func @computed(%x: tensor<?xf32, #emmy.dims<[n]>>, %m: index) -> (tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>) {
  %n = emmy.size @n
  %a = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) scalars(%m : index) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n]>> {
  ^bb0(%in: memref<?xf32>, %s: index, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.addi %s, %one : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = math.absf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  %b = emmy_loop.kernel ins(%x : tensor<?xf32, #emmy.dims<[n]>>) scalars(%m : index) sizes(@n = %n) -> tensor<?xf32, #emmy.dims<[n]>> {
  ^bb0(%in: memref<?xf32>, %s: index, %size: index, %out: memref<?xf32>):
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %four = arith.constant 4 : index
    %e = arith.addi %s, %one : index
    emmy_loop.for parallel (%i) in (%e) {
      %v = emmy_loop.load %in[0] : memref<?xf32>
      %u = arith.negf %v : f32
      emmy_loop.store %u, %out[%i] : memref<?xf32>
    }
  }
  return %a, %b : tensor<?xf32, #emmy.dims<[n]>>, tensor<?xf32, #emmy.dims<[n]>>
}

// A loop as long as another's index runs an unknown number of times, and a producer is merged into it.
// CHECK-LABEL: func.func @triangle
// CHECK: emmy_loop.kernel
// CHECK: emmy_loop.reduce (%{{.*}}) in (%i0)
// CHECK: arith.negf
// CHECK-NOT: emmy_loop.kernel
// CHECK: return
func.func @triangle(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = emmy_loop.kernel ins(%x : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    emmy_loop.for parallel (%i) in (8) {
      %v = emmy_loop.load %in[%i] : memref<8xf32>
      %u = arith.negf %v : f32
      emmy_loop.store %u, %out[%i] : memref<8xf32>
    }
  }
  %z = emmy_loop.kernel ins(%y : tensor<8xf32>) -> tensor<8xf32> {
  ^bb0(%in: memref<8xf32>, %out: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    emmy_loop.for parallel (%i) in (8) {
      %s = emmy_loop.reduce (%r) in (%i) init(%zero : f32) {
        %v = emmy_loop.load %in[%r] : memref<8xf32>
        emmy_loop.yield %v : f32
      } combine {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        emmy_loop.yield %c : f32
      }
      emmy_loop.store %s, %out[%i] : memref<8xf32>
    }
  }
  return %z : tensor<8xf32>
}
