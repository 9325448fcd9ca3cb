# Mistakes in kernels: each is found, and the report says where.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import re
import shutil
from pathlib import Path

import numpy as np
from simulate import HERE, CompileError, compile_text, expect_error, load, main, run

LARGE_ARRAY = """{
    volatile float a[250000];
    for (int k = 0; k < 250000; k += 1000)
      a[k + (i & 1)] = x[i];
    out[i] = a[249000 + (i & 1)] + y[i];
  }"""
KERNELS = re.findall(r"__global__ void (?:__launch_bounds__\(\d+\) )?(k_\w+)", (HERE / "faults.cu").read_text())


def run_kernel(name, n=0, blocks=1, threads=(64, 1), elements=64, checked=False, **options):
    out = np.zeros(elements, np.float32)
    sizes = (KERNELS.index(name), n, blocks, *threads)
    return run(load("faults", checked=checked), out, sizes=sizes, names=["out"], **options), out


def line_of(text, occurrence=0):
    lines = (HERE / "faults.cu").read_text().splitlines()
    return [i + 1 for i, line in enumerate(lines) if text in line][occurrence]


def test_divergent_barrier():
    report, _ = run_kernel("k_divergent")
    first = line_of("__syncthreads", 0)
    expect_error(
        report,
        719,
        "kernel k_divergent, block (0, 0, 0), thread (16, 0, 0): expected all threads of the block at the same __syncthreads, "
        f"but got this one in line {first + 2} while\n",
        f"  threads 0-15 wait at __syncthreads in line {first}\n",
    )


def test_deadlock():
    report, _ = run_kernel("k_deadlock", blocks=3)
    shuffle, barrier = line_of("v = __shfl_sync", 0), line_of("__syncthreads", 2)
    expect_error(
        report,
        702,
        "kernel k_deadlock, block (0, 0, 0): expected a thread that can go on, but all wait:\n",
        f"  threads 0-4, 6-63 wait at __syncthreads in line {barrier}\n",
        f"  thread 5 waits at a shuffle in line {shuffle} with mask 0xffffffff\n",
    )


def test_returned_threads_do_not_count():
    report, out = run_kernel("k_returned", n=40)
    assert report.code == 0, report.text
    assert out.sum() == 40


def test_lanes_at_different_operations():
    report, _ = run_kernel("k_mixed")
    expect_error(
        report,
        719,
        "thread (16, 0, 0): expected all lanes of mask 0xffffffff at the same operation",
        "threads 0-15 wait at a shuffle",
    )


def test_caller_outside_of_its_mask():
    report, _ = run_kernel("k_foreign_mask")
    expect_error(report, 719, "thread (16, 0, 0): expected the calling lane 16 in the mask", "but got mask 0x0000ffff")


# Which block is named does not depend on who runs them.
def test_trap_names_the_first_block():
    for workers in (1, 4):
        report, _ = run_kernel("k_trap", n=7, blocks=300, workers=workers)
        expect_error(report, 719, f"kernel k_trap, block (7, 0, 0), thread (3, 0, 0): __trap in line {line_of('__trap()')}")


def test_assertion():
    report, _ = run_kernel("k_assert", n=2, threads=(8, 4))
    expect_error(report, 710, "kernel k_assert, block (0, 0, 0), thread (0, 2, 0): assertion `int(threadIdx.y) < n` failed")
    assert run_kernel("k_assert", n=4, threads=(8, 4))[0].code == 0


def test_launch_bound():
    assert run_kernel("k_bounded")[0].code == 0
    expect_error(
        run_kernel("k_bounded", threads=(65, 1))[0], 1, "expected at most __launch_bounds__(64) threads in a block, but got 65"
    )


# A checked program stops before the access and names the buffer.
def test_out_of_bounds():
    where = "block (0, 0, 0), thread (1, 0, 0): expected"
    report, _ = run_kernel("k_store_at", n=64, checked=True)
    expect_error(
        report,
        700,
        f"kernel k_store_at, {where} a store of 4 bytes inside of a buffer, but got one at offset 256 of out (256 bytes)",
    )
    report, _ = run_kernel("k_load_at", n=64, checked=True)
    expect_error(
        report,
        700,
        f"kernel k_load_at, {where} a load of 4 bytes inside of a buffer, but got one at offset 256 of out (256 bytes)",
    )
    report, _ = run_kernel("k_load_at", n=-1, checked=True)
    expect_error(report, 700, "offset -4 of out (256 bytes)")
    report, _ = run_kernel("k_load_at", n=10**8, checked=True)
    expect_error(report, 700, "a load of 4 bytes inside of a buffer")
    report, _ = run_kernel("k_load4_at", n=61, checked=True)
    expect_error(report, 700, "a load of 16 bytes inside of a buffer, but got one at offset 244 of out (256 bytes)")
    # It starts at a multiple of its size, inside, and ends outside.
    report, _ = run_kernel("k_load4_at", n=60, elements=62, threads=(1, 1), checked=True)
    expect_error(report, 700, "a load of 16 bytes inside of a buffer, but got one at offset 240 of out (248 bytes)")
    report, _ = run_kernel("k_atomic_at", n=64, checked=True)
    expect_error(report, 700, "an atomic of 4 bytes inside of a buffer, but got one at offset 256 of out (256 bytes)")
    for n in (0, 63):
        assert run_kernel("k_store_at", n=n, checked=True)[0].code == 0
        assert run_kernel("k_load_at", n=n, checked=True)[0].code == 0


