// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emitted files wrap each matrix instruction that they use in a function around inline PTX, for compilers that know it.
// These are the functions of the same names for a CPU. A fragment is a lane's elements in the order of its registers;
// the library knows which elements of the matrices they are.

#ifndef EMMY_RUNTIME_SHIM_MATRICES_H
#define EMMY_RUNTIME_SHIM_MATRICES_H

#include "Abi.h"
#include "Qualifiers.h"

#define EMMY_SHIM_LDMATRIX(name, count, transposes)                                                                    \
  template <typename Fragment>                                                                                         \
  EMMY_SHIM_INLINE Fragment name(const void *row, int line = __builtin_LINE()) {                                       \
    static_assert(sizeof(Fragment) == 4 * count, "a lane gets four bytes of every matrix");                            \
    Fragment fragment;                                                                                                 \
    emmyShimLoadMatrix(row, count, transposes, &fragment, line);                                                       \
    return fragment;                                                                                                   \
  }
EMMY_SHIM_LDMATRIX(emmy_ldmatrix_x1, 1, 0)
EMMY_SHIM_LDMATRIX(emmy_ldmatrix_x2, 2, 0)
EMMY_SHIM_LDMATRIX(emmy_ldmatrix_x4, 4, 0)
EMMY_SHIM_LDMATRIX(emmy_ldmatrix_x1_trans, 1, 1)
EMMY_SHIM_LDMATRIX(emmy_ldmatrix_x2_trans, 2, 1)
EMMY_SHIM_LDMATRIX(emmy_ldmatrix_x4_trans, 4, 1)
#undef EMMY_SHIM_LDMATRIX

#define EMMY_SHIM_MMA(atom, suffix, saturates)                                                                         \
  template <typename Left, typename Right, typename Sum>                                                               \
  EMMY_SHIM_INLINE Sum emmy_mma_##atom##suffix(const Left &left, const Right &right, const Sum &sum,                   \
                                               int line = __builtin_LINE()) {                                          \
    Sum result;                                                                                                        \
    emmyShimMultiplyMatrices(#atom, &left, &right, &sum, &result, saturates, line);                                    \
    return result;                                                                                                     \
  }
#define EMMY_SHIM_INTEGER_MMA(atom) EMMY_SHIM_MMA(atom, , 0) EMMY_SHIM_MMA(atom, _satfinite, 1)
EMMY_SHIM_MMA(m16n8k8_f32_f16_f16, , 0)
EMMY_SHIM_MMA(m16n8k16_f32_f16_f16, , 0)
EMMY_SHIM_MMA(m16n8k8_f16_f16_f16, , 0)
EMMY_SHIM_MMA(m16n8k16_f16_f16_f16, , 0)
EMMY_SHIM_MMA(m16n8k8_f32_bf16_bf16, , 0)
EMMY_SHIM_MMA(m16n8k16_f32_bf16_bf16, , 0)
EMMY_SHIM_MMA(m16n8k4_f32_tf32_tf32, , 0)
EMMY_SHIM_MMA(m16n8k8_f32_tf32_tf32, , 0)
EMMY_SHIM_INTEGER_MMA(m16n8k16_s32_s8_s8)
EMMY_SHIM_INTEGER_MMA(m16n8k32_s32_s8_s8)
EMMY_SHIM_INTEGER_MMA(m16n8k16_s32_s8_u8)
EMMY_SHIM_INTEGER_MMA(m16n8k32_s32_s8_u8)
EMMY_SHIM_INTEGER_MMA(m16n8k16_s32_u8_s8)
EMMY_SHIM_INTEGER_MMA(m16n8k32_s32_u8_s8)
EMMY_SHIM_INTEGER_MMA(m16n8k16_s32_u8_u8)
EMMY_SHIM_INTEGER_MMA(m16n8k32_s32_u8_u8)
#undef EMMY_SHIM_INTEGER_MMA
#undef EMMY_SHIM_MMA

#endif // EMMY_RUNTIME_SHIM_MATRICES_H
