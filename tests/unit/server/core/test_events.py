"""Old logs are read for ever; what a later istaka wrote is told apart from what is broken."""

import msgspec
import pytest

from istaka.server.core import events
from istaka.server.core.events import UnknownEventError, decode_event, encode_event


def test_events_of_the_first_release_are_read_with_what_it_did_not_know() -> None:
    terms = b'{"clock":1,"deal":2,"nonces":3,"between":4,"gone":5,"idle":6,"bot":7}'
    seats = b'[{"name":"Ala","owner":"ala","bot":null},{"name":"B","owner":null,"bot":"greedy"}]'
    body = b'{"k":"seated","rules":"fast","terms":%b,"seats":%b,"standin":"careful","due":8}' % (terms, seats)
    seated = decode_event(body)
    assert isinstance(seated, events.Seated)
    assert (seated.terms.bank, seated.terms.lag, seated.seats[0].kind) == (0, 0, "guest")
    assert (seated.rated, seated.watch, seated.delay) == (False, False, 0)
    acted = decode_event(b'{"k":"acted","player":1,"do":"R5","due":9}')
    assert acted == events.Acted(player=1, do="R5", due=9)
    assert decode_event(b'{"k":"here","player":1}') == events.Here(player=1)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'{"k":"teleported","player":1}', "'teleported' of version 1"),
        (b'{"k":"here","v":2,"player":1}', "'here' of version 2"),
        (b'{"k":"here","v":2,"who":"ala"}', "'here' of version 2"),
    ],
)
def test_what_a_later_istaka_wrote_is_named(body: bytes, kind: str) -> None:
    """Fault 15."""
    with pytest.raises(UnknownEventError, match=f"{kind} is unknown: a later istaka wrote this log"):
        decode_event(body)


@pytest.mark.parametrize("body", [b'{"k":"here"}', b"{", b"[]", b'{"player":1}'])
def test_what_is_broken_is_no_event(body: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_event(body)


def test_what_has_its_default_takes_no_room() -> None:
    assert encode_event(events.Here(player=1)) == b'{"k":"here","player":1}'
    assert (
        encode_event(events.Acted(player=1, do="R5", due=9)) == b'{"k":"acted","player":1,"do":"R5","due":9}'
    )


def test_an_event_knows_its_kind() -> None:
    assert events.Here(player=1).kind == "here"
