"""How often something may be asked: a bucket for every key, which fills with time."""

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

from istaka.server.service.refused import Code, RefusedError

REMEMBERED: Final = 65_536
"""So many keys are metered; the one not heard of for longest is forgotten."""


@dataclass(frozen=True, slots=True)
class Meters:
    """`burst` at once, then one in `seconds`."""

    burst: int
    seconds: float
    clock: Callable[[], int]
    _kept: OrderedDict[Hashable, tuple[float, int]] = field(default_factory=OrderedDict)

    def wait(self, key: Hashable) -> float:
        """Take one: 0, or the seconds after which there is one to take."""
        now = self.clock()
        left, at = self._kept.pop(key, (float(self.burst), now))
        left = min(float(self.burst), left + (now - at) / (1000 * self.seconds))
        allowed = left >= 1
        self._kept[key] = (left - allowed, now)
        if len(self._kept) > REMEMBERED:
            self._kept.popitem(last=False)
        return 0.0 if allowed else (1 - left) * self.seconds

    def take(self, key: Hashable) -> None:
        """Take one, or raise `RefusedError`."""
        seconds = self.wait(key)
        if seconds:
            raise RefusedError(Code.SLOW_DOWN, seconds=math.ceil(seconds))
