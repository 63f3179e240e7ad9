## Everywhere

tagline = Turkish Rummy
pitch = Okey at a quiet table: with bots, at once, without an account.
pages = Pages
languages = Language
play = Play
lobby = Lobby
leaders = Leaders
friends = Friends
friends-news = { $n ->
    [one] { $n } request
   *[other] { $n } requests
}
me = Me
account = Account
profile = Profile
login = Log in
recover = A new password
moderate = Moderation
rules = Rules
fair = Fair deals
home = Start page
close = Close
loading = Loading…
table = Table
you = You
kind-bot = bot
kind-guest = guest
problem-server = Something went wrong on the server. Please try again.
problem-network = The server cannot be reached. Please try again.
problem-slow_down = Too many requests: wait a moment and try again.
problem-unavailable = The server’s database does not answer. Please try again in a moment.
problem-wait = Too many tries. Please wait { $seconds } s.
problem-busy = Too many people sign in at once. Please try again in a moment.
problem-banned = You may not play here before { $until }.
problem-bad_name = A name has 1 to { $longest } characters that can be seen, among them a letter or digit.
problem-name_taken = Somebody has that name, or one that looks like it.
problem-name_reserved = That name would say that you are in charge here, or a bot.
problem-no_session = You are not signed in.
problem-no_account = This takes an account.
problem-not_found = There is nothing here.
problem-unknown_table = There is no such table.
problem-unknown_person = There is no such person.
problem-frozen = The server has found a fault in this table and stopped it.
problem-bad_request = The server did not understand that. Loading the page again may help.
problem-too_many_reports = You have { $most } open reports: wait until somebody has looked at them.

## Play now

players = Players
bots = Bots
level-random = Easy
level-greedy = Medium
level-careful = Hard
limit = Match
limit-40 = Fast, to 40
limit-80 = To 80 points
clock = Time for a turn
clock-none = None
clock-seconds = { $n } s
play-now = Play now
with-friends = Play with friends
with-anybody = Open tables
resume-text = Your match is still running.
resume = Back to the table

## Tiles

tile-R = red { $rank }
tile-Y = yellow { $rank }
tile-B = blue { $rank }
tile-K = black { $rank }
tile-wild = { $tile }, wild
tile-starred = starred tile, counts as { $tile }
tile-starred-plain = starred tile
tile-as = { $tile } as { $as }
tile-missing = missing: { $tile }
tile-hidden = tile face down
letter-R = R
letter-Y = Y
letter-B = B
letter-K = K

## The table

table-title = Turkish Rummy, round { $round }
rack = Your rack
slot-label = Row { $row }, slot { $slot }: { $tile }
slot-empty = empty
mark-meld = in a complete combination
mark-pair = in a pair
mark-latest = taken last
mark-planned = chosen to be discarded
mark-carried = picked up
seat-bot = bot
seat-away = bot plays
seat-gone = away
seat-starter = Began this round
points-left = { $points ->
    [one] { $points } point left
   *[other] { $points } points left
}
points-of = { $points } of { $limit } penalty points
tiles-held = { $n ->
    [one] { $n } tile
   *[other] { $n } tiles
}
stock-label = Stock, { $n ->
    [one] { $n } tile left
   *[other] { $n } tiles left
}
stock-draw = Draw a tile
indicator-label = Indicator: { $tile }
pile-label = { $who ->
    [you] Your discard pile, top: { $tile }
   *[other] Discard pile of { $name }, top: { $tile }
}
pile-empty = { $who ->
    [you] Your discard pile, empty
   *[other] Discard pile of { $name }, empty
}
pile-own-short = Discard
pile-discard = Discard the selected tile here
pile-take = Take the top tile
pile-open = Look through the pile of { $n } tiles
pile-title = { $who ->
    [you] Your discards
   *[other] Discards of { $name }
}
pile-nothing = Nothing here yet.
pile-order = In the order they were thrown, the latest last.
arrange = Arrange the rack
sort-runs = Runs
sort-sets = Sets
sort-pairs = Pairs
undo = Undo
finish = Finish
finish-pays = { $points ->
    [one] { $points } point each
   *[other] { $points } points each
}
finish-title = Finish with which tile?
finish-text = The tile you choose is your last discard.
finish-how = { $how ->
    [melds] Runs and sets, throwing { $tile }
    [pairs] Seven pairs, throwing { $tile }
   *[other] Seven pairs or runs and sets, throwing { $tile }
}
show-twin = Show the indicator’s twin
drawing-title = Drawn for the order
drawing-begins = { $who ->
    [you] You begin
   *[other] { $name } begins
}

