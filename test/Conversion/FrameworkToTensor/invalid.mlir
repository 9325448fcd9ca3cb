// RUN: emmy-opt %s --emmy-convert-framework-to-tensor --verify-diagnostics

// Everything that stands in the way is listed.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @below {{and 'tensor<4xf32>'}}
  %w = emmy_framework.parameter "w" : tensor<4xf32>
  // expected-error @below {{expected one type for the key 'w', but got 'tensor<4xf16>'}}
  %v = emmy_framework.parameter "w" : tensor<4xf16>
  return %w : tensor<4xf32>
}

func.func private @helper() -> tensor<4xf32> {
  // expected-error @below {{expected parameters in the entry, the only public function, but got one outside}}
  %w = emmy_framework.parameter "w" : tensor<4xf32>
  return %w : tensor<4xf32>
}
