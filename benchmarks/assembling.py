"""How long `assemble` takes, by the length of the history and by the number of evidence blocks."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

from figures import Bench, interleaved, median, percentile
from loadsheet.artifacts import Block, Manifest, Materials, Message, Prompt, Source
from loadsheet.assembly import assemble
from loadsheet.assembly.blocks import block
from loadsheet.assembly.ladder import ladder
from loadsheet.assembly.policy import DEFAULT
from loadsheet.models.counters import BpeCounter
from loadsheet.ports import Counter
from texts import messages, prose

BUDGET = 8_000
ROUNDS = 60
HISTORIES = (100, 1_000, 10_000)
EVIDENCE_WORDS = 180


def run() -> Bench:
    """Every size in turn, round after round; the medians."""
    bench = Bench("assemble")
    counter = BpeCounter("o200k_base")
    evidence = evidence_blocks(500, counter)
    ways: dict[str, Callable[[], tuple[Prompt, Manifest]]] = {}
    for count in HISTORIES:
        given = materials(evidence[:200], history(count, counter), counter)
        ways[f"{count:,} messages, 200 evidence"] = partial(
            assemble, given, BUDGET, DEFAULT, counter
        )
    for count in HISTORIES[1:]:
        given = materials(evidence[:5], history(count, counter), counter)
        ways[f"{count:,} messages, 5 evidence"] = partial(assemble, given, BUDGET, DEFAULT, counter)
    given = materials(evidence, [], counter)
    ways["500 evidence"] = partial(assemble, given, BUDGET, DEFAULT, counter)
    for way in ways.values():
        way()
    seconds = interleaved(ways, ROUNDS)
    for name, values in seconds.items():
        goal = 5.0 if name == "500 evidence" else None
        _, manifest = ways[name]()
        bench.add(
            name,
            median(values) * 1000,
            "ms",
            at_most=goal,
            note=f"p95 {percentile(values, 0.95) * 1000:.2f} ms; {len(manifest.entries)} entries, "
            f"{manifest.total_tokens} tokens, {len(manifest.left_out)} left-out rows",
        )
    for rest in ("200 evidence", "5 evidence"):
        pairs = zip(
            seconds[f"10,000 messages, {rest}"], seconds[f"1,000 messages, {rest}"], strict=True
        )
        ratio = median([longest / middle for longest, middle in pairs])
        bench.add(f"10,000 messages over 1,000, {rest}", ratio, "×", at_most=1.2)
    bench.notes.append(
        f"budget {BUDGET:,} tokens, medians of {ROUNDS} rounds that take turns; counts are stored with the texts, "
        "as the agent stores them"
    )
    bench.notes.append(
        "200 evidence blocks fill the budget, and history gives way to them; beside 5, history takes the rest"
    )
    return bench


def history(count: int, counter: Counter) -> list[Message]:
    """A transcript with its counts, as the store gives it."""
    return [
        Message.model_validate(
            {
                "id": f"m{number}",
                "session": "bench",
                "role": "assistant" if number % 2 else "user",
                "content": text,
                "tokens": (counter.count(text),),
            }
        )
        for number, text in enumerate(messages(count))
    ]


def evidence_blocks(count: int, counter: Counter) -> list[Block]:
    """Passages with shorter forms and a falling score, as `reduce` makes them."""
    chance = random.Random(5)
    made: list[Block] = []
    for number in range(1, count + 1):
        text = prose(chance, EVIDENCE_WORDS)
        made.append(
            block(
                "evidence",
                f"evidence:{number}",
                text,
                counter=counter,
                producer="reduce",
                rule="above_floor",
                reason="speaks of the question",
                attributes={"id": str(number), "source": f"doc_{number} §1.{number}"},
                shorter=ladder(text, "refund window delivery"),
                referable=True,
                score=1 - number / (2 * count),
                sources=(Source(document=f"doc_{number}", version=1, start=0, end=len(text)),),
            )
        )
    return made


def materials(
    evidence: Sequence[Block], messages: Sequence[Message], counter: Counter
) -> Materials:
    """What a turn offers: the core, the evidence and the history."""
    core = (
        ("instructions", "Answer from the evidence. Cite it by its number in brackets."),
        ("question", "How long is the refund window after delivery?"),
    )
    blocks = [
        block(kind, kind, text, counter=counter, producer="bench", rule="always", reason="the core")
        for kind, text in core
    ]
    return Materials(blocks=(*blocks, *evidence), history=tuple(messages))
