"""The words by which a turn shows how it asks, and what for, in the languages that are known, as patterns."""

from __future__ import annotations

from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern

NAMES_DOCUMENT = Pattern(
    r"\b(?:handbooks?|manuals?|guides?|reports?|minutes|letters?|contracts?|agreements?|leases?|polic(?:y|ies)|rules?|"
    r"regulations?|bylaws?|statutes?|terms|leaflets?|brochures?|catalogues?|logs?|diar(?:y|ies)|notebooks?|ledgers?|"
    r"chronicles?|registers?|runbooks?|postmortems?|reviews?|plans?|papers?|articles?|chapters?|documents?|docs?|"
    r"files?|"
    r"folders?|sheets?|bulletins?|permits?|deeds?|cards?|archives?|according|clauses?|sections?|paragraphs?|passages?|"
    r"\w*handbuch|\w*ordnung|satzung|protokoll\w*|\w*vertr[aä]g\w*|règlement|chronique|rapport|guía|cuaderno|informe|"
    r"quaderno|regolamento|rapporto)\b|说明书|手册|合同|须知|文件",
    fits="what does the handbook say",
    misses="what does Ana say",
)
WHY = Pattern(
    r"\b(?:why|how come|reasons?|warum|wieso|pourquoi|por qué|perché)\b|为什么",
    fits="why is there a fee",
    misses="is there a fee",
)
AGAIN = Pattern(
    r"\b(?:again|remind|remember|recall|(?:did|have|had) (?:i|we|you) (?:say|tell|told|agree\w*|decide\w*|settle\w*|"
    r"note\w*|write|written|promise\w*)|(?:i|we|you) (?:said|told|agreed|decided|settled|noted|wrote|promised)|"
    r"nochmal|noch mal|rappelle\w*|déjà|recuerdas?|otra vez|ricord\w+)\b|来着|刚才",
    fits="what was the code again",
    misses="what is the code",
)
PAST = Pattern(
    r"\b(?:did|was|were|had|happened|went|came|broke|got|story|that (?:night|day|time)|last (?:spring|summer|autumn|"
    r"fall|winter|year|month|week)|\w{3,}ed|war|wurde|hatte|fue|fueron|pasó|était|avait|era|è stato)\b",
    fits="where did we stay",
    misses="where do we stay",
)
SELF = Pattern(
    r"\b(?:i|i'm|im|i've|ive|i'd|me|my|mine|we|we're|us|our|ours|ich|mir|mich|mein\w*|wir|uns|unser\w*|je|j'ai|moi|mon|"
    r"ma|mes|nous|notre|nos|yo|mi|mis|nuestr\w+|mio|mia|miei|mie|nostr\w)\b|\bj['’]|我|咱",
    fits="our landlord",
    misses="the landlord",
)
STATUS = Pattern(
    r"\b(?:where|stands?|status|progress|state of|left|still|open|missing|next|got to|to do|done|finished|how far|"
    r"up to date|stehen|steht|offen|fehlt|où en|queda|dónde)\b|进展|进度",
    fits="how far is the report",
    misses="who wrote the report",
)
WISHES = Pattern(
    r"\b(?:suggest\w*|recommend\w*|pick|choose|ideas?|find (?:me|us)|what should|which should|something|smth|plan|"
    r"draft|"
    r"write|compose|schlag\w*|empf\w*|schreib\w*|propos\w*|conseill\w*|écris|rédige|sugi\w*|recomi\w*|escribe|"
    r"consigli\w*|scriv\w*|posso)\b|推荐|建议|写",
    fits="suggest a restaurant",
    misses="the restaurant is closed",
)
AND = Pattern(
    r"^\W*(?:and|plus|also|und|et|y|e|那)\b",
    fits="and in Lisbon?",
    misses="in Lisbon and Porto?",
)
SO = Pattern(
    r"^\W*(?:so|then|also|donc|entonces|quindi)\b",
    fits="so the fee is due?",
    misses="the fee is due?",
)
SUPPOSES = Pattern(
    opening("or", "even", "what")
    + r"(?:if|when|suppose|supposing|unless|with|without|wenn|falls|ohne|"
    r"bei|si|quand|sans|pour|cuando|con|sin|para|se|quando|senza|per)\b",
    fits="and if I pay late?",
    misses="I pay late",
)
"""It puts another condition in the place of one that was asked of."""
ASKS_ANEW = Pattern(
    opening("right", "hi", "hello", "sorry", "great", "thanks")
    + r"(?:what|whats|who|whos|when|whens|where|wheres|how|"
    r"why|which|is|are|do|does|did|can|could|may|must|should|will|has|have|tell|give|show|find|quote|list|summari[sz]e|"
    r"compare|explain|need|any|wer|was|wann|wo|wie|welche\w*|warum|ist|sind|darf|kann|muss|fass|nenn|qui|quel\w*|quand|où|"
    r"comment|combien|pourquoi|est-ce|peut|qué|quién|cuál\w*|cuándo|dónde|cómo|cuánt\w+|puedo|hay|chi|che|quando|dove|"
    r"quant[oaie]|come)\b(?:\W+\w+){2}",
    fits="what does the visa cost",
    misses="the visa",
)
"""It begins like a question of its own."""
RECALLS = Pattern(
    r"\b(?:that|the|those) (?:\w+ )?(?:night|day|evening|afternoon|morning|weekend|week|business|fuss|episode|incident|"
    r"affair|mess|trip|visit|time)\b|\bremember (?:when|that|how)\b|\bof ours\b|\bthe other (?:day|time|week)\b|"
    r"\bdamals\b|\bneulich\b|\baquel\w*\b|\bquella volta\b|\bl['’]autre jour\b|那次|那天|那趟",
    fits="that night in Porto",
    misses="a night in Porto",
)
"""It speaks of something that both remember."""
POINTS = Pattern(
    r"\b(?:it|its|that|this|those|these|they|them|their|there|he|she|him|her|his|hers|ones?|both|same|other|else|too|"
    r"instead|das|es|sie|er|ihn|dort|dazu|davon|dies\w*|ça|cela|elle|il|lui|là|aussi|eso|esto|ella|él|también|allí|"
    r"quello|questo|anche|lì)\b|这|那|它|他|她",
    fits="does it cover theft",
    misses="is theft covered",
)

