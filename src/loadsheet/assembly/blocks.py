"""How producers make blocks: a text goes in, its framed renditions with their sizes come out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from loadsheet.artifacts import Block, Form, Rendition, Source, Span
from loadsheet.assembly.frame import flags_of, frame, reference
from loadsheet.ports import Counter


def block(
    kind: str,
    id: str,
    text: str,
    *,
    counter: Counter,
    producer: str,
    rule: str,
    reason: str,
    attributes: Mapping[str, str] | None = None,
    shorter: Sequence[Form] = (),
    referable: bool = False,
    only_reference: bool = False,
    score: float | None = None,
    sources: tuple[Source, ...] = (),
    conflict: str | None = None,
    group: str = "",
) -> Block:
    """A block with `text` in full, then each form of `shorter`, then a reference.

    A shorter form that is no smaller than the one before it is left away. With `referable` the last rendition says
    where the text is and drops all of it; it is left away when it would be larger than the text itself.
    """
    referred = reference(kind, attributes or {})
    if only_reference:
        forms = [_rendition("reference", referred, counter)]
    else:
        forms = [_rendition("full", frame(kind, text, attributes), counter)]
    for form in shorter:
        framed = frame(kind, form.text, attributes)
        forms.append(_rendition(form.name, framed, counter, form.dropped))
    if referable:
        forms.append(_rendition("reference", referred, counter, _whole(sources, text)))
    return Block(
        id=id,
        kind=kind,
        producer=producer,
        rule=rule,
        reason=reason,
        renditions=_ever_smaller(forms),
        score=score,
        sources=sources,
        conflict=conflict,
        group=group,
        flags=flags_of(kind, text),
    )


def _ever_smaller(forms: Sequence[Rendition]) -> tuple[Rendition, ...]:
    """The first, and each that is smaller than the one kept before it."""
    kept: list[Rendition] = []
    for form in forms:
        if not kept or form.tokens < kept[-1].tokens:
            kept.append(form)
    return tuple(kept)


def _rendition(name: str, text: str, counter: Counter, dropped: tuple[Span, ...] = ()) -> Rendition:
    return Rendition(name=name, text=text, tokens=counter.count(text), dropped=dropped)


def _whole(sources: tuple[Source, ...], text: str) -> tuple[Span, ...]:
    """The span of the whole text in its first source, or from 0 where it has none with offsets."""
    for source in sources:
        if source.start is not None and source.end is not None:
            return (Span(start=source.start, end=source.end),)
    return (Span(start=0, end=len(text)),)
