"""A server's address and key in; the checks, the words of its failures and the way out of each out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import unquote, urlsplit, urlunsplit

from loadsheet.errors import ModelError, SettingsError

OPENAI = "https://api.openai.com/v1"
"""Where a request goes when no address is set."""

SHOWN = 300
"""Characters of a server's message that an error repeats."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model behind an OpenAI-compatible server; `kind` and `setting` are the words that its errors use."""

    name: str
    url: str
    api_key: str = field(repr=False)
    timeout: float
    kind: str = "model"
    setting: str = "base_url"

    @classmethod
    def checked(
        cls,
        name: str,
        base_url: str | None,
        api_key: str | None,
        timeout: float,
        *,
        kind: str = "model",
        setting: str = "base_url",
    ) -> Endpoint:
        """The endpoint. Raises `SettingsError` for OpenAI's own without a key, and for an address without a scheme."""
        if base_url is None and not api_key:
            raise SettingsError(
                f"{kind} {name!r} needs a key: set OPENAI_API_KEY or LOADSHEET_API_KEY, or {setting} "
                "for a server that needs none"
            )
        if base_url is not None and urlsplit(base_url).scheme not in {"http", "https"}:
            raise SettingsError(f"{setting} {base_url!r} must begin with http:// or https://")
        return cls(name, base_url or OPENAI, api_key or "", timeout, kind, setting)

    @property
    def key(self) -> str:
        """The key to send. There is always one, so that no library takes one from the environment to a server that
        was not meant to see it."""
        return self.api_key or "none"

    @property
    def authorization(self) -> str:
        """The header for the key, or for the name and password that the address holds."""
        login = urlsplit(self.url).netloc.rpartition("@")[0]
        if login and not self.api_key:
            return f"Basic {b64encode(unquote(login).encode()).decode()}"
        return f"Bearer {self.key}"

    @property
    def place(self) -> str:
        """The address without name and password, and without a query, which may hold a key."""
        parts = urlsplit(self.url)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))

    def where(self, status: int | None = None) -> str:
        """The model and its place, and what it answered."""
        answered = f" answered {status}" if status else ""
        return f"{self.kind} {self.name!r} at {self.place}{answered}"

    def said(self, body: object, otherwise: str) -> str:
        """The server's own message on one line, or else `otherwise`, never with the key in it."""
        text = _message(body) or otherwise
        if len(self.api_key) > 3:
            text = text.replace(self.api_key, "****")
        line = " ".join(text.split()).rstrip(".:")
        return line if len(line) <= SHOWN else line[:SHOWN] + "…"

    def silent(self) -> ModelError:
        """The error for a server that did not answer in time."""
        return ModelError(
            f"{self.where()} was silent for {self.timeout:g} seconds: raise seconds, or ask a faster model"
        )

    def unreachable(self, said: str) -> ModelError:
        """The error for a server that is not there, or breaks off."""
        return ModelError(
            f"{self.where()} cannot be reached or broke off ({said}): check {self.setting} and the server"
        )

    def useless(self, said: str) -> ModelError:
        """The error for an answer that is not what was asked for."""
        return ModelError(
            f"{self.where()} gave a reply that cannot be used ({said}): check {self.setting} and the server"
        )

    def refused(self, status: int, said: str) -> ModelError:
        """The error for a status that is not a success."""
        at = f"{self.where(status)}: {said}"
        if status in {401, 403}:
            return ModelError(f"{at}: check the key in OPENAI_API_KEY or LOADSHEET_API_KEY")
        if status == 404:
            return ModelError(f"{at}: check {self.setting} (it often ends in /v1) and {self.kind}")
        if status == 429 or status >= 500:
            return ModelError(f"{at}: try again later, or set another {self.kind}")
        return ModelError(f"{at}: check {self.kind} and {self.setting}")


def _message(body: object) -> str:
    """The message of an error's JSON: under `error`, under its `message`, or at the top."""
    if not isinstance(body, Mapping):
        return ""
    table = cast("Mapping[str, object]", body)
    inner = table.get("error", table)
    if isinstance(inner, Mapping):
        inner = cast("Mapping[str, object]", inner).get("message")
    return inner if isinstance(inner, str) else ""
