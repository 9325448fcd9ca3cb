# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program can be read from: Python whose last line calls a module, a .pt2 archive, or .mlir text of any level."""

from __future__ import annotations

import ast
import contextlib
import inspect
import operator
import re
import sys
import types
from dataclasses import dataclass, field
from pathlib import Path

from .errors import ArgumentError, CaptureError, CompileError, Problem, SourceError


@dataclass
class Source:
    """A program before it is compiled: text, and where it was captured the module with its example inputs."""

    text: str
    file_name: str
    graph: object = None  # emmy.importer.graph.ImportedGraph
    module: object = None
    args: tuple = ()
    kwargs: dict = field(default_factory=dict)
    out_spec: object = None  # the structure of the module's results
    leaves: object = None  # of the example call


def parse_dynamic(specs) -> "dict[str, dict[int, str]]":
    """`x:0=seq` as {"x": {0: "seq"}}."""
    result: "dict[str, dict[int, str]]" = {}
    for spec in specs:
        match = re.fullmatch(r"(\w+):(\d+)=([A-Za-z_]\w*)", spec)
        if not match:
            raise ArgumentError(f"expected --dynamic of the form argument:dim=name, such as x:0=seq, but got '{spec}'")
        result.setdefault(match[1], {})[int(match[2])] = match[3]
    return result


def get_dynamic_shapes(module, args, kwargs, dynamic):
    """The specification that torch.export takes, with one Dim a name."""
    from torch.export import Dim

    from .importer.dims import get_forward

    if not dynamic:
        return None
    names = list(inspect.signature(get_forward(module)).bind(*args, **kwargs).arguments)
    unknown = set(dynamic) - set(names)
    if unknown:
        raise ArgumentError(f"expected --dynamic to name one of {', '.join(names)}, but got {', '.join(sorted(unknown))}")
    dims = {name: Dim(name) for spec in dynamic.values() for name in spec.values()}
    return {name: {dim: dims[symbol] for dim, symbol in dynamic.get(name, {}).items()} or None for name in names}


@dataclass
class ModuleCall:
    """A call of a module (or function) that is to be captured."""

    file_name: str
    module: object
    args: tuple
    kwargs: dict
    dynamic_shapes: object = None
    caller: "tuple[str, int] | None" = None  # file and line of the call

    def import_program(self) -> Source:
        from .importer import capture, import_exported

        captured = capture(self.module, self.args, self.kwargs, dynamic_shapes=self.dynamic_shapes, caller=self.caller)
        graph, out_spec = import_exported(captured), captured.exported.call_spec.out_spec
        if all(kind == "constant" for kind, _ in graph.outputs):
            what = ", ".join(repr(value) for _, value in graph.outputs) or "nothing"
            raise refuse_last_line(f"but what it calls gives no tensor: {what}", *(self.caller or (self.file_name, 0)))
        return Source(graph.text, self.file_name, graph, self.module, self.args, self.kwargs, out_spec, captured.leaves)


@dataclass
class Archive:
    """A .pt2 archive of torch.export; its dims keep the ranges that they were exported with."""

    path: Path

    def import_program(self) -> Source:
        import torch

        from .importer import import_exported
        from .importer.dims import get_leaves

        try:
            exported = torch.export.load(str(self.path))
        except Exception as error:
            raise CaptureError(f"torch.export could not load {self.path}: {error}") from error
        graph = import_exported(exported)
        args, kwargs = exported.example_inputs or make_inputs(exported)
        module = exported.module()
        leaves = get_leaves(module, args, kwargs, None)
        return Source(graph.text, str(self.path), graph, module, tuple(args), dict(kwargs), exported.call_spec.out_spec, leaves)


def make_inputs(exported) -> "tuple[tuple, dict]":
    """An example call of an archive that was saved without one: random numbers, zeros, and the constants that it was exported with."""
    import torch
    from torch.utils import _pytree as pytree

    values = {node.name: node.meta.get("val") for node in exported.graph.nodes if node.op == "placeholder"}
    generator, leaves = torch.Generator().manual_seed(0), []
    for spec in exported.graph_signature.input_specs:
        if spec.kind.name != "USER_INPUT":
            continue
        value = values.get(spec.arg.name)
        if isinstance(value, torch.Tensor):
            shape = [size if isinstance(size, int) else size.node.hint for size in value.shape]
            is_float = value.is_floating_point()
            value = torch.randn(shape, generator=generator).to(value.dtype) if is_float else torch.zeros(shape, dtype=value.dtype)
        else:
            value = getattr(spec.arg, "value", value)
        leaves.append(value)
    return pytree.tree_unflatten(leaves, exported.call_spec.in_spec)


@dataclass
class TextFile:
    """A .mlir file of any level."""

    path: Path

    def import_program(self) -> Source:
        return Source(read_text(self.path), str(self.path))


