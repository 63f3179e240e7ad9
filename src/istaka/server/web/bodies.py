"""Bodies as they are sent: the framework would take "4" for 4 and false for 0."""

from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
from litestar.exceptions import HTTPException

from istaka.server.web.nul import has_nul
from istaka.server.web.sessions import AnyRequest

if TYPE_CHECKING:
    from collections.abc import Hashable

T = TypeVar("T")


async def body_of(request: AnyRequest, kind: type[T]) -> T:
    """The body of a request.

    Raises:
        HTTPException: it is not the JSON that is expected (400).
    """
    try:
        text = await request.body()
        if has_nul(text.decode("utf-8", "replace")):
            raise HTTPException(status_code=400, extra=[{"message": "no text holds a NUL"}])
        body: T = _decoder(cast("Hashable", kind)).decode(text)
    except msgspec.ValidationError as error:
        raise HTTPException(status_code=400, extra=[{"message": str(error)}]) from error
    return body


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401 - what msgspec can decode
    return msgspec.json.Decoder(kind)
