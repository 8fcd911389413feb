"""Settings and what a host hands in go in; the store, the models and the counter that they name come out.

The only place, beside the fitting interfaces, that names concrete stores and models.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from loadsheet.errors import SettingsError
from loadsheet.hosted import hosted_embedder, hosted_model, hosted_reranker
from loadsheet.ports import ChatModel, Counter, Embedder, Reranker, Store
from loadsheet.settings import Settings, is_remote

STATE_FILE = "loadsheet.db"
"""The one file in the state folder that holds everything."""

IN_MEMORY = ":memory:"
"""The state folder of an agent that leaves nothing behind."""


def store_from(folder: str) -> Store:
    """The store of a state folder, made where it is new."""
    from loadsheet.stores.sqlite import SqliteStore

    if folder == IN_MEMORY:
        return SqliteStore.in_memory()
    return SqliteStore.open(os.path.join(folder, STATE_FILE))


def counter_named(name: str) -> Counter:
    """The counter of a setting or a trace. Raises `SettingsError` for a name that is none, or a file that is gone."""
    from loadsheet.models.counters import counter

    return counter(name)


def counter_name(settings: Settings) -> str:
    """The counter to use: an endpoint of unknown make is estimated, unless the settings name its tokenizer."""
    named = "counter" in settings.model_fields_set
    return settings.counter if named or settings.base_url is None else "estimate"


def models_from(settings: Settings, given: ChatModel | None) -> dict[str, ChatModel]:
    """The models that may answer, by name: the one handed in, those of the settings, or the extractive one."""
    if given is not None:
        model = hosted_model(given, settings.seconds)
        return {model.name: model}
    if settings.model is None and not settings.models:
        from loadsheet.models.extractive import ExtractiveModel

        model = ExtractiveModel()
        return {model.name: model}
    from loadsheet.models.chat import OpenAICompatibleModel

    names = [row.name for row in settings.models] or [settings.model or ""]
    key = settings.api_key.get_secret_value() if settings.api_key else None
    return {
        name: OpenAICompatibleModel(name, settings.base_url, key, timeout=settings.seconds)
        for name in names
    }


def proposer_from(settings: Settings, models: Mapping[str, ChatModel]) -> ChatModel | None:
    """The model that proposes wordings and routes; None where none is set."""
    return routed_model(
        "propose", settings.propose, "nothing is proposed without", settings, models
    )


def wording_from(settings: Settings, models: Mapping[str, ChatModel]) -> ChatModel | None:
    """The model that words summaries; None where none is set."""
    why = "no question asks for an overview without"
    return routed_model("outline", settings.outline, why, settings, models)


def routed_model(
    setting: str, name: str | None, why: str, settings: Settings, models: Mapping[str, ChatModel]
) -> ChatModel | None:
    """A model for a task that there is only with routing; None where none is named.

    Raises `SettingsError` where routing is off, or no endpoint is known.
    """
    if name is None:
        return None
    if settings.route == "fixed":
        raise SettingsError(f"{setting} = {name!r} needs route = 'rules': {why}")
    return named_model(setting, name, settings, models)


def named_model(
    setting: str, name: str, settings: Settings, models: Mapping[str, ChatModel]
) -> ChatModel:
    """A model for a task beside answering: one of those that answer, or another of their endpoint."""
    if (given := models.get(name)) and given.name != "extractive":
        return given
    if settings.base_url is None and settings.api_key is None:
        known = ", ".join(model for model in models if model != "extractive") or "none"
        raise SettingsError(
            f"{setting} = {name!r}: no such model (there are: {known}); set base_url or api_key for another"
        )
    from loadsheet.models.chat import OpenAICompatibleModel

    key = settings.api_key.get_secret_value() if settings.api_key else None
    return OpenAICompatibleModel(name, settings.base_url, key, timeout=settings.seconds)


def embedder_from(settings: Settings, given: Embedder | None) -> Embedder | None:
    """The embedder: the one handed in or that of the settings. Raises `SettingsError` for one that cannot be."""
    if given is not None:
        return hosted_embedder(given, settings.seconds)
    if settings.embedder == "none":
        return None
    if is_remote(settings.embedder):
        from loadsheet.models.embed_endpoint import EndpointEmbedder

        own = settings.embedder_url is not None
        secret = settings.embedder_key or (None if own else settings.api_key)
        return EndpointEmbedder(
            settings.embedder,
            settings.embedder_url or settings.base_url,
            secret.get_secret_value() if secret else None,
            timeout=settings.seconds,
        )
    from loadsheet.models.embed_folder import packaged_installed
    from loadsheet.models.embed_local import LocalEmbedder

    if settings.embedder == "auto" and not packaged_installed():
        return None
    folder = None if settings.embedder in {"auto", "local"} else settings.embedder
    return LocalEmbedder(folder, settings.embedder_threads)


def reranker_from(settings: Settings, given: Reranker | None) -> Reranker | None:
    """The reranker: the one handed in or that of the settings. Raises `SettingsError` for one that cannot be."""
    if given is not None:
        return hosted_reranker(given, settings.seconds)
    if settings.reranker == "none":
        return None
    from loadsheet.models.rerank_local import LocalReranker

    return LocalReranker(settings.reranker, settings.embedder_threads)
