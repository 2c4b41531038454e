"""Kill a build with SIGKILL at random moments, resume it, and compare the memory with one built undisturbed.

    python benchmarks/kill_resume.py REPOSITORY [--runs 200] [--seed 1]

Each run is killed again and again until a build ends by itself; its dump must equal the undisturbed one byte for byte.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ENDED = (0, 10)
"""Exit codes of a build that came to its end: complete, or with problems reported."""
CODENS = [sys.executable, "-m", "codens_core.cli", "--quiet"]


def build(repository: Path) -> subprocess.Popen[bytes]:
    """Start a build in a process group of its own, so that its workers die with it."""
    command = [*CODENS, "-C", str(repository), "build"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def digest(repository: Path, folder: Path) -> str:
    """The sha256 of the memory's dump."""
    file = folder / "dump.jsonl"
    subprocess.run([*CODENS, "-C", str(repository), "dump", str(file)], check=True, stdout=subprocess.DEVNULL)
    return hashlib.sha256(file.read_bytes()).hexdigest()


def undisturbed(repository: Path, folder: Path) -> tuple[str, float]:
    """(digest, seconds) of a build that nobody stops."""
    shutil.rmtree(repository / ".codens", ignore_errors=True)
    start = time.monotonic()
    if (code := build(repository).wait()) not in ENDED:
        sys.exit(f"the undisturbed build ended with {code}")
    return digest(repository, folder), time.monotonic() - start


def disturbed(repository: Path, folder: Path, seconds: float, chance: random.Random) -> tuple[str, int]:
    """(digest, kills) of a build that is killed until it gets through."""
    shutil.rmtree(repository / ".codens", ignore_errors=True)
    kills = 0
    while True:
        process = build(repository)
        try:
            if (code := process.wait(timeout=chance.uniform(0.05, seconds) * (1 + kills / 4))) not in ENDED:
                sys.exit(f"a resumed build ended with {code}")
            break
        except subprocess.TimeoutExpired:
            subprocess.run(["kill", "-KILL", f"-{process.pid}"], check=False)
            process.wait()
            kills += 1
    return digest(repository, folder), kills


def main() -> int:
    """Run all and report; exit code 1 when any dump differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, different, total = random.Random(options.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        expected, seconds = undisturbed(options.repository, Path(folder))
        for run in range(1, options.runs + 1):
            found, kills = disturbed(options.repository, Path(folder), seconds, chance)
            total += kills
            different += found != expected
            print(f"run {run}: {kills} kills, {'equal' if found == expected else 'DIFFERENT'}", flush=True)
    print(f"{options.runs} runs, {total} kills, {different} different dumps")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
