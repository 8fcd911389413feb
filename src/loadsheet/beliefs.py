"""What an agent believes, for its host: hypotheses to record, test and look at, and episodes of whole runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loadsheet.artifacts import Belief, Episode, Hypothesis, given_text
from loadsheet.assembly.ladder import unsupported
from loadsheet.errors import InputError, UnknownError
from loadsheet.finding import Finder
from loadsheet.intent.proposals import Refused, summarized
from loadsheet.memory.beliefs.bearing import bearing_on, text_of
from loadsheet.memory.beliefs.closing import closed, reopened
from loadsheet.memory.beliefs.episodes import Observed, episode_of, observed, told_by
from loadsheet.memory.beliefs.standing import alternatives, believed, members
from loadsheet.memory.recall.select import is_observation
from loadsheet.ports import Held, Revised, Revision, Store
from loadsheet.stages.believing import beliefs_now
from loadsheet.stages.memory_writer import Memory
from loadsheet.stages.propose import asked

WHOLE = 1 << 62
"""Tokens of a run's messages that are read: all of them."""

MAX_TOKENS = 200
"""What a written summary takes."""

TASK = (
    "Summarise in two or three sentences what happened in the run below. Use its own words: say nothing that it does "
    "not say, keep numbers, names and negations as they are. Answer with these sentences alone."
)


