# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tasks in processes of their own: what ends one, or takes too long, is the failure of that task, and of no other.

A process is a fork of this one, which has imported what tasks need: that takes longer than most of them.
"""

from __future__ import annotations

import json
import os
import resource
import selectors
import signal
import sys
import traceback
import warnings

import torch

# A process that waits for something takes no time of the processor, but so many times as much of the clock's at most.
MOST_WAITING = 100


class Process:
    """What does one task: `work` yields answers, which are JSON, none later than so many seconds after the one before."""

    def __init__(self, task, work, seconds: float, is_silent: bool):
        self.task, self.rest = task, b""
        self.output, answers = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of threads, which the process does not use
            self.number = os.fork()
        if self.number == 0:
            try:
                self.work(work, answers, seconds, is_silent)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        os.close(answers)

    def work(self, work, answers: int, seconds: float, is_silent: bool):
        # The threads that this process was forked from has started for parallel loops are not there.
        torch.set_num_threads(1)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # What is printed is none of the answers.
        os.dup2(os.open(os.devnull, os.O_WRONLY) if is_silent else 2, 1)
        os.dup2(1, 2)
        for number in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(number, signal.SIG_DFL)
        limit(seconds)
        for answer in work(self.task):
            os.write(answers, (json.dumps(answer) + "\n").encode())
            limit(seconds)
        os._exit(0)

    def read(self) -> "list | None":
        """The answers that have come; None when there will be no more."""
        data = os.read(self.output, 1 << 16)
        *lines, self.rest = (self.rest + data).split(b"\n")
        return [json.loads(line) for line in lines] if data else None

    def end(self) -> int:
        """The exit status; negative: the signal that ended it."""
        os.close(self.output)
        return os.waitstatus_to_exitcode(os.waitpid(self.number, 0)[1])


def limit(seconds: float):
    """Ends this process after so much time of the processor."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, MOST_WAITING * seconds)


def explain(status: int, seconds: float) -> str:
    if -status == signal.SIGPROF:
        return f"timeout: expected an answer within {seconds} s of the processor, but got none"
    if -status == signal.SIGALRM:
        return f"timeout: expected an answer within {MOST_WAITING * seconds} s, but got none"
    return f"crash: the process ended with status {status}"


def do_tasks(tasks, jobs: int, work, take, give_up, seconds: float, is_silent: bool = False):
    """Does all tasks, `jobs` at once. `take(task, answer)` is called with what `work(task)` yields in its process, and
    `give_up(task, what)` where that ended before it was done: it gives the tasks that take its place."""
    pending, selector = list(tasks), selectors.DefaultSelector()

    def end(process: Process) -> int:
        selector.unregister(process.output)
        return process.end()

    try:
        while pending or selector.get_map():
            while pending and len(selector.get_map()) < jobs:
                process = Process(pending.pop(0), work, seconds, is_silent)
                selector.register(process.output, selectors.EVENT_READ, process)
            for key, _ in selector.select():
                answers = key.data.read()
                for answer in answers or []:
                    take(key.data.task, answer)
                status = end(key.data) if answers is None else 0
                if status:
                    pending[:0] = give_up(key.data.task, explain(status, seconds))
    finally:
        for process in [key.data for key in selector.get_map().values()]:
            os.kill(process.number, signal.SIGKILL)
            end(process)
