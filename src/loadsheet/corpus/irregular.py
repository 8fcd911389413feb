"""English words whose forms no ending tells: `lost` is of `lose`, `paid` of `pay`, `children` of `child`."""

from __future__ import annotations

_VERBS = (
    "ate eaten eat|drank drunk drink|flew flown fly|drove driven drive|wrote written write|went gone go|bought buy"
    "|sold sell|had have|has have|took taken take|gave given give|got gotten get|lost lose|ran run|rode ridden ride"
    "|swam swum swim|slept sleep|read read|spoke spoken speak|saw seen see|met meet|made make|built build|left leave"
    "|taught teach|won win|led lead|sang sung sing|wore worn wear|sent send|kept keep|quit quit|cut cut|hit hit"
    "|did done do|lay lain lie|smoked smoke|used use|owned own|broke broken break|burst burst|caught catch"
    "|chose chosen choose|came come|became become|began begun begin|grew grown grow|knew known know|threw thrown throw"
    "|blew blown blow|drew drawn draw|stole stolen steal|froze frozen freeze|woke woken wake|shook shaken shake"
    "|fell fallen fall|forgot forgotten forget|hid hidden hide|bit bitten bite|tore torn tear|rang rung ring"
    "|sank sunk sink|brought bring|fought fight|paid pay|said say|told tell|sat sit|stood stand|spent spend"
    "|lent lend|held hold|heard hear|felt feel|fed feed|bred breed|dug dig|hung hang|struck strike|swung swing"
    "|swore sworn swear|overtook overtaken overtake|put put|shut shut|hurt hurt|split split|spread spread|set set"
    "|cost cost|understood understand|withdrew withdrawn withdraw|withheld withhold|upheld uphold|sought seek"
    "|undertook undertaken undertake|overcame overcome|overslept oversleep|mistook mistaken mistake|arose arisen arise"
    "|forgave forgiven forgive|forbade forbidden forbid|dealt deal|meant mean|bent bend|fled flee|crept creep"
    "|swept sweep|wept weep|knelt kneel|shrank shrunk shrink|sprang sprung spring|stuck stick|stung sting|spun spin"
    "|slid slide|shone shine|shot shoot|clung cling|repaid repay|rebuilt rebuild|resold resell"
    "|rewrote rewritten rewrite|outgrew outgrown outgrow|overpaid overpay|underpaid underpay|prepaid prepay"
    "|undid undone undo|redid redone redo"
)
VERBS = {
    form: line.split()[-1]
    for line in _VERBS.split("|")
    for form in line.split()[:-1] or line.split()
}
"""The base of verbs whose past has another form."""

PRETERITES = frozenset(line.split()[0] for line in _VERBS.split("|") if len(line.split()) == 3)
"""Pasts of verbs whose participle is another word."""

_PLURALS = (
    "children child|men man|women woman|people person|feet foot|teeth tooth|mice mouse|geese goose|knives knife"
    "|shelves shelf|halves half|wives wife|loaves loaf|thieves thief|wolves wolf|calves calf|scarves scarf"
    "|analyses analysis|crises crisis|diagnoses diagnosis|hypotheses hypothesis|theses thesis|parentheses parenthesis"
    "|criteria criterion|phenomena phenomenon|bacteria bacterium|indices index|matrices matrix|vertices vertex"
    "|appendices appendix|curricula curriculum|memoranda memorandum|stimuli stimulus|nuclei nucleus|fungi fungus"
    "|alumni alumnus|syllabi syllabus|larvae larva|vertebrae vertebra|formulae formula|antennae antenna"
)
_OTHER_WORDS = (
    "left saw lay felt bit fell shot rang rung mean building meeting setting feeling standing meaning drawing "
    "saying understanding beginning dealing spring reading spending ring"
)
OTHER_WORDS = frozenset(_OTHER_WORDS.split())
"""Forms that are mostly read as another word: what is on the left was left by nobody."""


def _doing(base: str) -> tuple[str, ...]:
    """The forms in `-ing` that a verb may have."""
    return (
        f"{base}ing",
        f"{base}{base[-1]}ing",
        *((f"{base[:-1]}ing",) if base[-1] == "e" else ()),
    )


BASES = {
    **{form: base for base in VERBS.values() for form in _doing(base) if form not in OTHER_WORDS},
    **{form: base for form, base in VERBS.items() if form not in OTHER_WORDS},
    **{line.split()[0]: line.split()[1] for line in _PLURALS.split("|")},
}
"""The word that a form is looked up by, of those that are hardly ever another word."""


def base_of(word: str) -> str:
    """The word that a form in lower case is one of; the word itself where its endings tell."""
    return BASES.get(word, word)
