# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the importer writes: values, names, locations, parameters, scalars, mutations, and everything that it refuses."""

import inspect
import re
import threading
import traceback
import warnings
from concurrent.futures import ThreadPoolExecutor

import emmy
import pytest
import torch
from emmy.compiler import Module
from emmy.errors import CaptureError, UnsupportedError
from emmy.importer import import_module
from torch import nn


def get_text(module, *args, **kwargs) -> str:
    """The text, which the compiler also reads and verifies."""
    text = import_module(module, args, **kwargs).text
    Module(text)
    return text


def find(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match, f"expected {pattern!r} in\n{text}"
    return match[0]


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 3), nn.Linear(3, 2, bias=False)])
        self.register_buffer("scale", torch.tensor([2.0, 3.0]))
        self.register_buffer("shift", torch.ones(2), persistent=False)
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))

    def forward(self, x):
        self.calls.add_(1)
        for layer in self.layers:
            x = layer(x)
        return x * self.scale + self.shift + torch.tensor([1.0, -1.0])


LINE = Block.forward.__code__.co_firstlineno


def test_locations():
    text = get_text(Block().eval(), torch.randn(5, 4))
    # PyTorch's own files count as the user's only where there is no other.
    find(rf'emmy_framework.mul .*loc\("mul"\("test_importer.py":{LINE + 4}:1\)\)', text)
    find(rf'emmy_framework.linear .*\(fused<"layers.0">\["test_importer.py":{LINE + 3}:1\]\)', text)
    find(r'emmy_framework.linear .*\(fused<"layers.1">', text)
    assert "/" not in "".join(re.findall(r'"[^"]*\.py"', text))


def test_names():
    def call(tokens, *, mask):
        return tokens * mask, tokens.sum()

    graph = import_module(call, (torch.ones(2),), {"mask": torch.ones(2)})
    find(r'@main\(%tokens: tensor<2xf32> \{emmy.name = "tokens"\} loc\("tokens"\), %mask: ', graph.text)
    assert graph.inputs == ["tokens", "mask"]
    find(r'-> \(tensor<2xf32> \{emmy.name = "mul"\}, tensor<f32> \{emmy.name = "sum"\}\)'.replace("sum", "sum_1|sum"), graph.text)


def test_parameters_buffers_and_constants():
    module = Block().eval()
    graph = import_module(module, (torch.randn(5, 4),))
    for key in ("layers.0.weight", "layers.0.bias", "layers.1.weight", "scale", "shift"):
        find(rf'emmy_framework.parameter "{key}" : tensor<', graph.text)
    assert set(graph.parameters) >= {"layers.0.weight", "scale", "shift", "calls"}
    assert graph.parameters["layers.0.weight"].data_ptr() == module.layers[0].weight.data_ptr()
    constants = [key for key in graph.parameters if key not in {*module.state_dict(), "shift"}]
    assert [graph.parameters[key].tolist() for key in constants] == [[1.0, -1.0]]


def test_mutations():
    def call(x, cache):
        cache[1:3] = x
        x.add_(1)
        return cache.sum()

    graph = import_module(call, (torch.ones(2), torch.zeros(4)))
    find(r'emmy.updates = "x"', graph.text)
    find(r'emmy.updates = "cache"', graph.text)
    assert [kind for kind, _ in graph.outputs] == ["update", "update", "value"]
    find(r'emmy.updates = "calls"', import_module(Block().eval(), (torch.randn(5, 4),)).text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2, "2"),
        (-3, "-3"),
        (True, "true"),
        (0.1, "0.1"),
        (1e300, "1.0e+300"),
        (5e-324, "5.0e-324"),
        (float("inf"), "inf"),
        (float("-inf"), "-inf"),
        (float("nan"), "nan"),
        (-0.0, "-0.0"),
        (2**62 + 1, str(2**62 + 1)),
    ],
)
def test_scalars(value, text):
    imported = get_text(lambda x: x.masked_fill(x > 0, value), torch.ones(2, dtype=torch.float64))
    find(rf"masked_fill %x, %gt, {re.escape(text)} :", imported)


@pytest.mark.parametrize(
    ("dtype", "element"),
    [
        (torch.float64, "f64"),
        (torch.float32, "f32"),
        (torch.float16, "f16"),
        (torch.bfloat16, "bf16"),
        (torch.int64, "i64"),
        (torch.int32, "i32"),
        (torch.int16, "i16"),
        (torch.int8, "i8"),
        (torch.uint8, "ui8"),
        (torch.bool, "i1"),
    ],
)
def test_dtypes(dtype, element):
    text = get_text(lambda x: torch.cat([x, x.flip(0)]), torch.ones(2).to(dtype))
    find(rf"-> \(tensor<4x{element}> ", text)


def test_floats_of_integers_have_the_default_dtype():
    def call(n, flag):
        return n / 3, n.sqrt(), torch.where(flag, n, 0.5), n * 0.1, n.double(), n.sum(dtype=torch.float64), n + 1

    given = torch.tensor([-1, 2**40 + 1, 7]), torch.tensor([True, False, True])
    usual = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        program, wanted = emmy.compile(call, given), call(*given)
    finally:
        torch.set_default_dtype(usual)
    torch.testing.assert_close(program(*given), wanted, equal_nan=True, rtol=1e-15, atol=0)


