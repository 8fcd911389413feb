from __future__ import annotations

import pytest

from loadsheet.memory.extraction.unsupported import is_secret


@pytest.mark.parametrize(
    "text",
    [
        "My password is hunter2.",
        "password = x",
        "password: x",
        "pwd=x",
        "PWD = x",
        "DB_PASSWORD=tiger",
        "api_key: sk-12ab",
        '"passwd": "tiger",',
        "The password for the wifi: hunter2 and nothing else",
        "passphrase: correct horse battery staple",
        "pin: 4711",
        "host = a\npassword = tiger\nport = 1",
    ],
)
def test_a_label_with_a_value_tells_a_secret(text: str) -> None:
    assert is_secret(text)


@pytest.mark.parametrize(
    "text",
    [
        "password: see the vault",
        "Password: to be asked for at the desk.",
        "password = <yours>",
        "password: ****",
        "PASSWORD=${PASSWORD}",
        "PIN codes change at 12:30.",
        "The password page: https://example.org/reset",
        "The password was lost. Note: call Bob.",
        "The pinboard: red",
        "Never reuse a password.",
    ],
)
def test_what_tells_where_to_find_one_is_no_secret(text: str) -> None:
    assert not is_secret(text)
