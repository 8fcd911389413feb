"""A file of cases goes in; cases come out, or one line that names the file, the line and the field.

A case is a conversation with what is expected of each turn. A `.jsonl` file holds one case a line; a `.json` file
holds a list of them, or `{"cases": […], "gates": ["citation_grounding>=0.9"]}`. In a `.jsonl` file a line of its own
may hold the gates: `{"gates": […]}`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NoReturn, cast

from pydantic import Field, StringConstraints, ValidationError

from loadsheet.artifacts import Artifact, Document, MemoryRecord, Outcome, Value
from loadsheet.errors import InputError
from loadsheet.evals.objects import listed, objects

SomeText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
"""A text with something in it."""


class Constraint(Value):
    """A standing instruction of the user's, and how an answer that heeds it looks."""

    text: SomeText
    """In the user's own words."""
    answer_contains: tuple[SomeText, ...] = ()
    answer_excludes: tuple[SomeText, ...] = ()


class Frozen(Value):
    """What the stages of a turn gave, in the order of the way; each a set of lines."""

    route: tuple[str, ...] = ()
    """Source, granularity, effort, and whether memory was read."""
    candidates: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    memory: tuple[str, ...] = ()
    """The rules by which blocks were read."""
    manifest: tuple[str, ...] = ()
    """Each entry: its kind, rule and form, and where its text stands."""
    answer: tuple[str, ...] = ()
    """How it ended, what it says, what it cites."""


class CaseTurn(Value):
    """A question, and what is expected of its answer; what is left away is not measured."""

    question: SomeText
    answer_contains: tuple[SomeText, ...] = ()
    answer_excludes: tuple[SomeText, ...] = ()
    cites: tuple[SomeText, ...] | None = None
    """Documents (`doc_17.md`) or labels (`doc_17 §3.2`) that the answer must cite; an empty list says that the answer
    needs no source."""
    evidence: tuple[SomeText, ...] | None = None
    """Documents or labels that must be aboard the prompt; those of `cites` where it is left away."""
    outcome: Outcome | None = None
    constraints: tuple[Constraint, ...] = ()
    """The constraints in force at this turn."""
    frozen: Frozen | None = None
    """What each stage gave when the turn was asked; `loadsheet eval freeze` writes it."""
    added: tuple[Document, ...] = ()
    """Documents that were added, or changed, since the turn before it."""
    removed: tuple[SomeText, ...] = ()
    """The ids of documents that were removed since the turn before it."""
    budget: int | None = Field(default=None, gt=0)
    """The size of the whole prompt in tokens; that of the settings where it is left away."""

    @property
    def wanted(self) -> tuple[str, ...]:
        """What must be aboard the prompt."""
        return (self.cites or ()) if self.evidence is None else self.evidence


class Case(Artifact):
    """A conversation over known documents, held in a session of its own."""

    id: SomeText
    documents: tuple[str | Document, ...] = ()
    """Paths, taken from the folder of the file, or documents with `id` and `text`; none, to ask what is indexed,
    unless the conversation is frozen."""
    records: tuple[MemoryRecord, ...] = ()
    """What memory held before the first turn; `loadsheet eval freeze` writes it."""
    turns: tuple[CaseTurn, ...] = Field(min_length=1)

    @property
    def complete(self) -> bool:
        """Whether it brings all that it is asked over: its documents, or, frozen, what there was of any kind."""
        return bool(self.documents) or any(turn.frozen for turn in self.turns)


@dataclass(frozen=True, slots=True)
class CaseFile:
    """What a file holds: its cases, and the gates that its report must pass."""

    cases: tuple[Case, ...]
    gates: tuple[str, ...] = ()


def load_cases(path: Path) -> CaseFile:
    """Read the cases of a file. Raises `InputError` with the file, the line and the field of what cannot be used."""
    cases: list[Case] = []
    gates: list[str] = []
    places: dict[str, str] = {}
    for place, given in _objects(path):
        if "gates" in given:
            gates += _gates(place, given)
            continue
        case = _case(place, given, path.parent)
        if case.id in places:
            raise InputError(
                f"{place}: id {case.id!r} is that of {places[case.id]} too: give it another one"
            )
        places[case.id] = place
        cases.append(case)
    if not cases:
        raise InputError(
            f'{path}: no case in it: write one, such as {{"id": "a", "turns": [{{"question": "…"}}]}}'
        )
    return CaseFile(tuple(cases), tuple(gates))


