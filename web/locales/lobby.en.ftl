## Lobby

lobby-online = { $n ->
    [one] { $n } person here
   *[other] { $n } people here
}
lobby-show = Show
lobby-tables = Tables
lobby-talk = Chat
lobby-open = Open tables
lobby-none = No table is open right now. Look for players or create a table: everybody here sees it at once.
lobby-played = Being played
open-seats = { $n } of { $of } seats taken
open-mine = Back
watch = Watch
resume-offer-text = Your table is waiting for players.

## Quick match

quick-how = With whoever looks for the same. { $n } s a turn.
quick-size = { $n ->
    [one] { $n } player
   *[other] { $n } players
}

## A table of one’s own

create = Create a table
create-done = Create
create-other = Other
create-classic = Classic
create-classic-how = Everybody begins with 20 points and loses them; who has most at the end wins.
create-limit = Penalty points that end the match
create-who = Who may come
create-public = Everybody
create-private = With the link only
create-more = More
create-bank = Time bank for the match
create-rated = Rated
create-rated-how = Counts for the list of the best, if no bot of the house sits there.
create-watch = Others may watch
create-delay = They see it later by
create-title = Name of the table
