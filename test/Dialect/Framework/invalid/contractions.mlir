// RUN: emmy-opt %s --split-input-file --verify-diagnostics

func.func @matmul_c1(%x: tensor<2x3xf32>, %y: tensor<3x4xf16>) {
  // expected-error @below {{'emmy_framework.matmul' op expected operand #1 to have elements of type 'f32' like operand #0, but got 'f16'}}
  emmy_framework.matmul %x, %y : tensor<2x3xf32>, tensor<3x4xf16>
  return
}

// -----

func.func @matmul_c1_rank(%x: tensor<f32>, %y: tensor<3x4xf32>) {
  // expected-error @below {{expected operand #0 to have rank 1 at least, but got 0}}
  emmy_framework.matmul %x, %y : tensor<f32>, tensor<3x4xf32>
  return
}

// -----

func.func @matmul_c2(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  // expected-error @below {{expected the contracted extents to be equal, but got 3 and 4}}
  emmy_framework.matmul %x, %y : tensor<2x3xf32>, tensor<4x5xf32>
  return
}

// -----

func.func @matmul_c3(%x: tensor<2x3x3xf32>, %y: tensor<5x3x3xf32>) {
  // expected-error @below {{expected dim 0 of operand #1 to broadcast with extent 2, but got 5}}
  emmy_framework.matmul %x, %y : tensor<2x3x3xf32>, tensor<5x3x3xf32>
  return
}

// -----

func.func @bmm_c3(%x: tensor<2x3x3xf32>, %y: tensor<1x3x3xf32>) {
  // expected-error @below {{expected the batch extents to be equal, but got 2 and 1}}
  emmy_framework.bmm %x, %y : tensor<2x3x3xf32>, tensor<1x3x3xf32>
  return
}

// -----

func.func @linear_c3(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>) {
  // expected-error @below {{expected a bias of type 'tensor<4xf32>', but got 'tensor<3xf32>'}}
  emmy_framework.linear %x, %w bias(%b) : tensor<2x3xf32>, tensor<4x3xf32>, tensor<3xf32>
  return
}

// -----

