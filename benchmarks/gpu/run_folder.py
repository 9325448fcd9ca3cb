# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a folder of `write_folder.py` on a GPU and compares every result bit for bit, NaNs with NaNs; where the folder has a bound for
each element, an element may be away by as much. Needs Python and the driver:

    python3 run_folder.py gpu-proof

Exit status 0 when all results are as expected.
"""

from __future__ import annotations

import argparse
import json
import struct
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from driver import Driver, DriverError

# Of floats: their bytes, and masks of the exponent and the mantissa, by which a NaN is one.
FLOATS = {"f64": (8, 0x7FF << 52, (1 << 52) - 1), "f32": (4, 0xFF << 23, (1 << 23) - 1), "f16": (2, 0x1F << 10, (1 << 10) - 1)}
FLOATS["bf16"] = (2, 0xFF << 7, (1 << 7) - 1)
CODES = {2: "H", 4: "I", 8: "Q"}


def is_nan(bits: int, dtype: str) -> bool:
    _, exponent, mantissa = FLOATS[dtype]
    return bits & exponent == exponent and bits & mantissa != 0


def unpack(contents: bytes, dtype: str) -> "tuple[int, ...]":
    """The bits of each element of a float type."""
    size = FLOATS[dtype][0]
    return struct.unpack(f"<{len(contents) // size}{CODES[size]}", contents)


def count_differences(got: bytes, expected: bytes, dtype: str) -> "tuple[int, int]":
    """(how many elements differ, the first of them); every NaN is the same."""
    if got == expected:
        return 0, -1
    if dtype not in FLOATS:
        different = [i for i, (a, b) in enumerate(zip(got, expected, strict=True)) if a != b]
        return len(different), different[0]
    pairs = enumerate(zip(unpack(got, dtype), unpack(expected, dtype), strict=True))
    different = [i for i, (a, b) in pairs if a != b and not (is_nan(a, dtype) and is_nan(b, dtype))]
    return len(different), different[0] if different else -1


def get_value(bits: int, dtype: str) -> float:
    """What the bits of an element stand for; those of bf16 are the upper ones of an f32."""
    if dtype == "bf16":
        bits, dtype = bits << 16, "f32"
    size = FLOATS[dtype][0]
    return struct.unpack({2: "<e", 4: "<f", 8: "<d"}[size], bits.to_bytes(size, "little"))[0]


def count_beyond(got: bytes, expected: bytes, dtype: str, bounds: bytes) -> "tuple[int, int]":
    """(how many elements are further away than their bound, the first of them)."""

    def is_close(a: int, b: int, bound: float) -> bool:
        if a == b or (is_nan(a, dtype) and is_nan(b, dtype)):
            return True
        # Of infinities and NaN the difference is none of a number.
        return abs(get_value(a, dtype) - get_value(b, dtype)) <= bound

    limits = (get_value(bits, "f64") for bits in unpack(bounds, "f64"))
    elements = enumerate(zip(unpack(got, dtype), unpack(expected, dtype), limits, strict=True))
    beyond = [i for i, element in elements if not is_close(*element)]
    return len(beyond), beyond[0] if beyond else -1


class Run:
    """One call of a program on a device."""

    def __init__(self, driver: Driver, folder: Path, description: dict, module: int):
        self.driver, self.folder, self.description, self.module = driver, folder, description, module
        self.buffers: "list[int]" = []
        self.constants: "list[int]" = []

    def get_address(self, place: dict) -> int:
        if "constant" in place:
            contents = bytes.fromhex(place["constant"])
            self.constants.append(self.driver.allocate(len(contents)))
            self.driver.write(self.constants[-1], contents)
            return self.constants[-1]
        return self.buffers[place["buffer"]] + place["offset"]

    def get_argument(self, argument: dict) -> bytes:
        if "bits" in argument:
            return struct.pack("<Q", int(argument["bits"], 16))[: argument["bytes"]]
        return struct.pack("<Q", self.get_address(argument))

    def do(self, step: dict) -> None:
        if "allocate" in step:
            self.buffers.append(self.driver.allocate(step["allocate"]))
        elif "copy" in step:
            self.driver.copy(self.get_address(step["target"]), self.get_address(step["source"]), step["copy"])
        else:
            function = self.driver.get_function(self.module, step["kernel"])
            arguments = [self.get_argument(argument) for argument in step["arguments"]]
            # Shared memory is part of the kernel; only a dynamic one is asked for.
            self.driver.launch(function, step["grid"], step["block"], step.get("dynamic_shared_bytes", 0), arguments)

    def execute(self) -> "list[str]":
        """What is wrong with the results."""
        for buffer in self.description["buffers"]:
            self.buffers.append(self.driver.allocate(buffer["bytes"]))
            if "input" in buffer:
                self.driver.write(self.buffers[-1], (self.folder / buffer["input"]).read_bytes())
        for step in self.description["steps"]:
            self.do(step)
        self.driver.synchronize()
        problems = []
        for number, buffer in enumerate(self.description["buffers"]):
            if "result" not in buffer:
                continue
            expected = (self.folder / buffer["result"]).read_bytes()
            got = self.driver.read(self.buffers[number], buffer["bytes"])
            what = "elements" if buffer["dtype"] in FLOATS else "bytes"
            wish, mistake = "the same bits", "differ"
            if "bound" in buffer:
                bounds = (self.folder / buffer["bound"]).read_bytes()
                wrong, first = count_beyond(got, expected, buffer["dtype"], bounds)
                wish, mistake = "all elements within their bounds", "are not"
            else:
                wrong, first = count_differences(got, expected, buffer["dtype"])
            if wrong:
                problems.append(
                    f"{buffer['result']}: expected {wish}, but got {wrong} {what} that {mistake}, the first at {first}"
                )
        for address in (*self.buffers, *self.constants):
            self.driver.free(address)
        return problems


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description="run a folder of kernels on a GPU and compare every result")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--device", type=int, default=0, help="number of the GPU")
    parser.add_argument("--driver", default="libcuda.so.1", help="the driver's library")
    arguments = parser.parse_args(argv)
    descriptions = sorted(arguments.folder.glob("*.json"))
    if not descriptions:
        print(f"error: expected a folder with programs, but got none in {arguments.folder}", file=sys.stderr)
        return 1
    started = time.monotonic()
    try:
        driver = Driver(arguments.driver, arguments.device)
        print(f"GPU: {driver.name}", flush=True)
        modules: "dict[str, int]" = {}
        failed = launches = 0
        for file in descriptions:
            description = json.loads(file.read_text())
            ptx = description["ptx"]
            if ptx not in modules:
                modules[ptx] = driver.load((arguments.folder / ptx).read_bytes())
            problems = Run(driver, arguments.folder, description, modules[ptx]).execute()
            launches += sum("kernel" in step for step in description["steps"])
            failed += bool(problems)
            is_bounded = any("bound" in buffer for buffer in description["buffers"])
            agreement = "within the bounds" if is_bounded else "the same bits"
            print(f"{file.stem}: {'; '.join(problems) or agreement}", flush=True)
    except DriverError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    seconds = time.monotonic() - started
    print(f"{len(descriptions) - failed} of {len(descriptions)} runs agree, {launches} launches, {seconds:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
