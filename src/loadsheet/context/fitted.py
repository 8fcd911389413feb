"""A prompt and its manifest go in; messages with their losses counted come out."""

from __future__ import annotations

from loadsheet.artifacts import ChatMessage, Manifest, Prompt, Value

SHORTENED = frozenset({"half", "quarter", "summary", "cut"})


class FittedContext(Value):
    """Messages within a budget, and what it took: of the items given, those not counted here are aboard whole."""

    messages: tuple[ChatMessage, ...]
    estimated_tokens: int
    """The whole prompt with framing."""
    dropped: int
    summarized: int
    """Items in a shortened form, a cut one too; every item under one summary counts."""
    demoted: int
    """Items of which only a reference is aboard."""
    budget_exceeded: bool
    """Whether something was dropped."""
    slice: int = 0
    slices: int = 1
    manifest: Manifest


class DecomposedContext(Value):
    """All items over as many prompts as they need; each has the whole core."""

    slices: tuple[FittedContext, ...]
    dropped: int
    summarized: int
    demoted: int


def fitted_context(prompt: Prompt, manifest: Manifest) -> FittedContext:
    """A prompt with its losses counted from the manifest."""
    kinds = [
        (entry.rendition, entry.sources[0].count or 1 if entry.sources else 1)
        for entry in manifest.entries
    ]
    referred = sum(
        count
        for (form, count), entry in zip(kinds, manifest.entries, strict=True)
        if form == "reference" and entry.kind == "history"
    )
    trimmed = sum(row.count or 0 for row in manifest.left_out if row.kind == "history")
    dropped = sum(row.kind != "history" for row in manifest.left_out) + trimmed - referred
    return FittedContext(
        messages=prompt.messages,
        estimated_tokens=manifest.total_tokens,
        dropped=dropped,
        summarized=sum(form in SHORTENED for form, _ in kinds),
        demoted=sum(count for form, count in kinds if form == "reference"),
        budget_exceeded=dropped > 0,
        manifest=manifest,
    )