def turn_asking(
    question: str, path: str | os.PathLike[str] | None, expected: str | Sequence[str]
) -> CaseTurn:
    """What is expected of the answer to a question: by the turn of a file of cases that asks the same, and beside it.

    Raises `InputError` where no turn of the file does.
    """
    turn = CaseTurn(question=question)
    if path is not None:
        turns = [one for case in load_cases(Path(path)).cases for one in case.turns]
        same = [one for one in turns if one.question == question.strip()]
        if not same:
            raise InputError(f"{os.fspath(path)} has no turn that asks {question!r}")
        turn = same[0]
    texts = (*([expected] if isinstance(expected, str) else expected), *turn.answer_contains)
    contains = tuple(text for text in texts if text.strip())
    return turn.model_copy(update={"answer_contains": contains})


# ---------------------------------------------------------------- reading


def _objects(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every case of the file, and what stands beside them, with the words that say where it stands."""
    for place, row in objects(path, "case"):
        if "cases" not in row:
            yield place, row
            continue
        if rest := sorted(set(row) - {"cases", "gates"}):
            raise InputError(f"{path}: unknown field {rest[0]!r}; fields: cases, gates")
        if "gates" in row:
            yield str(path), {"gates": row["gates"]}
        yield from listed(path, row["cases"], "case")


def _gates(place: str, given: dict[str, Any]) -> list[str]:
    if rest := sorted(set(given) - {"gates"}):
        raise InputError(
            f"{place}: {rest[0]!r} stands beside 'gates': put gates on a line of their own"
        )
    rows = given["gates"]
    if not isinstance(rows, list) or not all(
        isinstance(row, str) for row in cast("list[Any]", rows)
    ):
        raise InputError(f'{place}: gates: must be a list of texts, such as ["outcome_match>=0.9"]')
    return cast("list[str]", rows)


def _case(place: str, given: dict[str, Any], folder: Path) -> Case:
    try:
        case = Case.model_validate(given)
    except ValidationError as error:
        _refuse(place, error)
    resolved: list[str | Document] = []
    for index, document in enumerate(case.documents):
        if isinstance(document, Document):
            resolved.append(document)
            continue
        found = folder / Path(document).expanduser()
        if not document.strip() or not found.exists():
            raise InputError(
                f"{place}: documents[{index}]: nothing at '{document}', taken from '{folder}'"
            )
        resolved.append(str(found))
    return case.model_copy(update={"documents": tuple(resolved)})


def _refuse(place: str, error: ValidationError) -> NoReturn:
    """Say where the first mistake is, what it is, and what would be right."""
    rows = error.errors()
    # A document is a path or an object: of an object, the mistakes of the object count.
    first = next((row for row in rows if row["loc"][-1] != "str"), rows[0])
    location = [part for part in first["loc"] if part not in {"str", "Document"}]
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    name = field.lstrip(".")
    message, kind = first["msg"], first["type"]
    if kind == "extra_forbidden":
        message = f"unknown field; fields: {', '.join(_fields(location))}"
    elif kind == "tuple_type":
        message = 'must be a list, such as ["…"]'
    elif kind == "too_short" and name == "turns":
        message = "a case needs at least one turn"
    elif name.startswith("documents[") and kind in {"model_type", "string_type"}:
        message = "a document is a path or an object with id and text"
    elif kind == "string_too_short":
        message = "must not be empty"
    raise InputError(f"{place}: {name}: {message[0].lower()}{message[1:]}") from error


def _fields(location: Sequence[int | str]) -> list[str]:
    """The fields of the object in which the last part of a location stands."""
    named = [part for part in location[:-1] if isinstance(part, str)]
    owner: type[Value] = Case
    for part in named:
        owner = _OWNERS.get(part, owner)
    return [name for name in owner.model_fields if name != "schema_version"]


_OWNERS: dict[str, type[Value]] = {
    "turns": CaseTurn,
    "constraints": Constraint,
    "documents": Document,
    "added": Document,
    "frozen": Frozen,
    "records": MemoryRecord,
}
