"""A pattern gives what its regular expression gives, however few texts it is tried on."""

import importlib
import json
import pkgutil
import re
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import loadsheet.intent
import loadsheet.stages.canned_replies
import loadsheet.stages.route_features
from loadsheet.intent.language.needs import needs
from loadsheet.intent.language.pattern import Pattern, alternatives

HOMES: tuple[ModuleType, ...] = (
    *(
        importlib.import_module(f"loadsheet.intent.{found.name}")
        for found in pkgutil.iter_modules(loadsheet.intent.__path__)
    ),
    loadsheet.stages.route_features,
    loadsheet.stages.canned_replies,
)
PATTERNS = tuple(Pattern.made)
WORDS = sorted({word for one in PATTERNS for word in re.findall(r"\w+", one.form)})
TURNS = [
    turn["user"]
    for line in Path("evals/routing/terse.jsonl").read_text("utf-8").splitlines()
    for turn in json.loads(line)["turns"]
]


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
def test_a_turn_is_read_in_lower_case_as_it_is_written(text: str) -> None:
    lost = [one.form for one in PATTERNS if one.plain.search(text) and not one.can_match(text)]
    assert lost == []


@given(texts)
def test_a_pattern_finds_what_its_regular_expression_finds(text: str) -> None:
    for one in PATTERNS:
        found, plain = one.search(text), one.plain.search(text)
        assert (found and found.span()) == (plain and plain.span())
        assert bool(one.match(text)) == bool(one.plain.match(text))
        assert bool(one.fullmatch(text)) == bool(one.plain.fullmatch(text))


@pytest.mark.parametrize("pattern", [one for one in PATTERNS if one.fits], ids=lambda one: one.fits)
def test_a_pattern_matches_its_example_and_not_the_other(pattern: Pattern) -> None:
    assert pattern.plain.search(pattern.fits)
    assert not (pattern.misses and pattern.plain.search(pattern.misses))


@pytest.mark.parametrize("home", HOMES, ids=lambda home: home.__name__.split(".")[-1])
def test_every_pattern_that_has_a_name_has_an_example(home: ModuleType) -> None:
    named = {name: one for name, one in vars(home).items() if isinstance(one, Pattern)}
    assert [name for name, one in named.items() if not one.fits] == []


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (r"\bEU\b", "only eu"),
        (r"(?P<Name>x)\W(?P=Name)", "X x"),
        (r"[A-Z]\d\S", "is it b2b"),
        (r"[\U0001F300-\U0001FAFF]", "done \U0001f600"),
    ],
)
def test_capitals_of_a_form_count_for_nothing_and_its_classes_stay(form: str, text: str) -> None:
    assert Pattern(form).search(text)


def test_a_pattern_for_which_case_counts_reads_a_text_as_it_is_written() -> None:
    pattern = Pattern(r"\bIT\b", 0)
    assert pattern.search("who runs IT")
    assert not pattern.search("who runs it")


@pytest.mark.parametrize(
    ("form", "needed"),
    [
        (r"\bquot(?:e|ed|ing)\b", {" quote ", " quoted ", " quoting "}),
        (r"\bthe (?:first|last) one\b", {" first ", " last "}),
        (r"\b(?:what|how)\b", {" what ", " how "}),
        (r"\b\w*handbuch\b", {" handbuch ", "uch "}),
        (r"\bzahl\w*|\bprix\b", {" zah", " prix "}),
        (r"vergleich", {"ver"}),
        (r"^\W*(?:(?:ok|well)\b\W*)*(?:where|who)\b", {" where ", " who "}),
        (r"\bfoo(?: \w+)?$", {" foo "}),
        (r"\bfoo(?:s|bar)?\b", {" foo ", " foos ", " foobar "}),
        (r"[什谁]|\d+", {"什", "谁", "0"}),
        (r"[!！]\s*$", {"!", "！"}),
        (r"\w+", {""}),
        (r"\b(?:why)?\b", {""}),
        (r"\b(?:foo|\d?)", {""}),
        (r"(?a)\bfoo\b", {""}),
        (r"(?a:\bfoo\b)", {""}),
        (r"(?i:foo)", {""}),
    ],
)
def test_what_a_pattern_needs_is_read_from_its_form(form: str, needed: set[str]) -> None:
    assert needs(form, 0) == needed


@pytest.mark.parametrize("parser", [None, SimpleNamespace(parse=lambda *_: object())])  # pyright: ignore[reportUnknownLambdaType]
def test_of_a_form_that_cannot_be_read_nothing_is_known_to_be_needed(
    monkeypatch: pytest.MonkeyPatch, parser: object
) -> None:
    from loadsheet.intent.language import needs as module

    monkeypatch.setattr(module, "_parser", parser)
    assert module.needs(r"\bfoo\b", 0) == {""}


@pytest.mark.parametrize(
    ("form", "text"),
    [(r"(?a)\bfoo\b", "éfoo"), (r"\bfoo(?:bar)+", "foobarbarx"), (r"(?:a|b)+zebra", "xabzebra")],
)
def test_a_pattern_is_tried_wherever_it_matches(form: str, text: str) -> None:
    assert re.search(form, text)
    assert Pattern(form).search(text)


def test_what_only_one_alternative_needs_is_no_need_of_the_whole() -> None:
    many = "".join(f"[{one}{other}]" for one, other in zip("acegikmoqs", "bdfhjlnprt", strict=True))
    pattern = Pattern(rf"(?:{many} |zebra)")
    assert pattern.search("a zebra")
    assert pattern.search("bdfhjlnprt ")


def test_a_text_that_was_read_before_holds_what_a_later_pattern_needs() -> None:
    assert not Pattern(r"\bokapi\b").search("one more zebra")
    assert Pattern(r"\bzebra\b").search("one more zebra")


@pytest.mark.parametrize(
    ("form", "found"),
    [
        (r"\bone\b|two (?:three|four)", [r"\bone\b", "two (?:three|four)"]),
        (r"a[|(]b|\(c|[^]|]d|", ["a[|(]b", r"\(c", "[^]|]d", ""]),
        (r"(?P<a>x)|y(?P=a)", [r"(?P<a>x)|y(?P=a)"]),
        (r"(x)|(y)\2", [r"(x)|(y)\2"]),
        (r"(?m)^x|y", ["(?m)^x|y"]),
    ],
)
def test_the_alternatives_of_a_form_are_tried_each_by_itself(form: str, found: list[str]) -> None:
    assert alternatives(form, 0) == found
