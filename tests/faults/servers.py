"""Servers of the fault tests: real processes, interpreted, with a fault in them where a test asks for one."""

from pathlib import Path

from e2e.running import RunningServer

TESTS = str(Path(__file__).parents[1])
SETTINGS = {"ISTAKA_WARM": "0", "ISTAKA_KERNELS": "interpreted", "ISTAKA_POSTS": "10000"}


def sound(folder: Path, port: int = 0, **settings: str) -> RunningServer:
    """`istaka serve` as it is."""
    return RunningServer(folder, port, **{**SETTINGS, **settings})


def faulty(folder: Path, fault: str, port: int = 0, **settings: str) -> RunningServer:
    """The same with a fault of `faults.launcher` in it."""
    program = ("faults.launcher", fault)
    return RunningServer(folder, port, program, **{**SETTINGS, "PYTHONPATH": TESTS, **settings})
