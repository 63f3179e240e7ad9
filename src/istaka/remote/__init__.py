"""A bot at somebody else's table: what it sees there comes over the socket, as it does to a person."""
