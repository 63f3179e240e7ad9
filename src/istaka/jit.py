"""The only door to Numba: one kernel source that runs compiled or interpreted.

The mode is decided once, when this module is imported, and never changes in a living process:

- `NUMBA_DISABLE_JIT=1` or `ISTAKA_KERNELS=interpreted`: kernels are the plain Python functions and Numba is
  never imported.
- `ISTAKA_KERNELS=compiled`, the default: kernels are compiled, and what was compiled is kept on disk.
- `ISTAKA_KERNELS=auto`: compiled when the cache is warm, else interpreted.

Numba notices an edited kernel, but not an edited helper or constant of another file. So the cache folder's
name holds a hash of everything that may reach a kernel: this module and all sources of `rules`, `solver`
and `game`, the three packages that may define kernels.
"""

# ruff: noqa: ANN001, ANN201, ANN202, ARG001, D103, SLF001 (Numba's code builders: their twins tell)

import contextlib
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

import platformdirs

F = TypeVar("F", bound=Callable[..., Any])
A = TypeVar("A")

KERNEL_PACKAGES: Final = ("rules", "solver", "game")
"""The packages whose sources may define kernels, or constants that kernels read."""
MODES: Final = ("compiled", "interpreted", "auto")


def kernel_sources() -> list[Path]:
    """Every file that may reach a kernel, in a fixed order."""
    here = Path(__file__).parent
    sources = [path for package in KERNEL_PACKAGES for path in (here / package).rglob("*.py")]
    return [Path(__file__), *sorted(sources)]


def _fingerprint() -> str:
    parts = hashlib.sha256()
    for name in ("numba", "numpy", "llvmlite"):
        parts.update(f"{name} {version(name)}\n".encode())
    parts.update(sys.version.encode())
    for path in kernel_sources():
        parts.update(path.name.encode() + b"\0" + path.read_bytes())
    return parts.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels of exactly these sources lie; `ISTAKA_CACHE_DIR` overrides the user's cache."""
    chosen = os.environ.get("ISTAKA_CACHE_DIR")
    base = Path(chosen) if chosen else platformdirs.user_cache_path("istaka")
    return base / f"kernels-{_fingerprint()}"


def is_warm() -> bool:
    """Whether `mark_warm` was called for exactly these sources and libraries."""
    return (cache_folder() / "warm").is_file()


def mark_warm() -> None:
    """Note that every public kernel has been compiled into the cache; does nothing where nothing is kept."""
    if _cache is not None:
        (_cache / "warm").touch()


def _decide() -> bool:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in {"", "0"}:
        return False
    mode = os.environ.get("ISTAKA_KERNELS") or "compiled"
    if mode not in MODES:
        msg = f"ISTAKA_KERNELS is {mode!r}: expected one of {', '.join(MODES)}"
        raise ValueError(msg)
    return is_warm() if mode == "auto" else mode == "compiled"


def _writable(folder: Path) -> Path | None:
    """The folder, made if need be, or None where it cannot be written (then nothing is kept)."""
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    return None


_compiled: Final = _decide()
_cache: Final = _writable(cache_folder()) if _compiled else None


def compiled() -> bool:
    """Whether kernels run compiled in this process."""
    return _compiled


if TYPE_CHECKING or not _compiled:

    def _compile(function: F, *, inline: bool) -> F:
        return function

    def borrow(array: A) -> A:
        """The array without its reference count, for the body of an outer kernel.

        Numba then emits no atomic increments in the functions it is passed to. Safe inside a kernel,
        because the Python caller holds the array for the whole call. Records need it not: they carry none.
        Interpreted, it is the array itself.
        """
        return array

    def popcount(bits: int) -> int:
        """The number of ones in an int64 that is not negative."""
        return int(bits).bit_count()

    def trailing_zeros(bits: int) -> int:
        """The place of the lowest one of an int64 that is not zero."""
        number = int(bits)
        return (number & -number).bit_length() - 1

else:
    import numba
    from llvmlite import ir
    from numba.core import boxing, cgutils, pythonapi, types
    from numba.extending import NativeValue, intrinsic

    numba.config.CACHE_DIR = str(_cache or "")

    OBVAL: Final = object.__basicsize__ + tuple.__itemsize__
    """Where a record from Python points to its bytes: `PyVoidScalarObject.obval` of NumPy's C API."""

    def _unbox_record(kind, record, c):
        """A record from Python as the pointer to its bytes.

        Numba asks the buffer protocol for it, which spells out every field's name and format first: 5 us for
        the state of a round, 10 with tables and scratch, more than most questions about it take.
        """
        place = cgutils.pointer_add(c.builder, record, OBVAL)
        pointer = c.context.get_value_type(kind).as_pointer()
        return NativeValue(c.builder.load(c.builder.bitcast(place, pointer)))

    _UNBOXERS: Final = pythonapi._unboxers.functions
    if _UNBOXERS.get(types.Record) is boxing.unbox_record:
        _UNBOXERS[types.Record] = _unbox_record

    def _compile(function, *, inline):
        return numba.njit(nogil=True, cache=_cache is not None, forceinline=inline)(function)

    @intrinsic
    def borrow(_context, array):
        def build(context, builder, signature, arguments):
            view = context.make_array(signature.args[0])(context, builder, arguments[0])
            view.meminfo = cgutils.get_null_value(view.meminfo.type)
            return view._getvalue()

        return array(array), build

    @intrinsic
    def popcount(_context, bits):
        def build(_context, builder, _signature, arguments):
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), build

    @intrinsic
    def trailing_zeros(_context, bits):
        def build(_context, builder, _signature, arguments):
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build


@overload
def kernel(function: F) -> F: ...
@overload
def kernel(*, inline: bool) -> Callable[[F], F]: ...
def kernel(function: F | None = None, *, inline: bool = False) -> F | Callable[[F], F]:
    """Make a function a kernel: compiled without the GIL and cached, or left as it is when interpreted.

    Args:
        function: uses only integers, arrays, records and other kernels; never itself.
        inline: put the body into every caller (for small helpers).
    """
    if function is not None:
        return _compile(function, inline=inline)
    return lambda decorated: _compile(decorated, inline=inline)
