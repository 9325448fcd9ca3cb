// RUN: %python %S/Inputs/integers.py %s loop tile kernel

// Integer functions where the hardware has no answer: divisors of 0, the smallest number over -1, amounts of shifts beyond the width, negative
// exponents. Of 8-bit integers on every pair of numbers. And the sign of a
// NaN, which is taken as positive, and natural numbers beyond the integers of their width.
func.func @main(%a: tensor<65536xi8>, %b: tensor<65536xi8>, %c: tensor<65536xui8>, %d: tensor<65536xui8>, %e: tensor<64xi64>, %f: tensor<64xi64>, %g: tensor<8xf32>, %h: tensor<4xui64>)
    -> (tensor<65536xi8> {emmy.name = "i8_floor_divide"},
        tensor<65536xi8> {emmy.name = "i8_remainder"},
        tensor<65536xi8> {emmy.name = "i8_trunc_divide"},
        tensor<65536xi8> {emmy.name = "i8_fmod"},
        tensor<65536xi8> {emmy.name = "i8_shift_left"},
        tensor<65536xi8> {emmy.name = "i8_shift_right"},
        tensor<65536xi8> {emmy.name = "i8_pow"},
        tensor<65536xui8> {emmy.name = "ui8_floor_divide"},
        tensor<65536xui8> {emmy.name = "ui8_remainder"},
        tensor<65536xui8> {emmy.name = "ui8_trunc_divide"},
        tensor<65536xui8> {emmy.name = "ui8_fmod"},
        tensor<65536xui8> {emmy.name = "ui8_shift_left"},
        tensor<65536xui8> {emmy.name = "ui8_shift_right"},
        tensor<65536xui8> {emmy.name = "ui8_pow"},
        tensor<64xi64> {emmy.name = "i64_floor_divide"},
        tensor<64xi64> {emmy.name = "i64_remainder"},
        tensor<64xi64> {emmy.name = "i64_trunc_divide"},
        tensor<64xi64> {emmy.name = "i64_fmod"},
        tensor<8xi1> {emmy.name = "signs"},
        tensor<4xf32> {emmy.name = "large"}) {
  %i8_floor_divide = emmy_tensor.elementwise floor_divide(%a, %b) : tensor<65536xi8>
  %i8_remainder = emmy_tensor.elementwise remainder(%a, %b) : tensor<65536xi8>
  %i8_trunc_divide = emmy_tensor.elementwise trunc_divide(%a, %b) : tensor<65536xi8>
  %i8_fmod = emmy_tensor.elementwise fmod(%a, %b) : tensor<65536xi8>
  %i8_shift_left = emmy_tensor.elementwise shift_left(%a, %b) : tensor<65536xi8>
  %i8_shift_right = emmy_tensor.elementwise shift_right(%a, %b) : tensor<65536xi8>
  %i8_pow = emmy_tensor.elementwise pow(%a, %b) : tensor<65536xi8>
  %ui8_floor_divide = emmy_tensor.elementwise floor_divide(%c, %d) : tensor<65536xui8>
  %ui8_remainder = emmy_tensor.elementwise remainder(%c, %d) : tensor<65536xui8>
  %ui8_trunc_divide = emmy_tensor.elementwise trunc_divide(%c, %d) : tensor<65536xui8>
  %ui8_fmod = emmy_tensor.elementwise fmod(%c, %d) : tensor<65536xui8>
  %ui8_shift_left = emmy_tensor.elementwise shift_left(%c, %d) : tensor<65536xui8>
  %ui8_shift_right = emmy_tensor.elementwise shift_right(%c, %d) : tensor<65536xui8>
  %ui8_pow = emmy_tensor.elementwise pow(%c, %d) : tensor<65536xui8>
  %i64_floor_divide = emmy_tensor.elementwise floor_divide(%e, %f) : tensor<64xi64>
  %i64_remainder = emmy_tensor.elementwise remainder(%e, %f) : tensor<64xi64>
  %i64_trunc_divide = emmy_tensor.elementwise trunc_divide(%e, %f) : tensor<64xi64>
  %i64_fmod = emmy_tensor.elementwise fmod(%e, %f) : tensor<64xi64>
  %signs = emmy_tensor.elementwise signbit(%g) : tensor<8xf32>
  %large = emmy_tensor.elementwise convert(%h) user : tensor<4xui64> -> tensor<4xf32>
  return %i8_floor_divide, %i8_remainder, %i8_trunc_divide, %i8_fmod, %i8_shift_left, %i8_shift_right, %i8_pow, %ui8_floor_divide,
         %ui8_remainder, %ui8_trunc_divide, %ui8_fmod, %ui8_shift_left, %ui8_shift_right, %ui8_pow, %i64_floor_divide, %i64_remainder,
         %i64_trunc_divide, %i64_fmod, %signs, %large
      : tensor<65536xi8>, tensor<65536xi8>, tensor<65536xi8>, tensor<65536xi8>, tensor<65536xi8>, tensor<65536xi8>, tensor<65536xi8>,
         tensor<65536xui8>, tensor<65536xui8>, tensor<65536xui8>, tensor<65536xui8>, tensor<65536xui8>, tensor<65536xui8>, tensor<65536xui8>,
         tensor<64xi64>, tensor<64xi64>, tensor<64xi64>, tensor<64xi64>, tensor<8xi1>, tensor<4xf32>
}
