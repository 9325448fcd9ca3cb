# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The few functions of the CUDA driver that running kernels needs, by ctypes: no package is needed, and no toolkit."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_uint64, c_void_p


class DriverError(Exception):
    pass


# Of the driver's interface, each with the types of its arguments.
FUNCTIONS = {
    "cuInit": (c_uint,),
    "cuDeviceGetCount": (c_void_p,),
    "cuDeviceGet": (c_void_p, c_int),
    "cuDeviceGetName": (c_char_p, c_int, c_int),
    "cuDeviceGetAttribute": (c_void_p, c_int, c_int),
    "cuDevicePrimaryCtxRetain": (c_void_p, c_int),
    "cuCtxSetCurrent": (c_void_p,),
    "cuCtxSynchronize": (),
    "cuModuleLoadData": (c_void_p, c_char_p),
    "cuModuleGetFunction": (c_void_p, c_void_p, c_char_p),
    "cuModuleUnload": (c_void_p,),
    "cuFuncSetAttribute": (c_void_p, c_int, c_int),
    "cuMemAlloc_v2": (c_void_p, c_size_t),
    "cuMemFree_v2": (c_uint64,),
    "cuMemcpyHtoD_v2": (c_uint64, c_char_p, c_size_t),
    "cuMemcpyDtoH_v2": (c_void_p, c_uint64, c_size_t),
    "cuMemcpyDtoD_v2": (c_uint64, c_uint64, c_size_t),
    "cuMemsetD8_v2": (c_uint64, ctypes.c_ubyte, c_size_t),
    "cuLaunchKernel": (c_void_p, *[c_uint] * 7, c_void_p, c_void_p, c_void_p),
    "cuGetErrorName": (c_int, c_void_p),
}
MAJOR, MINOR = 75, 76  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*
MAX_DYNAMIC_SHARED = 8  # CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES


class Driver:
    """A GPU, and its memory and modules as numbers."""

    def __init__(self, library: str = "libcuda.so.1", device: int = 0):
        try:
            self.library = ctypes.CDLL(library)
        except OSError as error:
            raise DriverError(f"expected the driver's library, but got: {error}") from error
        for name, types in FUNCTIONS.items():
            getattr(self.library, name).argtypes = types
        self.call("cuInit", 0)
        count = c_int()
        self.call("cuDeviceGetCount", byref(count))
        if device >= count.value:
            raise DriverError(f"expected GPU number {device}, but got {count.value} GPUs")
        handle, context = c_int(), c_void_p()
        self.call("cuDeviceGet", byref(handle), device)
        self.call("cuDevicePrimaryCtxRetain", byref(context), handle)
        self.call("cuCtxSetCurrent", context)
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, 256, handle)
        numbers = [c_int(), c_int()]
        for number, attribute in zip(numbers, (MAJOR, MINOR), strict=True):
            self.call("cuDeviceGetAttribute", byref(number), attribute, handle)
        self.name = f"{name.value.decode()} (sm_{numbers[0].value}{numbers[1].value})"

    def call(self, function: str, *arguments) -> None:
        status = getattr(self.library, function)(*arguments)
        if status:
            text = c_char_p()
            self.library.cuGetErrorName(status, byref(text))
            raise DriverError(f"{function}: {(text.value or b'?').decode()} ({status})")

    def load(self, ptx: bytes) -> int:
        module = c_void_p()
        self.call("cuModuleLoadData", byref(module), ptx + b"\0")
        return module.value

    def unload(self, module: int) -> None:
        self.call("cuModuleUnload", module)

    def get_function(self, module: int, name: str) -> int:
        function = c_void_p()
        self.call("cuModuleGetFunction", byref(function), module, name.encode())
        return function.value

    def allocate(self, count: int) -> int:
        address = c_uint64()
        self.call("cuMemAlloc_v2", byref(address), max(count, 1))
        # What nobody has written shows: as floats NaN, as integers -1.
        self.call("cuMemsetD8_v2", address, 0xFF, max(count, 1))
        return address.value

    def free(self, address: int) -> None:
        self.call("cuMemFree_v2", address)

    def write(self, address: int, contents: bytes) -> None:
        if contents:
            self.call("cuMemcpyHtoD_v2", address, contents, len(contents))

    def read(self, address: int, count: int) -> bytes:
        contents = ctypes.create_string_buffer(max(count, 1))
        if count:
            self.call("cuMemcpyDtoH_v2", contents, address, count)
        return contents.raw[:count]

    def copy(self, target: int, source: int, count: int) -> None:
        self.call("cuMemcpyDtoD_v2", target, source, count)

    def launch(self, function: int, grid, block, dynamic_bytes: int, arguments: "list[bytes]") -> None:
        """`arguments` are the bytes of each parameter."""
        if dynamic_bytes > 48 * 1024:
            self.call("cuFuncSetAttribute", function, MAX_DYNAMIC_SHARED, dynamic_bytes)
        places = [ctypes.create_string_buffer(argument, len(argument)) for argument in arguments]
        pointers = (c_void_p * max(len(places), 1))(*(ctypes.addressof(place) for place in places))
        self.call("cuLaunchKernel", function, *grid, *block, dynamic_bytes, None, pointers, None)

    def synchronize(self) -> None:
        self.call("cuCtxSynchronize")
