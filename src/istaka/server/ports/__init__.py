"""What the service needs from the world, as protocols: a log, workers, a bus, people, and minds."""

from istaka.server.ports.bus import Bus, Heard, Noted
from istaka.server.ports.errors import MindError, StoreError
from istaka.server.ports.log import Append, Log, Lost, Repeated, Won
from istaka.server.ports.meter import Meter
from istaka.server.ports.minds import Minds
from istaka.server.ports.people import People, Person
from istaka.server.ports.workers import Workers

__all__ = [
    "Append",
    "Bus",
    "Heard",
    "Log",
    "Lost",
    "Meter",
    "MindError",
    "Minds",
    "Noted",
    "People",
    "Person",
    "Repeated",
    "StoreError",
    "Won",
    "Workers",
]
