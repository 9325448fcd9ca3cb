# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records the operations of one function and prints them as MLIR text.

Values get the name of the Python variable that holds them, and comment lines travel with the code, so
that the .mlir file reads like the source it came from. Constants are collected at the top of a function;
equal operations are recorded once.
"""

import linecache
import os
import struct
import sys

import builder
from builder import Value, const, f32, i32


class Function:
    """Records one function and prints it."""

    def __init__(self, name, argument_types, result_type, doc, private, source_dir):
        self.name, self.doc, self.private = name, doc, private
        self.result_type, self.source_dir = result_type, source_dir
        self.argument_types, self.arguments = argument_types, []
        self.constants = {}
        self.blocks, self.known = [[]], [{}]
        self.names, self.comments_seen = set(), set()

    # Recording.
    def op(self, name, type, operands, attribute):
        key = (name, attribute, type, tuple(id(o) for o in operands))
        for scope in self.known:
            if key in scope:
                return scope[key]
        result = Value(type)
        self.blocks[-1].append(("op", name, attribute, operands, [result]))
        self.known[-1][key] = result
        return result

    def const(self, value, type, name):
        if type.is_float:
            value = float(value)
            assert value != value or type.round(value) == value, f"{value!r} is not a {type}"
            key = (type, struct.pack("<d", value))
        else:
            value &= (1 << type.bits) - 1
            key = (type, value)
        if key not in self.constants:
            self.constants[key] = (Value(type, None), value, name)
        return self.constants[key][0]

    def _block(self, run):
        self.blocks.append([])
        self.known.append({})
        results = run()
        self.known.pop()
        return self.blocks.pop(), results

    def region_op(self, kind, operands, regions):
        recorded = [self._block(r) for r in regions]
        types = [v.type for v in recorded[0][1]]
        assert all([v.type for v in r] == types for _, r in recorded)
        results = [Value(t) for t in types]
        self.blocks[-1].append((kind, recorded, None, operands, results))
        return results

    def loop(self, count, initial, body):
        counter = Value(i32)
        carried = [Value(v.type) for v in initial]
        block, results = self._block(lambda: body(counter, *carried))
        outs = [Value(v.type) for v in initial]
        zero, n, one = (const(k, i32) for k in (0, count, 1))
        self.blocks[-1].append(("for", (block, results), (counter, carried), [zero, n, one] + list(initial), outs))
        return outs

    def comment(self, text):
        self.blocks[-1].append(("comment", text, None, [], []))

    # Naming: watch the local variables of the functions in source_dir.
    def trace(self, frame, event, argument):
        path = frame.f_code.co_filename
        if os.path.dirname(path) != self.source_dir or os.path.basename(path) in ("builder.py", "recorder.py"):
            return None
        if event in ("line", "return"):
            for variable, v in frame.f_locals.items():
                for item, suffix in _items(v):
                    if item.name is None and not variable.startswith("_") and len(variable) > 0:
                        item.name = self.unique(variable + suffix)
        if event == "line":
            self.take_comments(path, frame.f_lineno)
        return self.trace

    def take_comments(self, path, line):
        lines = []
        while (text := linecache.getline(path, line - 1).strip()).startswith("#"):
            line -= 1
            lines.append((line, text[1:].strip()))
        for number, text in reversed(lines):
            if (path, number) not in self.comments_seen:
                self.comments_seen.add((path, number))
                self.comment(text)

    def unique(self, name):
        candidate, n = name, 0
        while candidate in self.names:
            n += 1
            candidate = f"{name}_{n}"
        self.names.add(candidate)
        return candidate

    # Printing.
    def render(self, results):
        counter = iter(range(10**9))

        def ref(v):
            if v.name is None:
                v.name = str(next(counter))
            return "%" + v.name

        for v, value, name in self.constants.values():
            if v.name is None:
                v.name = self.unique(name or _constant_name(v.type, value))
        out = [f"// {line}".rstrip() for line in self.doc.strip().splitlines()]
        arguments = ", ".join(f"{ref(a)}: {a.type}" for a in self.arguments)
        visibility = "private " if self.private else ""
        out.append(f"func.func {visibility}@{self.name}({arguments}) -> {self.result_type} {{")
        for v, value, _ in self.constants.values():
            out.append(f"  {ref(v)} = arith.constant {_constant_text(v.type, value)}")
        self.render_block(self.blocks[0], ref, "  ", out)
        out += [f"  return {ref(results)} : {results.type}", "}"]
        return "\n".join(out)

    def render_block(self, block, ref, indent, out):
        for kind, what, attribute, operands, results in block:
            if kind == "comment":
                out.append(f"{indent}// {what}")
            elif kind == "op":
                out.append(indent + _op_text(what, attribute, operands, results[0], ref))
            elif kind == "if":
                types = ", ".join(str(r.type) for r in results)
                names = ", ".join(ref(r) for r in results)
                out.append(f"{indent}{names} = scf.if {ref(operands[0])} -> ({types}) {{")
                self.render_region(what[0], ref, indent, out)
                out.append(f"{indent}}} else {{")
                self.render_region(what[1], ref, indent, out)
                out.append(f"{indent}}}")
            elif kind == "for":
                counter, carried = attribute
                names = ", ".join(ref(r) for r in results)
                types = ", ".join(str(r.type) for r in results)
                inits = ", ".join(f"{ref(c)} = {ref(i)}" for c, i in zip(carried, operands[3:], strict=True))
                low, high, step = (ref(o) for o in operands[:3])
                out.append(
                    f"{indent}{names} = scf.for {ref(counter)} = {low} to {high} step {step} "
                    f"iter_args({inits}) -> ({types}) : i32 {{"
                )
                self.render_region(what, ref, indent, out)
                out.append(f"{indent}}}")

    def render_region(self, region, ref, indent, out):
        block, results = region
        self.render_block(block, ref, indent + "  ", out)
        types = ", ".join(str(r.type) for r in results)
        out.append(f"{indent}  scf.yield {', '.join(ref(r) for r in results)} : {types}")


def _items(v):
    if isinstance(v, Value):
        return [(v, "")]
    if isinstance(v, (list, tuple)):
        return [(x, str(i)) for i, x in enumerate(v) if isinstance(x, Value)]
    return []


def _op_text(name, attribute, operands, result, ref):
    args = ", ".join(ref(o) for o in operands)
    if name == "func.call":
        types = ", ".join(str(o.type) for o in operands)
        return f"{ref(result)} = func.call @{attribute}({args}) : ({types}) -> {result.type}"
    if name in ("arith.cmpf", "arith.cmpi"):
        return f"{ref(result)} = {name} {attribute}, {args} : {operands[0].type}"
    if operands[0].type is not result.type and name != "arith.select":
        return f"{ref(result)} = {name} {args} : {operands[0].type} to {result.type}"
    return f"{ref(result)} = {name} {args} : {result.type}"


def _constant_text(type, value):
    if not type.is_float:
        signed = value - (1 << type.bits) if value >> (type.bits - 1) and type.bits > 1 else value
        return f"{signed} : {type}"
    if value != value or value in (float("inf"), float("-inf")):
        pattern = struct.pack(">f" if type is f32 else ">d", value).hex().upper()
        return f"0x{pattern} : {type}"
    text = repr(value)
    if type is f32 and value:  # the shortest decimal that gives this f32
        candidates = (f"{value:.{digits}g}" for digits in range(1, 10))
        text = next(t for t in candidates if type.round(float(t)) == value)
    mantissa, _, exponent = text.partition("e")
    if "." not in mantissa:
        mantissa += ".0"
    return (mantissa + (f"e{int(exponent)}" if exponent else "")) + f" : {type}"


def _constant_name(type, value):
    text = _constant_text(type, value).split(" ")[0]
    if text.startswith("0x"):
        return "inf" if value > 0 else ("neg_inf" if value < 0 else "nan")
    if not type.is_float and (len(text) > 4):
        return f"{type}_x{value:X}"
    return f"{'f' if type.is_float else str(type)}_{text}"


def record(function_name, body, argument_names, argument_types, result_type, doc, private):
    """Runs `body` on fresh arguments; returns the text of the function."""
    source_dir = os.path.dirname(body.__code__.co_filename)
    f = Function(function_name, argument_types, result_type, doc, private, source_dir)
    f.arguments = [Value(t, f.unique(n)) for n, t in zip(argument_names, argument_types, strict=True)]
    builder.current = f
    sys.settrace(f.trace)
    try:
        result = body(*f.arguments)
    finally:
        sys.settrace(None)
        builder.current = None
    return f.render(result)
