"""What another object does for a facade: called on the facade, it is the other's own method."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

import loadsheet
from loadsheet.facade import done_by


@dataclass
class Clerk:
    desk: str

    async def sign(self, sheet: str, *, times: int = 1) -> str:
        """Sign a sheet."""
        return f"{sheet} signed {times} at {self.desk}"


@dataclass
class Office:
    desk: str

    def clerk(self) -> Clerk:
        return Clerk(self.desk)

    sign = done_by(clerk, Clerk.sign)


async def test_the_part_is_found_anew_at_each_call() -> None:
    office = Office("one")
    first = await office.sign("A")
    office.desk = "two"
    assert (first, await office.sign("B", times=2)) == ("A signed 1 at one", "B signed 2 at two")


def test_to_whoever_looks_the_method_is_the_part_s_own() -> None:
    office = Office("one")
    assert inspect.iscoroutinefunction(office.sign)
    assert str(inspect.signature(office.sign)) == str(inspect.signature(Clerk("one").sign))
    assert inspect.getdoc(Office.sign) == "Sign a sheet."


async def test_what_an_agent_does_is_said_where_it_is_done() -> None:
    async with loadsheet.Agent.open(":memory:") as agent:
        for name in ("add", "ask", "stream", "replay", "diagnose"):
            assert inspect.getdoc(getattr(agent, name))
            assert getattr(agent, name).__self__ is not agent
