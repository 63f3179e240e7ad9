"""What may be kept of an answer."""

from typing import Final

from litestar.datastructures import CacheControlHeader

NOT_KEPT: Final = CacheControlHeader(no_store=True)
"""Of what differs from person to person, or from one moment to the next."""
