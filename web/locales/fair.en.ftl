## Fair deals

fair-title = Fair deals
fair-lead = Nobody can choose the tiles, the server included. Your browser checks every round by itself.
fair-step-1 = Before a round the server fixes a secret and publishes its fingerprint.
fair-step-2 = Then, not before, your browser adds a random number of its own.
fair-step-3 = The secret and all these numbers together decide the order, every tile and the indicator.
fair-step-4 = After the round the secret is opened. Your browser computes the deal again and compares it with what you saw.
fair-rounds = Your matches
fair-none = No round has been played in this browser yet.
fair-round = Round { $n }
fair-values = The numbers
fair-commitment = Fingerprint (SHA-256 of the secret)
fair-secret = Secret
fair-nonce-client = Number of { $name }, from the player’s browser
fair-nonce-fixed = Number of { $name }, computed
fair-rest = What this cannot show: whether a server abandons rounds that it does not like. Every fingerprint without an opened secret would give that away.
check-commitment-good = The secret fits the fingerprint published before the round.
check-commitment-bad = The secret does not fit the fingerprint.
check-commitment-unseen = The fingerprint was not seen by this browser.
check-nonce-good = The random number of your browser was used.
check-nonce-bad = The random number of your browser was replaced.
check-nonce-unseen = The number of your browser came too late; a computed one was used.
check-order-good = The draw for order comes out the same.
check-order-bad = The draw for order comes out differently.
check-order-unseen = The draw for order was not seen.
check-indicator-good = The indicator comes out the same.
check-indicator-bad = The indicator comes out differently.
check-indicator-unseen = The indicator was not seen.
check-hand-good = Your dealt tiles come out the same.
check-hand-bad = Your dealt tiles come out differently.
check-hand-unseen = The deal was not seen by this browser.
check-drawn-good = Every tile you drew was the next one of the stock.
check-drawn-bad = A tile you drew was not the next one of the stock.
check-drawn-unseen = You drew nothing from the stock.

## Any match

fair-any = Check any match
fair-look = Check
fair-look-field = Link or id of a match
fair-look-bad = That is no link to a match.
fair-match = The deals of a match
fair-good = { $n ->
    [one] The opened round is fair.
   *[other] All { $n } opened rounds are fair.
}
fair-bad = Something does not check out.
fair-unopened = No round has been opened yet.
fair-mine-rounds = { $n ->
    [one] { $n } round
   *[other] { $n } rounds
}
fair-state-good = fair
fair-state-bad = does not check out
fair-state-running = being played: opened at its end
fair-state-abandoned = abandoned before the deal
fair-seen = Seen by this browser
fair-player = Player { $n }
fair-deal = The tiles that these numbers deal
fair-draw = Drawn for the order
fair-indicator = Indicator
fair-proves = What this proves
fair-proves-fixed = Whoever made the secret was bound by its fingerprint: another secret would have another one.
fair-proves-follows = Order, tiles and indicator follow from the secret and the numbers of all players, by a rule that everybody can read and compute again.
fair-proves-here = This browser saw the fingerprint before it gave its number, and found its own tiles in the deal. No word of the server’s is needed for that.
fair-proves-elsewhere = That the fingerprint was there before the numbers only the players’ own browsers have seen. Each of them keeps its rounds and checks them here.
claim-fingerprint-good = The secret fits the fingerprint.
claim-fingerprint-bad = The secret does not fit the fingerprint.
claim-fixed-good = The computed numbers of bots are right.
claim-fixed-bad = A computed number is wrong.
claim-order-good = The order played follows from the numbers.
claim-order-bad = The order played does not follow from the numbers.
claim-passed-good = The order was passed on from the round before.
claim-passed-bad = The order was not passed on as it should be.
check-same-bad = The server names another fingerprint now than it did before the round.
