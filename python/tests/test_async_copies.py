# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A ring of stages that asynchronous copies fill: its values in every executor, what the vendor's tools say of its code, and
that everything which can be left out of it is missed."""

import random
import re

import emmy
import kernel_execution
import pytest
import torch
from kernel_execution import simulate
from ring_programs import HEADER, MUTANTS, THREADS, make_matmul
from test_assembled import assemble, call, find_tool, get_entries

# Whole tiles, tiles that end inside, fewer tiles than stages, none.
SHAPES = [(64, 32, 64), (33, 36, 20), (5, 4, 8), (32, 32, 0)]


def make_inputs(m, n, k):
    """Small integers: their products and sums are exact."""
    generator = torch.Generator().manual_seed(0)
    a, b = (torch.randint(-8, 8, shape, generator=generator).float() for shape in ((m, k), (k, n)))
    return a, b, torch.full((m, n), torch.nan)


def run_printed(text, tensors, checked):
    """The message of the printed CUDA C++ on the shim."""
    return kernel_execution.run_printed(text, tensors, checked)[0]


def run_retargeted(text, tensors):
    """The messages of the code that becomes PTX."""
    return kernel_execution.run_retargeted(text, tensors)[0]


@pytest.mark.parametrize("m,n,k", SHAPES)
def test_values(m, n, k):
    text = make_matmul(m, n, k)
    expected = torch.zeros(m, n)
    for check in (True, False):
        a, b, out = make_inputs(m, n, k)
        expected = (a.double() @ b.double()).float()
        problems, launches = simulate(text, (a, b, out), check)
        assert problems == []
        assert torch.equal(out, expected)
        if check:
            # Every element of the operands is copied once for each block that needs it.
            blocks = (-(-m // 32), -(-n // 32))
            assert launches[0]["global_loads"]["bytes"] == 4 * (m * k * blocks[1] + k * n * blocks[0])
            tiles = -(-k // 8)
            warps = THREADS // 32 * blocks[0] * blocks[1]
            # Two copies of each tile; a group for each and two more in front; a wait for each.
            assert launches[0]["instructions"]["async_copy"] == warps * (2 * tiles + (2 + tiles) + tiles)
    # The text for a tile that ends inside of another one holds all that the other shapes' texts do.
    for checked in (True, False) if (m, n, k) == (33, 36, 20) else ():
        a, b, out = make_inputs(m, n, k)
        assert run_printed(text, (a, b, out), checked) == ""
        assert torch.equal(out, expected)
    a, b, out = make_inputs(m, n, k)
    assert run_retargeted(text, (a, b, out)) == []
    assert torch.equal(out, expected)


@pytest.mark.parametrize("stages", [2, 4])
def test_other_depths(stages):
    a, b, out = make_inputs(33, 36, 44)
    assert simulate(make_matmul(33, 36, 44, stages=stages), (a, b, out))[0] == []
    assert torch.equal(out, a @ b)


# Every number of bytes, of elements of every size.
SIZES = [
    ("i8", torch.int8, 4),
    ("i8", torch.int8, 16),
    ("f16", torch.float16, 2),
    ("f16", torch.float16, 4),
    ("bf16", torch.bfloat16, 8),
    ("f32", torch.float32, 1),
    ("i32", torch.int32, 2),
    ("f32", torch.float32, 4),
    ("f64", torch.float64, 1),
    ("i64", torch.int64, 2),
]


def make_sizes_kernel(number: int, name: str, count: int) -> str:
    """40 threads, of which each copies as many elements as its number says, modulo one more than there may be; a second group
    copies all."""
    total = 40 * count
    return f"""
      emmy_kernel.func @k{number}(%x: memref<{total}x{name}, #global>, %out: memref<{2 * total}x{name}, #global>) attributes {{block = array<i32: 40, 1, 1>}} {{
        %c0 = arith.constant 0 : i32
        %one = arith.constant 1 : i32
        %count = arith.constant {count} : i32
        %more = arith.constant {count + 1} : i32
        %total = arith.constant {total} : i64
        %t = emmy_kernel.thread_id x : i32
        %s = emmy_kernel.shared : memref<{total}x{name}, #shared>
        %u = emmy_kernel.shared : memref<{total}x{name}, #shared>
        %i = arith.muli %t, %count : i32
        %valid = arith.remsi %t, %more : i32
        emmy_kernel.async_copy %x[%i : i32] to %s[%i : i32] elements {count} valid(%valid) : memref<{total}x{name}, #global> to memref<{total}x{name}, #shared>
        emmy_kernel.async_commit
        emmy_kernel.async_copy %x[%i : i32] to %u[%i : i32] elements {count} : memref<{total}x{name}, #global> to memref<{total}x{name}, #shared>
        emmy_kernel.async_commit
        emmy_kernel.async_wait all_but 1
        scf.for %k = %c0 to %count step %one : i32 {{
          %j = arith.addi %i, %k : i32
          %v = emmy_kernel.load %s[%j : i32] : memref<{total}x{name}, #shared>
          emmy_kernel.store %v, %out[%j : i32] : memref<{2 * total}x{name}, #global>
        }}
        emmy_kernel.async_wait
        scf.for %k = %c0 to %count step %one : i32 {{
          %j = arith.addi %i, %k : i32
          %wide = arith.extsi %j : i32 to i64
          %o = arith.addi %wide, %total : i64
          %v = emmy_kernel.load %u[%j : i32] : memref<{total}x{name}, #shared>
          emmy_kernel.store %v, %out[%o : i64] : memref<{2 * total}x{name}, #global>
        }}
        emmy_kernel.return
      }}"""


def test_every_size():
    kernels = "".join(make_sizes_kernel(i, name, count) for i, (name, _, count) in enumerate(SIZES))
    inputs = [f"%x{i}: memref<{40 * count}x{name}>" for i, (name, _, count) in enumerate(SIZES)]
    results = [f"%out{i}: memref<{80 * count}x{name}> {{emmy.result}}" for i, (name, _, count) in enumerate(SIZES)]
    launches = [
        f"emmy_kernel.launch @kernels::@k{i} grid(%c1) args(%x{i}, %out{i} : memref<{40 * count}x{name}>, memref<{80 * count}x{name}>)"
        for i, (name, _, count) in enumerate(SIZES)
    ]
    newline = "\n"
    text = f"""{HEADER}
    module attributes {{emmy.target = "sm_80"}} {{
      emmy_kernel.module @kernels attributes {{target = "sm_80"}} {{ {kernels} }}
      func.func @main({", ".join(inputs + results)}) {{
        %c1 = arith.constant 1 : index
        {newline.join(launches)}
        return
      }}
    }}"""
    sources = [(torch.arange(40 * count) + 1).to(dtype) for _, dtype, count in SIZES]
    for run in (
        lambda tensors: simulate(text, tensors)[0],
        lambda tensors: simulate(text, tensors, check=False)[0],
        lambda tensors: run_printed(text, tensors, True),
        lambda tensors: run_printed(text, tensors, False),
        lambda tensors: run_retargeted(text, tensors),
    ):
        targets = [torch.full((80 * count,), 77, dtype=dtype) for _, dtype, count in SIZES]
        assert not run((*sources, *targets))
        for x, out, (_, dtype, count) in zip(sources, targets, SIZES, strict=True):
            valid = torch.arange(40) % (count + 1)
            first = torch.where(torch.arange(count) < valid[:, None], x.reshape(40, count), torch.zeros(1, dtype=dtype))
            assert torch.equal(out, torch.cat([first.flatten(), x]))


@pytest.mark.parametrize("mutant,expected", MUTANTS, ids=[name.replace(" ", "-") for name, _ in MUTANTS])
def test_mutants(mutant, expected):
    text = make_matmul(33, 36, 28, mutant=mutant)
    a, b, out = make_inputs(33, 36, 28)
    problems, _ = simulate(text, (a, b, out))
    assert problems and problems[0].startswith(expected), problems
    # The checked shim finds the same, but for what the barrier says, which is not in the text.
    message = run_printed(text, (a, b, out), True)
    assert (message == "") == (mutant == "protects one operand"), message


def test_missing_waits_show_in_values():
    """A copy arrives when it is waited for and no earlier: without checks, too, other values come out."""
    text = make_matmul(33, 36, 28, mutant="does not wait")
    for run in (
        lambda tensors: simulate(text, tensors, check=False),
        lambda tensors: run_printed(text, tensors, False),
        lambda tensors: run_retargeted(text, tensors),
    ):
        a, b, out = make_inputs(33, 36, 28)
        run((a, b, out))
        assert out.isnan().all()


# Of the second one all is taken that a block of the target may have.
@pytest.mark.parametrize("padding,bytes_needed", [(60000, 6144 + 60032), (226304, 227 * 1024)])
def test_memory_of_the_launch(padding, bytes_needed):
    """More than 48 KiB of shared memory are asked for at the launch; the last bytes are there."""
    text = make_matmul(33, 36, 20, padding=padding)
    a, b, out = make_inputs(33, 36, 20)
    problems, launches = simulate(text, (a, b, out))
    assert problems == []
    assert launches[0]["shared_bytes"] == bytes_needed
    assert torch.equal(out, a @ b)
    cuda = emmy.Module(text).emit("cuda")
    assert f"cudaFuncSetAttribute(k_matmul, cudaFuncAttributeMaxDynamicSharedMemorySize, {bytes_needed})" in cuda
    out.fill_(torch.nan)
    assert run_printed(text, (a, b, out), True) == ""
    assert torch.equal(out, a @ b)
    out.fill_(torch.nan)
    messages, steps = kernel_execution.run_retargeted(text, (a, b, out))
    assert messages == []
    assert (steps[0]["shared_bytes"], steps[0]["dynamic_shared_bytes"]) == (bytes_needed, bytes_needed)
    assert torch.equal(out, a @ b)


@pytest.mark.parametrize("target", ["sm_80", "sm_90"])
@pytest.mark.parametrize("padding", [0, 60000])
def test_assembled(target, padding, tmp_path):
    module = emmy.Module(make_matmul(33, 36, 200, padding=padding, target=target))
    ptx = module.emit("ptx")
    assert get_entries(ptx) == {"k_matmul": THREADS}
    # Two copies of each of the first two tiles, and two in the loop; 16 bytes each.
    assert len(re.findall(r"cp\.async\.cg\.shared\.global \[[^\]]*\], \[[^\]]*\], 16, %r\d+;", ptx)) == 6
    assert len(re.findall(r"cp\.async\.commit_group;", ptx)) == 3
    assert len(re.findall(r"cp\.async\.wait_group\s+1;", ptx)) == 1
    assert (".extern .shared .align 128 .b8 dsm[]" in ptx) == bool(padding)
    assert assemble(ptx, target, tmp_path / "ring.ptx") == {"k_matmul": (0, 0)}
    if padding == (0 if target == "sm_80" else 60000):
        source = tmp_path / "ring.cu"
        source.write_text(module.emit("cuda"))
        options = ("-Werror", "all-warnings", "-fmad=false", "-std=c++17", f"-arch={target}", "-cubin")
        assert call(find_tool("nvcc"), *options, source, "-o", tmp_path / "ring.cubin") == ""


class Groups:
    """A random kernel of copies, ends of groups and waits that only some threads take part in, as IR and as what comes out of it.
    Each of 64 threads has 10 places of its own in shared memory, and reads one of them now and then."""

    PLACES = 10

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.reads: list[list[int]] = []
        self.memory = [[-1 - place for place in range(self.PLACES)] for _ in range(64)]
        self.waiting: list[list[tuple[int, int, int]]] = [[] for _ in range(64)]  # group, place, value
        self.groups = [0] * 64
        for place in range(self.PLACES):
            self.copy(place)
            for _ in range(self.random.randrange(4)):
                self.random.choice([self.commit, self.wait, self.read])()
        self.read()

    def guard(self, line: str) -> "list[int]":
        """Emits the line for some threads, and gives their numbers."""
        modulus = self.random.choice([1, 2, 3, 40])
        number = len(self.lines)
        self.lines.append(
            f"""%m{number} = arith.constant {modulus} : i32
            %r{number} = arith.remsi %t, %m{number} : i32
            %c{number} = arith.cmpi eq, %r{number}, %c0 : i32
            scf.if %c{number} {{
              {line}
            }}"""
        )
        return [thread for thread in range(64) if thread % modulus == 0]

    def copy(self, place: int) -> None:
        offset = self.random.randrange(64)
        self.lines.append(f"%o{len(self.lines)} = arith.constant {offset} : i32")
        offset_name = f"%o{len(self.lines) - 1}"
        number = len(self.lines)
        line = f"""%i{number} = arith.addi %t, {offset_name} : i32
              %p{number} = arith.constant {place} : i32
              %j{number} = arith.addi %base, %p{number} : i32
              emmy_kernel.async_copy %x[%i{number} : i32] to %s[%j{number} : i32] elements 1 : memref<128xi32, #global> to memref<640xi32, #shared>"""
        for thread in self.guard(line):
            self.waiting[thread].append((self.groups[thread], place, thread + offset))

    def commit(self) -> None:
        for thread in self.guard("emmy_kernel.async_commit"):
            self.groups[thread] += 1

    def wait(self) -> None:
        all_but = self.random.randrange(4)
        for thread in self.guard(f"emmy_kernel.async_wait all_but {all_but}"):
            arrived = [copy for copy in self.waiting[thread] if copy[0] < self.groups[thread] - all_but]
            for _, place, value in arrived:
                self.memory[thread][place] = value
            self.waiting[thread] = [copy for copy in self.waiting[thread] if copy not in arrived]

    def read(self) -> None:
        for place in range(self.PLACES):
            number = len(self.lines)
            self.lines.append(
                f"""%p{number} = arith.constant {place} : i32
              %j{number} = arith.addi %base, %p{number} : i32
              %v{number} = emmy_kernel.load %s[%j{number} : i32] : memref<640xi32, #shared>
              %q{number} = arith.constant {64 * len(self.reads)} : i32
              %k{number} = arith.addi %t, %q{number} : i32
              emmy_kernel.store %v{number}, %out[%k{number} : i32] : memref<SIZExi32, #global>"""
            )
            self.reads.append([memory[place] for memory in self.memory])

    def get_text(self) -> str:
        stores = [
            f"%z{p} = arith.constant {-1 - p} : i32\n%w{p} = arith.constant {p} : i32\n%y{p} = arith.addi %base, %w{p} : i32\nemmy_kernel.store %z{p}, %s[%y{p} : i32] : memref<640xi32, #shared>"
            for p in range(self.PLACES)
        ]
        newline = "\n"
        size = 64 * len(self.reads)
        return f"""{HEADER}
        module attributes {{emmy.target = "sm_80"}} {{
          emmy_kernel.module @kernels attributes {{target = "sm_80"}} {{
            emmy_kernel.func @k(%x: memref<128xi32, #global>, %out: memref<{size}xi32, #global>) attributes {{block = array<i32: 64, 1, 1>}} {{
              %s = emmy_kernel.shared : memref<640xi32, #shared>
              %c0 = arith.constant 0 : i32
              %places = arith.constant {self.PLACES} : i32
              %t = emmy_kernel.thread_id x : i32
              %base = arith.muli %t, %places : i32
              {newline.join(stores)}
              {newline.join(self.lines).replace("SIZE", str(size))}
              emmy_kernel.async_commit
              emmy_kernel.async_wait
              emmy_kernel.return
            }}
          }}
          func.func @main(%x: memref<128xi32>, %out: memref<{size}xi32> {{emmy.result}}) {{
            %c1 = arith.constant 1 : index
            emmy_kernel.launch @kernels::@k grid(%c1) args(%x, %out : memref<128xi32>, memref<{size}xi32>)
            return
          }}
        }}"""


@pytest.mark.parametrize("seed", range(2))
def test_random_groups(seed):
    """Without checks a read before the arrival gives what was there; with them it is told where there is one, and only there."""
    groups = Groups(seed)
    text = groups.get_text()
    expected = torch.tensor(groups.reads, dtype=torch.int32).flatten()
    x = torch.arange(128, dtype=torch.int32)
    for run in (
        lambda tensors: simulate(text, tensors, check=False)[0],
        lambda tensors: run_printed(text, tensors, False),
    ):
        out = torch.full(expected.shape, 77, dtype=torch.int32)
        assert not run((x, out))
        assert torch.equal(out, expected)
    problems, _ = simulate(text, (x, out))
    assert problems and all(problem.startswith("unfinished copy: ") for problem in problems)
