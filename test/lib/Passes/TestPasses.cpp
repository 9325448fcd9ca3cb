// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration of the test-only passes.

#include "TestPasses.h"

void emmy::test::registerTestPasses() {
  registerTestBuildIndexMapsPass();
  registerTestInterpretPass();
  registerTestListOperationsPass();
  registerTestPlantBugPass();
  registerTestVirtualValuesPass();
}
