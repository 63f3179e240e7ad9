"""HTTP for the page itself: the files of the bundle."""

import asyncio

from litestar import Response, get
from litestar.di import NamedDependency

from istaka.server.service.refused import Code, RefusedError
from istaka.server.web.proxies import PREFIX
from istaka.server.web.sessions import AnyRequest
from istaka.server.web.static import ABSENT, Bundle


def rooted(page: bytes, prefix: str) -> bytes:
    """The page as it must be where a proxy shows it under a prefix."""
    return page.replace(b'="/', f'="{prefix}/'.encode())


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: AnyRequest, bundle: NamedDependency[Bundle]) -> Response[bytes]:
    """A file of the page; every path without a dot is the app's own."""
    name = request.url.path.lstrip("/")
    if name.startswith("api/"):
        raise RefusedError(Code.NOT_FOUND, path=request.url.path[:200])
    if "." not in name:
        name = "index.html"
        if not bundle.is_there:
            return Response(ABSENT.encode(), status_code=503, media_type="text/html")
    asset = await asyncio.to_thread(bundle.find, name)
    if asset is None:
        raise RefusedError(Code.NOT_FOUND, path=request.url.path[:200])
    headers = {"ETag": asset.tag, "Cache-Control": asset.cache, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == asset.tag:
        return Response(b"", status_code=304, headers=headers, media_type=asset.kind)
    body, prefix = asset.body, str(request.scope.get(PREFIX, ""))
    if name == "index.html" and prefix:
        # what the page loads first; it finds everything else from where it was loaded
        return Response(rooted(body, prefix), headers=headers, media_type=asset.kind)
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, headers=headers, media_type=asset.kind)
