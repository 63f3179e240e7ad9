"""`docs/cli.md`, made from the commands themselves: `python -m istaka.cli.pages > docs/cli.md`."""

import click

from istaka.cli.frame import COMMANDS, commands

WIDTH = 100
HEAD = """\
# Command line

Made by `python -m istaka.cli.pages > docs/cli.md`; a test holds it to the commands.

Every command ends with status 0 when it did what it was asked. Wrong input ends with status 2 and one sentence on
stderr, nothing on stdout. Ctrl-C ends with 130 and a closed pipe with 141, both without a word; a server that a signal
stops ends with 0. `istaka verify` ends with 1 when a record does not fit, `istaka doctor` when something is not as it
should be. What a command reports about its own progress goes to stderr.

Tiles are written as a colour `R` red, `Y` yellow, `B` blue, `K` black with a rank 1 to 13; `S` is a starred tile, `J` a
wild. Where the indicator is known, the wild's face is read as `J` too. The rules that messages cite stand in
[rules.md](rules.md), the format of records in [records.md](records.md), the fair deal in
[fair-deals.md](fair-deals.md).

| variable | what it does |
|---|---|
| `ISTAKA_KERNELS` | `compiled`, `interpreted`, or `auto`: compiled where `istaka warm` has been run, else interpreted. `solve`, `serve`, `replay` and `verify` default to `auto`, bulk commands to `compiled`, and those compile first what is not compiled yet. |
| `ISTAKA_CACHE_DIR` | where compiled kernels are kept; the default is the user's cache folder |
| `ISTAKA_DB`, `ISTAKA_BUS` | what `--db` and `--bus` say where they are not given |
| `NO_COLOR` | no colours in what people read |
"""  # noqa: E501 - a row of a table is one line
JSON = """\
## What machines read

`istaka solve --json`, and each line of `istaka solve --batch`, is one object:

| key | value |
|---|---|
| `indicator`, `wild` | the face turned up, and the face of the wild (R5.1) |
| `tiles` | the hand in the order given |
| `distance` | tiles away from going out; with 15 tiles after the best discard |
| `arrangement` | the complete hand (after the best discard) as a list of groups of tiles; null while the distance is above 0 |
| `discards` | with 15 tiles only, one object for each tile that can be thrown, the best first: `tile`, `distance` after it, `goes_out` (null, or `shape`: `melds`, `pairs` or `pairs+melds`, and `points`: what each opponent gets, without the indicator bonus), `outs` |
| `outs` | with 14 tiles only: each tile that lowers the distance, with its copies neither in the hand nor turned up nor in `--seen`, 0 included; `S` and `J` are tiles of their own |

`istaka simulate --json` is one object: `rounds`, `stalemates`, `mean_turns` (turns a round, all seats together), and
`bots` in the order of `--bots`, each with `name`, `mean_points` (penalty points a round), `ci95` (the 95 % interval
clustered by deal, `[low, high]`; null where one deal tells nothing about the spread), `wins`, `pairs` and `wild` (wins
with seven pairs, wins with a wild as the last discard).
"""  # noqa: E501 - a row of a table is one line


def page(context: click.Context) -> str:
    """The help of one command as a section."""
    return f"## `{context.command_path}`\n\n```text\n{context.command.get_help(context)}\n```\n"


def pages(context: click.Context) -> list[str]:
    """A command, and those below it."""
    below = context.command.commands if isinstance(context.command, click.Group) else {}
    contexts = [click.Context(command, parent=context, info_name=name) for name, command in below.items()]
    return [page(context), *(page(lower) for lower in contexts)]


def document() -> str:
    """The whole of `docs/cli.md`."""
    context = click.Context(commands, info_name="istaka", terminal_width=WIDTH, **commands.context_settings)
    sections = [page(context)]
    for name in COMMANDS:
        command = commands.get_command(context, name)
        assert command is not None  # noqa: S101 - it is in COMMANDS
        sections += pages(click.Context(command, parent=context, info_name=name))
    return "\n".join([HEAD, *sections, JSON])


if __name__ == "__main__":
    click.echo(document(), nl=False)