@dataclass(frozen=True, slots=True)
class Beliefs:
    """The hypotheses and episodes of one workspace."""

    memory: Memory
    workspace: str
    store: Store
    finder: Finder

    # ------------------------------------------------------------ hypotheses

    async def record_belief(
        self,
        content: str,
        supports: Sequence[str | Sequence[str]] = (),
        *,
        assumptions: Sequence[str] = (),
        confidence: float = 0.5,
    ) -> Hypothesis:
        """Keep a hypothesis as pending. `supports` are alternatives: an id, or ids that hold only together.

        They name records, hypotheses and episodes. One that names none stands by itself. Raises `UnknownError` for an
        id that is not there, and `InputError` for an empty content, a secret and a confidence that is not from 0 to 1.
        """
        if not given_text(content, "the belief").strip():
            raise InputError("the belief is empty: say what is believed")
        if not 0.0 <= confidence <= 1.0:
            raise InputError(f"the confidence is {confidence:g}: give a number from 0 to 1")
        self._screen("belief", content, *assumptions)
        made = Hypothesis(
            id=self.memory.ids("h"),
            content=content,
            assumptions=tuple(assumptions),
            confidence=confidence,
            supports=alternatives(supports),
            recorded_at=self.memory.clock(),
        )
        named = sorted(members([made]))

        def added(held: Held) -> Revised:
            known = {belief.id for belief in held.beliefs}
            known |= {r.id for r in held.records()} if not known.issuperset(named) else set()
            if missing := [id for id in named if id not in known]:
                raise UnknownError(
                    f"no record, hypothesis or episode {missing[0]!r} in workspace {self.workspace!r}"
                )
            return Revised([made])

        await self._revise(added)
        return await self.hypothesis(made.id)

    async def close_experiment(self, id: str, status: str, justification: str) -> Hypothesis:
        """Confirm or falsify a hypothesis by an outcome or a person; `justification` says which, and is kept.

        Nothing is deleted: what rests on a falsified one is unsupported as long as no other alternative of it stands,
        and what rests on that, too. A later outcome takes the place of an earlier one; the history has both. Raises
        `UnknownError`, and `InputError` for a status other than `confirmed` or `falsified`, without a justification and
        for one that tells a secret.
        """
        self._screen("justification", justification)
        now = self.memory.clock()

        def revised(held: Held) -> Revised:
            return Revised([closed(self._one(id, held.beliefs), status, justification, now)])

        await self._revise(revised)
        return await self.hypothesis(id)

    async def reverify_hypothesis(self, id: str) -> Hypothesis:
        """Put a closed or unsupported hypothesis back to pending, its supports looked at anew.

        `unsupported` says whether they hold now, and so does the line that its history gains. A pending one whose
        supports hold stays as it is. Raises `UnknownError`.
        """
        now = self.memory.clock()

        def revised(held: Held) -> Revised:
            self._one(id, held.beliefs)
            found = self._one(id, believed(held.beliefs, held.records(), now).hypotheses)
            made = reopened(found, now)
            return Revised([made] if made != found else [])

        await self._revise(revised)
        return await self.hypothesis(id)

    async def validate_approach(self, plan: str) -> Sequence[Hypothesis]:
        """The falsified or unsupported hypotheses that bear on a plan, those that bear most first.

        By words, and by vectors where there is an embedder. Raises `InputError` for an empty plan.
        """
        if not given_text(plan, "the plan").strip():
            raise InputError("the plan is empty: say what is to be done")
        doubted = [h for h in await self.hypotheses() if h.unsupported or h.status == "falsified"]
        near = await self.finder.near(plan, {h.id: text_of(h) for h in doubted})
        return [found for found, _ in bearing_on(plan, doubted, near)]

    def _screen(self, name: str, *texts: str) -> None:
        """Raises `InputError` where one of the texts tells a secret and none may be kept."""
        if self.memory.refuses(*texts):
            raise InputError(f"the {name} looks like a secret: set keep_secrets to allow it")

    async def hypotheses(self) -> list[Hypothesis]:
        """All of them, each as the graph says that it stands now."""
        held = await self.store.beliefs(self.workspace)
        now = self.memory.clock()
        return list((await beliefs_now(self.store, self.workspace, now, held)).hypotheses)

    async def hypothesis(self, id: str) -> Hypothesis:
        """One of them, as it stands now. Raises `UnknownError`."""
        return self._one(id, await self.hypotheses())

    def _one(self, id: str, beliefs: Sequence[Belief]) -> Hypothesis:
        found = (b for b in beliefs if isinstance(b, Hypothesis) and b.id == id)
        if (one := next(found, None)) is None:
            raise UnknownError(f"no hypothesis {id!r} in workspace {self.workspace!r}")
        return one

    async def _revise(self, revision: Revision) -> Revised:
        return await self.store.revise(self.workspace, revision, self.memory.clock())

    # ------------------------------------------------------------ episodes

    async def consolidate_run(self, run: str) -> Episode:
        """Propose an episode of what was observed in a run: its central sentences as they stand, each with its source.

        With a model for memory (`extract`) the summary is the model's, where every sentence of it is supported by one
        of those. Consolidating again what has not changed gives the same episode, and a proposal that is out of date
        is made anew. Raises `UnknownError` for a run without observations.
        """
        said, now = await self._observed(run), self.memory.clock()
        if not said:
            raise UnknownError(f"nothing was observed in run {run!r} of {self.workspace!r}")
        made = await self._written(episode_of(run, said, self.memory.ids("e"), now))

        def proposed(held: Held) -> Revised:
            of_run = made_here(held.beliefs, run)
            same = [b for b in of_run if b.sources == made.sources]
            waiting = [b for b in of_run if b.status == "proposed"]
            id = waiting[0].id if waiting else made.id
            return Revised([same[0] if same else made.model_copy(update={"id": id})])

        (episode,) = (await self._revise(proposed)).beliefs
        assert isinstance(episode, Episode)
        return episode

    async def accept(self, id: str) -> Episode:
        """Let an episode be recalled, once somebody has looked whether it is faithful. Raises `UnknownError`.

        An episode of the same run that was accepted before is a proposal again: a run is recalled once.
        """

        def accepted(held: Held) -> Revised:
            found = next((b for b in held.beliefs if isinstance(b, Episode) and b.id == id), None)
            if found is None:
                raise UnknownError(f"no episode {id!r} in workspace {self.workspace!r}")
            others = made_here(held.beliefs, found.run) if found.sentences else []
            gone = [b.model_copy(update={"status": "proposed"}) for b in others if b.id != id]
            return Revised([found.model_copy(update={"status": "accepted"}), *gone])

        made = (await self._revise(accepted)).beliefs[0]
        assert isinstance(made, Episode)
        return made

    async def _observed(self, run: str) -> list[Observed]:
        """What the host recorded of a run, and what people said in the session of its name."""
        records = await self.store.records(self.workspace)
        messages = await self.store.tail(self.workspace, run, tokens=WHOLE)
        told = await self.store.told(self.workspace, run, [message.id for message in messages])
        now = self.memory.clock()
        mine = [r for r in records if is_observation(r) and r.scope.run == run]
        return observed(mine, messages, told_by(told, now), now, secrets=self.memory.secrets)

    async def _written(self, episode: Episode) -> Episode:
        """The episode in a model's words, where one is set and stays with what the sentences say."""
        model = self.memory.model
        if model is None:
            return episode
        answer = await asked(model, TASK, episode.summary, MAX_TOKENS, self.memory.seconds)
        made = answer if isinstance(answer, Refused) else summarized(episode.summary, answer)
        if isinstance(made, Refused) or unsupported(made, episode.summary):
            return episode
        return episode.model_copy(update={"summary": made, "written_by": model.name})


def made_here(beliefs: Sequence[Belief], run: str) -> list[Episode]:
    """The episodes of a run of this workspace, and none that a package brought."""
    return [b for b in beliefs if isinstance(b, Episode) and b.run == run and b.sentences]
