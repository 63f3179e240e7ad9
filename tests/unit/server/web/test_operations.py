"""Does the server live, may people be sent to it, and its figures."""

import asyncio
from collections.abc import Mapping

import httpx
import pytest
from litestar import Litestar
from litestar.di import Provide

from istaka.server.metrics import Metrics
from istaka.server.web import errors
from istaka.server.web.desk import RefusedError
from istaka.server.web.operations import Check, Operations, healthz, metrics, readyz


async def fine() -> None:
    return


async def broken() -> None:
    message = "R5 J K13"
    raise OSError(message)


async def hangs() -> None:
    await asyncio.sleep(60)


def ask(
    path: str,
    checks: Mapping[str, Check] | None = None,
    token: str = "",
    client: str = "127.0.0.1",
    **headers: str,
) -> httpx.Response:
    figures = Metrics()
    figures.watch("istaka_tables", "Tables in memory.", lambda: 7)
    figures.appended(["acted", "round_over"], 0.002)
    operations = Operations(figures, checks or {}, token)
    app = Litestar(
        route_handlers=[healthz, readyz, metrics],
        dependencies={"operations": Provide(lambda: operations, sync_to_thread=False)},
        exception_handlers={RefusedError: errors.refused},
        logging_config=None,
    )

    async def asking() -> httpx.Response:
        transport = httpx.ASGITransport(app, client=(client, 5))
        async with httpx.AsyncClient(transport=transport, base_url="http://server") as http:
            return await http.get(path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    return asyncio.run(asking())


def test_it_is_ready_when_every_part_answers() -> None:
    answer = ask("/readyz", {"database": fine, "bus": fine})
    assert answer.status_code == 200
    assert answer.json() == {"ready": True, "parts": {"database": "ok", "bus": "ok"}}


@pytest.mark.parametrize("part", [broken, hangs])
def test_a_part_that_does_not_answer_keeps_people_away(part: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("istaka.server.web.operations.PATIENCE", 0.05)
    answer = ask("/readyz", {"database": part, "bus": fine})
    assert answer.status_code == 503
    assert answer.json() == {"ready": False, "parts": {"database": "failing", "bus": "ok"}}


def test_figures_are_text_for_prometheus() -> None:
    answer = ask("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = answer.text.splitlines()
    assert "istaka_tables 7.0" in lines
    assert 'istaka_events_total{kind="acted"} 1.0' in lines
    assert "istaka_append_seconds_count 1.0" in lines
    assert any(line.startswith("process_cpu_seconds_total ") for line in lines)


def test_without_a_token_only_this_machine_reads_figures() -> None:
    assert ask("/metrics", client="10.1.2.3").status_code == 404
    assert ask("/metrics", x_forwarded_for="10.1.2.3").status_code == 404
    assert ask("/metrics", client="::1").status_code == 200


def test_with_a_token_whoever_has_it_reads_figures() -> None:
    assert ask("/metrics", token="s3", client="10.1.2.3", authorization="Bearer s3").status_code == 200
    assert ask("/metrics", token="s3", client="10.1.2.3", authorization="Bearer s4").status_code == 404
    assert ask("/metrics", token="s3").status_code == 404