def read_code(code: str, file_name: str, dynamic) -> ModuleCall:
    """Runs Python up to its last line, which must call a module (or function) on inputs."""
    import torch

    from .importer.capture import FunctionModule

    try:
        tree = ast.parse(code, filename=file_name)
    except (SyntaxError, ValueError) as error:  # the latter for null bytes
        message, line = getattr(error, "msg", str(error)), getattr(error, "lineno", 0)
        raise SourceError("the Python code has a syntax error:", [Problem(message, file_name, line or 0)]) from error
    last = tree.body[-1] if tree.body else None
    if not (isinstance(last, ast.Expr) and isinstance(last.value, ast.Call)):
        line = getattr(last, "lineno", 0)
        found = ast.unparse(last) if last is not None else "nothing"
        raise refuse_last_line(f"but got: {found}", file_name, line)
    program = types.ModuleType("__main__")
    names = vars(program)
    names |= {"torch": torch, "nn": torch.nn, "F": torch.nn.functional, "__file__": file_name}
    call = last.value

    def evaluate(node):
        return eval(compile(ast.Expression(node), file_name, "eval"), names)

    try:
        # The same inputs on every run. Standard output is for what the command prints.
        torch.manual_seed(0)
        with contextlib.redirect_stdout(sys.stderr):
            exec(compile(ast.Module(tree.body[:-1], []), file_name, "exec"), names)
            module = evaluate(call.func)
            args, kwargs = evaluate_arguments(call, evaluate)
    except (Exception, SystemExit) as error:
        line = get_error_line(error, file_name)
        raise SourceError("the Python code raised:", [Problem(f"{type(error).__name__}: {error}", file_name, line)]) from error
    if not is_program(module):
        raise refuse_last_line(f"but {ast.unparse(call.func)} is {describe(module)}", file_name, call.lineno)
    # PyTorch looks up the names of functions that loops repeat in the module that these say they are of.
    names["__name__"] = f"emmy_program_{id(program)}"
    sys.modules[names["__name__"]] = program
    module = module.eval() if isinstance(module, torch.nn.Module) else FunctionModule(module)
    dynamic_shapes = get_dynamic_shapes(module, args, kwargs, dynamic)
    return ModuleCall(file_name, module, args, kwargs, dynamic_shapes, (file_name, call.lineno))


def is_program(value) -> bool:
    """Whether PyTorch can capture what is called: classes make objects, and Python's own builtins take no tensors apart."""
    is_foreign = isinstance(value, types.BuiltinFunctionType) and value.__module__ in sys.stdlib_module_names
    return callable(value) and not isinstance(value, type) and (not is_foreign or value.__module__ == operator.add.__module__)


def describe(value) -> str:
    """What was called instead of a module, and what was meant, as far as that can be guessed."""
    if isinstance(value, type):
        return f"a class: {value.__name__}(…) makes an object, which is what can be called on inputs"
    if isinstance(value, types.BuiltinFunctionType):
        return f"a function of Python's module {value.__module__}"
    return f"a {type(value).__name__}"


def refuse_last_line(what: str, file_name: str, line: int) -> SourceError:
    return SourceError("expected the last line to call a module on its inputs:", [Problem(what, file_name, line)])


def evaluate_arguments(call: ast.Call, evaluate):
    """The arguments of a call, as Python passes them."""
    args, kwargs = [], {}
    for argument in call.args:
        if isinstance(argument, ast.Starred):
            args += evaluate(argument.value)
        else:
            args.append(evaluate(argument))
    for keyword in call.keywords:
        kwargs |= evaluate(keyword.value) if keyword.arg is None else {keyword.arg: evaluate(keyword.value)}
    return tuple(args), kwargs


def get_error_line(error, file_name) -> int:
    """The line of `file_name` that was running when the error was raised."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file_name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentError(f"expected a text file in UTF-8, but {path}: {error}") from error


def read_source(path: "str | None", code: "str | None", dynamic=()) -> Source:
    """The program of a command line: exactly one of `path` and `code`."""
    return open_source(path, code, dynamic).import_program()


def open_source(path: "str | None", code: "str | None", dynamic=()) -> "ModuleCall | Archive | TextFile":
    """What a command line names, before PyTorch captures it: exactly one of `path` and `code`."""
    if (path is None) == (code is None):
        raise ArgumentError("expected one of FILE and -c CODE")
    dynamic = parse_dynamic(dynamic)
    if code is not None:
        return read_code(code, "<command>", dynamic)
    file = Path(path)
    try:
        is_file = file.is_file()
    except OSError as error:  # a name that is too long, a folder that may not be entered
        raise ArgumentError(f"expected a file, but {error}") from error
    if not is_file:
        raise ArgumentError(f"expected a file, but {path} does not exist or is not a file")
    if file.suffix == ".py":
        sys.path.insert(0, str(file.resolve().parent))
        return read_code(read_text(file), str(file), dynamic)
    if dynamic:
        raise ArgumentError(f"expected --dynamic only for Python sources, but got it for {path}")
    if file.suffix == ".pt2":
        return Archive(file)
    if file.suffix == ".mlir":
        return TextFile(file)
    raise CompileError(f"expected a .py, .pt2 or .mlir file, but got {path}")
