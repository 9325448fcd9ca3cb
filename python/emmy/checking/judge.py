# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program should give, and whether other results are as near to it as they have to be."""

from __future__ import annotations

import copy
from dataclasses import dataclass

import torch
from torch.utils import _pytree as pytree

from ..arguments import CallShape
from ..binding import get_example_sizes
from ..testing import EPSILON, compare, to_double
from .trials import Arguments, Plan

# How often inputs are moved by a rounding to see how far that moves the results, and how much farther results may be away: roundings
# of partial sums grow with the number of terms.
MOVES, MARGIN = 3, 4.0
# The farthest elements of a result, whose terms are measured one by one.
FARTHEST = 8
UNIT = EPSILON[torch.float32] / 2
# Roundings by which results may differ where nothing says how large the error usually is.
ROUNDINGS = 64


@dataclass
class Expected:
    """Results in the order of the program's: in its own dtypes, and in f64 where the reference runs in it."""

    eager: list
    exact: "list | None"
    wide_call: object = None  # arguments of the run in f64


@dataclass
class Prepared:
    """One trial: what a program runs on, and what it should give."""

    tensors: list
    sizes: "dict[str, int]"
    expected: Expected


def get_first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"


class Judge:
    """Prepares trials and compares results; what gives the reference is a subclass's."""

    def __init__(self, arguments: Arguments, example: "dict[str, int]"):
        self.arguments, self.example = arguments, example
        self.notes: "list[str]" = []
        self.prepared: "dict[Plan, Prepared | str]" = {}  # targets have the same trials

    def prepare(self, plan: Plan) -> "Prepared | str":
        """A trial; or why the reference itself does not run it."""
        if plan not in self.prepared:
            self.prepared[plan] = self.prepare_once(plan)
        return self.prepared[plan]

    def prepare_once(self, plan: Plan) -> "Prepared | str":
        # Integers beyond the example's range may be no positions or classes: then those of the range.
        for is_wide in (True, False) if plan.values in ("special", "extreme", "ties") else (False,):
            args, kwargs = self.arguments.make(plan, is_wide=is_wide)
            try:
                return Prepared(self.flatten(args, kwargs), dict(plan.sizes), self.expect(args, kwargs, dict(plan.sizes)))
            except (Exception, SystemExit) as error:
                refusal = f"{self.reference} raises {get_first_line(error)}"
        return refusal

    def find_mistakes(self, got: list, prepared: Prepared) -> "list[tuple[int, str]]":
        """(number of the result, what is wrong with it)."""
        mistakes, moved, expected = [], None, prepared.expected
        for number, (value, eager) in enumerate(zip(got, expected.eager, strict=True)):
            exact = to_double(eager) if expected.exact is None else expected.exact[number]
            near = ROUNDINGS * EPSILON.get(eager.dtype, 0.0)
            problem = compare(value, eager, exact, tolerance=None if expected.wide_call is not None else (near, near))
            if problem and eager.is_floating_point() and expected.wide_call is not None:
                terms = self.get_terms(number, value, expected)
                if terms is None:
                    moved = moved or self.measure(prepared)
                    terms = moved[number]
                problem = compare(value, eager, exact, terms=terms)
            if problem:
                mistakes.append((number, problem))
        return mistakes

    def get_terms(self, number: int, value: torch.Tensor, expected: Expected) -> "torch.Tensor | None":
        """For each element of a result the sum of absolute terms, where it can be known."""
        return None

    def measure(self, prepared: Prepared) -> list:
        """For each result how far the reference moves where inputs and parameters move by one rounding of f32, as a sum of absolute
        terms: what is left of numbers that cancel moves far."""
        expected = prepared.expected
        exact = expected.exact or expected.eager
        farthest = [torch.zeros(value.shape, dtype=torch.float64) for value in exact]
        generator = torch.Generator().manual_seed(0)

        def move(value):
            if not isinstance(value, torch.Tensor) or not value.is_floating_point():
                return value
            signs = torch.randint(0, 2, value.shape, generator=generator) * 2.0 - 1.0
            return (value.double() * (1 + UNIT * signs)).to(value.dtype)

        for _ in range(MOVES):
            for number, value in enumerate(self.call_moved(expected.wide_call, prepared.sizes, move)):
                if value.is_floating_point():
                    distance = (value.double() - exact[number].double()).abs()
                    farthest[number] = torch.maximum(farthest[number], torch.where(distance.isfinite(), distance, 0.0))
        return [(far.max() if far.numel() else far.sum()).expand(far.shape) * (MARGIN / UNIT) for far in farthest]


