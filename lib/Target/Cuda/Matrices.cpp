// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix instructions have no functions in CUDA C++ that take their fragments as they are, so each one that a file uses
// becomes a small function around its PTX. A compiler for a CPU cannot read PTX: it takes the functions of the same
// name from its headers, and the kernels stay the same.

#include "Matrices.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace emmy::cuda;
namespace kernel = emmy::kernel;

/// `{%4, %5}`: so many operands of an asm statement, from number `first` on.
static std::string listOperands(unsigned first, unsigned count) {
  SmallVector<std::string> operands;
  for (unsigned i = first; i < first + count; ++i)
    operands.push_back("%" + std::to_string(i));
  return "{" + llvm::join(operands, ", ") + "}";
}

/// `"r"(name[0]), "r"(name[1])`: registers of an asm statement.
static std::string listRegisters(StringRef constraint, StringRef name, unsigned count) {
  SmallVector<std::string> registers;
  for (unsigned i = 0; i < count; ++i)
    registers.push_back(("\"" + constraint + "\"(" + name + "[" + Twine(i) + "])").str());
  return llvm::join(registers, ", ");
}

//===----------------------------------------------------------------------===//
// emmy_kernel.ldmatrix
//===----------------------------------------------------------------------===//

static std::string defineMatrixLoad(StringRef name, unsigned count, bool transposes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "template <typename Fragment>\n"
     << "static __device__ __forceinline__ Fragment " << name << "(const void *row) {\n"
     << "  Fragment fragment;\n"
     << "  uint32_t *result = reinterpret_cast<uint32_t *>(&fragment);\n"
     << "  asm volatile(\"ldmatrix.sync.aligned.m8n8.x" << count << (transposes ? ".trans" : "") << ".shared.b16 "
     << listOperands(0, count) << ", [%" << count << "];\"\n"
     << "               : " << listRegisters("=r", "result", count) << "\n"
     << "               : \"r\"(static_cast<uint32_t>(__cvta_generic_to_shared(row)))\n"
     << "               : \"memory\");\n"
     << "  return fragment;\n"
     << "}\n";
  return text;
}

Expression emmy::cuda::makeMatrixLoad(kernel::LdmatrixOp op, FunctionPrinter &printer, Prelude &prelude) {
  unsigned count = op.getNumMatrices();
  std::string name = "emmy_ldmatrix_x" + std::to_string(count) + (op.getTranspose() ? "_trans" : "");
  prelude.ptxHelpers.try_emplace(name, defineMatrixLoad(name, count, op.getTranspose()));
  std::string type = getVectorTypeName(cast<VectorType>(op.getResult().getType()), prelude);
  std::string row = "&" + printer.get(op.getMemref()).text + "[" + printer.get(op.getIndex()).text + "]";
  return makeCall(name + "<" + type + ">", row);
}

//===----------------------------------------------------------------------===//
// emmy_kernel.mma
//===----------------------------------------------------------------------===//

/// The registers of an atom's operand.
static unsigned countRegisters(const emmy::FragmentLayout &layout, emmy::MatrixElement element) {
  return layout.numElements * getMatrixElementBytes(element) / 4;
}

static std::string defineMatrixMultiply(StringRef name, kernel::MmaOp op, Prelude &prelude) {
  const emmy::MatrixAtom &atom = *op.getAtom();
  unsigned numLeft = countRegisters(*atom.leftLayout, atom.left),
           numRight = countRegisters(*atom.rightLayout, atom.right),
           numSums = countRegisters(*atom.accumulatorLayout, atom.accumulator);
  auto getType = [&](Value value) { return getVectorTypeName(cast<VectorType>(value.getType()), prelude); };
  std::string left = getType(op.getLeft()), right = getType(op.getRight()), sum = getType(op.getAccumulator());
  // f32 sums are in registers of floats, everything else in those of integers.
  bool isFloat = atom.accumulator == emmy::MatrixElement::f32;
  StringRef word = isFloat ? "float" : "uint32_t", constraint = isFloat ? "f" : "r";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "static __device__ __forceinline__ " << sum << " " << name << "(const " << left << " &left, const " << right
     << " &right, const " << sum << " &sum) {\n"
     << "  " << sum << " fragment;\n"
     << "  " << word << " *result = reinterpret_cast<" << word << " *>(&fragment);\n"
     << "  const uint32_t *a = reinterpret_cast<const uint32_t *>(&left), *b = reinterpret_cast<const uint32_t "
        "*>(&right);\n"
     << "  const " << word << " *c = reinterpret_cast<const " << word << " *>(&sum);\n"
     << "  asm volatile(\"mma.sync.aligned.m" << atom.m << "n" << atom.n << "k" << atom.k << ".row.col"
     << (op.getSaturate() ? ".satfinite." : ".") << getMatrixElementName(atom.accumulator) << "."
     << getMatrixElementName(atom.left) << "." << getMatrixElementName(atom.right) << "."
     << getMatrixElementName(atom.accumulator) << " \"\n"
     << "               \"" << listOperands(0, numSums) << ", " << listOperands(numSums, numLeft) << ", "
     << listOperands(numSums + numLeft, numRight) << ", " << listOperands(numSums + numLeft + numRight, numSums)
     << ";\"\n"
     << "               : " << listRegisters(("=" + constraint).str(), "result", numSums) << "\n"
     << "               : " << listRegisters("r", "a", numLeft) << ",\n"
     << "                 " << listRegisters("r", "b", numRight) << ",\n"
     << "                 " << listRegisters(constraint, "c", numSums) << ");\n"
     << "  return fragment;\n"
     << "}\n";
  return text;
}

Expression emmy::cuda::makeMatrixMultiply(kernel::MmaOp op, FunctionPrinter &printer, Prelude &prelude) {
  std::string name = std::string("emmy_mma_") + op.getAtom()->name + (op.getSaturate() ? "_satfinite" : "");
  if (!prelude.ptxHelpers.count(name))
    prelude.ptxHelpers[name] = defineMatrixMultiply(name, op, prelude);
  return makeCall(name, printer.get(op.getLeft()).text + ", " + printer.get(op.getRight()).text + ", " +
                            printer.get(op.getAccumulator()).text);
}
