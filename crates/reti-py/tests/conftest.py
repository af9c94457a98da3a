"""What the tests share: the program, if it was built, and a server of it."""

import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def program():
    named = os.environ.get("RETI_PROGRAM")
    built = sorted((ROOT / "target").glob("*/reti"), key=lambda path: path.stat().st_mtime)
    found = named or (str(built[-1]) if built else shutil.which("reti"))
    if not found:
        pytest.skip("skipped: the program is not built (cargo build -p reti-cli, or RETI_PROGRAM)")
    return found


@pytest.fixture(scope="session")
def server(program):
    process = subprocess.Popen(
        [program, "serve", "--port", "0", "--no-open"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(20)
