"""The kernel cache, filled while the tables are open."""

import asyncio
import contextlib
import logging
import os
import sys
from typing import Final

logger = logging.getLogger("istaka.server")

WARM_COMMAND: Final = (sys.executable, "-m", "istaka", "warm")
LOW_PRIORITY: Final = 15


async def fill_cache() -> bool:
    """Compile every kernel in a child process that takes only the time that nobody else wants."""
    logger.info("compiling kernels in the background; the tables are open meanwhile")
    nothing = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *WARM_COMMAND,
        stdin=nothing,
        stdout=nothing,
        stderr=nothing,
        env=os.environ | {"ISTAKA_KERNELS": "compiled"},
    )
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, LOW_PRIORITY)
    try:
        return await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