# Other programs run to their end; the damage is found behind them.
def test_out_of_bounds_without_checks():
    expect_error(
        run_kernel("k_store_at", n=64)[0],
        700,
        "expected no writes outside of buffers, but got one at offset 256 of out (256 bytes)",
    )
    expect_error(run_kernel("k_store_at", n=-2)[0], 700, "got one at offset -8 of out (256 bytes)")


def test_misaligned_vector():
    report, _ = run_kernel("k_load4_at", n=2, checked=True)
    expect_error(report, 716, "expected a load of 16 bytes at a multiple of its size, but got one at offset 8 of out")


def test_shared_memory_out_of_bounds():
    assert run_kernel("k_shared_at", n=31, checked=True)[0].code == 0
    report, _ = run_kernel("k_shared_at", n=36, checked=True)
    expect_error(report, 700, "a store of 4 bytes", "but got one at offset 144 of dynamic shared memory (128 bytes)")
    report, _ = run_kernel("k_shared_at", n=8, checked=True)
    expect_error(report, 700, "a store of 4 bytes inside of a buffer, but got one at offset 32 of shared array array (32 bytes)")


# Every block finds the poison, not what the block before it has left.
def test_stale_shared_memory():
    for poison, value in ((None, -1), (0, 0), (0x11, 0x11111111)):
        report, out = run_kernel("k_stale", n=5, blocks=1, poison=poison)
        assert report.code == 0 and (out.view(np.int32) == value).all(), (poison, out.view(np.int32))
        report, out = run_kernel("k_stale", n=5, blocks=3, poison=poison)
        assert report.code == 0 and (out.view(np.int32) == value).all(), (poison, out.view(np.int32))


# After a failure the same workers run on.
def test_recovery():
    run_kernel("k_deadlock", threads=(1024, 1), elements=1024)
    mappings = len(Path("/proc/self/maps").read_text().splitlines())
    for _ in range(10):
        run_kernel("k_deadlock", threads=(1024, 1), elements=1024)
    assert len(Path("/proc/self/maps").read_text().splitlines()) < mappings + 100, "expected stacks to be used again"
    report, out = run_kernel("k_returned", n=1024, threads=(1024, 1), elements=1024)
    assert report.code == 0 and out.sum() == 1024


def test_error_of_the_host_code():
    program = load("faults")
    report = run(program, np.zeros(1, np.float32), sizes=(-1, 0, 1, 1, 1))
    expect_error(report, 1, "expected emmy_main to return 0, but got 1")


def test_text_that_does_not_compile():
    try:
        compile_text("#include <cuda_runtime.h>\nextern int x = ;\n")
    except CompileError as error:
        assert "to compile the program, but got:" in str(error) and "program.cu:2:16: error" in str(error), error
    else:
        raise AssertionError("expected an error")


# A kernel that keeps more on its stack than a thread has would end the process.
def test_local_memory_that_does_not_fit():
    text = (HERE / "pointwise.cu").read_text().replace("    out[i] = x[i] + y[i];", LARGE_ARRAY)
    for name in ("clang++-22", "g++"):
        if not shutil.which(name):
            continue
        try:
            compile_text(text, compiler=name)
        except CompileError as error:
            assert "frame size" in str(error) and "program.cu" in str(error), error
        else:
            raise AssertionError("expected an error")
        program = compile_text(text.replace("250000", "200000").replace("249000", "199000"), compiler=name)
        x, out = np.arange(1000, dtype=np.float32), np.zeros(1000, np.float32)
        assert run(program, x, x, out, sizes=(0, 1000)).code == 0 and np.array_equal(out, x + x)


def test_compiler_that_does_not_exist():
    try:
        compile_text("", compiler="no-such-compiler")
    except CompileError as error:
        assert str(error) == "expected a C++ compiler, but got 'no-such-compiler', which cannot be run"
    else:
        raise AssertionError("expected an error")


def test_program_without_entry():
    try:
        compile_text("#include <cuda_runtime.h>\n")
    except CompileError as error:
        assert "expected a program with an entry emmy_main" in str(error)
    else:
        raise AssertionError("expected an error")


main(globals())
