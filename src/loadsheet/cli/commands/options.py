"""The options of `loadsheet` itself, which may stand before or after the command."""

from __future__ import annotations

from collections.abc import Sequence

GLOBAL_OPTIONS = ("--state", "--workspace", "--config", "--model", "--base-url", "--budget")
"""Options with a value that every command takes."""

GLOBAL_FLAGS = ("--json", "--debug")
"""Options without a value that every command takes."""

EVERYWHERE = (
    "The options of `loadsheet` itself (--state, --workspace, --config, --model, --base-url, --budget, --json, "
    "--debug) may stand before or after the command."
)


def epilog(*examples: str) -> str:
    """What stands below the help of a command: how it may be typed, and the options that every command has."""
    return "\n\n".join((*(f"$ {example}" for example in examples), EVERYWHERE))


def hoisted(arguments: Sequence[str]) -> list[str]:
    """The arguments with the options of every command in front; what follows `--` stays where it is."""
    front: list[str] = []
    rest: list[str] = []
    waiting = iter(arguments)
    for word in waiting:
        if word == "--":
            rest += [word, *waiting]
        elif word in GLOBAL_OPTIONS:
            front += [word, *(value for value in [next(waiting, None)] if value is not None)]
        elif word in GLOBAL_FLAGS or word.split("=", 1)[0] in GLOBAL_OPTIONS:
            front.append(word)
        else:
            rest.append(word)
    return front + rest
