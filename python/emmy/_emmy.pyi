# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bindings of the compiler's facade. Calls that may fail give (result or None or False, diagnostics)."""

__version__: str
LLVM_VERSION: str

class Diagnostic:
    severity: str
    message: str
    file: str
    line: int
    column: int
    notes: list[Diagnostic]

class CompileOptions:
    def __init__(
        self,
        *,
        target: str = "",
        numerics: str = "",
        licences: str = "",
        schedule: str = "",
        fuse: bool = True,
        prepare: bool = True,
        check_each_pass: bool = False,
        check_seed: int = 0,
        check_max_elements: int = 0,
        check_max_evaluations: int = 0,
    ) -> None: ...
    @staticmethod
    def get_numerics_modes() -> list[str]: ...
    @staticmethod
    def get_licences() -> list[str]: ...

class PassCheck:
    pass_name: str
    outcome: str
    elements: int
    effects: list[str]
    detail: str

class SymbolInfo:
    name: str
    min: int
    max: int | None
    multiple: int

class TensorInfo:
    name: str
    dtype: str
    extents: list[str]
    parameter: str
    updates: str

class Signature:
    name: str
    symbols: list[SymbolInfo]
    inputs: list[TensorInfo]
    outputs: list[TensorInfo]

class Program:
    phase: str
    pass_checks: list[PassCheck]
    has_preparation: bool
    @staticmethod
    def parse(text: str, file_name: str) -> tuple[Program | None, list[Diagnostic]]: ...
    def clone(self) -> Program: ...
    def lower(self, phase: str, options: CompileOptions) -> tuple[bool, list[Diagnostic]]: ...
    def run_pipeline(self, pipeline: str) -> tuple[bool, list[Diagnostic]]: ...
    def print(self, with_locations: bool = False) -> str: ...
    def report(self, sizes: dict[str, int], options: CompileOptions) -> tuple[str | None, list[Diagnostic]]: ...
    def emit(self, kind: str) -> tuple[str | None, list[Diagnostic]]: ...
    def signature(self) -> tuple[Signature | None, list[Diagnostic]]: ...
    def result_shapes(self, symbols: list[int]) -> tuple[list[list[int]] | None, list[Diagnostic]]: ...
    def input_shapes(self, symbols: list[int]) -> tuple[list[list[int]] | None, list[Diagnostic]]: ...

class Prepared: ...

class Executor:
    @staticmethod
    def create(
        program: Program,
        level: str,
        options: CompileOptions,
        opt_level: int | None = None,
        check: bool = True,
        trace_file: str = "",
    ) -> tuple[Executor | None, list[Diagnostic]]: ...
    def prepare(self, buffers: list[tuple[int, int]], symbols: list[int]) -> tuple[Prepared | None, list[Diagnostic]]: ...
    def hash_parameters(self, buffers: list[tuple[int, int]], symbols: list[int]) -> int | None: ...
    def arrange(
        self, buffers: list[tuple[int, int]], symbols: list[int], prepared: Prepared | None
    ) -> list[tuple[str, tuple[int, int]]]: ...
    def run(
        self, buffers: list[tuple[int, int]], symbols: list[int], prepared: Prepared | None = None
    ) -> tuple[bool, list[Diagnostic], str]: ...

class Shim:
    @staticmethod
    def create(source: str, checked: bool = False) -> tuple[Shim | None, str]: ...
    def run(self, buffers: list[tuple[int, int]], names: list[str], symbols: list[int]) -> tuple[str, list[dict]]: ...

def matrix_atoms() -> list[dict]: ...
