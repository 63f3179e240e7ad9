"""What proxies say of a request, and when it is believed."""

from ipaddress import ip_network

import pytest

from istaka.server.web.asgi import Message
from istaka.server.web.proxies import PREFIX, Proxies, metered

PROXIES = Proxies((ip_network("127.0.0.0/8"), ip_network("10.1.0.0/16"), ip_network("::1")))


def scope(client: str = "127.0.0.1", path: str = "/api/me", kind: str = "http", **headers: str) -> Message:
    told = [(key.replace("_", "-").encode(), value.encode()) for key, value in headers.items()]
    return {
        "type": "http",
        "client": (client, 5),
        "scheme": kind,
        "path": path,
        "raw_path": path.encode(),
        "headers": [(b"host", b"inside:8000"), *told],
    }


def host_of(seen: Message) -> bytes:
    return dict(seen["headers"])[b"host"]


def test_a_proxy_that_is_trusted_is_believed() -> None:
    seen = PROXIES.seen(
        scope(x_forwarded_for="203.0.113.7", x_forwarded_proto="https", x_forwarded_host="play.example.org")
    )
    assert seen["client"] == ("203.0.113.7", 0)
    assert seen["scheme"] == "https"
    assert host_of(seen) == b"play.example.org"
    assert [key for key, _ in seen["headers"]].count(b"host") == 1
    assert PROXIES.seen(scope(kind="ws", x_forwarded_proto="https"))["scheme"] == "wss"


def test_nobody_else_is_believed() -> None:
    asked = scope(
        "198.51.100.1",
        x_forwarded_for="203.0.113.7",
        x_forwarded_proto="https",
        x_forwarded_host="evil.example",
        x_forwarded_prefix="/evil",
    )
    seen = PROXIES.seen(asked)
    assert (seen["client"], seen["scheme"], host_of(seen)) == (("198.51.100.1", 5), "http", b"inside:8000")
    assert seen[PREFIX] == ""
    assert PROXIES.seen({**asked, "client": None})["client"] is None


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        ("6.6.6.6, 203.0.113.7", "203.0.113.7"),
        ("6.6.6.6, 203.0.113.7, 10.1.2.3", "203.0.113.7"),
        ("10.1.2.3", "10.1.2.3"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("6.6.6.6, nonsense", "127.0.0.1"),
        ("nonsense, 10.1.2.3", "10.1.2.3"),
        ("", "127.0.0.1"),
    ],
)
def test_the_last_stranger_of_the_chain_asked(chain: str, client: str) -> None:
    """Who asks can put anything before what the proxy adds."""
    assert PROXIES.seen(scope(x_forwarded_for=chain))["client"][0] == client


@pytest.mark.parametrize("host", ["", "a b", "evil.example/path", "x" * 9 + "@y", "[::1", "a\u00e9"])
def test_a_host_that_is_none_is_passed_over(host: str) -> None:
    assert host_of(PROXIES.seen(scope(x_forwarded_host=host))) == b"inside:8000"


@pytest.mark.parametrize(
    ("path", "prefix", "seen"),
    [
        ("/okey/api/me", "/okey", "/api/me"),
        ("/okey", "/okey", "/"),
        ("/okey/", "/okey/", "/"),
        ("/api/me", "/okey", "/api/me"),
        ("/okeyed", "/okey", "/okeyed"),
        ("/api/me", "nonsense<>", "/api/me"),
    ],
)
def test_a_prefix_is_taken_off_where_the_proxy_left_it(path: str, prefix: str, seen: str) -> None:
    """O25."""
    told = PROXIES.seen(scope(path=path, x_forwarded_prefix=prefix))
    assert (told["path"], told["raw_path"]) == (seen, seen.encode())
    assert told[PREFIX] == ("/okey" if "okey" in prefix else "")
    own = Proxies((), "/okey").seen(scope(path=path))
    assert own["path"] == seen


def test_a_household_is_metered_as_one() -> None:
    assert metered("2001:db8:1:2::7") == metered("2001:db8:1:2:ffff::9") != metered("2001:db8:1:3::7")
    assert metered("203.0.113.7") == metered("::ffff:203.0.113.7".removeprefix("::ffff:"))
    assert metered("203.0.113.7") != metered("203.0.113.8")
    assert metered("") == ""