func.func @addmm_c3(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<3xf32>) {
  // expected-error @below {{expected dim 0 of operand #0 to broadcast to extent 4, but got 3}}
  emmy_framework.addmm %b, %x, %w : tensor<3xf32>, tensor<2x3xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @attention_c2(%q: tensor<1x3x8x16xf32>, %k: tensor<1x2x8x16xf32>) {
  // expected-error @below {{expected heads of the key that divide those of the query, but got 2 and 3}}
  emmy_framework.scaled_dot_product_attention %q, %k, %k enable_gqa : tensor<1x3x8x16xf32>, tensor<1x2x8x16xf32>, tensor<1x2x8x16xf32>
  return
}

// -----

func.func @attention_c3(%q: tensor<1x3x8x16xf32>, %m: tensor<8x7xi1>) {
  // expected-error @below {{expected dim 1 of the mask to broadcast to extent 8, but got 7}}
  emmy_framework.scaled_dot_product_attention %q, %q, %q attn_mask(%m) : tensor<1x3x8x16xf32>, tensor<1x3x8x16xf32>, tensor<1x3x8x16xf32>, tensor<8x7xi1>
  return
}

// -----

func.func @attention_c4(%q: tensor<1x3x8x16xf32>, %m: tensor<8x8xi1>) {
  // expected-error @below {{expected a mask or is_causal, but got both}}
  emmy_framework.scaled_dot_product_attention %q, %q, %q attn_mask(%m) is_causal : tensor<1x3x8x16xf32>, tensor<1x3x8x16xf32>, tensor<1x3x8x16xf32>, tensor<8x8xi1>
  return
}

// -----

func.func @embedding_c2(%w: tensor<10x4xf32>, %i: tensor<3xi8>) {
  // expected-error @below {{expected operand #1 to have i32 or i64 elements, but got 'i8'}}
  emmy_framework.embedding %w, %i : tensor<10x4xf32>, tensor<3xi8>
  return
}

// -----

func.func @gather_c2(%x: tensor<2x4xf32>, %i: tensor<3x2xi64>) {
  // expected-error @below {{expected at most 2 indices at dim 0, but got 3}}
  emmy_framework.gather %x, %i dim(1) : tensor<2x4xf32>, tensor<3x2xi64>
  return
}

// -----

func.func @attention_c1(%q: tensor<1x3x8x16xi32>) {
  // expected-error @below {{expected operands of float type, but got 'i32'}}
  emmy_framework.scaled_dot_product_attention %q, %q, %q : tensor<1x3x8x16xi32>
  return
}

// -----

func.func @attention_c2_keys(%q: tensor<3x8x16xf32>, %v: tensor<3x7x16xf32>) {
  // expected-error @below {{expected the numbers of keys and values to be equal, but got 8 and 7}}
  emmy_framework.scaled_dot_product_attention %q, %q, %v : tensor<3x8x16xf32>, tensor<3x8x16xf32>, tensor<3x7x16xf32>
  return
}

// -----

func.func @attention_c2_rank(%q: tensor<3x8x16xf32>, %k: tensor<8x16xf32>) {
  // expected-error @below {{expected a key of rank 3 at least with enable_gqa, but got rank 2}}
  emmy_framework.scaled_dot_product_attention %q, %k, %k enable_gqa : tensor<3x8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>
  return
}

// -----

func.func @attention_c2_value_rank(%q: tensor<3x8x16xf32>, %v: tensor<8x16xf32>) {
  // expected-error @below {{expected a value of rank 3 at least with enable_gqa, but got rank 2}}
  emmy_framework.scaled_dot_product_attention %q, %q, %v enable_gqa : tensor<3x8x16xf32>, tensor<3x8x16xf32>, tensor<8x16xf32>
  return
}

// -----

func.func @attention_c3_type(%q: tensor<3x8x16xf32>, %m: tensor<8x8xi32>) {
  // expected-error @below {{expected a mask of bool or float type, but got 'i32'}}
  emmy_framework.scaled_dot_product_attention %q, %q, %q attn_mask(%m) : tensor<3x8x16xf32>, tensor<3x8x16xf32>, tensor<3x8x16xf32>, tensor<8x8xi32>
  return
}

// -----

func.func @attention_c3_rank(%q: tensor<8x16xf32>, %m: tensor<1x8x8xi1>) {
  // expected-error @below {{expected the mask to have at most rank 2, but got 3}}
  emmy_framework.scaled_dot_product_attention %q, %q, %q attn_mask(%m) : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x16xf32>, tensor<1x8x8xi1>
  return
}

// -----

func.func @addmm_c1_rank(%x: tensor<3xf32>, %b: tensor<4xf32>) {
  // expected-error @below {{expected operand #1 to have rank 2, but got 1}}
  emmy_framework.addmm %b, %x, %x : tensor<4xf32>, tensor<3xf32>, tensor<3xf32>
  return
}

// -----

func.func @bmm_c1_rank(%x: tensor<2x3x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error @below {{expected operand #1 to have rank 3, but got 2}}
  emmy_framework.bmm %x, %y : tensor<2x3x3xf32>, tensor<3x3xf32>
  return
}

// -----

func.func @linear_c1_rank(%x: tensor<2x3xf32>, %w: tensor<1x4x3xf32>) {
  // expected-error @below {{expected operand #1 to have rank 1 to 2, but got 3}}
  emmy_framework.linear %x, %w : tensor<2x3xf32>, tensor<1x4x3xf32>
  return
}

// -----

func.func @linear_c2(%x: tensor<2x3xf32>, %w: tensor<4x5xf32>) {
  // expected-error @below {{expected the last extents of input and weight to be equal, but got 3 and 5}}
  emmy_framework.linear %x, %w : tensor<2x3xf32>, tensor<4x5xf32>
  return
}

// -----

func.func @attention_c1_types(%q: tensor<8x16xf32>, %k: tensor<8x16xf16>) {
  // expected-error @below {{expected operand #1 to have elements of type 'f32' like operand #0, but got 'f16'}}
  emmy_framework.scaled_dot_product_attention %q, %k, %k : tensor<8x16xf32>, tensor<8x16xf16>, tensor<8x16xf16>
  return
}

// -----

func.func @attention_c1_rank(%q: tensor<16xf32>) {
  // expected-error @below {{expected operand #0 to have rank 2 at least, but got 1}}
  emmy_framework.scaled_dot_product_attention %q, %q, %q : tensor<16xf32>
  return
}

// -----

func.func @attention_c2_batch(%q: tensor<2x8x16xf32>, %k: tensor<3x8x16xf32>) {
  // expected-error @below {{expected dim 0 of operand #1 to broadcast with extent 2, but got 3}}
  emmy_framework.scaled_dot_product_attention %q, %k, %k : tensor<2x8x16xf32>, tensor<3x8x16xf32>, tensor<3x8x16xf32>
  return
}

// -----

func.func @embedding_c1(%w: tensor<10x4x1xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{expected operand #0 to have rank 2, but got 3}}
  emmy_framework.embedding %w, %i : tensor<10x4x1xf32>, tensor<3xi64>
  return
}

// -----

func.func @index_select_c1(%x: tensor<2x4xf32>, %i: tensor<3x2xi64>) {
  // expected-error @below {{expected operand #1 to have rank 0 to 1, but got 2}}
  emmy_framework.index_select %x, %i dim(1) : tensor<2x4xf32>, tensor<3x2xi64>
  return
}

// -----

func.func @gather_c1_rank(%x: tensor<2x4xf32>, %i: tensor<3xi64>) {
  // expected-error @below {{expected operand #1 to have rank 2, but got 1}}
  emmy_framework.gather %x, %i dim(1) : tensor<2x4xf32>, tensor<3xi64>
  return
}
