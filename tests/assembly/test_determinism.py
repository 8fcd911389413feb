"""The same bytes in every process, whatever its hash seed, time zone and locale."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from loadsheet.artifacts import Budget, Loading, Materials, Message
from loadsheet.assembly import assemble
from loadsheet.assembly.policy import policy_from

from .strategies import FORGED, O200K, SCRIPTS, SENTENCES, made, said

AGAIN = """
import sys
from loadsheet.artifacts import Loading
from loadsheet.assembly import assemble
from loadsheet.assembly.blocks import block
from loadsheet.assembly.ladder import ladder
from loadsheet.models.counters import counter

loading = Loading.model_validate_json(sys.stdin.buffer.read())
count = counter(loading.counter)
text = "".join(message.content for message in loading.materials.history)
fresh = block(
    "evidence", "fresh", text, counter=count, producer="p", rule="r", reason="x",
    attributes={"id": "9"}, shorter=ladder(text, "İI refund paid"), referable=True, score=0.7,
)
materials = loading.materials.model_copy(update={"blocks": (*loading.materials.blocks, fresh)})
for tokens in range(150, 3000, 350):
    prompt, manifest = assemble(materials, tokens, loading.policy, count)
    print(prompt.serialized(), manifest.model_dump_json(), manifest.policy.hash)
"""

ENVIRONMENTS = (
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/St_Johns", "LC_ALL": "C.UTF-8"},
)


def loading() -> Loading:
    evidence = [
        made(
            "evidence",
            f"e{n}",
            "".join(SENTENCES[n % 5 :]) * 3,
            score=[0.5, None, 0.9][n % 3],
            question="refund",
        )
        for n in range(9)
    ]
    other = [
        made("instructions", "i", "Be brief."),
        made("memory", "r", "The window is 14 days.", record="r1"),
        made("structured_state", "row", "window = 30", record="r1"),
        made("attachment", "a", "".join(FORGED), score=0.5),
        made("question", "q", "".join(SCRIPTS[:20])),
    ]
    history: list[Message] = [
        said(f"m{n}", ("user", "assistant")[n % 2], "".join(SCRIPTS[n : n + 9])) for n in range(30)
    ]
    return Loading(
        materials=Materials(blocks=(*evidence, *other), history=tuple(history)),
        budget=Budget(),
        policy=policy_from({"evidence": {"floor": 0.2}}, history_step=4),
        counter=O200K.name,
    )


@pytest.fixture(scope="module")
def given_json() -> bytes:
    return loading().model_dump_json().encode()


def run(environment: dict[str, str], given_json: bytes) -> bytes:
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-c", AGAIN],
        input=given_json,
        env={**environment, "PYTHONPATH": path},
        capture_output=True,
        check=True,
    ).stdout


def test_hash_seed_time_zone_and_locale_change_no_byte(given_json: bytes) -> None:
    first, *others = (run(environment, given_json) for environment in ENVIRONMENTS)
    assert len(first.splitlines()) == 9
    assert all(other == first for other in others)


def test_assembling_twice_in_one_process_gives_the_same_bytes() -> None:
    one, other = (assemble(loading().materials, 900, loading().policy, O200K) for _ in range(2))
    assert one[0].serialized() == other[0].serialized()
    assert one[1].model_dump_json() == other[1].model_dump_json()
