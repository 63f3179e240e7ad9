"""What may go wrong in the world."""


class StoreError(Exception):
    """The store did not answer; nothing was written that anybody was told of."""


class MindError(Exception):
    """No answer came from the worker process: it died, or was too slow."""
