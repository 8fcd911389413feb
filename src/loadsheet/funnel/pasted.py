"""The pieces of what was pasted along with a question go in; how much each bears on the question, 0 to 1, comes out.

`Why does it crash?` shares no word with the line that answers it. Where a question asks why something fails, what says
that something failed bears on it, the later the more: a log ends where the program did.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from loadsheet.corpus.terms import terms
from loadsheet.intent.language.pattern import Pattern

ASKS_WHY = Pattern(
    r"\b(?:crash|fail|error|exception|traceback|broke|break|bug|wrong|abort|hang|hung|freez|die[sd]?\b|stop|exit|panic"
    r"|problem|issue|trouble|cause|debug|fix|not? work|n['’]t \w+|stürzt|absturz|fehler|scheiter|kaputt|plant|erreur"
    r"|échou|panne|falla|fallo)|崩溃|崩潰|错误|錯誤|报错|失败|失敗|エラー|落ち|クラッシュ|오류|실패",
    fits="Why does it crash?",
    misses="What does the log list?",
)
FAILS = Pattern(
    r"(?<![^\W_])(?:error|errno|exception|traceback|fatal|panic(?:ked)?|critical|severe|fail(?:ed|ure|s)?|abort(?:ed)?"
    r"|segfault|segmentation fault|core dumped|killed|out of memory|oom|refused|denied|timed? ?out|unable|undefined"
    r"|unhandled|uncaught|could ?n[o'’]t|cannot|caused by|not found|no such|invalid|exit (?:code|status) [1-9]\d*"
    r"|fehler|erreur|échec)(?![^\W_])|\w(?:Error|Exception|Failure|Fault)(?![a-z])|错误|錯誤|异常|異常|失败|失敗|エラー|例外"
    r"|오류|예외|실패",
    fits="Traceback: ZeroDivisionError in foo.py line 3",
    misses="worker 7 processed job 49",
)

FAILING = 0.6
"""What a piece that says so bears on such a question at the least; what lies between this and 1 is for the later."""

LAST = 0.5
"""What the last piece bears on it, whatever it says."""


def scores(pieces: Sequence[str], question: str) -> list[float]:
    """How much each piece bears: the part of the question's words that it holds, those counting more that few pieces
    hold; or that it tells of the failure that is asked about."""
    read = [frozenset(terms(piece)) for piece in pieces]
    held = Counter(word for words in read for word in words)
    wanted = {word: math.log(1 + len(pieces) / max(1, held[word])) for word in terms(question)}
    total = math.fsum(wanted.values())
    shares = [math.fsum(wanted[word] for word in wanted if word in words) for words in read]
    made = [share / total if total else 0.0 for share in shares]
    if ASKS_WHY.search(question):
        told = (_told(piece, place, len(pieces)) for place, piece in enumerate(pieces, start=1))
        made = list(map(max, made, told))
    return [round(score, 4) for score in made]


def _told(piece: str, place: int, pieces: int) -> float:
    """How much a piece tells of a failure, by what it says and by where it stands."""
    if FAILS.search(piece):
        return FAILING + (1 - FAILING) * place / pieces
    return LAST if place == pieces else 0.0
