"""Makes the shipped tables anew: `python -m istaka.solver.build`.

The tables are data that follow from the lists of melds; a test holds the shipped ones to this.
"""

import zipfile
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from istaka.solver.bits import LANE_MASK
from istaka.solver.choices import build_choices
from istaka.solver.profiles import build_profiles
from istaka.solver.tables import Tables, file_name


def build(*, ace_high: bool) -> Tables:
    """The tables made anew from the lists of melds, some seconds of NumPy."""
    return Tables(*build_profiles(ace_high=ace_high), _ternary(), *build_choices())


def write_shipped(*, ace_high: bool) -> None:
    """Build the tables and put them beside this module."""
    path = files(__package__) / file_name(ace_high=ace_high)
    with zipfile.ZipFile(str(path), "w", zipfile.ZIP_LZMA) as archive:
        for name, array in build(ace_high=ace_high)._asdict().items():
            entry = zipfile.ZipInfo(f"{name}.npy")
            entry.compress_type = zipfile.ZIP_LZMA
            with archive.open(entry, "w") as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def _ternary() -> NDArray[np.int32]:
    """The number in base 3 of every mask of ranks."""
    bits = np.arange(LANE_MASK + 1)
    places = np.arange(LANE_MASK.bit_length())
    return ((bits[:, None] >> places & 1) @ 3**places).astype(np.int32)


if __name__ == "__main__":
    write_shipped(ace_high=True)
    write_shipped(ace_high=False)
