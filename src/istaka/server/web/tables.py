"""HTTP for what is left of a table's rounds: the record, and what its deals came from."""

from typing import Annotated, Final

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter

from istaka.server.core.fairness import Fairness
from istaka.server.service.refused import Code, RefusedError
from istaka.server.web.caching import NOT_KEPT
from istaka.server.web.desk import Desk

TableId = Annotated[str, PathParameter(max_length=64)]


@get("/api/tables/{table:str}/record", media_type=MediaType.TEXT, cache_control=NOT_KEPT)
async def record(table: TableId, desk: NamedDependency[Desk]) -> Response[str]:
    """The record of the rounds that have ended (docs/records.md)."""
    text = await desk.service.record(table)
    if text is None:
        raise RefusedError(Code.UNKNOWN_TABLE, table=table)
    headers = {"Content-Disposition": f'attachment; filename="istaka-{table}.txt"'}
    return Response(text, media_type=MediaType.TEXT, headers=headers)


@get("/api/tables/{table:str}/fairness", cache_control=NOT_KEPT)
async def fairness(table: TableId, desk: NamedDependency[Desk]) -> Fairness:
    """What every deal of a table came from: commitments, and what has been opened (docs/fair-deals.md)."""
    told = await desk.service.fairness(table)
    if told is None:
        raise RefusedError(Code.UNKNOWN_TABLE, table=table)
    return told


HANDLERS: Final = (record, fairness)
