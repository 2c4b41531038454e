"""Takes from this process what a query never needs: files, sockets, room to write, memory without end."""

from __future__ import annotations

import ctypes
import os
import resource
import struct
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from codens_core.memory.cypher.limits import MEMORY_EXIT

_MEGABYTE = 1 << 20
_WATCH_SECONDS = 0.05
# numbers of Linux's Landlock, the same on all of its architectures
_CREATE_RULESET, _RESTRICT_SELF, _VERSION_FLAG, _NO_NEW_PRIVILEGES = 444, 446, 1, 38


def deny_files() -> None:
    """Forbid this thread, and those it starts, every file and TCP connection, where the kernel has Landlock."""
    version = landlock_version()
    if version < 1:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    rules = _denied(version)
    ruleset = libc.syscall(_CREATE_RULESET, rules, ctypes.c_size_t(len(rules)), 0)
    if ruleset < 0:
        return
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    libc.syscall(_RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def landlock_version() -> int:
    """The version of the kernel's Landlock, below one where it has none."""
    if not sys.platform.startswith("linux"):
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    return int(libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG))


def _denied(version: int) -> bytes:
    """Everything that this version of Landlock can forbid: files, TCP, sockets and signals to other processes."""
    file_rights = (1 << (13 + (version >= 2) + (version >= 3) + (version >= 5))) - 1
    fields = [file_rights] + [0b11] * (version >= 4) + [0b11] * (version >= 6)
    return struct.pack(f"{len(fields)}Q", *fields)


def leave_folder() -> None:
    """Remove the empty folder this process stands in: nothing can be made there any more, and nothing is left over."""
    Path.cwd().rmdir()


def bound(memory_mb: int, address_space: int) -> None:
    """Open no file, write no file; grow by at most `memory_mb` megabytes beyond the address space given (0: any)."""
    _lower(resource.RLIMIT_NOFILE, 0)
    _lower(resource.RLIMIT_FSIZE, 0)
    _lower(resource.RLIMIT_CORE, 0)
    if address_space:
        _lower(resource.RLIMIT_AS, address_space + memory_mb * _MEGABYTE)


def _lower(limit: int, value: int) -> None:
    """Lower a limit for good; a system that refuses keeps its own."""
    try:
        resource.setrlimit(limit, (value, value))
    except (ValueError, OSError):
        return


def address_space_meter() -> Callable[[], int]:
    """A meter of the bytes of address space in use that works after `deny_files`; 0 where the system does not say."""
    try:
        numbers = os.open("/proc/self/statm", os.O_RDONLY)
    except OSError:
        return lambda: 0
    return lambda: int(os.pread(numbers, 100, 0).split()[0]) * resource.getpagesize()


def allow_cpu(seconds: float) -> None:
    """End this process when it computes for longer than `seconds` from now, whatever else fails to end it."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(used.ru_utime + used.ru_stime + seconds) + 2
    if hard == resource.RLIM_INFINITY or soft < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def watch(memory_mb: int) -> None:
    """End this process when its host is gone, or when it holds more than `memory_mb` megabytes."""
    most = _resident() + memory_mb * _MEGABYTE
    threading.Thread(target=_watch, args=(os.getppid(), most), daemon=True).start()


def _watch(host: int, most: int) -> None:
    while os.getppid() == host:
        if _resident() > most:
            os._exit(MEMORY_EXIT)
        time.sleep(_WATCH_SECONDS)
    os._exit(0)


def _resident() -> int:
    """Most memory held so far, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
