// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How findings name blocks, threads, buffers and accesses.

#ifndef EMMY_LIB_SIMULATOR_DESCRIPTIONS_H
#define EMMY_LIB_SIMULATOR_DESCRIPTIONS_H

#include "Session.h"

namespace emmy::simulator {

/// `block (1, 0, 0)`: a block by its number.
std::string describeBlock(const Launch &launch, uint64_t block);
/// `thread (1, 0, 0)`: a thread by its number in the block.
std::string describeThread(const Launch &launch, unsigned thread);
/// The buffer that a site accesses.
std::string describeBuffer(const Launch &launch, const Site &site);
/// `load`, `store` or `atomic`.
const char *getVerb(AccessKind kind);
const char *getVerb(const Site &site);
/// `asynchronous copy` for a side of one, else the kind's.
const char *getVerb(const Site &site, AccessKind kind);
/// `a load`, `an atomic`.
std::string getArticleAndVerb(const Site &site, AccessKind kind);

} // namespace emmy::simulator

#endif // EMMY_LIB_SIMULATOR_DESCRIPTIONS_H
