"""The imperative shell around the core: load, decide, append, tell. The one async loop of a worker."""

from istaka.server.service.listening import Listener
from istaka.server.service.service import Service
from istaka.server.service.world import Colleagues, World

__all__ = ["Colleagues", "Listener", "Service", "World"]
