// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of everything that the project offers, for tools and for programs that embed it.

#ifndef EMMY_INITALL_H
#define EMMY_INITALL_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace emmy {

/// Adds Emmy's dialects alone, for a program that has registered the upstream ones.
void registerEmmyDialects(mlir::DialectRegistry &registry);

/// Registers Emmy's passes and pipelines alone.
void registerEmmyPasses();

/// Adds all Emmy dialects, the upstream dialects they are mixed with, and their external interface models.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers all Emmy passes and pipelines, and the upstream passes that pipelines are usually written with.
void registerAllPasses();

/// Registers the translations to target languages.
void registerAllTranslations();

} // namespace emmy

#endif // EMMY_INITALL_H
