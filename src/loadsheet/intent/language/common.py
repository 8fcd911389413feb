"""A word of a question goes in; what part of its weight it keeps where few passages say how rare it is comes out.

In a handful of documents every word is rare: `large` in `How large is the deposit?` seems to tell as much as `deposit`.
That such words ask rather than name is known before any document is read; the more passages there are, the more they
say for themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from loadsheet.corpus.terms import terms, word_set

EVERYDAY = frozenset(
    terms(
        # What is asked for by its measure, and how it is asked: How long, how often, what amount, what kind of.
        "long large big small tall wide deep high heavy old young early late often soon fast quick far close amount"
        " number kind sort type thing way time somebody someone anybody anyone something anything everything"
        " else instead now new latest newest current currently date day version change changed different difference"
        # What is done with anything at all.
        " come came go going goes gone went make made take taken took use used using need needed want wanted give given"
        " gave happen keep put find found show say said see look help know think mean let try bring leave become happen"
        " work allow allowed able possible permitted treat involve include require handle deal ask asked exactly"
        # Whom to turn to, and what somebody has to do: Who do I call for payroll? What was decided?
        " call contact reach run lead manage responsible responsibility decide decision task duty promise item"
        " extension"
        # Question words as they are typed in haste.
        " whats wheres whos hows whens thats theres"
        " mr mrs ms miss dr"
        " colour color actually really along away again ever still define describe explain list example"
    )
) | word_set(
    # German
    "wer wie was wo wann warum wieso welche welcher welches ist sind war hat haben der die das den dem des ein eine"
    " einen einem einer viel viele für mit von vom zu zum zur im auf und oder kann darf muss man ich es gibt bei"
    " hoch groß lang lange breit tief schwer alt teuer weit oft schnell früh spät kostet kosten dauert dauern beträgt"
    " betragen liegt steht findet geht bekommt bekomme brauche braucht genau eigentlich überhaupt möglich erlaubt"
    " passiert sagt heißt macht zuständig verantwortlich nächste nächster nächstes nächsten"
    # French
    " qui que quoi quand où comment quel quelle quels quelles est sont le la les un une des du de en au aux pour avec"
    " et ou je on peut il elle à heure jour montant nombre coûte coûtent faut doit dois peux puis possible permis dure"
    " long longtemps haut grand loin souvent tôt tard prix existe-t-il exactement responsable"
    # Spanish
    " qué cuándo dónde cómo cuánto quién el los las del con por es son hay cuánta cuántos cuántas hora día cuesta"
    " cuestan vale debe debo puede puedo dura largo alto grande lejos tarde temprano precio posible permitido"
    " hace exactamente"
    # Italian
    " quanto quanta quanti quante quando dove come chi cosa ora costa costano serve servono dura deve devo può posso"
    " possibile prezzo"
)
"""Words that ask, or that are done with anything: of English their stems; of other languages their forms, and articles,
prepositions and question words too."""

CHOOSING = frozenset(
    terms(
        "summarise summarize summary overview outline cheap cheapest cheaper expensive dearest biggest largest"
        " smallest highest lowest longest shortest tallest heaviest lightest fastest slowest fewest oldest earliest"
        " latest newest recent teuerst teuersten billig billigsten günstig günstigsten größte größten neueste neuesten"
        " älteste ältesten höchste höchsten niedrigste niedrigsten längste längsten zusammenfassen zusammenfassung"
        " überblick cher chère plus récent résumer résumé más caro cara barato barata reciente resumen resumir"
    )
)
"""Words that say what to do with what is found: which of several to choose, or to say it in short. No text has to hold
them."""

CHOSEN = 0.05
"""What such a word keeps of its weight among however many passages."""

KEPT = 0.2
"""What such a word keeps of its weight where there are no passages to tell."""

PASSAGES = 1000
"""From so many passages on, what they say of a word counts more than what is known of it beforehand."""


def naming(words: Iterable[str]) -> list[str]:
    """The stems that name something, in their order: of those that ask, it tells nothing what stands beside them."""
    return [word for word in words if word not in EVERYDAY]


def share(word: str, passages: int) -> float:
    """The part of its weight that a word of a question keeps among so many passages: 1 for one that names something."""
    stems = terms(word) or [word]
    if CHOOSING.issuperset(stems):
        return CHOSEN
    if not EVERYDAY.issuperset(stems):
        return 1.0
    return (passages + KEPT * PASSAGES) / (passages + PASSAGES)
