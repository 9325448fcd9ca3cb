# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is rewritten under which licence, and what is computed once of parameters: each program says how many operations are left, and
computes what PyTorch does."""

import json
import re

import emmy
import pytest
import torch
import torch.nn.functional as F
from emmy.cli import main
from emmy.compiler import LICENCES, Module
from emmy.errors import ArgumentError
from torch import nn


class Chain(nn.Module):
    """Everything that is no work: a product and a sum are left of it, where that is permitted."""

    def __init__(self):
        super().__init__()
        self.W, self.b = nn.Parameter(torch.randn(5, 7)), nn.Parameter(torch.randn(5))

    def forward(self, x):
        y = x @ (self.W.T * 2) * 1 + 0 + self.b * 0.5
        return y.transpose(0, 1).neg().transpose(0, 1).neg()


class Layer(nn.Module):
    """A layer of a transformer with rotated heads left out: two normalisations with scales, attention, and an MLP with gates."""

    def __init__(self, width=32, heads=4, hidden=48):
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.RMSNorm(width, eps=1e-6), nn.RMSNorm(width, eps=1e-6)
        self.q, self.k, self.v, self.o = (nn.Linear(width, width, bias=False) for _ in range(4))
        self.gate, self.up, self.down = (nn.Linear(*sizes, bias=False) for sizes in [(width, hidden)] * 2 + [(hidden, width)])
        for norm in (self.first, self.second):
            nn.init.uniform_(norm.weight, 0.5, 1.5)

    def forward(self, x):
        y = self.first(x)
        q, k, v = (f(y).unflatten(-1, (self.heads, -1)).transpose(1, 2) for f in (self.q, self.k, self.v))
        x = x + self.o(F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2))
        y = self.second(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


def get_function(text: str, name: str) -> str:
    """The text of one function of a module; empty where there is none."""
    match = re.search(rf"  func\.func @{name}\(.*?^  }}$", text, flags=re.MULTILINE | re.DOTALL)
    return match[0] if match else ""


def count(text: str, operation: str) -> int:
    return len(re.findall(rf"emmy_tensor\.{operation}\b", text))


def run_passes(text: str, passes: str, **options) -> str:
    """The text after passes on a module of the tensor level."""
    program, _ = emmy._emmy.Program.parse(text, "<text>")
    ok, diagnostics = program.run_pipeline(f"builtin.module({passes})")
    assert ok, [d.message for d in diagnostics]
    return program.print()


def get_tensor_level(program) -> str:
    """The tensor level as it is lowered: after all its passes."""
    views = "emmy-tensor-compose-index-maps,canonicalize,cse"
    folds = "emmy-tensor-fold-constants,emmy-tensor-simplify,emmy-tensor-fold-scales,emmy-tensor-sink-scales,emmy-tensor-fold-constants"
    return run_passes(program.ir("tensor"), f"{views},{folds},emmy-tensor-prepare,canonicalize,cse")


def get_error(program, module, *args, device="cpu") -> float:
    """How far the result is from PyTorch's in f64, in terms of its largest value."""
    with torch.no_grad():
        expected = module.double()(*(x.double() for x in args))
        module.float()
    return float((program(*args, device=device).double() - expected).abs().max() / expected.abs().max())


@pytest.fixture(scope="module")
def chain():
    torch.manual_seed(0)
    return Chain(), torch.randn(3, 7)


@pytest.fixture(scope="module")
def layer():
    torch.manual_seed(0)
    return Layer().eval(), torch.randn(2, 6, 32)


def test_a_product_and_a_sum_are_left(chain):
    module, x = chain
    program = emmy.compile(module, (x,), licences=["no_signed_zeros"])
    text = get_tensor_level(program)
    entry, preparation = get_function(text, "main"), get_function(text, "prepare")
    # The product of matrices is a product and a sum of them; then the sum with the bias.
    assert re.findall(r"elementwise (\w+)", entry) == ["multiply", "add"] and count(entry, "reduce") == 1
    assert re.findall(r"elementwise (\w+)", preparation) == ["multiply", "multiply"]
    assert "emmy.parameter" not in entry and preparation.count("emmy.parameter") == 2
    assert get_error(program, module, x) < 1e-6


def test_without_the_licence_the_zero_stays(chain):
    module, x = chain
    program = emmy.compile(module, (x,))
    entry = get_function(get_tensor_level(program), "main")
    assert re.findall(r"elementwise (\w+)", entry) == ["multiply", "add", "add"]
    # Another one permits to add the bias to the zero.
    first, second = program.report()["numerics"]["rewrites"]
    assert (first["licence"], first["done"], first["change"]) == ("no_signed_zeros", False, "it changes the sign of a zero")
    assert re.fullmatch(r"add\(\w+, 0\)", first["what"]) and "test_licences.py" in first["at"]
    assert (second["licence"], second["done"], second["what"]) == ("reassociate", False, first["what"])
    assert get_error(program, module, x) < 1e-6