## Whose turn

status-take = Your turn: take a tile
status-discard = Your turn: discard a tile
status-other = { $name } is playing
status-waiting = The tiles are being shuffled
status-between = The round is over
status-over = The match is over

## What happened

said-drew = { $who ->
    [you] You drew from the stock.
   *[other] { $name } drew from the stock.
}
said-took = { $who ->
    [you] You took { $tile }.
   *[other] { $name } took { $tile }.
}
said-discarded = { $who ->
    [you] You discarded { $tile }.
   *[other] { $name } discarded { $tile }.
}
said-showed = { $who ->
    [you] You showed the indicator’s twin.
   *[other] { $name } showed the indicator’s twin.
}
said-away = { $who ->
    [you] A bot plays for you now.
   *[other] A bot plays for { $name } now.
}
said-returned = { $who ->
    [you] You play again.
   *[other] { $name } plays again.
}
said-dealt = { $who ->
    [you] New round. You begin. The wild is { $wild }.
   *[other] New round. { $name } begins. The wild is { $wild }.
}
said-indicator = Indicator: { $indicator }. Wild: { $wild }.
said-picked-up = Picked up { $tile }.
said-put-down = Put down.
points-said = { $name }: { $points }.
urgent-turn = Your turn.
urgent-begin = You begin: discard a tile.
urgent-seconds = { $n } seconds left.

## Questions

wild-title = Throw a wild?
wild-text = It can stand for any tile, and the next player may take it.
wild-throw = Throw it
wild-keep = Keep it
complete-title = Your hand is complete
complete-text = With this discard you can go out.
complete-finish = Finish: { $points ->
    [one] { $points } point each
   *[other] { $points } points each
}
complete-discard = Only discard
leave-title = Leave the table?
leave-text = A bot plays your seat until you come back. The seat and the points stay yours.
leave-yes = Leave
leave-no = Stay
leave = Leave the table

## Refusals

refused-round_over = The round is already over.
refused-take_a_tile_first = Take a tile first.
refused-already_took = You have already taken a tile: discard one.
refused-empty_pile = There is no tile on that pile.
refused-not_in_hand = That tile is not in your hand.
refused-return_forbidden = The tile just taken from the pile cannot be thrown back.
refused-does_not_go_out = This does not go out yet
refused-nothing_to_show = There is nothing to show now.
refused-no_such_action = That cannot be done.
refused-not_your_turn = It is not your turn.
refused-too_late = Time ran out just before.
refused-away = A bot is playing your seat: take it back first.
refused-stale = The table has changed: please try again.
refused-ahead = The table was not up to date: please try again.
refused-table_over = This table is closed.
refused-bad_tile = That is no tile.
refused-bad_message = The server did not understand that.
refused-not_between = The next round has already begun.
refused-already_ready = You are ready already.
refused-not_away = You are playing already.
refused-not_waiting = The deal has already been made.
refused-unknown_table = There is no such table.
refused-not_seated = No seat of this table is yours.
refused-bad_ticket = The connection has expired: reload the page.
refused-hello_first = The connection was not made in time: reload the page.
refused-slow_down = Too fast: please try again.
refused-too_many_sockets = This table is open in too many tabs.
refused-frozen = The server has found a fault in this table and stopped it. Nobody wins by it.
refused-newer = A newer server takes over; one moment…
refused-already_said = You have said so already.
refused-spectator = Who watches does not play.
refused-unavailable = The server cannot save the move right now: please try again.
explain-text = The hand without { $tile } is not complete. Nothing is lost; this is how close it is:
explain-groups = Fits
explain-strays = Left over
explain-missing = Missing

