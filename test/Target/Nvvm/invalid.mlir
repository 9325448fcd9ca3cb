// RUN: emmy-translate --emmy-kernel-to-ptx --split-input-file --verify-diagnostics %s

// expected-error @+1 {{expected a target that LLVM knows, but got sm_7}}
module {
  emmy_kernel.module @kernels attributes {target = "sm_7"} {
  }
}

// -----

// expected-error @+1 {{expected a kernel module whose target is a GPU such as sm_90, but got 'cpu'}}
module {
  emmy_kernel.module @kernels attributes {target = "cpu"} {
  }
}

// -----

module {
  emmy_kernel.module @a attributes {target = "sm_80"} {
  }
  // expected-error @+1 {{expected all kernel modules to have one target, but got sm_80 and sm_90}}
  emmy_kernel.module @b attributes {target = "sm_90"} {
  }
}

// -----

emmy_kernel.module @kernels {
  func.func private @emmy_exp_f32(f32) -> f32
  emmy_kernel.func @k(%x: memref<?xf32, #gpu.address_space<global>>, %v: f32) attributes {block = array<i32: 32, 1, 1>} {
    %c = arith.constant 0 : i32
    // expected-error @+1 {{expected a body of @emmy_exp_f32; run emmy-expand-apply to get it}}
    %e = func.call @emmy_exp_f32(%v) : (f32) -> f32
    emmy_kernel.store %e, %x[%c : i32] : memref<?xf32, #gpu.address_space<global>>
    emmy_kernel.return
  }
}