def test_calls_that_say_their_dtype_get_integers_as_they_are():
    """Wherever the operator's schema has the dtype, among the positions or the keywords."""
    text = get_text(
        lambda n: (n.softmax(-1, torch.float64), n.mean(-1, dtype=torch.float64)), torch.ones(2, 3, dtype=torch.int64)
    )
    find(r"emmy_framework.softmax %n .* : tensor<2x3xi64> -> tensor<2x3xf64>", text)
    find(r"emmy_framework.mean %n .* : tensor<2x3xi64> -> tensor<2xf64>", text)


def test_results_of_all_kinds():
    def call(x, flag):
        return {"y": x + 1, "none": None, "number": 3, "again": (x, x.shape[0])}

    graph = import_module(call, (torch.ones(4), True))
    assert graph.inputs == ["x", None]
    assert [kind for kind, _ in graph.outputs] == ["value", "constant", "constant", "value", "constant"]


def test_composites_stay_whole():
    text = get_text(lambda x, w: nn.functional.softmax(nn.functional.linear(x, w), -1), torch.ones(2, 4), torch.ones(3, 4))
    find("emmy_framework.linear", text)
    find("emmy_framework.softmax", text)
    assert len(re.findall("emmy_framework", text)) == 2


def test_unknown_composites_are_decomposed():
    text = get_text(lambda x, y: torch.einsum("ij,kj->ik", x, y), torch.ones(2, 4), torch.ones(3, 4))
    find("emmy_framework.bmm", text)


# Every line of this function has something that Emmy does not take.
def unsupported(x, y):
    a = torch.fft.rfft(x)
    b = torch.linalg.det(y)
    c = x[x > 0]
    d = torch.special.i0(x)
    e = torch.special.airy_ai(x)
    return a, b, c, d, e, x + 1


def test_everything_that_stands_in_the_way_is_listed():
    with pytest.raises(UnsupportedError) as raised:
        import_module(unsupported, (torch.ones(4), torch.eye(4)))
    first = unsupported.__code__.co_firstlineno + 1
    assert {problem.line for problem in raised.value.diagnostics} == set(range(first, first + 5))
    assert {problem.file for problem in raised.value.diagnostics} == {"test_importer.py"}
    message = str(raised.value)
    assert "things stand in the way:" in message
    for line in range(first, first + 5):
        assert f"test_importer.py:{line}: " in message
    assert "expected an operator that Emmy knows, but got aten.special_i0.default" in message


def test_a_call_whose_result_depends_on_data_is_refused():
    with pytest.raises(UnsupportedError) as raised:
        import_module(lambda x, places: torch.tensor_split(x, places), (torch.ones(4), torch.tensor([1])))
    assert "expected a call that PyTorch can trace, but got aten.tensor_split.tensor_indices_or_sections: " in str(raised.value)


def test_an_argument_that_no_operator_here_has_is_refused():
    def call(x):
        return nn.functional.scaled_dot_product_attention(x, x, x, dropout_p=0.5)

    with pytest.raises(UnsupportedError, match=r"expected dropout_p=0\.0, but got dropout_p=0\.5"):
        import_module(call, (torch.ones(1, 1, 4, 8),))


def test_tensors_that_are_no_buffers_are_not_written_to():
    class Counter(nn.Module):
        def __init__(self):
            super().__init__()
            self.counts = [torch.zeros(2), torch.zeros(2)]

        def forward(self, x):
            return self.counts[0].add_(x) + self.counts[1].mul_(x)

    line = inspect.getsourcelines(Counter.forward)[1] + 1
    with pytest.raises(UnsupportedError) as caught:
        import_module(Counter(), (torch.ones(2),))
    assert [(problem.line, problem.message.split(";")[0]) for problem in caught.value.diagnostics] == [
        (line, f"{name}_: expected only arguments and buffers to be written to, but got the constant c_lifted_tensor_{number}")
        for name, number in (("add", 0), ("mul", 1))
    ]


def test_unsupported_input():
    with pytest.raises(UnsupportedError, match=r"input x: expected one of the dtypes f64, .*, i1, but got torch.complex64"):
        import_module(lambda x: x + 1, (torch.ones(2, dtype=torch.complex64),))


def test_dropout_in_training():
    module = nn.Dropout(0.5).train()
    with pytest.raises(UnsupportedError, match="expected a module in eval mode, but got dropout of 0.5 in training"):
        import_module(module, (torch.ones(4),))
    assert "return %input" in import_module(module.eval(), (torch.ones(4),)).text


def test_capture_error_has_pytorchs_words():
    def call(x):
        if x.sum() > 0:
            return x
        return -x

    with pytest.raises(CaptureError, match="torch.export could not capture the module: .*data-dependent") as raised:
        import_module(call, (torch.ones(4),))
    assert raised.value.__cause__ is not None


