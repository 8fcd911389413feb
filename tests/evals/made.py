"""Answers and cases by hand, for tests of the evaluation core."""

from __future__ import annotations

from collections.abc import Sequence

from loadsheet.artifacts import (
    Answer,
    Budget,
    Citation,
    CounterName,
    Entry,
    Manifest,
    Outcome,
    PolicyName,
    Prompt,
    Source,
)

EU = "Under the policy, the refund window for EU customers is 14 days from delivery."
SOURCE = Source(document="doc_17.md", version=1, start=0, end=len(EU))


def entry(id: str, kind: str, start: int, text: str, **values: object) -> Entry:
    fields = {"producer": "test", "rule": "by hand", "reason": "a test", "message": 0, "tokens": 1}
    span = {"start": start, "end": start + len(text)}
    return Entry.model_validate({**fields, "id": id, "kind": kind, **span, **values})


def answer(
    text: str,
    *,
    outcome: Outcome = "answered",
    evidence: str | None = EU,
    quotes: Sequence[str] = (),
    constraint: str | None = None,
    rendition: str = "full",
    source: Source = SOURCE,
) -> Answer:
    """An answer over one evidence block, with a citation of it for each quote."""
    content, entries = "", list[Entry]()
    if constraint is not None:
        block = f"<constraint>\n{constraint}\n</constraint>\n"
        entries.append(entry("constraint:1", "constraint", len(content), block))
        content += block
    if evidence is not None:
        block = f'<evidence id="1" source="doc_17 §3.2">\n{evidence}\n</evidence>\n'
        values = {"sources": (SOURCE,), "rendition": rendition}
        entries.append(entry("evidence:1", "evidence", len(content), block, **values))
        content += block
    return Answer(
        text=text,
        citations=tuple(
            Citation(marker=1, label="doc_17 §3.2", quote=quote, source=source) for quote in quotes
        ),
        outcome=outcome,
        confidence=1.0,
        turn_id="t1",
        manifest=Manifest(
            coverage=1.0,
            total_tokens=10,
            framing_tokens=1,
            counter=CounterName(name="o200k_base", exact=True),
            budget=Budget(),
            policy=PolicyName(name="default", hash="0"),
            entries=tuple(entries),
            left_out=(),
            ledger=(),
        ),
        prompt=Prompt(messages=({"role": "user", "content": content},)),
    )


def seen(made: Answer, *, invalid: Sequence[int] = ()) -> Answer:
    return made.model_copy(update={"invalid_markers": tuple(invalid)})


GOOD = answer("The window is 14 days. [1]", quotes=[EU])
ABSTAINED = answer("There is not enough evidence.", outcome="insufficient_evidence", evidence=None)
INVENTED = answer("The window is 99 days, of course.", evidence=None)
