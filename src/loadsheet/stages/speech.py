"""A message goes in; what memory reads of it comes out: its text, who speaks, and whom a pronoun in it means."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import tzinfo

from loadsheet.artifacts import Heard, SessionState
from loadsheet.lazy import lazy_re
from loadsheet.memory.extraction.grammar import parse
from loadsheet.memory.extraction.object_pronoun import has_pronoun
from loadsheet.memory.extraction.pieces import points
from loadsheet.memory.extraction.resolve import about, just_before
from loadsheet.memory.extraction.speech import Speech, opening, spoken
from loadsheet.memory.recall.transcript import asking
from loadsheet.ports import RecordStore
from loadsheet.stages.intake import message_id

LATEST = 20
"""Records of a session among which what was just said is looked for."""


async def speech_of(heard: Heard, store: RecordStore, zone: tzinfo) -> Speech:
    """What the user said in this turn; what they pasted is not theirs."""
    turn = heard.turn.turn
    speech = Speech(
        text=turn.text,
        scope=turn.scope,
        said_at=turn.asked_at,
        zone=zone,
        message=message_id(turn),
        pasted=heard.turn.attachments,
        asked=_answered_before(heard.state),
    )
    return await placed(speech, store)


def _answered_before(state: SessionState) -> str:
    """The question that was answered last, as it stands alone; empty where the turn before told something."""
    told = bool(state.told) and state.told[-1:] == state.questions[-1:]
    tells = not asking(state.subject) and parse(state.subject) is not None
    return "" if told or tells else state.subject


async def placed(speech: Speech, store: RecordStore) -> Speech:
    """The message with what was spoken of just before it, where a sentence of it has a pronoun for that."""
    sentences = [opening(speech.said(span).strip())[0] for span in spoken(speech)]
    if not any(points(one) or has_pronoun(one) or _GOES_ON.search(one) for one in sentences):
        return speech
    scope = speech.scope
    said = await store.latest(scope.workspace, scope.session, LATEST)
    before = [r for r in said if all(s.message != speech.message for s in r.sources)]
    last = tuple(record.text for record in just_before(before, speech.said_at))
    return replace(speech, about=about(before, speech.said_at), before=last)


_GOES_ON = lazy_re(r"[,;]\s+(?:(?:and|but|so)\s+)?(?:it|he|she|they)\s", re.I)
"""A later clause that begins with a pronoun: `We upgraded, so it has 20 GB now.`"""
