"""The arrays of the solver, named."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Counts: TypeAlias = NDArray[np.uint8]
"""uint8[53]: how many tiles of each kind."""
Words: TypeAlias = NDArray[np.int64]
"""int64: packed numbers, one a word."""
Classes: TypeAlias = NDArray[np.uint16]
"""uint16: numbers of run profiles."""
