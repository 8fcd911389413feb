"""A model that several agents use is open once, and is given back with the last of them."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from loadsheet.models.onnx_session import shared

OPENED: list[str] = []


class Weights:
    """What a file is opened to."""


def opening() -> Weights:
    OPENED.append("opened")
    return Weights()


def test_one_file_is_opened_once_for_all_who_use_it() -> None:
    OPENED.clear()
    one, two = (shared("tiny@1", Path("tiny.onnx"), opening) for _ in range(2))
    assert one() is two()
    assert OPENED == ["opened"]


@pytest.mark.parametrize(
    ("name", "file"), [("tiny@2", "tiny.onnx"), ("tiny@1", "elsewhere/tiny.onnx")]
)
def test_other_weights_and_another_file_are_another_model(name: str, file: str) -> None:
    one = shared("tiny@1", Path("tiny.onnx"), opening)
    other = shared(name, Path(file), opening)
    assert one() is not other()


def test_a_model_is_given_back_with_the_last_who_uses_it() -> None:
    OPENED.clear()
    one, two = (shared("tiny@1", Path("tiny.onnx"), opening) for _ in range(2))
    one()
    del one
    gc.collect()
    two()
    assert OPENED == ["opened"]
    del two
    gc.collect()
    shared("tiny@1", Path("tiny.onnx"), opening)()
    assert OPENED == ["opened", "opened"]


def test_a_model_that_cannot_be_opened_is_tried_again() -> None:
    tries: list[int] = []

    def failing() -> Weights:
        tries.append(1)
        if len(tries) == 1:
            raise OSError("away")
        return Weights()

    model = shared("tiny@3", Path("tiny.onnx"), failing)
    with pytest.raises(OSError, match="away"):
        model()
    assert isinstance(model(), Weights)
