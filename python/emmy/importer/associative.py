# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`associative_scan` as a loop that doubles, in each step, how many elements each result is made of.

Behind a step, element i of the results combines the elements i - d + 1 to i of what is scanned, as far as there are such; in the next one
it takes in element i - d of the results. So n elements take ceil(log2 n) steps, each of which computes all elements at once, whatever n is:
0 and 1 take none. PyTorch's own definition halves the tensors again and again, which is another program for each length.

The combination is PyTorch's business: what it maps over the scanned dim with `torch.vmap`, `batches.py` writes out.
"""

from __future__ import annotations

import contextlib
import importlib
import operator

import torch
from torch._higher_order_ops import while_loop
from torch.utils import _pytree as pytree

from .expand import trace_function
from .locations import inherit_origin
from .loops import REFUSED, WHILE, add_function

aten = torch.ops.aten
ASSOCIATIVE_SCAN = torch.ops.higher_order.associative_scan
# The package has the function under the name of the file.
PYTORCH = importlib.import_module("torch._higher_order_ops.associative_scan")
_write_out = PYTORCH.generic_associative_scan


def is_short(distance, *results):
    """Whether a result lacks elements."""
    return distance < results[0].shape[0]


def double(combine, distance, results):
    """A step: `combine` takes the elements before, and those from here on, as one list."""
    before = torch.arange(results[0].shape[0], device=results[0].device) - distance
    has_more = before >= 0
    places = before.clamp(min=0)
    combined = pytree.tree_leaves(combine(*[x.index_select(0, places) for x in results], *results))
    return distance * 2, *(
        torch.where(has_more.reshape([-1] + [1] * (x.dim() - 1)), value, x) for value, x in zip(combined, results, strict=True)
    )


def scan_by_doubling(combine, leaves, dim=0, additional_inputs=()):
    """What PyTorch calls for the elements of a scan, along the first dim; here as a loop, where the program is captured."""
    if not torch.compiler.is_exporting() or additional_inputs:
        return _write_out(combine, leaves, dim, additional_inputs)
    assert dim == 0
    distance = torch.ones([], dtype=torch.int64, device=leaves[0].device)
    # A loop carries tensors of one layout; what is contiguous by its size of 1 may have any strides.
    inits = [x.clone(memory_format=torch.contiguous_format) for x in leaves]
    return list(while_loop(is_short, lambda distance, *results: double(combine, distance, results), (distance, *inits))[1:])


@contextlib.contextmanager
def scanning_by_doubling():
    """While it lasts, PyTorch's tracer sees a loop for each scan. The function is the process's: one thread traces at a time."""
    PYTORCH.generic_associative_scan = scan_by_doubling
    try:
        yield
    finally:
        PYTORCH.generic_associative_scan = _write_out


def write_associative_scans(module: torch.fx.GraphModule) -> None:
    """Replaces the scans that PyTorch has captured as a whole, along the first dim, by loops."""
    for node in list(module.graph.nodes):
        if node.op != "call_function" or node.target is not ASSOCIATIVE_SCAN or REFUSED in node.meta:
            continue
        try:
            write_loop(module, node)
        except Exception as error:  # of all classes: PyTorch has no rule for some operators
            reason = f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
            node.meta[REFUSED] = f"expected a combination that torch.vmap can map over the scanned dim, but got {reason}"


def write_loop(module: torch.fx.GraphModule, node) -> None:
    name, scanned, others = node.args
    values = [x.meta["val"] for x in scanned]
    given = [x.meta["val"] if isinstance(x, torch.fx.Node) else x for x in others]
    count, mode = len(values), values[0].fake_mode
    combine = torch.fx.Interpreter(getattr(module, name.target)).run
    mapped = torch.vmap(combine, in_dims=(0,) * (2 * count) + (None,) * len(given))

    def step(distance, *operands):
        return double(lambda *parts: mapped(*parts, *operands[count:]), distance, operands[:count])

    with mode:
        distance = torch.ones([], dtype=torch.int64, device=values[0].device)
    functions = [trace_function(function, [distance, *values, *given], mode) for function in (is_short, step)]
    graph, first = module.graph, node.prev
    with graph.inserting_before(node):
        one = graph.call_function(aten.full.default, ([], 1), {"dtype": torch.int64})
        one.meta["val"] = distance
        names = []
        for role, function in zip(("condition", "body"), functions, strict=True):
            names.append(graph.get_attr(add_function(module, f"{name.target}_{role}", function)))
        loop = graph.create_node("call_function", WHILE, (*names, (one, *scanned), tuple(others)), name=node.name)
    loop.meta["val"] = (distance, *node.meta["val"])
    while first.next is not node:
        first = first.next
        inherit_origin(first, node, overwrites=True)
    for user in list(node.users):
        assert user.target is operator.getitem, "a scan has a tuple of results"
        user.args = (loop, user.args[1] + 1)
    graph.erase_node(node)
    if not name.users:
        graph.erase_node(name)
