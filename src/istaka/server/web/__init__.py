"""The doors: HTTP for making a table and for the page, a socket for playing."""
