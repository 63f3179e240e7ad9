## Everywhere

name = Name
player = Player
save = Save
saved = Saved.
cancel = Cancel
copy = Copy
copied = Copied.
copy-failed = Copying did not work: select the text and copy it by hand.
download = Download

## Profile

ratings = Ratings
ratings-none = No rated match yet.
rating = Rating
provisional = provisional: few matches so far
of-players = { $n } players
rated-matches = { $n ->
    [one] { $n } match
   *[other] { $n } matches
}
place-n = no. { $n }
stats = Statistics
stats-none = No match finished yet.
stat-won = Matches won
stat-rounds = Rounds won
stat-pairs = With seven pairs
stat-wilds = With a wild discard
stat-points = Points a round
stat-points-less = on average; fewer is better
stat-bonuses = Indicator bonuses
stat-bonuses-in = { $n ->
    [one] in { $n } round
   *[other] in { $n } rounds
}
stat-of = { $part } of { $whole }
history = Matches
history-none = No match finished yet.
place = Place
place-of = { NUMBER($place, type: "ordinal") ->
    [one] { $place }st of { $n }
    [two] { $place }nd of { $n }
    [few] { $place }rd of { $n }
   *[other] { $place }th of { $n }
}
penalty = penalty points
to-points = to { $n }
rated = rated
rating-change = Change of rating
older = Older matches
since = here since { $day }
my-profile = My profile
account-settings = Account and settings
muted-note = A moderator has muted you: you may not write until { $until }.
guest-note = You play as a guest: all this is kept in this browser only.
guest-keep = Make an account to keep it

## Best players

leaders-lead = By ratings from rated matches. Those marked “?” are provisional and stand last.
leaders-kind = Whose
leaders-account = People
leaders-bot = Bots
leaders-none = Nobody has played enough rated matches yet.
leaders-join = Play rated matches to be listed here.
matches = Matches

## Friends and blocks

friend-no = Add as a friend
friend-asks = Accept
friend-asked = Withdraw request
friend-agreed = Friends
block = Block
report = Report
unblock = Unblock
friends-none = No friends yet. Look somebody up by name, or open a profile and ask.
friends-account = Friends find each other by name, so both need an account.
asks = They ask you
asked = You have asked
blocks = Blocked
refuse = Refuse
remove = Remove
remove-really = End the friendship
find = Find players by name
find-none = Nobody has a name that begins so.
find-some = { $n ->
    [one] { $n } player found
   *[other] { $n } players found
}
standing-me = you
standing-friends = friends
standing-asked = asked
standing-blocks = blocked

## Account

password = Password
password-show = Show
password-hide = Hide
password-hint = At least { $least } characters. A few words that only you would put together are best.
password-old = Present password
password-new = New password
password-change = Change the password
password-changed = The password is changed. Other devices are logged out.
open-network = This server is reached without encryption: the password travels openly over this network. Choose one that you use nowhere else.
guest-name = Your name at the table
guest-name-hint = The others see it. As a guest you may change it at any time.
make-account = Make an account
join-why-name = A name that is yours alone
join-why-rating = Ratings and a place among the best
join-why-friends = Friends who find you
join-why-devices = The same matches on your phone and at your desk
join-keeps = What you have played as a guest comes with you.
join-name-hint = Shown to everybody; it cannot be changed later.
join-already = You have an account?
join-done = Welcome, { $name }!
log-in = Log in
log-out = Log out
forgotten = Password forgotten?
leave-guest-title = Leave the guest’s matches?
leave-guest-text = You have played as a guest in this browser. Those matches stay with the guest and do not come along into the account. To keep them, make an account from them instead.
leave-guest-yes = Log in anyway
recover-lead = With one of the recovery codes that you were given with your account.
recover-submit = Set the password
recover-none = Without password and codes nobody can open the account, the host of this server included.
code = Recovery code
code-hint = Each code works once.
codes-title = Your recovery codes
codes-text = If you forget the password, one of these opens your account. They are shown only now: keep them where you find them again. Each works once.
codes-file = istaka recovery codes of { $name } at { $host }
codes-kept = I have kept them
codes-new = Make new codes
codes-new-text = New codes replace all older ones.
section-password = Password
section-codes = Recovery codes
section-sessions = Where you are logged in
section-bots = My bots
section-data = My data
section-settings = Settings
sessions-text = Every browser with your account. Log out those that you no longer use.
session-since = Since { $when }
session-here = this browser
bots-text = A bot account is a program of yours that plays under a name of its own. Whoever has its token can play as it, and do nothing else.
bot-name = Name of the bot
bot-make = Make a bot account
bot-made = made on { $day }
bot-used = last used { $when }
bot-unused = never used
bot-revoke = Revoke
bot-revoke-really = Really revoke
bot-delete = Delete the bot
bot-delete-really = Really delete it
token-title = Token of { $name }
token-text = Give it to your program. It is shown only now.
token-kept = I have kept it
token-another = Another token
token-make = Make a token
token-scope = Good for
token-name = Name of the token (optional)
scope-play = playing
scope-read = looking only
data-text = All that this server has stored about you, as one file. Deleting removes your name and account for good; matches that others played with you stay, without your name.
export = Export my data
delete-account = Delete my account
delete-guest = Delete my data
delete-title = Delete for good?
delete-text = This cannot be undone. Running matches are played on by a bot.
delete-type = Write { $name } to confirm
delete-yes = Delete for good

## Refusals

problem-wrong_password = There is no such account, or the password is another one.
problem-wrong_code = There is no such account, or the code is none of its recovery codes.
problem-bad_password = A password has { $least } to { $longest } characters.
problem-not_guest = You have an account already.
problem-guest_has_matches = You have played as the guest { $name }.
problem-too_many_people = You have { $most } of them already: remove one first.
problem-too_many_programs = You have { $most } bot accounts already.
problem-too_many_tokens = The bot has { $most } tokens already: revoke one first.
problem-bad_token = That token is none, or it has been revoked.
problem-read_only = That token is for looking only.
