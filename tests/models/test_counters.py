from __future__ import annotations

import random
import string
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from loadsheet.artifacts import ChatMessage
from loadsheet.errors import SettingsError
from loadsheet.models import counters
from loadsheet.models.counters import (
    BpeCounter,
    EncodingName,
    EstimateCounter,
    TokenizerCounter,
    counter,
)

BPE: dict[EncodingName, BpeCounter] = {
    "o200k_base": BpeCounter("o200k_base"),
    "cl100k_base": BpeCounter("cl100k_base"),
}
for opened in BPE.values():
    opened.count("opened here, so that no first example waits for it")
ENCODINGS: tuple[EncodingName, ...] = ("o200k_base", "cl100k_base")
with warnings.catch_warnings():
    # The library reads its data by a function that some versions of Python deprecate.
    warnings.simplefilter("ignore", DeprecationWarning)
    # After a counter has opened its compiled part, which the package then has to share.
    from bpe_openai import get_encoding  # pyright: ignore[reportMissingTypeStubs]

    PUBLIC = {name: get_encoding(name) for name in ENCODINGS}

SNIPPETS = (
    *(
        "你好世界",
        "。",
        "こんにちは",
        "👨‍👩‍👧‍👦",
        "🇩🇪",
        "❤️",
        "مرحبا بالعالم",
        "שלום",
        "é",
        "e\u0301",
        "न\u0930\u094d",
    ),
    *(
        " ",
        "  ",
        "\n",
        "\r\n",
        "\t",
        "\u00a0",
        "\u2028",
        "/",
        "//",
        "</",
        "<",
        ">",
        "'s",
        "'LL",
        "’s",
        "12345",
        "  0 0",
        " 7  8\t9",
        "٣",
    ),
    *(
        "word",
        "WORD",
        "Word's",
        "https://example.org/a/b?c=1",
        "|---|",
        "- [ ] ",
        "&lt;",
        "<|im_start|>",
        "\u200d",
    ),
)
texts = st.lists(st.one_of(st.sampled_from(SNIPPETS), st.text(max_size=8)), max_size=12).map(
    "".join
)
blocks = texts.map(lambda text: f"<evidence>\n{text}\n</evidence>\n")
edges = texts.map(lambda text: f"<{text}\n")


@pytest.mark.parametrize("name", ENCODINGS)
@given(st.lists(st.one_of(blocks, edges), max_size=6))
def test_blocks_from_label_to_newline_add_up_exactly(name: EncodingName, given: list[str]) -> None:
    assert sum(map(BPE[name].count, given)) == BPE[name].count("".join(given))


@pytest.mark.parametrize("name", ENCODINGS)
def test_without_the_border_rule_counts_do_not_add_up(name: EncodingName) -> None:
    count = BPE[name].count
    passages = ["leave", "less", " ", " ", "\n", "\n", "12", "34"]
    assert sum(map(count, passages)) != count("".join(passages))
    assert count("end\n") + count("\nnext") != count("end\n\nnext")


def test_a_slash_after_the_newline_breaks_the_rule_for_o200k() -> None:
    count = BPE["o200k_base"].count
    assert count("end.\n") + count("/next") != count("end.\n/next")


@pytest.mark.parametrize("name", ENCODINGS)
@given(st.one_of(texts, st.text(st.characters(categories=["Cs", "L"]), max_size=8)))
def test_a_text_has_as_many_tokens_as_the_library_gives_for_it(
    name: EncodingName, given: str
) -> None:
    assert BPE[name].count(given) == len(PUBLIC[name].encode_ordinary(given))


@pytest.mark.parametrize("name", ENCODINGS)
@given(st.lists(st.one_of(st.sampled_from(SNIPPETS), st.text(max_size=8)), min_size=8, max_size=60))
@example(["你好世界"] * 6 + ["<|im_start|>", "\U0003d000", "&lt;"])  # a letter since Unicode 18
def test_the_sum_of_the_pieces_is_the_whole(name: EncodingName, given: list[str]) -> None:
    text = "".join(given)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counters, "PIECE", 40)
        cut = list(counters.pieces(text))
        counted = BPE[name].count(text)
    assert "".join(piece for piece, _ in cut) == text
    whole = len(PUBLIC[name].encode_ordinary(text))
    assert counted == whole if all(sound for _, sound in cut) else counted >= whole


