"""The language of a text, by its commonest words or its script."""

from __future__ import annotations

import pytest

from loadsheet.intent.language.words import language


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("How many days do I have?", "en"),
        ("Wie viele Tage habe ich?", "de"),
        ("休暇は何日ですか？", "ja"),
        ("我有几天假？", "zh"),
        ("휴가는 며칠입니까?", "ko"),
        ("Сколько дней отпуска у меня в год?", "ru"),
        ("Скільки днів відпустки я маю?", "uk"),
        ("كم عدد أيام الإجازة؟", "ar"),
        ("Πόσες ημέρες άδειας έχω;", "el"),
        ("כמה ימי חופשה יש לי?", "he"),
        ("मुझे कितनी छुट्टी मिलती है?", "hi"),
        ("ฉันมีวันลากี่วัน", "th"),
        ("What is π?", "en"),
        ("Where is the office in Москва?", "en"),
    ],
)
def test_a_language_is_known_by_its_words_or_by_the_script_of_most_letters(
    text: str, code: str
) -> None:
    assert language(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("No more bullet points please.", "en"),
        ("No jargon, please.", "en"),
        ("No quiero tablas.", "es"),
        ("Contesta siempre en español.", "es"),
        ("Rispondi sempre in italiano.", "it"),
        ("Verwende keine Fremdwörter.", "de"),
    ],
)
def test_a_bid_of_a_few_words_is_in_its_language(text: str, code: str) -> None:
    assert language(text) == code
