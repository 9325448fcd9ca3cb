# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Work in a process of its own, which tells what it finds as it finds it: a crash, an endless loop or Ctrl-C costs what was not told."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import time
import traceback
import warnings
from dataclasses import dataclass


@dataclass
class Failure:
    """How the work ended, where it did not end by itself."""

    kind: str  # crash (by a signal), exit (by a status), budget, interrupted, or error
    message: str = ""
    error: "Exception | None" = None


def work_in_child(connection, work) -> None:
    # The parent decides what Ctrl-C means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)  # the threads of PyTorch are the parent's
    # PyTorch's log of what it refuses says once more what is told as data.
    logging.disable(logging.WARNING)
    try:
        work(lambda event: connection.send(("event", event)))
        connection.send(("end", None))
    except Exception as error:
        connection.send(("error", (error_to_send(error), traceback.format_exc())))
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        connection.close()
        os._exit(0)


def error_to_send(error: Exception) -> Exception:
    """The error itself, where it can be sent."""
    from multiprocessing.reduction import ForkingPickler

    try:
        import pickle

        pickle.loads(ForkingPickler.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def supervise(work, take, budget: "float | None" = None) -> "Failure | None":
    """Runs `work(tell)` in a child and gives `take` every event that it tells; how it ended, or None where it did all of it."""
    start = time.monotonic()
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=work_in_child, args=(sender, work), daemon=True)
    with warnings.catch_warnings():
        # What Python says of threads: the child uses none of them.
        warnings.simplefilter("ignore", DeprecationWarning)
        child.start()
    sender.close()
    try:
        while True:
            left = None if budget is None else max(budget - (time.monotonic() - start), 0.0)
            if not receiver.poll(left):
                return Failure("budget", f"the budget of {budget:g} seconds")
            kind, value = receiver.recv()
            if kind == "event":
                take(value)
            elif kind == "end":
                return None
            else:
                error, trace = value
                return Failure("error", trace, error)
    except EOFError:
        child.join()
        code = child.exitcode or 0
        if code >= 0:
            return Failure("exit", f"exit status {code}")
        return Failure("crash", signal.Signals(-code).name)
    except KeyboardInterrupt:
        return Failure("interrupted")
    finally:
        with contextlib.suppress(Exception):
            child.kill()
        child.join()
        receiver.close()
