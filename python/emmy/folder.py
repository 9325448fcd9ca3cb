# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes files so that a reader finds all of them, whole, or none."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from .errors import ArgumentError


def write_folder(folder: Path, texts: "dict[str, str]") -> None:
    """Makes `folder` with these files, or puts them into it where it exists; a failure leaves what was there."""
    try:
        is_old = folder.exists()
        if is_old and not folder.is_dir():
            raise ArgumentError(f"expected a folder, but {folder} is a file")
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Inside of a folder that exists: it may be a file system of its own, or the only one that can be written.
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder if is_old else folder.parent))
    except OSError as error:
        raise ArgumentError(f"expected a folder that can be written, but {error}") from error
    try:
        for name, text in texts.items():
            (made / name).write_text(text, encoding="utf-8")
        if not is_old:
            made.chmod(0o777 & ~get_mask())
            os.replace(made, folder)
            return
        for name in texts:
            os.replace(made / name, folder / name)
    except OSError as error:
        raise ArgumentError(f"expected a folder that can be written, but {error}") from error
    finally:
        shutil.rmtree(made, ignore_errors=True)


def write_file(path: Path, text: str) -> None:
    """Writes a file whole, or leaves what was there."""
    made = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", prefix=f".{path.name}-", dir=path.parent, delete=False) as file:
            made = Path(file.name)
            file.write(text)
        made.chmod(0o666 & ~get_mask())
        os.replace(made, path)
        made = None
    except OSError as error:
        raise ArgumentError(f"expected a file that can be written, but {error}") from error
    finally:
        if made is not None:
            made.unlink(missing_ok=True)


def get_mask() -> int:
    """The process's mask of permissions, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
