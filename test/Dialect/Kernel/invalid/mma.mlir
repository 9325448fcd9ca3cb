// RUN: emmy-opt %s --split-input-file --verify-diagnostics

// mma C1: no such shape.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xbf16>
    %b = arith.constant dense<0.0> : vector<4xbf16>
    %c = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @+2 {{expected shape and element types of a matrix instruction, but got [16, 8, 4] with 'bf16', 'bf16' and 'f32'}}
    // expected-note @+1 {{there are m16n8k8_f32_f16_f16, m16n8k16_f32_f16_f16, }}
    %d = emmy_kernel.mma m16n8k4 %a, %b, %c : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    emmy_kernel.return
  }
}

// -----

// mma C1: two element types.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xf16>
    %b = arith.constant dense<0.0> : vector<4xbf16>
    %c = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @+2 {{expected shape and element types of a matrix instruction, but got [16, 8, 16] with 'f16', 'bf16' and 'f32'}}
    // expected-note @+1 {{there are m16n8k8_f32_f16_f16, m16n8k16_f32_f16_f16, }}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c : vector<8xf16>, vector<4xbf16>, vector<4xf32>
    emmy_kernel.return
  }
}

// -----

// mma C1: sums of bf16 are f32.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xbf16>
    %b = arith.constant dense<0.0> : vector<4xbf16>
    %c = arith.constant dense<0.0> : vector<4xf16>
    // expected-error @+2 {{expected shape and element types of a matrix instruction, but got [16, 8, 16] with 'bf16', 'bf16' and 'f16'}}
    // expected-note @+1 {{there are m16n8k8_f32_f16_f16, m16n8k16_f32_f16_f16, }}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c : vector<8xbf16>, vector<4xbf16>, vector<4xf16>
    emmy_kernel.return
  }
}

// -----

// mma C1: an element type that no tensor core of the table reads.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0> : vector<8xi16>
    %b = arith.constant dense<0> : vector<4xi16>
    %c = arith.constant dense<0> : vector<4xi32>
    // expected-error @+2 {{expected shape and element types of a matrix instruction, but got [16, 8, 16] with 'i16', 'i16' and 'i32'}}
    // expected-note @+1 {{there are m16n8k8_f32_f16_f16, m16n8k16_f32_f16_f16, }}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c : vector<8xi16>, vector<4xi16>, vector<4xi32>
    emmy_kernel.return
  }
}

// -----

// mma C1: sums of another type.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xf16>
    %b = arith.constant dense<0.0> : vector<4xf16>
    %c = arith.constant dense<0.0> : vector<4xf64>
    // expected-error @+2 {{expected shape and element types of a matrix instruction, but got [16, 8, 16] with 'f16', 'f16' and 'f64'}}
    // expected-note @+1 {{there are m16n8k8_f32_f16_f16, m16n8k16_f32_f16_f16, }}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c : vector<8xf16>, vector<4xf16>, vector<4xf64>
    emmy_kernel.return
  }
}

// -----

// mma C1: a shape of two sizes, which has no short form.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xf16>
    %b = arith.constant dense<0.0> : vector<4xf16>
    %c = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @+2 {{expected shape and element types of a matrix instruction, but got [16, 8] with 'f16', 'f16' and 'f32'}}
    // expected-note @+1 {{there are m16n8k8_f32_f16_f16, m16n8k16_f32_f16_f16, }}
    %d = "emmy_kernel.mma"(%a, %b, %c) <{shape = array<i32: 16, 8>}> : (vector<8xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32>
    emmy_kernel.return
  }
}

// -----

// mma C2: the left operand.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<4xbf16>
    %b = arith.constant dense<0.0> : vector<4xbf16>
    %c = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @+1 {{expected the left operand of m16n8k16_f32_bf16_bf16 to be a rank-1 vector of 8 elements, but got 'vector<4xbf16>'}}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c : vector<4xbf16>, vector<4xbf16>, vector<4xf32>
    emmy_kernel.return
  }
}

// -----

// mma C2: the right operand.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<4xbf16>
    %b = arith.constant dense<0.0> : vector<4xbf16>
    %c = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @+1 {{expected the right operand of m16n8k8_f32_bf16_bf16 to be a rank-1 vector of 2 elements, but got 'vector<4xbf16>'}}
    %d = emmy_kernel.mma m16n8k8 %a, %b, %c : vector<4xbf16>, vector<4xbf16>, vector<4xf32>
    emmy_kernel.return
  }
}

