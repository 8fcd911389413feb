"""Loadsheet: an adaptive knowledge agent that signs a manifest for every prompt that it sends to a model."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from loadsheet.agent import Agent
    from loadsheet.artifacts import (
        AddReport,
        Answer,
        AssemblyPolicy,
        Block,
        Budget,
        Citation,
        Document,
        Entry,
        Episode,
        ForgetReport,
        Hit,
        Hypothesis,
        ImportReport,
        IntentVector,
        LeftOut,
        Manifest,
        Materials,
        MemoryRecord,
        Message,
        ModelCandidate,
        Prepared,
        Prompt,
        Rendition,
        Source,
        WriteReceipt,
        WriteReceipts,
    )
    from loadsheet.assembly import assemble, decompose, parse
    from loadsheet.assembly.blocks import block
    from loadsheet.assembly.policy import policy_from
    from loadsheet.context import (
        ContextItem,
        ContextManager,
        DecomposedContext,
        FittedContext,
        SummaryProvider,
    )
    from loadsheet.errors import (
        BackendError,
        BudgetError,
        ForgottenError,
        InputError,
        LoadsheetError,
        ModelError,
        SettingsError,
        StoreError,
        UnknownError,
    )
    from loadsheet.evals.contribution import Contribution
    from loadsheet.evals.doctor import Diagnosis
    from loadsheet.memories import MemoryManager
    from loadsheet.models.counters import counter
    from loadsheet.models.embed_hashing import HashingEmbedder
    from loadsheet.models.scripted import ScriptedModel
    from loadsheet.ports import ChatModel, Counter, Embedder, Piece, Reranker
    from loadsheet.settings import Settings
    from loadsheet.stages.route import route_granularity
    from loadsheet.stages.select_model import RoutingPolicy
    from loadsheet.stores.sqlite import SqliteStore

_HOMES = {
    "agent": "Agent",
    "artifacts": (
        "AddReport Answer AssemblyPolicy Block Budget Citation Document Entry Episode "
        "ForgetReport Hit Hypothesis ImportReport IntentVector LeftOut Manifest Materials "
        "MemoryRecord Message ModelCandidate Prepared Prompt Rendition Source WriteReceipt "
        "WriteReceipts"
    ),
    "assembly": "assemble decompose parse",
    "assembly.blocks": "block",
    "assembly.policy": "policy_from",
    "context": "ContextItem ContextManager DecomposedContext FittedContext SummaryProvider",
    "errors": (
        "BackendError BudgetError ForgottenError InputError LoadsheetError ModelError "
        "SettingsError StoreError UnknownError"
    ),
    "evals.contribution": "Contribution",
    "evals.doctor": "Diagnosis",
    "memories": "MemoryManager",
    "models.counters": "counter",
    "models.embed_hashing": "HashingEmbedder",
    "models.scripted": "ScriptedModel",
    "ports": "ChatModel Counter Embedder Piece Reranker",
    "settings": "Settings",
    "stages.route": "route_granularity",
    "stages.select_model": "RoutingPolicy",
    "stores.sqlite": "SqliteStore",
}
"""The public names by the module that has them, which is imported when one of them is used."""
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "AddReport",
    "Agent",
    "Answer",
    "AssemblyPolicy",
    "BackendError",
    "Block",
    "Budget",
    "BudgetError",
    "ChatModel",
    "Citation",
    "ContextItem",
    "ContextManager",
    "Contribution",
    "Counter",
    "DecomposedContext",
    "Diagnosis",
    "Document",
    "Embedder",
    "Entry",
    "Episode",
    "FittedContext",
    "ForgetReport",
    "ForgottenError",
    "HashingEmbedder",
    "Hit",
    "Hypothesis",
    "ImportReport",
    "InputError",
    "IntentVector",
    "LeftOut",
    "LoadsheetError",
    "Manifest",
    "Materials",
    "MemoryManager",
    "MemoryRecord",
    "Message",
    "ModelCandidate",
    "ModelError",
    "Piece",
    "Prepared",
    "Prompt",
    "Rendition",
    "Reranker",
    "RoutingPolicy",
    "ScriptedModel",
    "Settings",
    "SettingsError",
    "Source",
    "SqliteStore",
    "StoreError",
    "SummaryProvider",
    "UnknownError",
    "WriteReceipt",
    "WriteReceipts",
    "assemble",
    "block",
    "counter",
    "decompose",
    "parse",
    "policy_from",
    "route_granularity",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'loadsheet' has no attribute {name!r}")
    value = getattr(import_module(f"loadsheet.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(_HOME_OF)
