# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Text of hand-written kernels: names for values, integer arithmetic, and loops that carry values."""

from __future__ import annotations


class Body:
    """Text of a function: names for values, and constants that are defined once, at its start."""

    def __init__(self):
        self.lines = []
        self.constants = {}
        self.count = 0
        # Of each loop that carries values and is still open, their types.
        self.carried_types = []

    def add(self, text):
        self.lines.append(text)

    def let(self, text):
        self.count += 1
        self.add(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def constant(self, number):
        name = f"%c{number}"
        self.constants[name] = f"arith.constant {number} : i32"
        return name

    def integer(self, operation, first, second):
        """An operation on i32 values; a number is a constant."""
        values = [self.constant(v) if isinstance(v, int) else v for v in (first, second)]
        return self.let(f"arith.{operation} {values[0]}, {values[1]} : i32")

    def add_i(self, a, b):
        return a if b == 0 else self.integer("addi", a, b)

    def mul(self, a, b):
        return a if b == 1 else self.integer("muli", a, b)

    def div(self, a, b):
        return a if b == 1 else self.integer("divui", a, b)

    def mod(self, a, b):
        return self.integer("remui", a, b)

    def less(self, a, b):
        return self.integer("cmpi slt,", a, b)

    def extract(self, vector, kind, first, count=1):
        """The elements of a vector of the kind, such as "8xbf16", from the first on."""
        element = kind[kind.index("x") + 1 :]
        return [self.let(f"vector.extract {vector}[{first + i}] : {element} from vector<{kind}>") for i in range(count)]

    def join(self, elements, kind):
        """A vector of the kind."""
        return self.let(f"vector.from_elements {', '.join(elements)} : vector<{kind}>")

    def open_loop(self, stop, step):
        """Begins a loop from 0; the counter. Whoever opens it adds the brace that ends it."""
        self.count += 1
        self.add(f"scf.for %k{self.count} = {self.constant(0)} to {self.constant(stop)} step {self.constant(step)} : i32 {{")
        return f"%k{self.count}"

    def open_carried(self, stop, step, inits, types):
        """Begins a loop from 0 that carries values: the counter, the carried values, the results. `stop` is a number or a value."""
        self.count += 1
        name, number = f"%r{self.count}", len(inits)
        carried = [f"%s{self.count}_{i}" for i in range(number)]
        pairs = ", ".join(f"{value} = {init}" for value, init in zip(carried, inits, strict=True))
        stop = self.constant(stop) if isinstance(stop, int) else stop
        bounds = f"{self.constant(0)} to {stop} step {self.constant(step)}"
        self.add(f"{name}:{number} = scf.for %k{self.count} = {bounds} iter_args({pairs}) -> ({', '.join(types)}) : i32 {{")
        self.carried_types.append(types)
        return f"%k{self.count}", carried, [f"{name}#{i}" for i in range(number)]

    def close_carried(self, values):
        self.add(f"scf.yield {', '.join(values)} : {', '.join(self.carried_types.pop())}\n}}")

    def print(self):
        return "\n".join([f"{name} = {text}" for name, text in self.constants.items()] + self.lines)
