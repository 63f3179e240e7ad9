"""Why a command is refused: every code, with its meaning in English for whoever writes a client."""

from types import MappingProxyType
from typing import Final

from istaka.rules.actions import Refusal

OF_THE_RULES: Final = MappingProxyType(
    {
        Refusal.ROUND_OVER: "The round has ended.",
        Refusal.TAKE_A_TILE_FIRST: "One tile must be taken before one is discarded (R7.1).",
        Refusal.ALREADY_TOOK: "Only one tile is taken a turn; the starter skips it (R7.1, R3.3).",
        Refusal.EMPTY_PILE: "The previous player's pile holds no tile (R7.1).",
        Refusal.NOT_IN_HAND: "Only a tile of the hand can be discarded (R7.2).",
        Refusal.RETURN_FORBIDDEN: "The tile taken from the pile stays this turn (R7.2).",
        Refusal.DOES_NOT_GO_OUT: (
            "The other 14 tiles do not lie down (R8.4); the parameters hold the closest arrangement: places "
            "with `tile` null are empty and say in `as` what is `missing`, `strays` find no place."
        ),
        Refusal.NOTHING_TO_SHOW: "The twin cannot be shown now (R10.2).",
        Refusal.NO_SUCH_ACTION: "There is no such action.",
    }
)
OF_THE_TABLE: Final = MappingProxyType(
    {
        "stale": "The game moved on after what the player had seen; `seq` is the head.",
        "ahead": "The command claims to have seen an event that is not in the log.",
        "not_your_turn": "Another player is to move, or no tiles are dealt.",
        "too_late": "The turn's time had run out when the command arrived (R12.1).",
        "away": "A bot plays the seat; `back` takes it back (R12.2).",
        "not_away": "The seat is played by its owner already.",
        "already_said": "The player has said so already.",
        "not_between": "No round is waited for.",
        "already_ready": "The player is ready already.",
        "not_waiting": "No nonce of this player is waited for.",
        "bad_tile": "That is no tile.",
        "table_over": "The match has ended.",
        "frozen": "The server has found a fault in this table's log and stopped it; nobody wins by it.",
        "unavailable": "The database does not answer: send the same command again.",
        "newer": "A later version of the server plays this table: come back, another worker has it.",
        "unknown_table": "There is no such table.",
        "not_seated": "No seat of this table is yours, and it cannot be watched.",
        "spectator": "Who looks on commands nothing.",
        "bad_ticket": "The ticket is used, too old or none: get a new one.",
        "bad_message": "The frame is no message of this protocol; `reason` says where.",
        "hello_first": "The first message must be `hello`, and it must come within ten seconds.",
        "slow_down": "Too many messages.",
        "too_many_sockets": "You have too many connections open.",
    }
)
OF_THE_LOBBY: Final = MappingProxyType(
    {
        "unknown_offer": "There is no such open table.",
        "started": "The table has started already.",
        "closed": "The table was taken back.",
        "no_such_seat": "The table has no such seat.",
        "seat_taken": "Somebody sits there.",
        "not_owner": "Only who owns the open table may do that.",
        "not_welcome": "Who owns the open table does not want to play with you.",
        "too_many_offers": "You sit at {most} open tables: leave one of them first.",
        "nothing_said": "A line holds a text in which something can be seen, or one of the phrases.",
        "muted": "You may not say anything until a moderator's mute ends, at `until` (ms since 1970).",
        "banned": "You may not do anything before `until` (ms since 1970).",
        "unknown_person": "There is no such person.",
        "is_moderator": "That person is one of those in charge.",
        "too_many_reports": "{most} reports of yours are open: wait until somebody has looked at them.",
        "not_at_table": "That can be done at a table only.",
    }
)
REJECTIONS: Final = MappingProxyType(
    {
        **OF_THE_TABLE,
        **OF_THE_LOBBY,
        **{refusal.name.lower(): meaning for refusal, meaning in OF_THE_RULES.items()},
    }
)
