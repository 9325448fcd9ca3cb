// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that exist to test the libraries from text.

#ifndef EMMY_TEST_LIB_PASSES_TESTPASSES_H
#define EMMY_TEST_LIB_PASSES_TESTPASSES_H

namespace emmy::test {

void registerTestBuildIndexMapsPass();
void registerTestInterpretPass();
void registerTestListOperationsPass();
void registerTestPlantBugPass();
void registerTestVirtualValuesPass();

/// All of them.
void registerTestPasses();

} // namespace emmy::test

#endif // EMMY_TEST_LIB_PASSES_TESTPASSES_H
