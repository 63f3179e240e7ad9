"""The page: the bundle that the build put into the package, with the right caching."""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "static"
HASHED: Final = re.compile(r"-[A-Z2-7]{8}\.\w+(\.map)?$")
"""A name that holds a hash of its contents, as esbuild writes it: such a file never changes."""
PACKED: Final = (".js", ".css", ".html", ".svg", ".json", ".ftl", ".txt", ".webmanifest", ".map")
TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".ftl": "text/plain",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
ABSENT: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>istaka</title>
<h1>The page is not built</h1>
<p>This server was installed without its page (ISTAKA_WEB=skip, or the build could not run). Install it again,
for example with <code>uv sync --reinstall-package istaka</code>, and start it anew.</p></html>
"""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    cache: str


class Bundle:
    """Files of one folder; each is read when it is first asked for, and again when it has changed."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._kept: dict[Path, tuple[int, Asset]] = {}

    @property
    def is_there(self) -> bool:
        """Whether the page was built."""
        return (self._folder / "index.html").is_file()

    def find(self, name: str) -> Asset | None:
        """The file of that name inside the folder, None when there is none."""
        if any(part.startswith(".") for part in name.split("/")) or "\0" in name:
            return None
        try:
            path = (self._folder / name).resolve()
            if not path.is_relative_to(self._folder) or not path.is_file():
                return None
            changed = path.stat().st_mtime_ns
        except OSError:  # a name that is longer than names can be
            return None
        # kept by path: a name with slashes behind it is another name of the same file
        kept = self._kept.get(path)
        if kept is None or kept[0] != changed:
            kept = (changed, _read(path))
            self._kept[path] = kept
        return kept[1]


def _read(path: Path) -> Asset:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    immutable = HASHED.search(path.name) is not None
    return Asset(
        body=body,
        packed=gzip.compress(body, 9, mtime=0) if path.suffix in PACKED else None,
        kind=kind,
        tag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        cache="public, max-age=31536000, immutable" if immutable else "no-cache",
    )
