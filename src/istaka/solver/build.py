"""Makes the shipped tables anew: `python -m istaka.solver.build`.

The tables are data that follow from the lists of melds; a test holds the shipped ones to this.
"""

import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from istaka.solver.bits import LANE_MASK
from istaka.solver.choices import build_choices
from istaka.solver.profiles import build_profiles
from istaka.solver.tables import Tables, file_name


def build(*, ace_high: bool) -> Tables:
    """The tables made anew from the lists of melds, some seconds of NumPy."""
    return Tables(*build_profiles(ace_high=ace_high), _ternary(), *build_choices())


def write(tables: Tables, path: Path) -> None:
    """Put the tables into a file that `istaka.solver.tables` reads."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        for name, array in tables._asdict().items():
            entry = zipfile.ZipInfo(f"{name}.npy")
            entry.compress_type = zipfile.ZIP_LZMA
            with archive.open(entry, "w") as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def _ternary() -> NDArray[np.int32]:
    """The number in base 3 of every mask of ranks."""
    bits = np.arange(LANE_MASK + 1)
    places = np.arange(LANE_MASK.bit_length())
    return ((bits[:, None] >> places & 1) @ 3**places).astype(np.int32)


def main(folder: Path) -> None:
    """Build the tables of both rules and put them into a folder, some seconds."""
    for ace_high in (True, False):
        write(build(ace_high=ace_high), folder / file_name(ace_high=ace_high))


if __name__ == "__main__":
    main(Path(__file__).parent)
