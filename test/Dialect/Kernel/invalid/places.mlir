// Where operations stand: those of a thread in a kernel, those of the host outside of every kernel module.
// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// A function that kernels call is none.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @f() -> i32 {
    // expected-error @+1 {{expected to stand in an emmy_kernel.func, but got 'func.func'}}
    %t = emmy_kernel.thread_id x : i32
    return %t : i32
  }
}

// -----

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @f(%c: i1) {
    scf.if %c {
      // expected-error @+1 {{expected to stand in an emmy_kernel.func, but got 'scf.if'}}
      emmy_kernel.barrier
    }
    return
  }
}

// -----

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @f() {
    // expected-error @+1 {{expected to stand in an emmy_kernel.func, but got 'func.func'}}
    %l = emmy_kernel.local : memref<8xf32, #gpu.address_space<private>>
    return
  }
}

// -----

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @f() {
    // expected-error @+1 {{expected to stand in an emmy_kernel.func, but got 'func.func'}}
    emmy_kernel.async_commit
    return
  }
}

// -----

emmy_kernel.module @kernels attributes {target = "sm_90"} {
  func.func private @f(%a: vector<8xf16>, %b: vector<4xf16>, %c: vector<4xf32>) -> vector<4xf32> {
    // expected-error @+1 {{expected to stand in an emmy_kernel.func, but got 'func.func'}}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c : vector<8xf16>, vector<4xf16>, vector<4xf32>
    return %d : vector<4xf32>
  }
}

// -----

// Host code has no threads.
// expected-error @+1 {{expected to stand in an emmy_kernel.func, but got 'builtin.module'}}
%t = emmy_kernel.thread_id x : i32

// -----

// A kernel allocates nothing.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    // expected-error @+1 {{expected what the host does outside of kernel modules, but got it in @kernels}}
    %a = emmy_kernel.alloc() : memref<4xi32>
    emmy_kernel.return
  }
}

// -----

// A function that kernels call launches nothing.
emmy_kernel.module @kernels {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    emmy_kernel.return
  }
  func.func private @f(%n: index) {
    // expected-error @+1 {{expected what the host does outside of kernel modules, but got it in @kernels}}
    emmy_kernel.launch @k grid(%n) args()
    return
  }
}
