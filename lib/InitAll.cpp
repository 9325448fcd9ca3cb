// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of everything that the project offers.

#include "Emmy/InitAll.h"

#include "Emmy/Conversion/FrameworkToTensor/Passes.h"
#include "Emmy/Conversion/HostProgram/Passes.h"
#include "Emmy/Conversion/LoopToScf/Passes.h"
#include "Emmy/Conversion/LoopToTile/Passes.h"
#include "Emmy/Conversion/TensorToLoop/Passes.h"
#include "Emmy/Conversion/TileToKernel/Passes.h"
#include "Emmy/Conversion/TileToScf/Passes.h"
#include "Emmy/Dialect/Base/IR/Base.h"
#include "Emmy/Dialect/Base/Transforms/Passes.h"
#include "Emmy/Dialect/Framework/IR/Framework.h"
#include "Emmy/Dialect/Kernel/IR/Kernel.h"
#include "Emmy/Dialect/Loop/IR/Loop.h"
#include "Emmy/Dialect/Loop/Transforms/Passes.h"
#include "Emmy/Dialect/Tensor/IR/Tensor.h"
#include "Emmy/Dialect/Tensor/Transforms/Passes.h"
#include "Emmy/Dialect/Tile/IR/Tile.h"
#include "Emmy/Dialect/Tile/Transforms/Passes.h"
#include "Emmy/Pipelines/Pipelines.h"
#include "Emmy/Target/Cuda/Cuda.h"
#include "Emmy/Target/Nvvm/Nvvm.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

void emmy::registerEmmyDialects(mlir::DialectRegistry &registry) {
  registry.insert<emmy::EmmyDialect>();
  registry.insert<emmy::loop::LoopDialect>();
  registry.insert<emmy::tile::TileDialect>();
  registry.insert<emmy::kernel::KernelDialect>();
  registry.insert<emmy::tensor::TensorDialect>();
  registry.insert<emmy::framework::FrameworkDialect>();
}

void emmy::registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerEmmyDialects(registry);
}

void emmy::registerAllPasses() {
  mlir::registerAllPasses();
  registerEmmyPasses();
}

void emmy::registerEmmyPasses() {
  registerBasePasses();
  registerFrameworkToTensorPasses();
  tensor::registerTensorTransformsPasses();
  registerTensorToLoopPasses();
  registerLoopTransformsPasses();
  registerLoopToTilePasses();
  tile::registerTilePasses();
  registerTileToScfPasses();
  registerTileToKernelPasses();
  registerHostProgramPasses();
  registerLoopToScfPasses();
  registerPipelines();
  registerCpuPipelines();
}

void emmy::registerAllTranslations() {
  registerKernelToCudaTranslation(registerAllDialects);
  registerKernelToPtxTranslations(registerAllDialects);
}
