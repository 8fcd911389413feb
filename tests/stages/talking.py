"""What the tests of intake and route share: a conversation held with no store and no model."""

from __future__ import annotations

from datetime import UTC, datetime

from loadsheet.artifacts import Heard, Holdings, Known, RoutePlan, Scope, SessionState, Turn
from loadsheet.stages.intake import Hearing, Intake
from loadsheet.stages.planned import settled
from loadsheet.stages.route import Route

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
"""A Wednesday."""


class Talk:
    """Says one turn after the other."""

    def __init__(self, *known: Known) -> None:
        self.state = SessionState(scope=Scope())
        self.holdings = Holdings(known=known)
        self.answer = ""

    def say(self, text: str, answer: str = "") -> tuple[Heard, RoutePlan]:
        turn = Turn(id=f"t{self.state.turns + 1}", scope=self.state.scope, text=text, asked_at=NOON)
        given = Hearing(turn=turn, state=self.state, answer=self.answer, holdings=self.holdings)
        heard = Intake(zone=UTC)(given)
        plan = Route(mode="rules")(heard)
        self.state = settled(heard.next_state, plan, heard.turn.question)
        self.answer = answer
        return heard, plan

    def queries(self, *texts: str) -> list[str]:
        return [self.say(text)[0].turn.query for text in texts]
