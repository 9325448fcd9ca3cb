"""Writes programs of the tensor level as text: values know their extents (numbers or symbols) and element types."""

import re

import numpy as np


def get_arrays(text, sizes, seed):
    """Arguments by the types in the text of a program."""
    random = np.random.default_rng(seed)
    arrays = []
    for dims, dtype, _, names in re.findall(r"%x\d+: tensor<((?:[\d?]+x)*)(\w+)(, #emmy.dims<\[(.*?)\]>)?>", text):
        shape = [int(d) if d != "?" else None for d in dims.split("x")[:-1]]
        if names:
            shape = [sizes[n] if n in sizes else int(n) for n in names.split(", ")]
        array = random.integers(-2, 12, shape) if dtype == "i64" else random.standard_normal(shape).astype(np.float32)
        arrays.append(array)
    return arrays


class Value:
    def __init__(self, name, dims, dtype):
        self.name, self.dims, self.dtype = name, list(dims), dtype

    @property
    def type(self):
        return tensor_type(self.dims, self.dtype)


def tensor_type(dims, dtype):
    shape = "".join(f"{d}x" if isinstance(d, int) else "?x" for d in dims)
    encoding = f", #emmy.dims<[{', '.join(map(str, dims))}]>" if any(isinstance(d, str) for d in dims) else ""
    return f"tensor<{shape}{dtype}{encoding}>"


class Program:
    def __init__(self):
        self.arguments, self.lines, self.symbols, self.count = [], [], set(), 0

    def input(self, dims, dtype="f32"):
        value = Value(f"%x{len(self.arguments)}", dims, dtype)
        self.arguments.append(value)
        self.symbols.update(d for d in dims if isinstance(d, str))
        return value

    def add(self, text, dims, dtype, name=None):
        self.count += 1
        value = Value(f"%v{self.count}", dims, dtype)
        location = f' loc("{name}")' if name else ""
        self.lines.append(f"{value.name} = {text.replace('$type', value.type)}{location}")
        return value

    def size(self, symbol):
        name = f"%size_{symbol}"
        if f"{name} = emmy.size @{symbol}" not in self.lines:
            self.lines.append(f"{name} = emmy.size @{symbol}")
        return name

    def constant(self, number, dims, dtype):
        text = number if isinstance(number, str) else f"{number:.17e}" if dtype[0] in "fb" else str(number)
        return self.add(f"emmy_tensor.constant {text} : $type", dims, dtype)

    def index_map(self, pieces, dims, symbols=()):
        """pieces: (source, map text, guard text or None) over d0, d1, ... and s0, s1, ...; symbols: names of sizes."""
        head = "(" + ", ".join(f"d{i}" for i in range(len(dims))) + ")"
        if symbols:
            head += "[" + ", ".join(f"s{i}" for i in range(len(symbols))) + "]"
        texts, types = [], []
        for source, coords, guard in pieces:
            text = f"{source.name}[{head} -> ({coords})]"
            if guard:
                text += f" if affine_set<{head} : ({guard})>"
            texts.append(text)
            types.append(source.type)
        sizes = [self.size(s) for s in symbols]
        suffix = f" symbols({', '.join(sizes)})" if sizes else ""
        return self.add(
            f"emmy_tensor.index_map [{', '.join(texts)}]{suffix} : ({', '.join(types)}) -> $type",
            dims,
            pieces[0][0].dtype,
        )

    def broadcast(self, source, dims, along=None):
        """Source dims lie along the result dims `along` (the last ones if not given)."""
        if source.dims == list(dims):
            return source
        along = along if along is not None else range(len(dims) - len(source.dims), len(dims))
        coords = [f"d{a}" if d == dims[a] else "0" for a, d in zip(along, source.dims, strict=True)]
        return self.index_map([(source, ", ".join(coords), None)], dims)

    def apply(self, function, *operands, dtype=None, dims=None, name=None):
        """Elementwise with broadcasting of the last dims; numbers are constants."""
        tensors = [o for o in operands if isinstance(o, Value)]
        dims = dims or max((t.dims for t in tensors), key=len)
        element = tensors[-1].dtype
        values = [self.broadcast(o, dims) if isinstance(o, Value) else self.constant(o, dims, element) for o in operands]
        names = ", ".join(v.name for v in values)
        compares = ("less", "greater", "equal", "less_equal", "greater_equal", "not_equal")
        result = dtype or ("i1" if function in compares else values[-1].dtype)
        types = {v.type for v in values} | {tensor_type(dims, result)}
        text = f"emmy_tensor.elementwise {function}({names}) : {values[-1].type}"
        del types
        return self.add(text, dims, result, name)

    def convert(self, value, dtype, origin="implied"):
        return self.add(f"emmy_tensor.elementwise convert({value.name}) {origin} : {value.type} -> $type", value.dims, dtype)

    def reduce(self, monoid, value, axes, dtype=None, accumulate=None):
        axes = [a % len(value.dims) for a in axes]
        dims = [d for i, d in enumerate(value.dims) if i not in axes]
        suffix = f" accumulate {accumulate}" if accumulate else ""
        return self.add(
            f"emmy_tensor.reduce {monoid}({value.name}) dims = {axes}{suffix} : {value.type} -> $type",
            dims,
            dtype or value.dtype,
        )

    def matmul(self, x, w, accumulate="f32"):
        """x[..., k] by w[k, n]; 16-bit operands are multiplied in f32."""
        dims = x.dims[:-1] + [w.dims[1], w.dims[0]]
        n = len(dims)
        lead = [f"d{i}" for i in range(n - 2)]
        a = self.index_map([(x, ", ".join(lead + [f"d{n - 1}"]), None)], dims)
        b = self.index_map([(w, f"d{n - 1}, d{n - 2}", None)], dims)
        if x.dtype != accumulate:
            a, b = self.convert(a, accumulate), self.convert(b, accumulate)
        return self.reduce("sum", self.apply("multiply", a, b), [-1], dtype=accumulate)

    def gather(self, source, indices, dims, at=0):
        remaining = [d for i, d in enumerate(source.dims) if i not in dims]
        shape = remaining[:at] + indices[0].dims + remaining[at:]
        names = ", ".join(i.name for i in indices)
        types = ", ".join(i.type for i in indices)
        suffix = f" at {at}" if at else ""
        return self.add(
            f"emmy_tensor.gather {source.name}[{names}] dims = {list(dims)}{suffix} : ({source.type}, {types}) -> $type",
            shape,
            source.dtype,
        )

    def text(self, *results):
        symbols = "\n".join(f"emmy.symbol @{s}" for s in sorted(self.symbols))
        arguments = ", ".join(f"{a.name}: {a.type}" for a in self.arguments)
        types = ", ".join(f'{r.type} {{emmy.name = "r{i}"}}' for i, r in enumerate(results))
        body = "\n  ".join(self.lines)
        names = ", ".join(r.name for r in results)
        plain = ", ".join(r.type for r in results)
        return f"{symbols}\nfunc.func @main({arguments}) -> ({types}) {{\n  {body}\n  return {names} : {plain}\n}}\n"
