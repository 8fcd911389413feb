"""Settings and what a host hands in go in; an agent's parts, each stage set up, come out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from loadsheet.adapters import (
    counter_name,
    counter_named,
    embedder_from,
    models_from,
    named_model,
    proposer_from,
    reranker_from,
    store_from,
    wording_from,
)
from loadsheet.artifacts import AssemblyPolicy, ModelCandidate
from loadsheet.assembly.policy import policy_from
from loadsheet.errors import SettingsError
from loadsheet.funnel.fuse import WEIGHTS
from loadsheet.hosted import (
    hosted_clock,
    hosted_ids,
)
from loadsheet.machine import MachineZone, new_id, now
from loadsheet.pipeline import Pipeline
from loadsheet.ports import ChatModel, Clock, Counter, Embedder, Ids, Reranker, Store
from loadsheet.settings import Settings
from loadsheet.stages.intake import Intake
from loadsheet.stages.load_held import Hold
from loadsheet.stages.memory_writer import Memory
from loadsheet.stages.propose import Expand, Pick, Propose
from loadsheet.stages.recall import Recall
from loadsheet.stages.reduce import Reduce
from loadsheet.stages.remember import Correct, Remember
from loadsheet.stages.rerank import Rerank
from loadsheet.stages.reroute import Reroute
from loadsheet.stages.retrieve import Lexical, Nearest, Overview, Retrieve, Retriever
from loadsheet.stages.route import Route
from loadsheet.stages.select_model import RoutingPolicy, SelectModel
from loadsheet.trace import SECONDS_SHARE

PROPOSAL_SHARE = 0.25
"""The part of a turn's seconds after which a model that proposes counts as silent: the answer needs most of them."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What an agent is made of."""

    store: Store
    settings: Settings
    counter: Counter
    pipeline: Pipeline
    embedder: Embedder | None
    wording: ChatModel | None
    """The model that says what sections are about."""
    clock: Clock
    ids: Ids


def build(
    state: str | os.PathLike[str] | None,
    settings: Settings | Mapping[str, Any] | str | os.PathLike[str] | None,
    *,
    model: ChatModel | None,
    embedder: Embedder | None,
    reranker: Reranker | None,
    clock: Clock | None,
    ids: Ids | None,
) -> Parts:
    """The parts of an agent. Raises `SettingsError` for bad settings, and for a state file that cannot be used."""
    chosen = settings_from(settings)
    counter = counter_named(counter_name(chosen))
    models = models_from(chosen, model)
    reader = embedder_from(chosen, embedder)
    judge = reranker_from(chosen, reranker)
    policy, zone = policy_of(chosen), zone_from(chosen.time_zone, hosted=clock is not None)
    clock = hosted_clock(clock) if clock else now
    ids = hosted_ids(ids) if ids else new_id
    extractor = named_model("extract", chosen.extract, chosen, models) if chosen.extract else None
    wording = wording_from(chosen, models)
    # The store is last: bad settings leave no file behind, and none open.
    store = store_from(os.fspath(state) if state is not None else chosen.state)
    memory = (
        memory_from(chosen, store, clock, ids, zone, extractor) if chosen.memory == "on" else None
    )
    pipeline = pipeline_from(chosen, policy, zone, store, counter, models, memory, reader, judge)
    return Parts(store, chosen, counter, pipeline, reader, wording, clock, ids)


def memory_from(
    settings: Settings,
    store: Store,
    clock: Clock,
    ids: Ids,
    zone: tzinfo,
    extractor: ChatModel | None,
) -> Memory:
    """Where records are written, and by which rules."""
    return Memory(
        store=store,
        clock=clock,
        ids=ids,
        zone=zone,
        days=settings.memory_days,
        secrets=settings.keep_secrets,
        model=extractor,
        seconds=settings.seconds,
        documents=store,
    )


def settings_from(
    given: Settings | Mapping[str, Any] | str | os.PathLike[str] | None,
) -> Settings:
    """Settings as they are, from a dict, or from a file with the environment on top of it."""
    from loadsheet.settings import load_settings

    if isinstance(given, Settings):
        return given
    if isinstance(given, Mapping):
        return load_settings(flags=given)
    if given is not None and not isinstance(cast("Any", given), str | os.PathLike):
        raise SettingsError(
            f"settings = {given!r:.60}: give a Settings, a dict or the path of a file"
        )
    return load_settings(path=given)


