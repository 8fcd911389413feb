"""Real turns in each of which one fault is planted, at one stage: the doctor names that stage and no earlier one."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.turns.acting import DOCUMENTS, agent

import loadsheet
from loadsheet.artifacts import (
    CandidateList,
    Context,
    EvidenceSet,
    Heard,
    LeftOut,
    Loading,
    MemoryRecord,
    MemorySlice,
    Origin,
    QuerySet,
    Reading,
    RoutePlan,
    WriteReceipt,
)
from loadsheet.corpus.chunk import chunk
from loadsheet.errors import StoreError
from loadsheet.evals import doctor
from loadsheet.evals.case import CaseTurn, load_cases
from loadsheet.evals.doctor import CHECKS, STAGES, Diagnosis, Examined, diagnose
from loadsheet.evals.metrics import holds
from loadsheet.ports import Decision
from loadsheet.stages.assemble import Assemble
from loadsheet.stages.intake import Hearing, Intake
from loadsheet.stages.recall import Recall
from loadsheet.stages.reduce import Found, Reduce
from loadsheet.stages.retrieve import Retrieve
from loadsheet.stages.route import Route

EU = "How long is the EU refund window?"
Plant = Callable[[loadsheet.Agent], Awaitable[Diagnosis]]


def document(id: str, text: str) -> loadsheet.Document:
    return loadsheet.Document(id=id, text=text)


async def told(open_agent: loadsheet.Agent, *questions: str, **wanted: Any) -> Diagnosis:
    for question in questions:
        await open_agent.ask(question)
    return await open_agent.diagnose(**wanted)


# ---------------------------------------------------------------- corpus


async def nowhere(one: loadsheet.Agent) -> Diagnosis:
    return await told(one, EU, expected="99 days")


async def removed(one: loadsheet.Agent) -> Diagnosis:
    await one.remove("doc_17.md")
    return await told(one, EU, expected="14 days")


async def older_version(one: loadsheet.Agent) -> Diagnosis:
    await one.add_documents(
        [document("doc_17.md", DOCUMENTS[0].text.replace("14 days", "21 days"))]
    )
    return await told(one, EU, expected="14 days")


async def later(one: loadsheet.Agent) -> Diagnosis:
    await one.remove(["doc_17.md"])
    await one.ask(EU)
    await one.add_documents([DOCUMENTS[0].model_copy(update={"id": "new.md"})])
    return await one.diagnose(expected="14 days", evidence="new.md")


async def drift(one: loadsheet.Agent) -> Diagnosis:
    connection = one.store.connection  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType]
    connection.rows("DELETE FROM passages WHERE text LIKE '%14 days%'")  # pyright: ignore[reportUnknownMemberType]
    return await told(one, EU, expected="14 days")


# ---------------------------------------------------------------- remember


class Appends:
    """A write policy with the fault of the worked trace: a correction is kept beside what it corrects."""

    def keys(self, candidate: MemoryRecord) -> Sequence[tuple[str, str]]:
        return ()

    def decide(self, candidate: MemoryRecord, existing: Sequence[MemoryRecord]) -> Decision:
        return Decision(WriteReceipt(status="stored", reason="appended"), (candidate,))


async def two_truths(one: loadsheet.Agent) -> Diagnosis:
    await one.ask("The gate code of the north yard is 4417.")
    (record,) = await one.memory.list()
    newer = record.model_copy(
        update={
            "id": "r-new",
            "value": "8812",
            "text": "The gate code of the north yard is 8812.",
            "said_at": record.said_at + timedelta(seconds=5),
            "correction": True,
        }
    )
    await one.store.write("default", [newer], Appends())
    return await told(one, "What is the gate code of the north yard?", expected="8812")


async def unwritten(one: loadsheet.Agent) -> Diagnosis:
    await one.ask("Hm, 7731 was what somebody scribbled on the door of the shed?")
    return await told(one, "Which number is on the shed?", expected="7731")


async def secret(one: loadsheet.Agent) -> Diagnosis:
    await one.ask("My password is hunter2-xyz.", session="other")
    return await told(one, "What is my password?", expected="hunter2-xyz")


async def memory_off(one: loadsheet.Agent) -> Diagnosis:
    await one.ask("My shoe size is 43.", session="other")
    return await told(one, "What is my shoe size?", expected="43")


# ---------------------------------------------------------------- intake, route


async def wrong_session(one: loadsheet.Agent) -> Diagnosis:
    await one.ask(EU, session="refunds")
    return await told(one, "And how long is it there?", expected="14 days")


class Misheard(Intake):
    def __call__(self, given: Hearing, /) -> Heard:
        heard = super().__call__(given)
        if heard.turn.question.startswith("And"):
            query = "How long is the UK refund window?"
            resolved = (("there", "UK"),)
            update = {"query": query, "resolved": resolved, "form": "ellipsis"}
            faded = {"entities": (), "terms": (), "topic": ()}
            return Heard(
                turn=heard.turn.model_copy(update=update),
                state=heard.state.model_copy(update=faded),
                next_state=heard.next_state.model_copy(update=faded),
            )
        return heard


async def referent(one: loadsheet.Agent) -> Diagnosis:
    await one.remove(["doc_17.md"])
    await one.add_documents(
        [document("vouchers.md", "Vouchers bought in Norway lapse after 41 months.")]
    )
    await one.ask("Do you know Norway?")
    one.pipeline = replace(one.pipeline, intake=Misheard())
    return await told(one, "And how long there?", expected="41 months")


async def constraint(one: loadsheet.Agent, tmp: Path) -> Diagnosis:
    case = {"question": EU, "constraints": [{"text": "Never mention store credit."}]}
    (tmp / "case.json").write_text(str([{"id": "a", "turns": [case]}]).replace("'", '"'))
    return await told(one, EU, case=tmp / "case.json")


class Elsewhere(Route):
    def __call__(self, given: Heard, /) -> RoutePlan:
        made = super().__call__(given)
        queries = made.queries.model_copy(update={"queries": ()})
        shut = made.memory_read.model_copy(update={"trigger": "", "fire": False})
        update = {"source": Origin.NONE, "queries": queries, "memory_read": shut}
        return made.model_copy(update=update)


async def wrong_source(one: loadsheet.Agent) -> Diagnosis:
    one.pipeline = replace(one.pipeline, route=Elsewhere())
    return await told(one, EU, expected="14 days")


async def memory_shut(one: loadsheet.Agent) -> Diagnosis:
    await one.ask("The gate code of the north yard is 4417.")
    one.pipeline = replace(one.pipeline, route=Elsewhere())
    return await told(one, "What is the gate code of the north yard?", expected="4417")


# ---------------------------------------------------------------- retrieve, reduce, recall


async def words(one: loadsheet.Agent) -> Diagnosis:
    await one.add_documents([document("staff.md", "Mothers stay home for 14 weeks after a birth.")])
    return await told(one, "How much parental absence do employees get?", expected="14 weeks")


class Broken:
    name = "lexical"

    async def find(self, queries: QuerySet, /) -> CandidateList:
        raise StoreError("the index is away")


async def source_failed(one: loadsheet.Agent) -> Diagnosis:
    one.pipeline = replace(one.pipeline, retrieve=Retrieve((Broken(),)))
    return await told(one, EU, expected="14 days")


def reducing(**settings: Any) -> Plant:
    async def plant(one: loadsheet.Agent) -> Diagnosis:
        one.pipeline = replace(one.pipeline, reduce=Reduce(**settings))
        return await told(one, EU, expected="14 days")

    return plant


@dataclass(frozen=True, slots=True)
class Forgetful(Recall):
    async def __call__(self, given: Reading, /) -> MemorySlice:
        return MemorySlice()


async def not_recalled(one: loadsheet.Agent) -> Diagnosis:
    await one.ask("The gate code of the north yard is 4417.")
    one.pipeline = replace(one.pipeline, recall=Forgetful(one.store, one.counter))
    return await told(one, "What is the gate code of the north yard?", expected="4417")


async def compressed(one: loadsheet.Agent) -> Diagnosis:
    filler = " ".join(
        f"Parcel {n} travels by road to depot number {n} of the carrier." for n in range(8)
    )
    text = f"# EU refund window\n\nThe EU refund window is a thing. {filler} Usually it takes a fortnight in total."
    await one.add_documents([document("long.md", text)])
    await one.remove(["doc_17.md", "doc_31.md"])
    await one.ask("How long is the EU refund window?", budget=260)
    return await one.diagnose(expected="a fortnight in total")


# ---------------------------------------------------------------- select_model, assemble, generate


LONG = (
    "The EU refund window is 14 days. "
    + "It is counted from the day of delivery to the customer. " * 6
)


async def removed_after_it_was_cited(one: loadsheet.Agent) -> Diagnosis:
    await one.ask(EU)
    await one.remove("doc_17.md")
    return await told(one, EU, expected="14 days")


async def merged(one: loadsheet.Agent) -> Diagnosis:
    """A deduplication that takes two windows for one."""
    one.pipeline = replace(one.pipeline, reduce=Merging())
    return await told(one, "How long is the refund window for UK customers?", expected="28 days")


class Silent(Reduce):
    """Leaves out all of its candidates and says of none why."""

    def __call__(self, given: Found, /) -> EvidenceSet:
        return EvidenceSet()


async def unaccounted(one: loadsheet.Agent) -> Diagnosis:
    one.pipeline = replace(one.pipeline, reduce=Silent())
    return await told(one, EU, expected="14 days")


async def no_room_for_a_record(one: loadsheet.Agent) -> Diagnosis:
    kept = "The gate code of the north yard is 4417, as the foreman has told all of us once again."
    await one.ask(kept)
    await one.ask("What is the gate code of the north yard?", session="b", budget=210)
    return await one.diagnose(expected="4417")


async def no_room(one: loadsheet.Agent) -> Diagnosis:
    await one.add_documents([document("doc_17.md", LONG)])
    await one.ask(EU, budget=205)
    return await one.diagnose(expected="14 days")


@dataclass(frozen=True, slots=True)
class Careless(Assemble):
    def __call__(self, given: Loading, /) -> Context:
        blocks = tuple(b for b in given.materials.blocks if b.kind != "constraint")
        materials = given.materials.model_copy(update={"blocks": blocks})
        return Assemble(self.counter)(given.model_copy(update={"materials": materials}))


SCRIPT = {
    "generate.unused": "The window is 28 days. [2]",
    "generate.cites": "It is 14 days. [2]",
}
"""What a careless model says to a prompt that holds the right passage as [1]."""


class Merging(Reduce):
    """Takes every passage but the first for a repetition of it."""

    def __call__(self, given: Found, /) -> EvidenceSet:
        made = Reduce.__call__(self, given)
        worse = [e for e in made.evidence if "28 days" in e.candidate.text]
        rows = tuple(
            LeftOut(
                id=e.candidate.passage_id,
                kind="evidence",
                stage="reduce",
                rule="duplicate",
                reason="it repeats a better passage",
                sources=(e.candidate.source,),
            )
            for e in worse
        )
        kept = tuple(e for e in made.evidence if e not in worse)
        return made.model_copy(update={"evidence": kept, "left_out": (*made.left_out, *rows)})


FURTHER: dict[str, tuple[str, Plant]] = {
    "a document that an earlier turn cited was removed": (
        "corpus.removed",
        removed_after_it_was_cited,
    ),
    "memory refused a secret": ("remember.unwritten", secret),
    "the question was asked in another session": ("intake.session", wrong_session),
    "two passages were merged that differ": ("reduce.duplicate", merged),
    "a stage lists nothing of what it leaves out": ("reduce.unaccounted", unaccounted),
    "a record has no room": ("assemble.no_room", no_room_for_a_record),
}
"""More faults that real systems have, each with the check that names it."""


PLANTED: dict[str, Plant] = {
    "corpus.nowhere": nowhere,
    "corpus.removed": removed,
    "corpus.older_version": older_version,
    "corpus.later": later,
    "corpus.drift": drift,
    "remember.two_truths": two_truths,
    "remember.unwritten": unwritten,
    "intake.referent": referent,
    "route.source": wrong_source,
    "route.memory_shut": memory_shut,
    "retrieve.words": words,
    "retrieve.source": source_failed,
    "reduce.below_floor": reducing(floor=0.99),
    "reduce.beyond_candidates": reducing(candidates=0),
    "reduce.sufficient": reducing(sufficient=1.01),
    "recall.trigger": not_recalled,
    "reduce.compress": compressed,
    "assemble.no_room": no_room,
}


@pytest.mark.parametrize("check", PLANTED)
async def test_a_planted_fault_is_named_and_nothing_before_it(check: str) -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        found = await PLANTED[check](one)
    assert found.finding, found.verdict
    assert (found.finding.check, found.stage) == (check, check.partition(".")[0]), found
    before = found.walk[: STAGES.index(found.finding.stage)]
    assert {step.mark for step in before} <= {"sound", "unasked"}
    assert found.verdict.startswith(("Context bug", "The answer is right, by luck."))
    assert ("contradicts" in found.verdict) <= (check == "remember.two_truths"), found.verdict
    assert found.finding.do


@pytest.mark.parametrize("fault", FURTHER)
async def test_a_fault_of_real_systems_is_named_at_its_stage(fault: str) -> None:
    check, plant = FURTHER[fault]
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        found = await plant(one)
    assert found.finding, found.verdict
    assert (found.finding.check, found.bug) == (check, "context")
    assert "loadsheet add" not in found.finding.do[0]


def test_every_stage_of_the_way_has_a_planted_fault() -> None:
    checks = [*PLANTED, *SCRIPT, *(check for check, _ in FURTHER.values()), "select_model.window"]
    stages = {check.partition(".")[0] for check in checks}
    assert stages | {"score"} == set(STAGES)  # what score can do is to raise: see below


async def test_what_memory_is_to_do_about_a_fact_it_lacks_is_said() -> None:
    for plant, memory, word in (
        (secret, "on", "keep_secrets"),
        (memory_off, "off", "`memory` to on"),
    ):
        async with agent(settings={"memory": memory}) as one:
            found = await plant(one)
        assert found.finding
        assert found.finding.check == "remember.unwritten"
        assert word in found.finding.do[0]
        assert found.finding.do[-1] == "ask in session 'other', whose transcript has it"


async def test_a_refused_turn_with_passages_aboard_gives_a_signal_without_an_expectation() -> None:
    async with agent(loadsheet.ScriptedModel(["The evidence does not answer this."])) as one:
        await one.add_documents(DOCUMENTS)
        found = await told(one, EU)
        assert (found.bug, found.stage) == ("unknown", "generate")
        assert "found no answer in what was judged to suffice" in found.verdict
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        one.pipeline = replace(one.pipeline, reduce=Reduce(sufficient=1.01))
        found = await told(one, EU)
        assert (found.bug, found.stage) == ("unknown", "reduce")


RULE = "Never suggest store credit."
OTHERWISE = "What can UK customers get in the place of a refund?"


@pytest.mark.parametrize("wanted", [{}, {"expected": "28 days"}, {"expected": "store credit"}])
async def test_an_answer_that_breaks_a_standing_rule_is_the_models(wanted: Any) -> None:
    model = loadsheet.ScriptedModel(["Take store credit instead. [1]"])
    async with agent(model) as one:
        await one.add_documents(DOCUMENTS)
        found = await told(one, RULE, OTHERWISE, **wanted)
    assert found.finding
    assert (found.finding.check, found.bug) == ("generate.excluded", "model")
    assert RULE in found.verdict


async def test_an_answer_that_speaks_of_a_rule_does_not_break_it() -> None:
    said = "As you asked never to suggest store credit, I name only the window: it is 28 days. [1]"
    async with agent(loadsheet.ScriptedModel([said, "I do suggest store credit. [1]"])) as one:
        await one.add_documents(DOCUMENTS)
        asked = "How long is the refund window for UK customers?"
        assert (await told(one, RULE, asked)).sound
        broken = (await told(one, asked)).finding
    assert broken
    assert broken.check == "generate.excluded"


async def test_what_a_standing_rule_keeps_out_is_no_fault() -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        found = await told(one, RULE, OTHERWISE, expected="store credit")
        assert found.sound, found
        assert f"the rule “{RULE}” keeps “store credit” out of answers" in found.verdict
        for question in ("What are my rules?", "What did I ask first?", "Is there store credit?"):
            found = await told(one, question)
            assert found.sound, (question, found.answer, found.verdict)


async def test_words_that_a_document_lacks_are_no_matter_of_the_session() -> None:
    """A question that stands alone reads the same in every session, whatever was spoken of there."""
    async with agent() as one:
        text = "Mothers stay home for 14 weeks after a birth."
        await one.add_documents([*DOCUMENTS, document("staff.md", text)])
        await one.ask("How long do mothers stay home after a birth?", session="staff")
        found = await told(one, "How much parental absence is there?", expected="14 weeks")
    assert found.finding
    assert found.finding.check == "retrieve.words"


@pytest.mark.parametrize(
    "said",
    ["Never suggest store credit.", "Answer in German from now on.", "Thanks!", "My name is Ana."],
)
async def test_a_turn_that_asks_nothing_raises_no_alarm(said: str) -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        found = await told(one, said)
    assert found.sound, found


@pytest.mark.parametrize("stage", ["remember", "score"])
@pytest.mark.parametrize("expected", [(), ("14 days",)])
async def test_a_stage_that_raised_after_the_answer_is_named(
    stage: str, expected: tuple[str, ...]
) -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        one.pipeline = replace(one.pipeline, **{stage: raising(getattr(one.pipeline, stage))})
        with pytest.raises(StoreError):
            await one.ask(EU)
        found = await one.diagnose(expected=expected)
    assert (found.finding and found.finding.check, found.bug) == (f"{stage}.failed", "unknown")
    assert "A stage failed, after the answer was given" in found.verdict


@pytest.mark.parametrize("check", SCRIPT)
async def test_a_model_that_does_not_use_its_prompt_is_a_model_bug(check: str) -> None:
    async with agent(loadsheet.ScriptedModel([SCRIPT[check]])) as one:
        await one.add_documents(DOCUMENTS)
        found = await told(one, EU, expected="14 days")
    assert found.finding, found
    assert (found.finding.check, found.bug) == (check, "model")
    assert "Model bug" in found.verdict


async def test_a_small_window_is_the_fault_of_the_model_that_was_chosen() -> None:
    settings = {"model_window": 240, "output_reserve": 40}
    model = loadsheet.ScriptedModel(["There is no evidence."])
    async with agent(model, settings=settings) as one:
        await one.add_documents([document("doc_17.md", LONG)])
        found = await told(one, EU, expected="14 days")
    assert found.finding, found
    assert found.finding.check == "select_model.window"


async def test_a_constraint_that_was_never_pinned_is_intakes(tmp_path: Path) -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        found = await constraint(one, tmp_path)
    assert found.finding, found
    assert found.finding.check == "intake.constraint"


async def test_a_constraint_that_assembly_lost_is_its_own() -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        await one.ask("Never suggest store credit.")
        seen = await one.recorded((await one.ask(EU)).turn_id)
        assert seen.loading
        context = Careless(one.counter)(seen.loading)
        # `cached_property` keeps what stands in the instance: the prompt of the careless assembler.
        seen.__dict__["context"] = context
        found = diagnose(Examined(seen, CaseTurn(question=EU)))
    assert found.finding, found
    assert found.finding.check == "assemble.constraint"


HEALTHY = {
    "How long is the EU refund window?": "14 days",
    "And for the UK?": "28 days",
    "The gate code of the north yard is 4417.": "",
    "What is the gate code of the north yard?": "4417",
    "Actually the gate code of the north yard is 8812.": "",
    "And what is the gate code of the north yard now?": "8812",
    "Who pays the postage of EU customers?": "customer",
}


@pytest.mark.parametrize("route", ["fixed", "rules"])
async def test_healthy_turns_name_no_stage(route: str) -> None:
    async with agent(settings={"route": route}) as one:
        await one.add_documents(DOCUMENTS)
        for question, expected in HEALTHY.items():
            answer = await one.ask(question)
            found = await one.diagnose(expected=expected)
            assert found.sound, (question, answer.text, found.verdict)
            assert found.verdict.startswith("Nothing at fault" if expected else "No stage gave a")


async def test_without_an_expectation_nothing_is_proven_and_what_an_answer_cites_is_told() -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        found = await told(one, "How long is the refund window for EU orchids?")
    assert (found.sound, "proves nothing" in found.verdict) == (True, True)
    said = next(step.said for step in found.walk if step.stage == "generate")
    assert said == "answered by extractive, citing doc_17 §3.2, which does not say “orchids”"


async def test_no_right_answer_of_a_set_raises_an_alarm() -> None:
    home = Path(__file__).parents[2] / "evals" / "answers"
    cases = load_cases(home / "near.jsonl").cases
    right = 0
    async with agent(settings={"embedder": "none"}) as one:
        await one.add(*{str(document) for case in cases for document in case.documents})
        for turn in (turn for case in cases for turn in case.turns if turn.answer_contains):
            answer = await one.ask(turn.question, session=turn.question)
            for expected in ((), turn.answer_contains):
                found = await one.diagnose(expected=expected)
                if all(holds(answer.text, text) for text in turn.answer_contains):
                    right += 1
                    assert found.sound, (turn.question, answer.text, found.verdict)
                elif expected:
                    assert not found.sound, (turn.question, answer.text)
    assert right >= 20


async def test_what_was_superseded_is_rightly_out() -> None:
    async with agent() as one:
        await one.ask("The gate code of the north yard is 4417.")
        await one.ask("Actually the gate code of the north yard is 8812.")
        found = await told(one, "What is the gate code of the north yard?", expected="4417")
    assert found.sound, found
    assert "so no more" in found.verdict


async def test_a_file_that_says_it_and_was_not_synced_is_named(tmp_path: Path) -> None:
    (tmp_path / "tea.md").write_text("Tea is served at four.")
    async with agent() as one:
        await one.add(tmp_path)
        (tmp_path / "soup.md").write_text("Soup is served at noon in the canteen.")
        found = await told(one, "When is soup served?", expected="at noon")
    assert found.finding, found
    assert found.finding.check == "corpus.unsynced"
    assert found.finding.clues[0].value.endswith("soup.md")


async def test_without_an_expectation_the_stages_own_signals_are_read() -> None:
    async with agent() as one:
        found = await told(one, "What does the canteen serve?")
    assert (found.bug, found.stage) == ("unknown", "retrieve")
    assert found.verdict.startswith("No fault is proven; retrieve gave a signal")


async def test_a_diagnosis_goes_to_json_and_back_and_writes_nothing(tmp_path: Path) -> None:
    async with agent(state=str(tmp_path)) as one:
        await one.add_documents(DOCUMENTS)
        await one.ask(EU)
        before = await one.memory.list(), await one.turns()
        found = await one.diagnose(expected="28 days")
        assert (await one.memory.list(), await one.turns()) == before
    assert Diagnosis.model_validate_json(found.model_dump_json()) == found


async def test_what_cannot_be_examined_says_what_can() -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        await one.ask(EU)
        with pytest.raises(loadsheet.UnknownError, match="loadsheet documents"):
            await one.diagnose(evidence="doc_99.md")
        with pytest.raises(loadsheet.InputError, match="is not a part of it"):
            await one.diagnose(evidence="doc_17.md:10-99999")


def test_every_check_has_an_id_of_its_own_in_the_order_of_the_way() -> None:
    ids = [check.id for check in CHECKS]
    assert len(set(ids)) == len(ids)
    assert [STAGES.index(c.stage) for c in CHECKS] == sorted(STAGES.index(c.stage) for c in CHECKS)


def test_every_setting_that_a_finding_names_exists() -> None:
    home = Path(doctor.__file__).parent
    said = [line for file in home.glob("*.py") for line in file.read_text().splitlines()]
    told = [line for line in said if re.search(r"\b(raise|lower|fit|set|setting|try)\b.*`", line)]
    named = {name for line in told for name in re.findall(r"`([a-z_]+)`", line)}
    assert len(named) > 5
    assert named <= set(loadsheet.Settings.model_fields)


async def test_an_unreadable_file_is_named_where_the_fact_is_nowhere(tmp_path: Path) -> None:
    (tmp_path / "tea.md").write_text("Tea is served at four.")
    (tmp_path / "menu.pdf").write_bytes(b"no pdf at all")
    async with agent() as one:
        await one.add(tmp_path)
        found = await told(one, "When is soup served?", expected="at noon")
    assert found.finding, found
    assert found.finding.check == "corpus.skipped"
    assert "menu.pdf" in found.finding.clues[0].value


async def test_an_answer_that_says_what_it_must_not_is_the_models(tmp_path: Path) -> None:
    turn = {"question": EU, "answer_contains": ["14 days"], "answer_excludes": ["store credit"]}
    (tmp_path / "cases.json").write_text(json.dumps([{"id": "a", "turns": [turn]}]))
    model = loadsheet.ScriptedModel(["It is 14 days, or store credit. [1]"])
    async with agent(model) as one:
        await one.add_documents(DOCUMENTS)
        found = await told(one, EU, case=tmp_path / "cases.json")
    assert found.finding, found
    assert (found.finding.check, found.bug) == ("generate.excluded", "model")


async def test_an_answer_that_shares_words_with_what_it_must_not_say_does_not_say_it(
    tmp_path: Path,
) -> None:
    unwanted = "A refund takes ten working days for UK customers"
    turn = {"question": EU, "answer_contains": ["14 days"], "answer_excludes": [unwanted]}
    (tmp_path / "cases.json").write_text(json.dumps([{"id": "a", "turns": [turn]}]))
    said = "It is 14 days. [1] A refund takes ten working days for EU customers."
    async with agent(loadsheet.ScriptedModel([said])) as one:
        await one.add_documents(DOCUMENTS)
        found = await told(one, EU, case=tmp_path / "cases.json")
    assert found.sound, found


async def test_a_model_that_fails_is_named_with_what_it_raised() -> None:
    model = loadsheet.ScriptedModel([loadsheet.ModelError("the server is away")])
    async with agent(model) as one:
        await one.add_documents(DOCUMENTS)
        with pytest.raises(loadsheet.ModelError):
            await one.ask(EU)
        found = await one.diagnose(expected="14 days")
    assert found.finding, found
    assert found.finding.check == "generate.failed"
    assert "the server is away" in found.finding.said


async def test_a_passage_that_was_merged_into_one_that_says_it_is_not_lost() -> None:
    async with agent() as one:
        await one.add_documents([DOCUMENTS[0], DOCUMENTS[0].model_copy(update={"id": "copy.md"})])
        await one.ask(EU)
        for name in ("doc_17.md", "copy.md"):
            found = await one.diagnose(expected="14 days", evidence=name)
            assert found.sound, found


async def test_a_span_alone_is_followed_to_the_prompt() -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        await one.ask("Which animals live in Borneo?")
        found = await one.diagnose(evidence="doc_17.md:76-136")
        assert found.stage == "retrieve"
        await one.ask(EU)
        assert (await one.diagnose(evidence="doc_17.md:76-136")).sound


def raising(whole: Any) -> Any:
    """A stage in the place of another, which raises."""

    class Raising:
        def __getattr__(self, name: str) -> Any:
            return getattr(whole, name)

        def __call__(self, _: Any) -> Any:
            raise StoreError("the store is away")

    return Raising()


@pytest.mark.parametrize(
    ("stage", "place"),
    [
        ("intake", "intake"),
        ("correct", "remember"),
        ("route", "route"),
        ("retrieve", "retrieve"),
        ("reduce", "reduce"),
        ("recall", "recall"),
    ],
)
async def test_a_stage_that_raised_is_the_one_cause_wherever_it_is(stage: str, place: str) -> None:
    async with agent() as one:
        await one.add_documents(DOCUMENTS)
        one.pipeline = replace(one.pipeline, **{stage: raising(getattr(one.pipeline, stage))})
        with pytest.raises(StoreError):
            await one.ask("Actually, I live in Oslo. What is the refund window for EU customers?")
        found = await one.diagnose(expected="14 days")
        assert found.finding is not None
        assert (found.finding.stage, found.finding.check) == (place, f"{place}.failed")
        assert "the store is away" in found.finding.said
        assert found.others == ()


async def test_a_document_is_chunked_once_however_often_it_says_what_was_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chunked: list[str] = []

    def counted(document: loadsheet.Document, *given: Any, **named: Any) -> Any:
        chunked.append(document.id)
        return chunk(document, *given, **named)

    lines = (f"The tariff {n} is 30 euros for zone {n % 7}." for n in range(20))
    async with agent() as one:
        await one.add_documents([document("tariffs.md", "\n\n".join(lines))])
        await one.ask("What is the tariff 7?")
        monkeypatch.setattr("loadsheet.agent.whereabouts.chunk", counted)
        await one.diagnose(expected="30 euros")
    assert chunked == ["tariffs.md"]


async def test_a_constraint_that_was_not_in_the_prompt_is_no_fault_of_the_model(
    tmp_path: Path,
) -> None:
    asked = "What is the refund window for EU customers?"
    rule = {"text": "Always say hello.", "answer_contains": ["hello"]}
    turn = {"question": asked, "constraints": [rule], "answer_contains": ["14 days"]}
    cases = tmp_path / "cases.jsonl"
    documents = [{"id": "d.md", "text": "x"}]
    cases.write_text(json.dumps({"id": "c", "documents": documents, "turns": [turn]}) + "\n")
    async with agent(loadsheet.ScriptedModel(["14 days. [1]"])) as one:
        await one.add_documents(DOCUMENTS)
        await one.ask(asked)
        found = await one.diagnose(case=cases)
    assert found.finding is not None
    assert "generate.constraint" not in {f.check for f in (found.finding, *found.others)}
