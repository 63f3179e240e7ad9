"""How much a test does where compiled kernels are hundreds of times as fast as interpreted ones."""

from istaka.jit import compiled


def amount(when_compiled: int, when_interpreted: int) -> int:
    """The number of cases for the mode that this process runs in."""
    return when_compiled if compiled() else when_interpreted