@pytest.mark.parametrize(
    "unit", ["你好世界", "你好，世界。", "a", "x1", "1", "\n", "=", "👨‍👩‍👧‍👦", "word and "]
)
@pytest.mark.parametrize("name", ENCODINGS)
def test_a_repeated_unit_is_never_counted_too_small(name: EncodingName, unit: str) -> None:
    text = unit * (70_000 // len(unit))
    assert BPE[name].count(text) >= len(PUBLIC[name].encode_ordinary(text))


def test_five_megabytes_are_counted() -> None:
    line = "Sick leave is earned at four hours a pay period, see https://example.org/leave.\n"
    times = 5_000_000 // len(line)
    assert BPE["o200k_base"].count(line * times) == BPE["o200k_base"].count(line) * times


def test_a_lone_surrogate_is_counted() -> None:
    assert BPE["o200k_base"].count("\ud800x") > 0
    assert EstimateCounter().count("\ud800x") > 0


def test_the_estimate_covers_han_for_every_vocabulary_at_hand() -> None:
    text = "你好世界" * 5000
    estimate = EstimateCounter()
    assert not estimate.exact
    for own in BPE.values():
        assert estimate.count(text) >= own.count(text)


@pytest.mark.parametrize("between", [" ", "  ", "\t", "\n", "\n\n", " | ", ", ", "a", ""])
@pytest.mark.parametrize("unit", ["0", "12", "你", "é", "--------", "😀", "٣"])
def test_the_estimate_covers_what_varies_whatever_stands_between(unit: str, between: str) -> None:
    for times in (1, 2, 3, 50, 400):
        for text in (between.join([unit] * times), f"  {unit}{between}" * times):
            for own in BPE.values():
                assert EstimateCounter().count(text) >= own.count(text)


@given(texts)
def test_the_estimate_is_an_upper_bound_and_strict_is_the_bytes(text: str) -> None:
    sizes = [own.count(text) for own in BPE.values()]
    strict = EstimateCounter(strict=True).count(text)
    assert strict == len(text.encode("utf-8", "surrogatepass"))
    assert strict >= max(sizes)
    assert EstimateCounter().count(text) >= max(sizes)


LETTERS = string.ascii_lowercase, string.ascii_uppercase, string.ascii_letters
RANDOM = (*LETTERS, f"{string.ascii_letters}   ", string.punctuation, string.printable)
UNLIKELY = st.sampled_from(RANDOM).flatmap(
    lambda signs: st.text(st.sampled_from(signs), min_size=1, max_size=60)
)


@example("XqXq")
@example("QKHWZPVJL")
@example("rRuUwWzZkKqQ")
@example("tqz vxk'y")
@example("vkqzlnwjrhzzxkptvqmroowyxuekaaqvgh")
@example("&~|=,]'*?)>")
@given(UNLIKELY)
def test_the_estimate_covers_what_is_written_in_no_language(text: str) -> None:
    assert EstimateCounter().count(text) >= max(own.count(text) for own in BPE.values())


def test_the_estimate_covers_twenty_thousand_random_strings() -> None:
    chance = random.Random(5)
    for _ in range(20_000):
        text = "".join(chance.choices(chance.choice(RANDOM), k=chance.randint(1, 60)))
        assert EstimateCounter().count(text) >= max(own.count(text) for own in BPE.values()), text


def test_the_estimate_of_prose_is_its_margin_and_little_more() -> None:
    text = "The ferry leaves the old harbour at noon, and nobody on the pier waves to it.\n" * 20
    assert EstimateCounter().count(text) <= 1.25 * BPE["o200k_base"].count(text)


@given(texts, texts)
def test_estimates_of_blocks_never_add_up_to_less_than_their_sum_needs(one: str, two: str) -> None:
    estimate = EstimateCounter()
    one, two = f"<{one}\n", f"<{two}\n"
    assert estimate.count(one) + estimate.count(two) >= BPE["cl100k_base"].count(one + two)


def test_framing_is_the_published_one() -> None:
    messages: list[ChatMessage] = [
        {"role": "system", "content": "…"},
        {"role": "user", "content": "…", "name": "ana"},
    ]
    assert BPE["o200k_base"].framing(messages) == 3 + (3 + 1) + (3 + 1 + 1)


def test_tool_calls_cost_the_json_around_them() -> None:
    skeleton = '{"id":"","type":"function","function":{"name":"","arguments":""}}'
    assert max(own.count(skeleton) for own in BPE.values()) == counters.PER_CALL
    call: ChatMessage = {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        ],
    }
    result: ChatMessage = {"role": "tool", "content": "7", "tool_call_id": "c1"}
    assert BPE["o200k_base"].framing([call, result]) == 3 + (4 + 15) + (4 + 3)


