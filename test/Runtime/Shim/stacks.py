# Every thread of a block that waits has a stack of its own, of a mebibyte, taken 32 at a time; a process keeps them.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import resource

import numpy as np
from simulate import expect_error, load, main, run, run_well


def test_stacks_that_do_not_fit():
    program = load("block_sum")
    x, out = np.ones(256, np.float32), np.zeros(1, np.float32)
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    # Not even the first ones fit; the first ones do, but not those of 256 threads.
    for mebibytes in (16, 64):
        resource.setrlimit(resource.RLIMIT_AS, (used + (mebibytes << 20), resource.RLIM_INFINITY))
        expect_error(run(program, x, out, sizes=(1,)), 2, "expected memory for a stack, but got none")
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    run_well(program, x, out, sizes=(1,))
    assert out[0] == 256


if __name__ == "__main__":
    main(globals())
