"""Fault 14 over HTTP: requests made from the schema, right ones and wrong ones, against running servers."""

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance

from e2e.cluster import Cluster
from e2e.running import RunningServer

EXAMPLES = 8
"""Requests of each operation; the soak makes many more."""
MANY = 300
SOAK = (pytest.mark.soak, pytest.mark.timeout(1800))


def fuzzed(address: str, examples: int) -> None:
    """Try every operation of the schema, as somebody new each time, with a session and a running match."""
    schema = schemathesis.openapi.from_url(f"{address}/api/schema/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 40
    for operation in operations:
        playing = httpx.post(f"{address}/api/play", json={"players": 2, "limit": 40, "level": "random"})
        try_out(operation, {"cookie": f"istaka={playing.cookies['istaka']}"}, examples)


def try_out(operation: schemathesis.APIOperation, headers: dict[str, str], examples: int) -> None:
    """So many requests of one kind."""

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=[*HealthCheck])
    @given(case=operation.as_strategy())
    def hold(case: schemathesis.Case) -> None:
        held(case, headers)

    hold()


def held(case: schemathesis.Case, headers: dict[str, str]) -> None:
    """Send a request; no answer is a failure of ours, and each fits what the schema says of it."""
    answer = case.call(headers=headers)
    case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])
    if answer.status_code >= 400:
        error = answer.json()["error"]
        assert set(error) == {"code", "message", "params"}
        assert error["code"].isidentifier()


@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(MANY, marks=SOAK)])
def test_fault_14_every_request_gets_a_typed_answer(house: RunningServer, examples: int) -> None:
    fuzzed(house.address, examples)
    assert not any("a request failed" in line for line in house.said)


@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(MANY, marks=SOAK)])
def test_fault_14_every_request_gets_a_typed_answer_from_a_worker(pair: Cluster, examples: int) -> None:
    """PostgreSQL is stricter about what a text or a number may be."""
    fuzzed(pair.workers[1].address, examples)
    assert "a request failed" not in pair.everything_said()
    assert "the store failed" not in pair.everything_said()