@pytest.fixture
def tokenizer_file(tmp_path: Path) -> Path:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=300, initial_alphabet=alphabet, show_progress=False)
    made.train_from_iterator(["the leave that the staff earn in the year"] * 9, trainer)
    made.enable_truncation(4)  # pyright: ignore[reportUnknownMemberType]
    path = tmp_path / "tokenizer.json"
    made.save(str(path))
    return path


def test_a_tokenizer_file_counts_without_its_truncation(tokenizer_file: Path) -> None:
    own = counter(str(tokenizer_file))
    assert isinstance(own, TokenizerCounter)
    assert own.exact
    assert own.count("") == 0
    assert own.count("the leave\n" * 30_000) == own.count("the leave\n") * 30_000
    assert own.name == counter(str(tokenizer_file.parent)).name


def test_a_small_vocabulary_stays_below_strict_and_below_the_estimate_of_han(
    tokenizer_file: Path,
) -> None:
    own = TokenizerCounter(tokenizer_file)
    text = "你好世界，2019-01-02" * 50
    assert own.count(text) <= EstimateCounter().count(text)
    assert own.count(text) <= EstimateCounter(strict=True).count(text)


@pytest.mark.parametrize(
    ("name", "shown", "exact"),
    [
        ("o200k", "o200k_base", True),
        ("cl100k", "cl100k_base", True),
        ("estimate", "estimate(o200k_base×1.2)", False),
        ("strict", "strict(bytes)", False),
    ],
)
def test_a_setting_names_a_counter(name: str, shown: str, exact: bool) -> None:
    made = counter(name)
    assert (made.name, made.exact) == (shown, exact)


def test_every_counter_is_found_again_by_its_own_name(tokenizer_file: Path) -> None:
    for name in ("o200k", "cl100k", "estimate", "strict", str(tokenizer_file)):
        made = counter(name)
        assert counter(made.name).name == made.name


def test_an_unknown_counter_is_named_with_the_ways_out() -> None:
    with pytest.raises(SettingsError, match=r"'o201k' is neither o200k, cl100k, estimate, strict"):
        counter("o201k")


def test_a_file_that_is_no_tokenizer_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("{}")
    with pytest.raises(SettingsError, match=r"is not a tokenizer\.json that can be read"):
        counter(str(path))


def test_a_missing_library_names_its_extra(
    monkeypatch: pytest.MonkeyPatch, tokenizer_file: Path
) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(SettingsError, match=r"pip install 'loadsheet\[tokenizers\]'"):
        counter(str(tokenizer_file))


def test_importing_the_module_opens_no_tokenizer() -> None:
    code = (
        "import sys, loadsheet.models.counters\n"
        "assert not {'bpe_openai', 'bpe_openai._bindings', 'tokenizers', 'tiktoken'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
