"""The random bot: any legal action, each as likely as the others. It shows what a bot is."""

from istaka.bots.interface import Budget, Chance
from istaka.game.view import View


def choose(view: View, rng: Chance, budget: Budget) -> int:  # noqa: ARG001 - there is nothing to think about
    """Any of the actions that the rules allow now."""
    return view.legal[rng.randrange(len(view.legal))]
