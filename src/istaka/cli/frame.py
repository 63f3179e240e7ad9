"""The frame around every command: where commands are found, and how a process ends.

A command answers 0 (or nothing) when it did what it was asked. Wrong input ends with 2 and exactly one
sentence on stderr, an interrupt with 130 and a closed pipe with 141, both without a word.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

import click

from istaka.rules.errors import IstakaError

COMMANDS: Final = (
    *("serve", "bot", "solve", "simulate", "replay", "verify", "perft", "warm", "bench"),
    *("migrate", "backup", "restore", "doctor", "admin"),
)
"""Each is `command` in the module of its name beside this one."""
WRONG_INPUT: Final = 2
INTERRUPTED: Final = 130
CLOSED_PIPE: Final = 141
LONGEST: Final = 600
"""Letters of a complaint; of a longer one the middle is left out, which is input that it quotes."""


class Commands(click.Group):
    """A group whose commands are imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of `COMMANDS`."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, None when there is none."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"istaka.cli.{cmd_name}").command
        assert isinstance(command, click.Command)  # noqa: S101 - narrows a dynamic import for the type checker
        return command


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="istaka", message="istaka %(version)s")
@click.pass_context
def commands(ctx: click.Context) -> int:
    """Turkish Rummy (Okey): play it, host it, study it.

    Without a command the server starts on this machine and the page opens: `istaka serve --open`.
    """
    if ctx.invoked_subcommand is not None:
        return 0
    serve = commands.get_command(ctx, "serve")
    assert serve is not None  # noqa: S101 - it is in COMMANDS
    return answer(serve.make_context("istaka serve", ["--open"], parent=ctx), serve)


def answer(ctx: click.Context, command: click.Command) -> int:
    """The exit status of a command run in its context."""
    with ctx:
        return int(command.invoke(ctx) or 0)


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status; nothing but the command's own text is printed."""
    try:
        status = answer(commands.make_context("istaka", list(arguments)), commands)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        status = end.exit_code
    except click.ClickException as error:
        status = complain(error.format_message())
    except (KeyboardInterrupt, click.Abort):
        status = INTERRUPTED
    except BrokenPipeError:
        status = CLOSED_PIPE
    except (IstakaError, OSError, UnicodeDecodeError) as error:
        status = complain(str(error))
    return status


def complain(message: str) -> int:
    """Say in one sentence on stderr what was wrong, and return the exit status for it."""
    words = " ".join(message.split()).replace(". Did you mean", ": did you mean").rstrip(".!")
    if len(words) > LONGEST:
        words = f"{words[: LONGEST // 2]} ... {words[-LONGEST // 2 :]}"
    click.echo(f"istaka: {words}" if words.endswith("?") else f"istaka: {words}.", err=True)
    return WRONG_INPUT


def main() -> NoReturn:
    """Run the process's command line and exit."""
    status = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError:
        # what is still buffered has nowhere to go; without this the interpreter complains at its exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)
