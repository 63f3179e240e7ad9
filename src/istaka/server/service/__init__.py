"""The imperative shell around the core: load, decide, append, tell. The one async loop of a worker."""

from istaka.server.service.live import Listener
from istaka.server.service.service import Service

__all__ = ["Listener", "Service"]
