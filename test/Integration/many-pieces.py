# RUN: %python %s
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Concatenations of hundreds of tensors: what each level makes of them, that no kernel has more parameters than a launch takes,
and that the text of every level grows with the number of pieces and not with its square."""

import subprocess


def make_program(count, is_product=False):
    piece, rows = "tensor<2x8xf32>", f"tensor<{2 * count}x8xf32>"
    arguments = [f"%x{i}: {piece}" for i in range(count)] + (["%w: tensor<8x8xf32>"] if is_product else [])
    names, types = ", ".join(f"%x{i}" for i in range(count)), ", ".join([piece] * count)
    body = [f"%r = emmy_framework.cat {names} dim(0) : {types} -> {rows}"]
    if is_product:
        body.append(f"%p = emmy_framework.matmul %r, %w : {rows}, tensor<8x8xf32> -> {rows}")
    lines = "\n  ".join([*body, f"return {'%p' if is_product else '%r'} : {rows}"])
    return f"func.func @main({', '.join(arguments)}) -> {rows} {{\n  {lines}\n}}\n"


def run(text, *options):
    done = subprocess.run(["emmy-opt", "-", *options], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:2000]
    return done.stdout + done.stderr


def get_kernels(text):
    """How many operands each kernel of the loop level has."""
    return [line.split("ins(")[1].split(" :")[0].count(",") + 1 for line in text.splitlines() if "emmy_loop.kernel ins(" in line]


# 256 tensors are put together at once, more in groups; fusion merges groups as far as the parameters of a kernel go.
for count, tensor_maps, kernels in ((256, [256], [256]), (257, [256, 2], [257]), (600, [256, 256, 88, 3], [256, 345])):
    tensors = run(make_program(count), "--emmy-lower-to-tensor")
    maps = [line.split("] : (")[1].count("tensor<") - 1 for line in tensors.splitlines() if "index_map" in line]
    assert maps == tensor_maps, (count, maps)
    found = sorted(get_kernels(run(make_program(count), "--emmy-lower-to-loop")))
    assert found == kernels, (count, found)

# A map of 32 pieces is read piece by piece where it is used; one of more is stored, and a product does not look for each element of
# its operand in all of them either.
assert get_kernels(run(make_program(32, True), "--emmy-lower-to-loop")) == [33]
assert get_kernels(run(make_program(33, True), "--emmy-lower-to-loop")) == [33, 2]
remark = run(make_program(33, True), "--emmy-lower-to-tensor", "--emmy-convert-tensor-to-loop", "--emmy-loop-fuse=report")
assert "every tile would look for the operand in 33 tensors, more than 32" in remark, remark

# Four times the pieces are four times the text, up to longer numbers and what is there once.
for level in ("tensor", "loop", "tile", "kernel"):
    sizes = [len(run(make_program(count), f"--emmy-lower-to-{level}")) for count in (50, 200)]
    assert sizes[1] < 5 * sizes[0], (level, sizes)

# Pointers of eight bytes, of which a launch takes 4096 bytes.
for line in run(make_program(600), "--emmy-lower-to-kernel").splitlines():
    if "emmy_kernel.func" in line:
        assert 8 * line.count("memref<") <= 4096, line.count("memref<")