def policy_of(settings: Settings) -> AssemblyPolicy:
    """The policy that the settings state. Raises `SettingsError` for one that cannot be."""
    return policy_from(
        settings.assembly,
        precedence=settings.precedence,
        strategy=settings.strategy,
        history_step=settings.history_step,
        constraint_cap=settings.constraint_cap,
    )


def pipeline_from(
    settings: Settings,
    policy: AssemblyPolicy,
    zone: tzinfo,
    store: Store,
    counter: Counter,
    models: Mapping[str, ChatModel],
    memory: Memory | None = None,
    embedder: Embedder | None = None,
    reranker: Reranker | None = None,
) -> Pipeline:
    """The stages, set up."""
    rules, proposer = settings.route == "rules", proposer_from(settings, models)
    expander = named_model("expand", settings.expand, settings, models) if settings.expand else None
    silent = settings.seconds * PROPOSAL_SHARE
    reduce = reduce_from(settings)
    return Pipeline(
        transcripts=store,
        counter=counter,
        policy=policy,
        instructions=settings.instructions,
        models=models,
        # A fixed route asks for nothing of what is held but what there is, where the turn asks for that.
        hold=Hold(store if memory else None, store, store) if rules else Hold(index=store),
        intake=Intake(zone=zone),
        propose=Propose(proposer, silent) if proposer else None,
        pick=Pick(proposer, silent) if proposer else None,
        expand=Expand(expander, silent, embedder) if expander else None,
        route=Route(
            limit=settings.depth, mode=settings.route, cheap_first=bool(embedder or reranker)
        ),
        reroute=Reroute(words_suffice=settings.words_suffice),
        retrieve=retrieve_from(settings, store, embedder),
        correct=Correct(memory),
        recall=Recall(store, counter, memory.zone) if memory else Recall(),
        remember=Remember(memory),
        reduce=reduce,
        rerank=rerank_from(settings, reranker, reduce) if reranker else None,
        select_model=SelectModel(
            candidates_from(settings, models),
            RoutingPolicy(settings.prefer_local, settings.output_reserve),
        ),
    )


def candidates_from(
    settings: Settings, models: Mapping[str, ChatModel]
) -> tuple[ModelCandidate, ...]:
    """What there is to choose from: the models that the settings describe, or those there are, as they are."""
    return tuple(row for row in settings.models if row.name in models) or tuple(
        ModelCandidate(name=name, window=settings.model_window, output_limit=settings.output_limit)
        for name in models
    )


def retrieve_from(settings: Settings, store: Store, embedder: Embedder | None) -> Retrieve:
    """Where passages are looked for, and how their sources count."""
    return Retrieve(
        sources_of(store, embedder),
        # A fixed route never asks for an overview.
        for_overview=(Overview(store),) if settings.route == "rules" else (),
        seconds=settings.seconds * SECONDS_SHARE["retrieve"],
        feedback=settings.feedback,
        weights={**WEIGHTS, **settings.weights},
    )


def reduce_from(settings: Settings) -> Reduce:
    """What of the candidates is evidence."""
    return Reduce(
        candidates=settings.candidates,
        floor=settings.evidence_floor,
        cap=settings.evidence_cap,
        room=settings.evidence_room,
        sufficient=settings.sufficiency,
        weights={**WEIGHTS, **settings.weights},
        skip=frozenset(settings.skip),
    )


def rerank_from(settings: Settings, reranker: Reranker, reduce: Reduce) -> Rerank:
    """When a reranker is asked, and for how long."""
    return Rerank(
        reranker,
        reduce,
        most=settings.rerank_most,
        below=settings.rerank_below,
        seconds=settings.seconds * SECONDS_SHARE["rerank"],
    )


def sources_of(store: Store, embedder: Embedder | None) -> tuple[Retriever, ...]:
    """Where passages are looked for: by their words, and by their vectors where something makes them."""
    lexical = Lexical(store)
    return (lexical, Nearest(store, embedder)) if embedder else (lexical,)


def zone_from(name: str | None, *, hosted: bool) -> tzinfo:
    """The zone of that name. Without one it is this machine's, but UTC beside a host's own clock.

    A host's time must not mean another day on another machine. Raises `SettingsError` for an unknown one.
    """
    try:
        return ZoneInfo(name) if name else UTC if hosted else MachineZone()
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise SettingsError(
            f"time_zone: unknown zone {name!r}; write it as Europe/Berlin or UTC"
        ) from error
