"""A statement of when and where something will be in; the two statements that it makes, of which each may change, out.

`The wedding is on 12 June at the mill` says a date and a place: moved to 19 June, it is at the mill still. Pure.
"""

from __future__ import annotations

from datetime import datetime, tzinfo

from loadsheet.memory.extraction import grammar
from loadsheet.memory.extraction.pieces import subject_words
from loadsheet.memory.language import words as w
from loadsheet.memory.language.phrases import own
from loadsheet.memory.language.times import interval


def both(sentence: str, said_at: datetime, zone: tzinfo, speaker: str) -> dict[str, str]:
    """Where something is, and when, as two statements, each with the words of the sentence that say it; empty where it
    does not say both of a thing to come.

    Of somebody it is one: who is in Rome on 12 June is there for that day.
    """
    plain = grammar.clause(grammar.expand(sentence))
    when = interval(plain, said_at, zone)
    if when is None or when.kind != "at" or when.begin is None or when.begin <= said_at:
        return {}
    phrase = plain[when.start : when.stop].strip(" ,")
    place = " ".join(f"{plain[: when.start]} {plain[when.stop :]}".split()).rstrip(" ,")
    stated = grammar.parse(place, speaker)
    if stated is None or stated.verb not in {"is", "are"} or stated.negated:
        return {}
    who = subject_words(place)
    thing = who.split()[-1].islower() and who.split()[-1] not in w.PEOPLE if who else False
    named = any(char.isdigit() for char in phrase) and not stated.value[:1].isdigit()
    if not (thing and named) or stated.key not in w.PLACES or own(stated.subject, speaker):
        return {}
    where = plain[when.stop :].strip(" ,") or plain[: when.start].strip(" ,")
    return {f"{place}.": where, f"{who} {stated.verb} {phrase}.": phrase}
