"""A pattern gives what its regular expression gives, however few texts it is tried on."""

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import loadsheet.intent
import loadsheet.stages.canned_replies
import loadsheet.stages.route_features
from loadsheet.intent.language import pattern as patterns
from loadsheet.intent.language.needs import needs
from loadsheet.intent.language.pattern import Pattern, met_by, tokens

HOMES: tuple[ModuleType, ...] = (
    *(
        importlib.import_module(f"loadsheet.intent.{found.name}")
        for found in pkgutil.iter_modules(loadsheet.intent.__path__)
    ),
    loadsheet.stages.route_features,
    loadsheet.stages.canned_replies,
)
PATTERNS = tuple(Pattern.made)
WORDS = sorted({word for one in PATTERNS for word in re.findall(r"\w+", one.plain.pattern)})
TURNS = [
    turn["user"]
    for line in Path("evals/routing/terse.jsonl").read_text("utf-8").splitlines()
    for turn in json.loads(line)["turns"]
]


def held(text: str) -> set[str]:
    return {need for token in tokens(text) for need in met_by(token)}


def odd(word: str) -> str:
    return word.replace("i", "İ").replace("s", "ſ").replace("k", "\u212a")


texts = st.lists(
    st.one_of(
        st.sampled_from(WORDS),
        st.sampled_from(WORDS).map(str.upper),
        st.sampled_from(WORDS).map(odd),
        st.text(alphabet="aeinst0159 ?!'’.,:€µÅß李这_-", max_size=4),
    ),
    max_size=12,
).flatmap(lambda pieces: st.sampled_from(["", " ", ", "]).map(lambda mark: mark.join(pieces)))


@pytest.mark.parametrize("text", TURNS[::9])
def test_no_pattern_matches_where_none_of_its_needs_is_met(text: str) -> None:
    lost = [
        one.plain.pattern
        for one in PATTERNS
        if one.plain.search(text)
        and (need := needs(one.plain.pattern, one.plain.flags))
        and need.isdisjoint(held(text))
    ]
    assert lost == []


@given(texts)
def test_a_pattern_finds_what_its_regular_expression_finds(text: str) -> None:
    for one in PATTERNS:
        warmed(one)
        found, plain = one.search(text), one.plain.search(text)
        assert (found and found.span()) == (plain and plain.span())


@pytest.mark.parametrize("pattern", [one for one in PATTERNS if one.fits], ids=lambda one: one.fits)
def test_a_pattern_matches_its_example_and_not_the_other(pattern: Pattern) -> None:
    assert pattern.plain.search(pattern.fits)
    assert not (pattern.misses and pattern.plain.search(pattern.misses))


@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.__name__.split(".")[-1])
def test_every_pattern_that_has_a_name_has_an_example(home: ModuleType) -> None:
    named = {name: one for name, one in vars(home).items() if isinstance(one, Pattern)}
    assert [name for name, one in named.items() if not one.fits] == []


@pytest.mark.parametrize(
    ("form", "needed"),
    [
        (r"\bquot(?:e|ed|ing)\b", {"=quote", "=quoted", "=quoting"}),
        (r"\bthe (?:first|last) one\b", {"=first", "=last"}),
        (r"\b\w*handbuch\b", {"=handbuch", ">uch"}),
        (r"\bzahl\w*|\bprix\b", {"<zah", "=prix"}),
        (r"vergleich", {"~ver"}),
        (r"^\W*(?:(?:ok|well)\b\W*)*(?:what|who)\b", {"=what", "=who"}),
        (r"[什谁]|\d+", {"什", "谁", "0"}),
        (r"[?？]\s*$", {"?", "？"}),
        (r"\w+", set[str]()),
        (r"\b(?:why)?\b", set[str]()),
    ],
)
def test_what_a_pattern_needs_is_read_from_its_form(form: str, needed: set[str]) -> None:
    assert needs(form, re.IGNORECASE) == needed


def test_what_only_one_alternative_needs_is_no_need_of_the_whole() -> None:
    many = "".join(f"[{one}{other}]" for one, other in zip("acegikmoqs", "bdfhjlnprt", strict=True))
    pattern = Pattern(rf"(?:{many} |zebra)")
    assert all(pattern.search("a zebra") for _ in range(60))


@pytest.mark.parametrize("form", [r"(?a)\bfoo\b", r"(?a:\bfoo\b)"])
def test_a_pattern_whose_words_end_at_other_letters_needs_nothing(form: str) -> None:
    pattern = Pattern(form)
    assert all(pattern.search("éfoo") for _ in range(60))


def test_a_pattern_finds_its_match_while_another_thread_derives_what_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pattern, found = Pattern(r"\bzebra\b"), list[bool]()

    def slow(form: str, flags: int) -> frozenset[str]:
        other = Thread(target=lambda: found.append(pattern.search("a zebra") is not None))
        other.start()
        other.join()
        return needs(form, flags)

    monkeypatch.setattr(patterns, "needs", slow)
    warmed(pattern)
    assert found == [True]
    assert pattern.cold == 0
    assert pattern.search("a zebra")
    assert not pattern.can_match("a horse")


def test_a_text_that_was_being_read_when_a_pattern_became_warm_is_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, late = Pattern(r"\bokapi\b"), Pattern(r"\bzebra\b")
    warmed(first)

    def slow(text: str) -> Iterator[str]:
        yield from tokens(text)
        warmed(late)

    monkeypatch.setattr(patterns, "tokens", slow)
    assert not first.search("one more zebra")
    assert late.cold == 0
    assert late.search("one more zebra")


def warmed(pattern: Pattern) -> None:
    for _ in range(pattern.cold):
        pattern.can_match("")
