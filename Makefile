# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The front door. Every command can be repeated at will, and none needs the
# network once `make setup` has succeeded. The work is done by utils/.

.DEFAULT_GOAL := help
.PHONY: help setup build check check-models check-long demo presubmit clean
MAKEFLAGS += --no-print-directory

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: ## Install what is missing: LLVM/MLIR 22, a Python environment, ptxas
	@utils/setup

build: setup ## Configure and build into ./build
	@utils/build

check: build ## Run every test; ends with "N passed, N failed"
	@utils/run-tests

check-long: build ## Run every test, and whole what `make check` does a part of
	@EMMY_LONG=1 utils/run-tests

check-models: build ## Check whole models of torchvision, timm and transformers (takes long)
	@utils/check-models

demo: build ## Take SiluAndMul from PyTorch to PTX, into ./demo-out
	@utils/demo

presubmit: build ## What CI runs, plus format, lint, sizes and documentation
	@utils/presubmit

clean: ## Remove what was built (the environment stays)
	@rm -rf build demo-out
