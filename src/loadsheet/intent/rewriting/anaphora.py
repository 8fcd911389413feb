"""The words by which a turn points back, in the languages that are known, as patterns."""

from __future__ import annotations

from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern

LEAD = Pattern(
    r"^\W*(?:(?:ok(?:ay)?|hm+|oh|ah|well|so|right|sorry|thanks?|thank you|good|great|alright|wait|"
    r"hold on|moment|"
    r"hallo|bonjour|hola|hi|hello|no|non|nein|nee|not right)\b[\s,.:;!…–-]*)+",
    fits="ok, where is it",
    misses="where is it",
)
"""What opens a turn and says nothing."""
AND = Pattern(
    r"^\W*(?:and|plus|also|same|und|et|y|e|what about|how about|was ist mit|wie sieht es mit|"
    r"et pour|qu'en est-il de|"
    r"y qué hay de|那)\b[\s,]*(?:(?:what|how) about\b\s*)?(?:then\b\s*)?",
    fits="what about Lisbon?",
    misses="Lisbon?",
)
"""What continues the turn before."""
SWITCH = Pattern(
    opening() + r"(?:(?:for )?something (?:completely |entirely |"
    r"totally )?(?:else|different|new)|(?:a )?different (?:thing|topic|subject|question)|"
    r"(?:another|new|next|other) (?:thing|topic|subject|question)|changing (?:the )?(?:topic|"
    r"subject)|on (?:a|an)(?:other| different) (?:note|subject|topic)|"
    r"unrelated|by the way|btw|(?:going |coming )?back to [^:,]{2,60}|anderes thema|was anderes|"
    r"autre chose|changement de sujet|otra cosa|cambiando de tema|换个话题)"
    r"\b[\s,.:;–-]*",
    fits="different topic: the boiler",
    misses="the boiler",
)
"""What announces another subject."""
REPAIR = Pattern(
    r"^\W*(?:(?:no|nope|nah|sorry|oops|wait|ah|oh)\b\W*)+(?:i )?meant?\b|\b(?:i|we) (?:meant|mean|was asking about|"
    r"was talking about)\b|^\W*(?:no|nope|"
    r"not that)\b[, ]+(?:not\b|the |for |in |i (?:want(?:ed)?|need(?:ed)?|asked|said|mean|(?:was|am) (?:asking|talking|"
    r"looking))\b)"
    r"|^\W*(?:not|nicht|pas|no) (?:(?:for|in|the|die|der|das|le|la|el) ){0,2}[\w-]+(?: [\w-]+)?,? (?:but |sondern |"
    r"mais |sino )?"
    r"(?:the |die |der |das |le |la |el )[\w-]+(?: [\w-]+)?\W*$"
    r"|\b(?:je voulais dire|je parlais de|ich meinte|ich brauche doch|gemeint war|quería decir|"
    r"me refería a|me he explicado mal)\b|\b(?:intendevo|volevo dire)\b|我(?:是说|的意思是|问的是)",
    fits="no, I meant the other office",
    misses="the other office",
)
"""What says that the question was meant otherwise."""
REPAIR_WORDS = Pattern(
    r"\b(?:(?:i|we) )?(?:meant|mean)(?: to say)?\b|\b(?:i|we) was (?:asking|talking) about\b|^\W*(?:no|"
    r"nope|sorry|moment|wait|non|nein|oops|not that)\b[\s,.!]*|^\W*(?:not|nicht|pas) [^,]{1,40},\s*(?:but |sondern |"
    r"mais )?|"
    r"\b(?:je voulais dire|je parlais de|ich meinte|ich brauche doch|quería decir|me refería a|"
    r"me he explicado mal)\b[\s,]*|\bnot (?:the |that )?\w+(?: one)?$|\brather\b|\binstead\b|"
    r"我(?:是说|的意思是|问的是)|不对[，,]?",
    fits="I meant the boiler",
    misses="the boiler",
)
"""The words of a repair that are not what was meant."""
FINITE = Pattern(
    r"\b(?:is|are|was|were|am|do|does|did|can|could|(?-i:may)|might|must|shall|should|will|would|has|"
    r"have|had|isn't|aren't|doesn't|"
    r"don't|didn't|won't|can't|what's|who's|when's|where's|how's|it's|ist|sind|war|hat|haben|kann|"
    r"darf|muss|müssen|wird|gibt(?:['’]?s)?|heißt|"
    r"lautet|steht|geht|c['’]est|y a|est|sont|"
    r"était|faut|peut|puis-je|dit|raconte|fue|hay|tiene|puede|dice)\b|^\W*may\b",
    fits="the boiler is old",
    misses="the old boiler",
)
"""Verbs that make a sentence of a fragment."""
SUBJECT = Pattern(
    r"^\W*(?:(?:(?:i|we|they)(?:['’]\w+)?|ich|wir|je|nous|yo|nosotr[oa]s|noi)\s+(?!(?:and|or|und|oder|et|ou|y|o|e)\b)|"
    r"j['’])\w",
    fits="we moved to Porto",
    misses="we and they",
)
"""Whoever does something, and what: a sentence whatever its verb is."""
WH = Pattern(
    r"\b(?:what|whats|who|whom|whose|which|when|where|why|how|was|wer|wem|wen|wann|wo(?:her|hin|mit|für|von|zu|ran)?|"
    r"warum|wieso|weshalb|wie|wieviele?|welche\w*|"
    r"que|qui|quoi|quand|où|"
    r"pourquoi|comment|combien|quel\w*|qué|quién|cuándo|dónde|cómo|cuál\w*|cuánt\w+)\b",
    fits="which boiler",
    misses="the boiler",
)
"""Words that ask."""
ORDINALS = {
    "first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "fifth": 4, "5th": 4,
    "last": -1, "former": 0, "latter": -1, "erste": 0, "zweite": 1, "dritte": 2, "letzte": -1, "premier": 0,
    "première": 0, "deuxième": 1, "troisième": 2, "dernier": -1, "primero": 0, "primera": 0,
    "segundo": 1, "segunda": 1, "tercero": 2, "tercera": 2, "último": -1,
}  # fmt: skip
"""Places in a list."""
ORDINAL = Pattern(
    rf"\b(?:the|der|die|das|le|la|el|l')\s*(?P<which>{'|'.join(ORDINALS)})(?:n|"
    rf"r)?(?P<one> one)?(?P<own>'s)?"
    r"(?(one)|(?=\s*(?:$|[?.!,;]|is\b|was\b|has\b|have\b|does\b|in\b|say|of (?:those|these|"
    r"them)\b)))",
    fits="the second one",
    misses="the second boiler",
)
"""`the second one`, where no noun follows that it could belong to."""
STEP = Pattern(
    r"\b(?:(?:step|schritt|étape|paso)\s+(?:no\.?\s*|number\s+)?\d+|(?:first|second|third|next|last|final)\s+step)\b",
    fits="What is step 2?",
    misses="Which steps are there?",
)
"""A step by its place, of what was spoken of."""
BOTH = Pattern(
    r"\b(?:(?:the|those|these) two|both(?: of (?:them|those))?|each(?: of (?:them|those|the two))|"
    r"the two of them|either of them|die beiden|les deux|los dos|las dos)\b(?! (?:[a-z]+s|"
    r"[a-z]+en)\b(?! (?:is|are|has|have)\b))",
    fits="how do the two differ",
    misses="how do two boilers differ",
)
"""Two of a list at once."""
PRONOUN = Pattern(
    r"(?P<owner>\b(?:its|their|theirs|his|her|hers|whose)\b)|(?P<thing>\b(?:it|they|them|he|she|"
    r"him|herself|himself|itself|this one|that one|these ones|those|"
    r"(?-i:sie)|dazu|davon|darüber|damit|dafür|er|ihn|ihm|celui-ci|celle-ci|celui-là|celle-là|là-bas|lui|"
    r"elle|ello|ellos|ellas|allí)\b)|(?P<place>\bthere\b(?! (?:is|are|was|were|any|a|an|no|be|has|"
    r"have)\b)|\bthat\b(?=\s*(?:$|[?.!,;]|too\b|as well\b|in\b|on\b|for\b|about\b|work|apply|hold|"
    r"go|have|take|cost|mean|happen|and\b|or\b))|\bthis\b(?=\s*(?:$|[?.!,;]))|\bthese\b(?=\s*(?:$|"
    r"[?.!,;]))"
    r"|\b(?:das|ça|cela|eso|esto)\b(?=\s*(?:$|[?.!,;]|auch|aussi|también)))",
    fits="what does it cost",
    misses="what does a visa cost",
)
"""What stands for something else: its owner, a thing, a place."""
DEMONSTRATIVE = Pattern(
    r"\b(?:that|this|those|these|such (?:an?)?|diese[rsmn]?|jene[rsmn]?|cette|cet|ces|ese|esa|"
    r"esos|esas|este|esta)\s+(?!(?:is|are|was|were|has|have|i|we|you|he|she|they|it|the|time|week|"
    r"month|year|morning|evening|summer|winter|spring|autumn|fall|quarter|way|makes?|year's|"
    r"holds?|apply|applies|point|case|one)\b)(?P<noun>[^\W\d_]{3,}(?:['’]s)?)",
    fits="that boiler",
    misses="the boiler",
)
"""`that policy`: a noun that was spoken of."""
DUMMY_IT = Pattern(
    r"^\W*(?:hi|hello|hey) there\b|\b(?:is|are|was) there\b|\bis it \w+ (?:to|that|for|when|if)\b|\bis it (?:true|"
    r"possible|ok|okay|allowed|likely|worth|necessary|safe|legal|common|normal|"
    r"better|a good idea|me|him|her)\b|\bit(?:'s| is) (?:true|possible|\w+ (?:that|to))\b|"
    r"\bhow long does it take\b|\bwhat time is it\b|\bis it me\b|"
    r"\bit(?:['’]s| is)? (?:rain|snow|pour|freez)(?:s|ing)?\b|"
    r"\bwhen was it (?:he|she|they|i|we)\b|\bwhat was it (?:i|we)\b",
    fits="is it true that boilers leak",
    misses="does it leak",
)
"""An `it` that stands for nothing."""
BARE_DEFINITE = Pattern(
    r"\b(?:the|same|du|de la|der|die|das|le|la|el) (?:exact |full |whole |same )?(?:clause|rule|"
    r"section|paragraph|article|"
    r"document|letter|case|contract|file|matter|deadline|hearing|author|result|answer|limit|"
    r"company|team|film|movie|show|series|book|song|city|country|state|event|game|war|law|process|"
    r"loan|stock|fund|account|king|queen|album|band)\b",
    fits="what does the clause say",
    misses="what does a letter say",
)
"""`the clause`: a noun that names one thing among those that were spoken of."""
ASKS_FULLY = Pattern(
    r"^\W*(?:what|who|whose|which|when|where|why|how|is|are|was|were|do|does|did|can|could|may|"
    r"should|will|has|have)\b.*\w+\W+\w+",
    fits="what does a visa cost",
    misses="a visa",
)
"""A question with its verb."""
PREPOSITION = Pattern(
    r"^(?:for|in|on|at|with|without|by|from|to|under|during|after|before|per|the|a|an|our|my|für|"
    r"bei|im|in|auf|mit|ohne|pour|à|en|dans|avec|celui|celle|"
    r"des|les|le|la|para|con|sin|el|los|las)\b",
    fits="for trainees",
    misses="trainees",
)
"""How a phrase begins that can fill a slot."""
OTHER = Pattern(
    r"\bthe other(?: one)?(?=\W*(?:$|back\b|as well\b|too\b))",
    fits="and the other one?",
    misses="the other boiler",
)
"""`the other one`, which tells something only of two."""