@pytest.mark.parametrize("device", ["tensor", "cpu", "tile", "shim", "simulator", "nvvm"])
def test_parameters_are_prepared_once_on_every_device(chain, device):
    module, x = chain
    program = emmy.compile(module, (x,), licences=["no_signed_zeros"])
    with torch.no_grad():
        assert get_error(program, module, x, device=device) < 1e-6
        program(x, device=device)
        prepared = program.stats.preparations
        # The interpreter runs the level above.
        assert prepared == (device != "tensor")
        # A parameter that changes is read again.
        module.W.mul_(3)
        assert get_error(program, module, x, device=device) < 1e-6
        module.W.div_(3)
        # So is one of which the last element does.
        module.W.view(-1)[-1] += 3
        assert get_error(program, module, x, device=device) < 1e-6
        module.W.view(-1)[-1] -= 3


def test_scales_of_normalisations_become_parts_of_weights(layer):
    """Of both normalisations one operation each; the result moves by rounding alone, step by step."""
    module, x = layer
    plain = emmy.compile(module, (x,), licences=["reassociate"])
    views = run_passes(plain.ir("tensor"), "emmy-tensor-compose-index-maps,canonicalize,cse")
    folded = run_passes(views, "emmy-tensor-fold-scales")
    prepared = run_passes(folded, "emmy-tensor-prepare")
    entry = get_function(prepared, "main")
    assert count(views, "elementwise") - count(entry, "elementwise") == 2
    # Five matrices take a scale in: three of the attention, and two of the MLP.
    assert count(get_function(prepared, "prepare"), "elementwise") == 5
    for text in (views, folded, prepared):
        outputs = run_text(text, plain, x)
        with torch.no_grad():
            expected = module(x)
        assert float((outputs - expected).abs().max() / expected.abs().max()) < 1e-5
    # And all the way down, with the licence and without it.
    for licences in (["reassociate"], []):
        assert get_error(emmy.compile(module, (x,), licences=licences), module, x) < 1e-5


def run_text(text: str, program, x) -> torch.Tensor:
    """The result of a program of the tensor level, interpreted."""
    module = Module(text)
    executor, diagnostics = emmy._emmy.Executor.create(module.programs["tensor"], "tensor", module.options)
    assert executor, [d.message for d in diagnostics]
    parameters = program.graph.parameters
    tensors = [parameters[info.parameter].detach() if info.parameter else x for info in module.signature.inputs]
    result = torch.empty(x.shape)
    ran, diagnostics, _ = executor.run([(t.data_ptr(), t.nbytes) for t in [*tensors, result]], [])
    assert ran, [d.message for d in diagnostics]
    return result


def test_scales_of_16_bits_stay():
    """The scaled value is rounded before the product, which no licence permits to leave out."""

    class Scaled(nn.Module):
        def __init__(self, dtype):
            super().__init__()
            self.g, self.w = nn.Parameter(torch.rand(8).to(dtype)), nn.Parameter(torch.randn(8, 4).to(dtype))

        def forward(self, x):
            return (x * self.g) @ self.w

    for dtype, is_folded in ((torch.float32, True), (torch.bfloat16, False)):
        program = emmy.compile(Scaled(dtype), (torch.randn(64, 8).to(dtype),), licences=["reassociate"])
        done = [rewrite for rewrite in program.report()["numerics"]["rewrites"] if rewrite["done"]]
        assert bool(done) == is_folded, dtype


def test_without_the_licence_the_scales_stay(layer):
    module, x = layer
    kept = [entry for entry in emmy.compile(module, (x,)).report()["numerics"]["rewrites"] if entry["licence"] == "reassociate"]
    assert len(kept) == 2 and not any(entry["done"] for entry in kept)
    rewrites = emmy.compile(module, (x,), licences=["reassociate"]).report()["numerics"]["rewrites"]
    assert sum(entry["done"] for entry in rewrites) == 2


@pytest.mark.parametrize("licences", [[], list(LICENCES)], ids=str)
def test_checks_of_passes_know_licences(chain, licences):
    module, x = chain
    program = emmy.compile(module, (x,), licences=licences, target="sm_90", check_each_pass=True)
    assert not [c.pass_name for c in program.pass_checks if c.outcome in ("differs", "not compared")]
    simplify = next(c for c in program.pass_checks if c.pass_name == "emmy-tensor-simplify")
    # Without any, the negations still go.
    assert (simplify.outcome, simplify.effects) == (("close", ["zero_signs"]) if licences else ("same bits", []))
    prepare = next(c for c in program.pass_checks if c.pass_name == "emmy-tensor-prepare")
    assert prepare.outcome == "same bits" and prepare.elements > 0


