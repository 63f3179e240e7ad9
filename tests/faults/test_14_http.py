"""Fault 14 over HTTP: requests made from the schema, right ones and wrong ones, against a running server."""

from collections.abc import Iterator

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from e2e.running import RunningServer

pytestmark = pytest.mark.soak
"""Not yet in the quick suite."""

EXAMPLES = 12
"""Requests of each operation; the soak makes many more."""
QUIET = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def guest(house: RunningServer) -> Iterator[dict[str, str]]:
    """The cookie of somebody with a session and a running match."""
    answer = httpx.post(f"{house.address}/api/play", json={"players": 2, "limit": 40, "level": "random"})
    yield {"cookie": f"istaka={answer.cookies['istaka']}"}
    said = [line for line in house.said if "Traceback" in line or "a request failed" in line]
    assert said == []


def test_fault_14_every_request_gets_a_typed_answer(house: RunningServer, guest: dict[str, str]) -> None:
    ask_everything(house.address, guest, QUIET)


@pytest.mark.soak
def test_fault_14_many_requests_get_typed_answers(house: RunningServer, guest: dict[str, str]) -> None:
    ask_everything(house.address, guest, settings(QUIET, max_examples=40 * EXAMPLES, derandomize=False))


def ask_everything(address: str, guest: dict[str, str], how: settings) -> None:
    """Every operation of the schema; schemathesis' own parametrisation does not know today's pytest."""
    for found in schemathesis.openapi.from_url(f"{address}/api/schema/openapi.json").get_all_operations():
        operation = found.ok()

        @how
        @given(case=operation.as_strategy())
        def ask(case: schemathesis.Case) -> None:
            hold(case, guest)

        ask()


def hold(case: schemathesis.Case, guest: dict[str, str]) -> None:
    """Send a request; no answer is a failure of ours, and each fits what the schema says of it."""
    answer = case.call(headers=guest)
    case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])
    if answer.status_code >= 400:
        error = answer.json()["error"]
        assert set(error) == {"code", "message", "params"}
        assert error["code"].isidentifier()
        assert "Traceback" not in answer.text
