func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = gpu.thread_id x
  return %x : tensor<4xf32>
}