class ModuleJudge(Judge):
    """PyTorch is the reference: the module in its own dtypes and in f64."""

    reference = "PyTorch"

    def __init__(self, source):
        self.graph, self.module = source.graph, source.module
        self.shape = CallShape(source.module, source.args, source.kwargs, source.leaves)
        super().__init__(Arguments(source.graph, source.args, source.kwargs), get_example_sizes(source.graph, source.leaves))
        self.wide = self.module
        if isinstance(self.module, torch.nn.Module):
            try:
                self.wide = copy.deepcopy(self.module).double()
            except Exception as error:  # a module that cannot be copied
                self.give_up_wide(error)

    def give_up_wide(self, error) -> None:
        self.wide = None
        self.notes.append(f"compared with eager alone, since in f64 the model raises {get_first_line(error)}")

    def flatten(self, args, kwargs) -> list:
        return self.shape.flatten(args, kwargs)

    def run(self, program, prepared: Prepared) -> list:
        """The program's results on the simulator."""
        results, _ = program.run(prepared.tensors, device="simulator", is_checked=True)
        return results

    def get_results(self, module, args, kwargs) -> list:
        """The values of the program's results, in its order; what the module writes to is changed."""
        returned = iter(pytree.tree_leaves(module(*args, **kwargs)))
        given = dict(zip(self.graph.inputs, pytree.tree_leaves((tuple(args), dict(kwargs))), strict=True))
        state = find_state(module, self.graph, [target for kind, target in self.graph.outputs if kind == "update"])
        values = []
        for kind, target in self.graph.outputs:
            if kind == "update":
                values.append(state[target] if target in state else given[target])
                continue
            value = next(returned)
            if kind == "value":
                values.append(value)
            elif kind == "number":
                values.append(torch.tensor(value))
        return values

    def call(self, module, args, kwargs) -> list:
        """The same, with neither the module nor the arguments changed."""
        args, kwargs = copy.deepcopy((args, kwargs))
        updated = [target for kind, target in self.graph.outputs if kind == "update"]
        state = find_state(module, self.graph, updated)
        kept = {name: tensor.detach().clone() for name, tensor in state.items()}
        try:
            with torch.no_grad():
                return [value.clone() for value in self.get_results(module, args, kwargs)]
        finally:
            with torch.no_grad():
                for name, tensor in state.items():
                    tensor.copy_(kept[name])

    def expect(self, args, kwargs, sizes) -> Expected:
        """Raises what the module raises for these arguments."""
        eager = self.call(self.module, args, kwargs)
        if self.wide is None:
            return Expected(eager, None)
        wide = pytree.tree_map(to_double, (args, kwargs))
        try:
            return Expected(eager, self.call(self.wide, *wide), wide)
        except (Exception, SystemExit) as error:  # a module that asks for dtypes
            self.give_up_wide(error)
            return Expected(eager, None)

    def get_terms(self, number: int, value: torch.Tensor, expected: Expected) -> "torch.Tensor | None":
        """By derivatives: what an element moves by when each input and parameter moves by itself, relative to its size, are its terms.
        Those of the elements that are farthest away; others, which are nearer, have the least of them."""
        try:
            with torch.enable_grad():
                module, args, kwargs = copy.deepcopy((self.wide, *expected.wide_call))
                leaves, spec = pytree.tree_flatten((args, kwargs))
                given = [leaf.requires_grad_() if is_float(leaf) else leaf for leaf in leaves]
                own = list(module.parameters()) if isinstance(module, torch.nn.Module) else []
                sources = [leaf for leaf in [*given, *own] if is_float(leaf)]
                # Copies, so that the module may write to them.
                args, kwargs = pytree.tree_unflatten([leaf.clone() if is_float(leaf) else leaf for leaf in given], spec)
                result = self.get_results(module, args, kwargs)[number].flatten()
                distance = (value.double() - expected.exact[number].double()).abs().flatten()
                places = torch.where(distance.isfinite(), distance, 0.0).topk(min(FARTHEST, distance.numel())).indices
                found = []
                for place in places.tolist():
                    slopes = torch.autograd.grad(result[place], sources, retain_graph=True, allow_unused=True)
                    moves = [(slope * x).abs().sum() for slope, x in zip(slopes, sources, strict=True) if slope is not None]
                    found.append(torch.stack(moves).sum() if moves else torch.zeros(()))
        except Exception:  # no derivative
            return None
        found = torch.stack(found).detach().double()
        terms = found.min().expand(distance.shape).clone()
        terms[places] = found
        return terms.reshape(value.shape)

    def call_moved(self, wide_call, sizes, move) -> list:
        module = self.wide
        if isinstance(module, torch.nn.Module):
            module = copy.deepcopy(module)
            with torch.no_grad():
                for tensor in [*module.parameters(), *module.buffers()]:
                    tensor.copy_(move(tensor))
        return self.call(module, *pytree.tree_map(move, wide_call))


def is_float(value) -> bool:
    return isinstance(value, torch.Tensor) and value.is_floating_point()


def find_state(module, graph, names) -> "dict[str, torch.Tensor]":
    """The module's parameters and buffers by their keys, of those that a program updates."""
    own = {}
    if isinstance(module, torch.nn.Module):
        own = {**dict(module.named_parameters()), **dict(module.named_buffers())}
    return {name: own.get(name, graph.parameters[name]) for name in names if name in graph.parameters}
