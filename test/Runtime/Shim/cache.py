# Compiled programs are kept, and made anew when anything about them changes.
# RUN: env PYTHONPATH=%S/Inputs %python %s %emmy_build
import ctypes as c
from pathlib import Path

import numpy as np
from simulate import HERE, CompileError, compile_text, library, main, run, run_well, temporary_directory

TEXT = """#include <cuda_runtime.h>
#ifndef RESULT
#define RESULT 0
#endif
extern "C" cudaError_t emmy_main(void **, const int64_t *, void *, cudaStream_t) { return cudaError_t(RESULT); }
"""


def path_of(program):
    return Path(library.emmySimulateGetLibraryPath(c.c_void_p(program)).decode())


def test_cache():
    with temporary_directory() as folder:
        first = compile_text(TEXT, cache=folder)
        path = path_of(first)
        assert list(Path(folder, "shim").iterdir()) == [path]
        before = path.stat().st_mtime_ns
        compile_text.cache_clear()
        assert path_of(compile_text(TEXT, cache=folder)) == path and path.stat().st_mtime_ns == before
        others = [
            compile_text(TEXT + "\n", cache=folder),
            compile_text(TEXT, cache=folder, checked=True),
            compile_text(TEXT, cache=folder, arguments=("-DRESULT=5",)),
        ]
        assert len({path, *map(path_of, others)}) == 4 == len(list(Path(folder, "shim").iterdir()))
        assert run(first).code == 0 and run(others[2]).code == 5
        for program in (first, *others):
            library.emmySimulateUnload(c.c_void_p(program))


# An unloaded program's memory can be another's: nothing of the first may be left.
def test_load_and_unload():
    text = (HERE / "block_sum.cu").read_text()
    for i in range(20):
        program = compile_text(text.replace("k_block_sum", f"k_sum_{i % 5}"))
        out = np.zeros(300, np.float32)
        launch = run_well(program, np.ones(300 * 256, np.float32), out, sizes=(300,), workers=2).launches[0]
        assert launch.name == f"k_sum_{i % 5}" and (out == 256).all()
        library.emmySimulateUnload(c.c_void_p(program))
        compile_text.cache_clear()


def test_folder_that_cannot_be_made():
    try:
        compile_text(TEXT, cache="/dev/null/emmy")
    except CompileError as error:
        assert str(error) == "expected a folder for compiled programs, but got /dev/null/emmy/shim, which cannot be made"
    else:
        raise AssertionError("expected an error")


main(globals())