def test_checks_of_passes_know_folded_scales():
    torch.manual_seed(0)
    module, x = nn.Sequential(nn.RMSNorm(8), nn.Linear(8, 5)).eval(), torch.randn(3, 8)
    nn.init.uniform_(module[0].weight, 0.5, 1.5)
    program = emmy.compile(module, (x,), licences=LICENCES, check_each_pass=True)
    assert not [c.pass_name for c in program.pass_checks if c.outcome in ("differs", "not compared")]
    fold = next(c for c in program.pass_checks if c.pass_name == "emmy-tensor-fold-scales")
    assert (fold.outcome, fold.effects) == ("close", ["rescaled"]) and fold.elements > 0


def test_report_of_the_command(capsys):
    code = ["-c", "w = nn.Parameter(torch.ones(4))\ndef f(x): return x * w.exp() + 0\nf(torch.ones(2, 4))"]
    assert main(["report", *code]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "numerics: fused; 0 rewritten by licence, 1 not" in text
    assert "add(mul, 0) at <command>:2 stays: it changes the sign of a zero; the licence no_signed_zeros would permit it" in text
    assert "prepared once of parameters: exp (16 B)" in text
    assert main(["report", *code, "--licences", "no_signed_zeros,reassociate", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["numerics"]["mode"], report["numerics"]["licences"]) == ("fast", ["no_signed_zeros", "reassociate"])
    assert [entry["done"] for entry in report["numerics"]["rewrites"]] == [True]
    assert report["prepared"] == [{"name": "exp", "bytes": 16}]
    assert main(["report", *code, "--licences", "no_signed_zeros"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "rewritten: it changes the sign of a zero; the licence no_signed_zeros permits it" in text
    assert main(["report", *code, "--licences", "speed"]) == 1
    assert "expected licences to be some of no_signed_zeros, reciprocal, reassociate, but got 'speed'" in capsys.readouterr().err


def test_licences_are_for_fast_numerics(chain):
    module, x = chain
    with pytest.raises(ArgumentError, match="expected numerics to be fast with licences, but got 'fused'"):
        emmy.compile(module, (x,), numerics="fused", licences=["reassociate"])
    with pytest.raises(ArgumentError, match="expected licences to be some of .*, but got 'speed'"):
        emmy.compile(module, (x,), licences="speed")


def test_fast_alone_is_fused(chain):
    module, x = chain
    fast, fused = (emmy.compile(module, (x,), numerics=numerics) for numerics in ("fast", "fused"))
    assert fast.ir("loop").replace("<fast>", "<fused>") == fused.ir("loop")


def write_data(module):
    module.W.data.mul_(3)


def write_by_numpy(module):
    module.W.detach().numpy()[:] = 0.5


def give_other_memory(module):
    module.W.data = torch.randn(5, 7)


@pytest.mark.parametrize("write", [write_data, write_by_numpy, give_other_memory], ids=lambda write: write.__name__)
@pytest.mark.parametrize("device", ["cpu", "shim"])
def test_changes_that_pytorch_does_not_count_are_seen(write, device):
    """Versions of tensors do not tell of them."""
    torch.manual_seed(0)
    module, x = Chain(), torch.randn(3, 7)
    program = emmy.compile(module, (x,), target="cpu" if device == "cpu" else "sm_90")
    with torch.no_grad():
        program(x, device=device)
        write(module)
        for _ in range(2):
            assert torch.allclose(program(x, device=device), module(x), atol=1e-5)
    assert program.stats.preparations == 2


def test_inference_tensors_are_prepared_when_they_change():
    with torch.inference_mode():
        module, x = Chain(), torch.randn(3, 7)
        program = emmy.compile(module, (x,))
        for _ in range(2):
            assert torch.allclose(program(x), module(x), atol=1e-5)
        assert program.stats.preparations == 1
        module.b.add_(1)
        assert torch.allclose(program(x), module(x), atol=1e-5)
    assert program.stats.preparations == 2


def test_sums_over_copies_are_not_prepared():
    """How many copies of a parameter there are is another number in every call."""

    class Copies(nn.Module):
        def __init__(self):
            super().__init__()
            self.w = nn.Parameter(torch.randn(5))

        def forward(self, x):
            return x * self.w.expand(x.shape[0], 5).sum(0) + self.w.exp() * torch.ones(x.shape[0]).sum()

    torch.manual_seed(0)
    module, x = Copies(), torch.randn(3, 5)
    program = emmy.compile(module, (x,), dynamic_shapes=({0: torch.export.Dim("rows")},), licences=LICENCES)
    with torch.no_grad():
        for rows in (3, 7, 1):
            x = torch.randn(rows, 5)
            assert torch.allclose(program(x), module(x), atol=1e-5)


def test_updated_buffers_are_not_prepared():
    class Counting(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("seen", torch.zeros(3))

        def forward(self, x):
            y = x * (self.seen * 2 + 1).exp()
            self.seen.add_(1)
            return y

    module, other, x = Counting(), Counting(), torch.ones(3)
    program = emmy.compile(module, (x,))
    for _ in range(3):
        assert torch.allclose(program(x), other(x))
    assert program.stats.preparations == 0