## Results

ending-out = { $how ->
    [pairs] { $who ->
        [you] You went out with seven pairs
       *[other] { $name } went out with seven pairs
    }
   *[other] { $who ->
        [you] You went out
       *[other] { $name } went out
    }
}
ending-wild = { $how ->
    [pairs] { $who ->
        [you] You went out with seven pairs, on a wild
       *[other] { $name } went out with seven pairs, on a wild
    }
   *[other] { $who ->
        [you] You went out on a wild
       *[other] { $name } went out on a wild
    }
}
ending-stalemate = Stalemate: nobody went out
round-n = Round { $n }
match-over = Match over
match-won = { $who ->
    [you] You win the match
   *[other] { $name } wins the match
}
match-shared = Shared victory: { $names }
went-out = went out
why-melds = runs and sets { $points }
why-pairs = seven pairs { $points }
why-wild = wild discard { $points }
why-stalemate = stalemate { $points }
why-bonus = indicator bonus { $points }
points-plus = +{ $points }
points-minus = −{ $points }
last-discard = Last discard
deal-holds = The deal was fair: checked
deal-fails = The deal does not check out
next-round = Next round
waiting-others = Waiting for the others
rematch = Play again
new-match = New match
record = Record

## Connection

banner-lost = Connection lost. Reconnecting…
banner-retry = Retry now
banner-away = A bot is playing for you.
banner-back = I’m back
table-refused = This table cannot be opened
table-unknown = There is no such table, or you do not sit at it.
table-closed = The table is closed, or the page is out of date. Loading it again may help.

## With others

join = Join
talk = Chat
talk-lines = What was said
talk-nothing = Nobody has said anything yet.
talk-write = Say something
talk-send = Send
talk-quick = Quick answers
talk-unread = { $n } unread
talk-watching = Who watches does not write.
talk-join-first = Join the table to write.
talk-hear-all = { $n ->
    [one] { $n } person is muted. Show again
   *[other] { $n } people are muted. Show again
}
talk-muted = A moderator has taken your voice until { $until }.
talk-nothing_said = Write something first.
talk-not_at_table = That can be done at a table only.
talk-slow_down = Too fast: wait a moment before the next line.
talk-spectator = Who watches does not write.
said-line = { $name } says: { $words }
phrase-hello = Hello!
phrase-good_luck = Good luck!
phrase-well_played = Well played!
phrase-thanks = Thanks!
phrase-one_moment = One moment, please
phrase-sorry = Sorry!
phrase-oops = Oops!
phrase-good_game = Good game!
phrase-bye = Bye!
about-person = { $name }: profile, mute, report
about-profile = Profile
about-hush = Mute: hide what this person writes
about-hear = Show again what this person writes
about-report = Report to the moderators
report-why = What is wrong?
report-insult = Insults
report-spam = Spam
report-cheating = Cheating
report-name = Offensive name
report-other = Something else
report-done = Thank you: a moderator will look at it.
name-title = What shall others call you?
name-yours = Your name
bank-left = Time bank { $time }

## Before it begins

