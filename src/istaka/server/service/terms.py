"""The times of a new table, from the server's settings and what its makers want."""

from typing import Final

from istaka.server.core.events import Terms
from istaka.server.settings import Settings

SECOND: Final = 1000
HOUR: Final = 3600 * SECOND


def terms(settings: Settings, clock: int, bank: int = 0) -> Terms:
    """The times of a table with a clock of so many seconds a turn, 0 for none, and so many in the bank."""
    between = settings.between_clock if clock else settings.between_free
    return Terms(
        clock=clock * SECOND,
        deal=round(settings.deal_wait * SECOND),
        nonces=round(settings.nonce_wait * SECOND),
        between=round(between * SECOND),
        gone=round(settings.gone_wait * SECOND),
        idle=round(settings.idle_hours * HOUR),
        bot=round(settings.bot_limit * SECOND),
        lag=round(settings.lag * SECOND) if clock else 0,
        bank=bank * SECOND,
    )
