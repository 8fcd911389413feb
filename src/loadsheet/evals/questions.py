"""A file of questions in; questions whose answers are known out."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from loadsheet.artifacts import Value
from loadsheet.errors import InputError
from loadsheet.evals.metrics import holds
from loadsheet.evals.objects import objects
from loadsheet.funnel.rank import Ranked


class QuestionCase(Value):
    """A line of the file: a question, and what answers it; one that nothing answers says `answerable: false`."""

    question: str
    documents: tuple[str, ...] = ()
    """Documents (`leave.md`) or labels (`leave › Sick leave`) that hold the answer."""
    answer: str = ""
    """Words that stand in every passage that answers."""
    answerable: bool = True

    def answered_by(self, item: Ranked) -> bool:
        """Whether the passage is one that answers, or stands for one."""
        passages = (item.candidate, *(repeat.candidate for repeat in item.kept.repeats))
        names = {name for one in passages for name in (one.document, one.label)}
        said = bool(self.answer) and holds(item.candidate.text, self.answer)
        return self.answerable and bool(names.intersection(self.documents) or said)


def questions_from(path: Path) -> list[QuestionCase]:
    """The questions of a `.jsonl` or `.json` file. Raises `InputError` that names the place and what is wrong there."""
    made: list[QuestionCase] = []
    for place, row in objects(path, "question"):
        try:
            one = QuestionCase.model_validate(row)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"])
            raise InputError(f"{place}: {field}: {first['msg']}") from error
        if one.answerable and not (one.documents or one.answer):
            raise InputError(
                f"{place}: name `documents` or an `answer`, or say `answerable: false`"
            )
        made.append(one)
    if not made:
        raise InputError(f"the questions '{path}' are none: write one JSON object a line")
    return made