table-of = Table of { $name }
waits = { $n ->
    [one] Waiting for { $n } more player
   *[other] Waiting for { $n } more players
}
waits-for = Waiting for { $names }
waits-begins = Everybody is here: it begins
chairs = Seats
chair-free = Free seat
chair-host = host
chair-bot = Bot
chair-no-bot = Send { $name } away
fill-bots = { $n ->
    [one] Begin with { $n } bot
   *[other] Begin with { $n } bots
}
fill-unrated = With a bot it is not rated.
leave-offer = Leave
quick = Quick match
quick-late = Nobody has come so far. Begin with bots, or go on waiting.
invite = Invite friends
invite-how = Send the link, or let them scan the code. They need no account.
invite-link = Link to this table
invite-copy = Copy
invite-copied = Copied
invite-by-hand = Copy it by hand: the link is in the field.
invite-share = Share
invite-text = Come and play Okey with me
invite-code = QR code of { $link }
invite-unreachable = This server listens to this computer alone, so nobody else can open the link. Start it with: istaka serve --host 0.0.0.0
offer-closed = This table is closed
offer-closed-text = It did not begin: everybody has left.
terms-limit = to { $limit }
terms-classic = classic, from { $limit }
terms-no-clock = no clock
terms-rated = rated
terms-private = by link only

## Ahead of my turn

plan-title = Chosen ahead
plan-draw = draw from the stock
plan-take = take the discard
plan-discard = discard { $tile }
plan-cancel = Take back: { $plan }
plan-said = Chosen ahead: { $words }.
plan-none = Nothing is chosen ahead.
plan-no-wild = A wild is only thrown by hand.
plan-complete = Your hand is complete: nothing was thrown.
plan-impossible = What you chose ahead is not possible now.
pile-plan = Discard the selected tile when your turn comes
pile-plan-take = Take the next one when my turn comes
stock-plan = Draw when your turn comes
stock-planned = Will draw when your turn comes

## Watching, and ending together

watching = You are watching
watching-late = Watching, { $n } s late
said-agrees = { $who ->
    [you] You agree to end the match.
   *[other] { $name } would like to end the match.
}
said-plays-on = { $who ->
    [you] You would rather play on.
   *[other] { $name } would rather play on.
}
end-ask = End the match together
end-title = End the match now?
end-text = It ends without a result, and without ratings, as soon as everybody agrees.
end-yes = Ask the others
end-no = Play on
ending-asked = { $names }: end now, without a result?
ending-waits = You want to end. Not yet: { $names }
ending-agree = Agree
ending-play-on = Play on
ending-withdraw = Play on
closed-agreed = Ended by agreement
closed-idle = Nobody played for a day
closed-empty = Nobody came
closed-nothing = The match ended without a result.
table-without-me = It has begun without you, and cannot be watched.
rematch-asked = { $name } would like to play again.
problem-full = This table is full.
problem-started = This match has already begun.
problem-closed = This table is closed.
problem-unknown_offer = There is no such table any more.
problem-seat_taken = Somebody sits there already.
problem-no_such_seat = There is no such seat.
problem-not_welcome = You cannot join this table.
problem-not_owner = Only the host can do that.
problem-not_seated = You do not sit at this table.
problem-not_over = The match is not over yet.
problem-too_many_offers = You have too many tables waiting: leave one first.
problem-too_many_tables = You have too many running matches: play one to its end first.
problem-bad_clock = A turn has { $least } to { $most } seconds, or no clock at all.
problem-bad_rules = These rules cannot be played: check the limit and the options.

## Menu and settings

menu = Menu
help = Help and keys
setting-largeDigits = Larger digits
setting-letters = Letter marks
setting-leftHanded = Left-handed
setting-doubleTap = Discard by double tap
setting-sound = Sound
setting-felt = Felt
felt-dark = Dark
felt-light = Light
help-touch = Drag tiles, or tap a tile and then the place where it should go. Tap the stock or the pile at your left to take a tile; tap the pile at your right to discard the selected one. Drop a tile on the indicator or the stock to go out with it.
key-space = Space
help-move = move along the rack
help-pick = pick up, put down
help-select = select
help-draw = draw from the stock
help-take = take the discard
help-discard = discard
help-finish = finish
help-sorts = runs, sets, pairs
help-undo = undo
help-indicator = say the indicator
help-points = say the points
help-last = say the last moves
help-talk = chat
help-cancel = take back what is chosen ahead
help-help = this page