ONE_THING = Pattern(
    r"\b(?:the|my|our|its|whats|der|die|das|mein\w*|unser\w*|le|la|l|mon|ma|notre|el|mi|nuestr\w|il|lo|mio|mia|"
    r"combien de|cuánto|wie viel)\b(?! \w+ (?:two|three|both|all)\b)",
    fits="what is the fee",
    misses="what are fees",
)
"""A thing that is named as if there were only one."""
TIME = Pattern(
    r"\b(?:today|tonight|tomorrow|tmrw|yesterday|next|last|this|current\w*|mon|tues?|wed\w*|thu\w*|fri|sat|sun|\w+day|"
    r"weds|"
    r"spring|summer|autumn|fall|winter|heute|morgen|gestern|nächst\w+|letzt\w+|aujourd|demain|hier|prochain\w*|hoy|"
    r"mañana|ayer|próxim\w+|(?:jan|febr?)(?:uary)?|march|april|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|oggi|domani|ieri|prossim\w+|again|remind|did (?:i|we) (?:say|tell|"
    r"agree|decide|settle|note|write|promise)\w*)\b|\b(?:19|20)\d\d\b|\d",
    fits="the meeting on Friday",
    misses="the meeting room",
)
SELF_ALONE = Pattern(
    r"\b(?:i|me|ich|mir|mich|je|moi|yo|io|mi)\b|\bj['’]",
    fits="what do I owe",
    misses="what does Ana owe",
)
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|"
    r"juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|"
    r"octubre|noviembre|diciembre)"
)
_WHEN = (
    rf"(?:{_MONTH}|(?:19|20)\d\d|\d{{1,2}}(?:st|nd|rd|th)?|q[1-4]|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|"
    r"(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|"
    r"lunes|martes|miércoles|jueves|viernes|sábado|domingo|today|tonight|tomorrow|yesterday|heute|morgen|gestern|"
    r"demain|hier|hoy|mañana|ayer|spring|summer|autumn|fall|winter|sommer|été|hiver|verano|invierno|week(?:end)?s?|"
    r"month|quarter|year|mornings?|afternoons?|evenings?|nights?|noon|midnight|easter|christmas|(?:public )?holidays)"
)
_DOCUMENTS = r"(?:documents?|docs|files|sources|texts|pdfs|materials?|dokumente|dateien|fichiers|documentos|archivos)"
ASKS_DOCUMENTS = Pattern(
    rf"^\W*(?:please )?(?:(?:what|which|how many|welche|wie viele|quels?|combien de|qué|"
    rf"cuántos) {_DOCUMENTS} (?:do you|do we|have "
    r"you|have we|are|can you|did i|have i|hast du|habt ihr|gibt es|kennst du|sind|as-tu|avez-vous|y a-t-il|sont|"
    r"connais-tu|"
    r"tienes|hay|conoces)\b(?: (?:there|have|got|know|see|read|search|access|hold|add(?:ed)?|upload(?:ed)?|"
    r"index(?:ed)?|stored|"
    r"loaded|available|here|in|the|your|you|to|indexed|da|im|index|indexiert))*"
    rf"|(?:list|show|name|zeig(?:e)?|liste|muestra)(?: me| mir)?(?: all| alle| todos)?(?: (?:of )?(?:the|your|my|our|"
    rf"die|deine|les|"
    rf"los))? (?:indexed |available )?{_DOCUMENTS}(?: (?:you have|you know|there are|auf))?"
    r"|what(?:['’]s| is| do you have) in (?:the|your|my) (?:index|corpus|library|collection|knowledge base)"
    r"|what (?:is|have you|did you) index(?:ed)?)\W*$",
    fits="What documents do you have?",
    misses="Which documents do I need for a passport?",
)
"""Asks what is indexed."""
ASKS_WHEN = Pattern(
    r"^\W*(?:and |so )?(?:when|(?:on )?(?:what|which) (?:days?|date|month|year|time)|wann|quand|cuándo|quando)\b",
    fits="when are dogs allowed",
    misses="are dogs allowed when it rains",
)
ASKS_NUMBER = Pattern(
    r"^\W*(?:and |so )?(?:how (?:much|many|long|old)|what(?:['’]?s| is| was)|wie ?viele?|combien|cuánt[oa]s?|"
    r"quant[oaie])\b",
    fits="how much is the fee",
    misses="is the fee too much",
)
ASKS_WHO = Pattern(
    r"^\W*(?:and |so )?(?:who|whom|wer|wem|wen|qui|quién|chi)\b",
    fits="who leads the team",
    misses="does Ana lead the team",
)
TIME_ALONE = Pattern(
    r"(?:(?:in|on|at|by|during|since|until|before|after|for|from|im|am|bis|seit|en|au|el|para) )?(?:the |le |el )?"
    rf"(?:(?:last|next|this|early|late|nächsten?|letzten?) )?{_WHEN}(?:(?: of)?,? {_WHEN})*(?: (?:before|after))?",
    fits="in March",
    misses="in Lisbon",
)
"""A phrase that is nothing but a time."""
