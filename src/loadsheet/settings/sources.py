"""Where settings come from: flags, the environment and a file, how each value is named, and what cannot be used."""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from pydantic import BaseModel, SecretStr, ValidationError
from pydantic_settings import SettingsError as SourceError

from loadsheet.artifacts import ModelCandidate
from loadsheet.errors import SettingsError

FILE = "loadsheet.toml"
"""The settings file that is read when it lies in the current folder."""

PREFIX = "LOADSHEET_"

KEY = "OPENAI_API_KEY"
"""The variable that OpenAI's own tools read; taken when a model is set and no key of ours."""

LOGIN = re.compile(r'(?<=://)[^/\s"]+@')
"""The name and password in an address; a setting is never shown with them."""


def read(given: str | os.PathLike[str] | None) -> tuple[Path, dict[str, Any]]:
    """The settings file, by default that of the current folder, and what it says."""
    path = Path(FILE if given is None else given)
    try:
        with path.open("rb") as file:
            return path, tomllib.load(file)
    except FileNotFoundError as error:
        if given is None:
            return path, {}
        raise SettingsError(
            f"settings file '{path}' does not exist: create it, or leave it away"
        ) from error
    except OSError as error:
        raise SettingsError(f"settings file '{path}' cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"settings file '{path}' is not TOML: {error}") from error


def refuse_strangers(fields: type[BaseModel], variables: Mapping[str, str | None]) -> None:
    """Raise for a variable that has our prefix and names no setting: it was meant for us and would do nothing."""
    for variable in variables:
        name = variable.lower().removeprefix(PREFIX.lower())
        if name != variable.lower() and name.split("__")[0] not in fields.model_fields:
            raise SettingsError(
                f"unknown setting {name!r} (environment {variable.upper()}){nearest(name, fields)}"
            )


def borrowed_key(layers: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """OpenAI's key where a model is set, no key of ours, and the endpoint may see it."""
    chosen: dict[str, Any] = {}
    for layer in layers.values():
        chosen = {**layer, **chosen}
    key = os.environ.get(KEY)
    if not key or chosen.get("api_key") is not None:
        return {}
    wanted = any(chosen.get(name) for name in ("model", "base_url", "models"))
    if not wanted and not is_remote(str(chosen.get("embedder") or "none")):
        return {}
    return {"api_key": key} if _may_see(layers) else {}


def is_remote(embedder: str) -> bool:
    """Whether the setting names a model at an endpoint: neither a word of ours nor a folder."""
    if embedder in {"auto", "none", "local"}:
        return False
    return not embedder.startswith(("/", "./", "../", "~")) and not Path(embedder).is_dir()


def _may_see(layers: Mapping[str, Mapping[str, Any]]) -> bool:
    """Whether the endpoint may get OpenAI's key: its own, or one over https that no file has named.

    A settings file may have come with somebody else's folder; a flag or a variable is the user's own word.
    """
    origin, url = next(
        ((name, layer["base_url"]) for name, layer in layers.items() if layer.get("base_url")),
        ("default", None),
    )
    if url is None:
        return True
    parts = urlsplit(str(url))
    own = parts.hostname == "api.openai.com"
    return parts.scheme == "https" and (own or origin in {"flag", "environment"})


def origins_of(
    layers: Mapping[str, Mapping[str, Any]], variables: Mapping[str, str | None]
) -> dict[str, str]:
    """Where each name was set first; tables are merged, and name every place that gave to them."""
    found: dict[str, list[str]] = {}
    for origin, layer in layers.items():
        for name, value in layer.items():
            places = found.setdefault(name, [])
            if not places or isinstance(value, dict):
                places.append(_variables(name, variables) if origin == "environment" else origin)
    return {name: ", ".join(places) for name, places in found.items()}


def _variables(name: str, variables: Mapping[str, str | None]) -> str:
    whole = f"{PREFIX}{name}".lower()
    named = [key.upper() for key in variables if key == whole or key.startswith(f"{whole}__")]
    return f"environment {' '.join(sorted(named))}"


def malformed(fields: type[BaseModel], error: ValidationError, origins: Mapping[str, str]) -> str:
    """What is wrong with a value, in one line that names it and where it came from."""
    first = error.errors(include_url=False)[0]
    place = first["loc"]
    name = ".".join(str(part) for part in place)
    origin = origins.get(str(place[0]), "") if place else ""
    where = f" ({origin})" if origin else ""
    if first["type"] == "extra_forbidden":
        home = ModelCandidate if place[0] == "models" else fields
        return f"unknown setting {name!r}{where}{nearest(str(place[-1]), home)}"
    value = "****" if place and place[0] in {"api_key", "embedder_key"} else shown(first["input"])
    said = first["msg"].removeprefix("Value error, ")
    return f"setting {name} = {value}{where}: {said[:1].lower()}{said[1:]}"


def unreadable(fields: type[BaseModel], error: SourceError) -> str:
    """Which variable of the environment is not JSON."""
    said = str(error)
    field = next((name for name in fields.model_fields if f'"{name}"' in said), "")
    return f"environment {PREFIX}{field.upper()} is not JSON: write a list as [{{…}}], a table as {{…}}"


def nearest(name: str, home: type[BaseModel]) -> str:
    """The way out for a name that is no setting: the one that it may mean, or all there are."""
    close = difflib.get_close_matches(name.replace("-", "_"), home.model_fields, n=1, cutoff=0.5)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there are: {', '.join(home.model_fields)}"


def shown(value: object) -> str:
    """The value on one line, as JSON, without secrets."""
    if isinstance(value, SecretStr):
        return "****"
    return LOGIN.sub("****@", json.dumps(value, ensure_ascii=False, default=_plain))


def _plain(value: object) -> object:
    return cast(object, value.model_dump()) if isinstance(value, BaseModel) else str(value)