def get_number(function, code: str) -> int:
    """The line of a function's source that holds the code."""
    lines, first = inspect.getsourcelines(function)
    return first + next(number for number, line in enumerate(lines) if code in line)


def test_lines_of_pytorch_modules():
    """PyTorch's own modules have no line of the user's: the line that calls the importer stands for it, with the module's path."""
    text = get_text(nn.Sequential(nn.RMSNorm(4), nn.SiLU()), torch.randn(5, 4))
    caller = get_number(get_text, "import_module")
    find(rf'emmy_framework.rms_norm .*loc\("rms_norm"\(fused<"0">\["test_importer.py":{caller}:1\]\)\)', text)
    find(rf'emmy_framework.silu .*loc\("silu"\(fused<"1">\["test_importer.py":{caller}:1\]\)\)', text)

    def call(x):
        return nn.functional.silu(x)

    find(
        rf'emmy_framework.silu .*loc\("silu"\("test_importer.py":{get_number(call, "silu")}:1\)\)', get_text(call, torch.randn(4))
    )


def test_threads_import_at_the_same_time():
    """What the importer tells PyTorch's tracer is the process's: the second import would begin inside of the first, and end after it."""
    tracer = torch.fx.proxy.TracerBase
    usual = tracer._filter_traceback_frames
    begun, inside, ended = threading.Event(), threading.Event(), threading.Event()

    def first(x):
        begun.set()
        inside.wait(0.2)
        return x.exp() + 1

    def second(x):
        inside.set()
        ended.wait(5)
        return x.sin() * 2

    def import_first():
        text = import_module(first, (torch.ones(3),)).text
        ended.set()
        return text

    def import_second():
        begun.wait(5)
        return import_module(second, (torch.ones(3),)).text

    with ThreadPoolExecutor(2) as pool:
        texts = [future.result() for future in [pool.submit(import_first), pool.submit(import_second)]]
    assert tracer._filter_traceback_frames is usual
    assert texts == [import_module(function, (torch.ones(3),)).text for function in (first, second)]


def test_what_others_trace_is_left_alone():
    """A trace that is not of the importer keeps the lines that PyTorch keeps, although the tracer's method is replaced meanwhile."""
    tracer = torch.fx.proxy.TracerBase()
    stack = [
        *traceback.extract_stack(),
        traceback.FrameSummary("model.py", 7, "forward"),
        traceback.FrameSummary("model.py", 9, "f"),
    ]
    usual = tracer._filter_traceback_frames(stack)
    kept = []

    def trace(x):
        kept.append(tracer._filter_traceback_frames(stack))
        return x + 1

    import_module(trace, (torch.ones(3),))
    assert kept and kept == [usual] * len(kept)
    assert [frame.lineno for frame in usual] == [7, 9]


class OneBufferTwice(nn.Module):
    def __init__(self):
        super().__init__()
        tensor = torch.ones(5)
        self.register_buffer("a", tensor)
        self.register_buffer("b", tensor)

    def forward(self, x):
        self.a.add_(1)
        return x * self.b.exp()


def test_writes_that_pytorch_does_not_take_out_are_told():
    with pytest.raises(CaptureError, match="PyTorch could not take the writes out of the program: AssertionError: "):
        import_module(OneBufferTwice(), (torch.ones(5),))


class Holder(torch.nn.Module):
    def __init__(self, tensor):
        super().__init__()
        self.register_buffer("table", tensor)

    def forward(self, x):
        return x + self.table.to(torch.float32).sum()


HELD = {
    "int4": (None, torch.int4, r"but got torch\.int4"),
    "uint4": (None, torch.uint4, r"but got torch\.uint4"),
    "complex": (torch.zeros(4, dtype=torch.complex64), None, r"but got torch\.complex64"),
    "quantized": (None, torch.quint8, r"but got torch\.quint8"),
    "sparse": (torch.eye(4).to_sparse(), None, r"but got one of layout torch\.sparse_coo"),
    "nested": (None, "nested", "but got a nested one"),
    "mkldnn": (None, "mkldnn", r"but got one of layout torch\._mkldnn"),
}


def make_held(name):
    tensor, kind, message = HELD[name]
    if kind == "nested":
        return torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged), message
    if kind == "mkldnn":
        return torch.ones(4).to_mkldnn(), message
    if kind == torch.quint8:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such tensors go away one day
            return torch.quantize_per_tensor(torch.ones(4), 0.1, 0, kind), message
    return (tensor if kind is None else torch.empty(4, dtype=kind)), message


@pytest.mark.parametrize("name", HELD)
def test_tensors_that_nothing_holds(name):
    """Told by the user's name, before anything is done; where PyTorch cannot trace them, too."""
    tensor, message = make_held(name)
    with pytest.raises(UnsupportedError, match=f"test_importer.py:\\d+: buffer table: expected .*{message}"):
        emmy.compile(Holder(tensor), (torch.ones(4),))
    with pytest.raises(UnsupportedError, match=f"test_importer.py:\\d+: input table: expected .*{message}"):
        emmy.compile(lambda x, table: x + table.to(torch.float32).sum(), (torch.ones(4), tensor))