// -----

// mma C2: the accumulator, of rank 2.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<4xf32>
    %b = arith.constant dense<0.0> : vector<2xf32>
    %c = arith.constant dense<0.0> : vector<2x2xf32>
    // expected-error @+1 {{expected the accumulator of m16n8k8_f32_tf32_tf32 to be a rank-1 vector of 4 elements, but got 'vector<2x2xf32>'}}
    %d = emmy_kernel.mma m16n8k8 %a, %b, %c : vector<4xf32>, vector<2xf32>, vector<2x2xf32>
    emmy_kernel.return
  }
}

// -----

// mma C3: floats have signs.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xbf16>
    %b = arith.constant dense<0.0> : vector<4xbf16>
    %c = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @+1 {{expected an integer left operand to be unsigned, but got 'bf16'}}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c unsigned_left : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    emmy_kernel.return
  }
}

// -----

// mma C3: floats on the right, too.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xbf16>
    %b = arith.constant dense<0.0> : vector<4xbf16>
    %c = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @+1 {{expected an integer right operand to be unsigned, but got 'bf16'}}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c unsigned_right : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    emmy_kernel.return
  }
}

// -----

// mma C3: floats have infinities.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xbf16>
    %b = arith.constant dense<0.0> : vector<4xbf16>
    %c = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @+1 {{expected an integer accumulator to saturate, but got 'f32'}}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c saturate : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    emmy_kernel.return
  }
}

// -----

// mma C4: the target, of this atom.
emmy_kernel.module @kernels attributes {target = "sm_75"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xf16>
    %b = arith.constant dense<0.0> : vector<4xf16>
    %c = arith.constant dense<0.0> : vector<4xf32>
    // expected-error @+1 {{expected a target that has m16n8k16_f32_f16_f16, sm_80 or later, but got sm_75}}
    %d = emmy_kernel.mma m16n8k16 %a, %b, %c : vector<8xf16>, vector<4xf16>, vector<4xf32>
    emmy_kernel.return
  }
}

// -----

// A shape that is none: m16n8.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xf16>
    // expected-error @+1 {{expected a shape such as m16n8k16, but got 'm16n8'}}
    %d = emmy_kernel.mma m16n8 %a, %a, %a : vector<8xf16>, vector<8xf16>, vector<8xf16>
    emmy_kernel.return
  }
}

// -----

// A shape that is none: m16k8n16.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xf16>
    // expected-error @+1 {{expected a shape such as m16n8k16, but got 'm16k8n16'}}
    %d = emmy_kernel.mma m16k8n16 %a, %a, %a : vector<8xf16>, vector<8xf16>, vector<8xf16>
    emmy_kernel.return
  }
}

// -----

// A shape that is none: m16n8k.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xf16>
    // expected-error @+1 {{expected a shape such as m16n8k16, but got 'm16n8k'}}
    %d = emmy_kernel.mma m16n8k %a, %a, %a : vector<8xf16>, vector<8xf16>, vector<8xf16>
    emmy_kernel.return
  }
}

// -----

// A shape that is none: m16n8k16x.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xf16>
    // expected-error @+1 {{expected a shape such as m16n8k16, but got 'm16n8k16x'}}
    %d = emmy_kernel.mma m16n8k16x %a, %a, %a : vector<8xf16>, vector<8xf16>, vector<8xf16>
    emmy_kernel.return
  }
}

// -----

// A shape that is none: row.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xf16>
    // expected-error @+1 {{expected a shape such as m16n8k16, but got 'row'}}
    %d = emmy_kernel.mma row %a, %a, %a : vector<8xf16>, vector<8xf16>, vector<8xf16>
    emmy_kernel.return
  }
}

// -----

// A shape that is no word.
emmy_kernel.module @kernels attributes {target = "sm_90"} {
  emmy_kernel.func @k() attributes {block = array<i32: 32, 1, 1>} {
    %a = arith.constant dense<0.0> : vector<8xf16>
    // expected-error @+1 {{expected valid keyword}}
    %d = emmy_kernel.mma %a, %a, %a : vector<8xf16>, vector<8xf16>, vector<8xf16>
    emmy_kernel.return
  }
}
