"""The server's end of HTTP: uvicorn's, with an end to waiting for a request that never becomes whole.

Uvicorn waits for ever for the rest of a head or of a body, and a connection that sends a byte a minute costs
as much memory as one that plays. Between two requests its own keep-alive time holds.
"""

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS: Final = 15.0
"""So long a request may take from its connection, or from its first byte, to its last."""
_WAITING: Final = frozenset({h11.IDLE, h11.SEND_BODY})
"""States of a client whose request is not whole yet."""


class PatientHttp(H11Protocol):
    """One connection; its request is whole in time, or it is closed."""

    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come; a handshake of a socket is a request too."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Some of a request, or all of it."""
        if self._giving_up is None:
            self._wait()
        super().data_received(data)
        is_socket = self.transport.get_protocol() is not self
        if is_socket or self.conn.their_state not in _WAITING:
            self._is_whole()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over, whole or not."""
        self._is_whole()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._giving_up = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _is_whole(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None
