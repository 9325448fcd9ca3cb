// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All operations of the framework dialect, by group.

#ifndef EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKOPS_TD
#define EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKOPS_TD

include "Emmy/Dialect/Framework/IR/FrameworkElementwise.td"
include "Emmy/Dialect/Framework/IR/FrameworkShapes.td"
include "Emmy/Dialect/Framework/IR/FrameworkReductions.td"
include "Emmy/Dialect/Framework/IR/FrameworkContractions.td"
include "Emmy/Dialect/Framework/IR/FrameworkWindows.td"
include "Emmy/Dialect/Framework/IR/FrameworkIndexing.td"

#endif // EMMY_DIALECT_FRAMEWORK_IR_FRAMEWORKOPS_TD
