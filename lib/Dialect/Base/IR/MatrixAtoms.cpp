// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of matrix instructions. Layouts are those of the PTX ISA's figures for mma.sync, where groupID is lane / 4
// and threadID_in_group is lane % 4.

#include "Emmy/Dialect/Base/IR/MatrixAtoms.h"

#include <algorithm>
#include <cstring>
#include <iterator>

using namespace emmy;

const char *emmy::getMatrixElementName(MatrixElement element) {
  static constexpr const char *names[] = {"f16", "bf16", "tf32", "f32", "s8", "u8", "s32"};
  return names[static_cast<unsigned>(element)];
}

unsigned emmy::getMatrixElementBytes(MatrixElement element) {
  static constexpr unsigned char bytes[] = {2, 2, 4, 4, 1, 1, 4};
  return bytes[static_cast<unsigned>(element)];
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

static constexpr auto row = LayoutDigit::row, column = LayoutDigit::column;
static constexpr auto lane = LayoutDigit::lane, element = LayoutDigit::element;

// clang-format off
// All accumulators, and A of 16 bits with k = 8: two neighbours of a row, and the two that are 8 rows below.
static constexpr FragmentLayout pairs16x8 = {4, 4, {
    {row, lane, 4, 8, 1}, {row, element, 2, 2, 8}, {column, lane, 1, 4, 2}, {column, element, 1, 2, 1}}};

// 16 bits: a register holds two neighbours along k.
static constexpr FragmentLayout left16Bits16 = {8, 5, {
    {row, lane, 4, 8, 1}, {row, element, 2, 2, 8},
    {column, lane, 1, 4, 2}, {column, element, 1, 2, 1}, {column, element, 4, 2, 8}}};
static constexpr FragmentLayout right16Bits8 = {2, 3, {
    {row, lane, 1, 4, 2}, {row, element, 1, 2, 1}, {column, lane, 4, 8, 1}}};
static constexpr FragmentLayout right16Bits16 = {4, 4, {
    {row, lane, 1, 4, 2}, {row, element, 1, 2, 1}, {row, element, 2, 2, 8}, {column, lane, 4, 8, 1}}};

// 32 bits: a register holds one element.
static constexpr FragmentLayout left32Bits4 = {2, 3, {
    {row, lane, 4, 8, 1}, {row, element, 1, 2, 8}, {column, lane, 1, 4, 1}}};
static constexpr FragmentLayout left32Bits8 = {4, 4, {
    {row, lane, 4, 8, 1}, {row, element, 1, 2, 8}, {column, lane, 1, 4, 1}, {column, element, 2, 2, 4}}};
static constexpr FragmentLayout right32Bits4 = {1, 2, {
    {row, lane, 1, 4, 1}, {column, lane, 4, 8, 1}}};
static constexpr FragmentLayout right32Bits8 = {2, 3, {
    {row, lane, 1, 4, 1}, {row, element, 1, 2, 4}, {column, lane, 4, 8, 1}}};

// 8 bits: a register holds four neighbours along k.
static constexpr FragmentLayout left8Bits16 = {8, 4, {
    {row, lane, 4, 8, 1}, {row, element, 4, 2, 8}, {column, lane, 1, 4, 4}, {column, element, 1, 4, 1}}};
static constexpr FragmentLayout left8Bits32 = {16, 5, {
    {row, lane, 4, 8, 1}, {row, element, 4, 2, 8},
    {column, lane, 1, 4, 4}, {column, element, 1, 4, 1}, {column, element, 8, 2, 16}}};
static constexpr FragmentLayout right8Bits16 = {4, 3, {
    {row, lane, 1, 4, 4}, {row, element, 1, 4, 1}, {column, lane, 4, 8, 1}}};
static constexpr FragmentLayout right8Bits32 = {8, 4, {
    {row, lane, 1, 4, 4}, {row, element, 1, 4, 1}, {row, element, 4, 2, 16}, {column, lane, 4, 8, 1}}};

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

static constexpr auto f16 = MatrixElement::f16, bf16 = MatrixElement::bf16, tf32 = MatrixElement::tf32,
                      f32 = MatrixElement::f32, s8 = MatrixElement::s8, u8 = MatrixElement::u8, s32 = MatrixElement::s32;

const MatrixAtom emmy::kMatrixAtoms[kNumMatrixAtoms] = {
    // name                    m   n  k   A     B     C    least  A              B               C
    {"m16n8k8_f32_f16_f16",    16, 8, 8,  f16,  f16,  f32, 75, &pairs16x8,    &right16Bits8,  &pairs16x8},
    {"m16n8k16_f32_f16_f16",   16, 8, 16, f16,  f16,  f32, 80, &left16Bits16, &right16Bits16, &pairs16x8},
    {"m16n8k8_f16_f16_f16",    16, 8, 8,  f16,  f16,  f16, 75, &pairs16x8,    &right16Bits8,  &pairs16x8},
    {"m16n8k16_f16_f16_f16",   16, 8, 16, f16,  f16,  f16, 80, &left16Bits16, &right16Bits16, &pairs16x8},
    {"m16n8k8_f32_bf16_bf16",  16, 8, 8,  bf16, bf16, f32, 80, &pairs16x8,    &right16Bits8,  &pairs16x8},
    {"m16n8k16_f32_bf16_bf16", 16, 8, 16, bf16, bf16, f32, 80, &left16Bits16, &right16Bits16, &pairs16x8},
    {"m16n8k4_f32_tf32_tf32",  16, 8, 4,  tf32, tf32, f32, 80, &left32Bits4,  &right32Bits4,  &pairs16x8},
    {"m16n8k8_f32_tf32_tf32",  16, 8, 8,  tf32, tf32, f32, 80, &left32Bits8,  &right32Bits8,  &pairs16x8},
    {"m16n8k16_s32_s8_s8",     16, 8, 16, s8,   s8,   s32, 80, &left8Bits16,  &right8Bits16,  &pairs16x8},
    {"m16n8k32_s32_s8_s8",     16, 8, 32, s8,   s8,   s32, 80, &left8Bits32,  &right8Bits32,  &pairs16x8},
    {"m16n8k16_s32_s8_u8",     16, 8, 16, s8,   u8,   s32, 80, &left8Bits16,  &right8Bits16,  &pairs16x8},
    {"m16n8k32_s32_s8_u8",     16, 8, 32, s8,   u8,   s32, 80, &left8Bits32,  &right8Bits32,  &pairs16x8},
    {"m16n8k16_s32_u8_s8",     16, 8, 16, u8,   s8,   s32, 80, &left8Bits16,  &right8Bits16,  &pairs16x8},
    {"m16n8k32_s32_u8_s8",     16, 8, 32, u8,   s8,   s32, 80, &left8Bits32,  &right8Bits32,  &pairs16x8},
    {"m16n8k16_s32_u8_u8",     16, 8, 16, u8,   u8,   s32, 80, &left8Bits16,  &right8Bits16,  &pairs16x8},
    {"m16n8k32_s32_u8_u8",     16, 8, 32, u8,   u8,   s32, 80, &left8Bits32,  &right8Bits32,  &pairs16x8},
};
// clang-format on

const MatrixAtom *emmy::findMatrixAtom(const char *name) {
  const MatrixAtom *end = std::end(kMatrixAtoms);
  const MatrixAtom *found = std::find_if(std::begin(kMatrixAtoms), end,
                                         [&](const MatrixAtom &atom) { return std::strcmp(atom.name, name) == 0; });
  return found == end ? nullptr : found;
}

const MatrixAtom *emmy::findMatrixAtom(unsigned m, unsigned n, unsigned k, MatrixElement left, MatrixElement right,
                                       MatrixElement accumulator) {
  for (const MatrixAtom &atom : kMatrixAtoms)
    if (atom.m == m && atom.n == n && atom.k == k && atom.left == left && atom.right == right &&
        atom.accumulator == accumulator)
      return &atom;
  return nullptr;
}
