"""A text in; what the whole of it says about itself, as flags with the signal that raised each, out."""

from __future__ import annotations

import re

from loadsheet.corpus.terms import word_set
from loadsheet.intent.flags import arithmetic
from loadsheet.intent.language import match, words
from loadsheet.intent.language.openers import opening
from loadsheet.intent.language.pattern import Pattern

_CHIT_CHAT = Pattern(
    r"(?:(?:ok(?:ay)?|oh|ah|hm+|well|great|perfect|lovely|nice|cool|super|wonderful|good|right|"
    r"alright|all right|fine|"
    r"yes|no|yep|nope|sure|got it|i see|understood|that was quick|actually|very clear|sorry|"
    r"hi|hello|hey|hiya|yo|sup|good (?:morning|evening|afternoon|night|day)|morning|evening|greetings|"
    r"me again|there|again|"
    r"thanks?(?: you)?|thank you|thx|ty|ta|cheers|many thanks|much appreciated|so much|a lot|"
    r"very much|for (?:that|now|your help|the help|everything|today)|"
    r"(?:that'?s|that is|this is|it'?s|you'?re) (?:all|it|great|perfect|clear|helpful|"
    r"very helpful|fine|good|lovely|enough|right|the best|interesting|funny|amazing)|"
    r"bye|goodbye|bye bye|see you(?: later| soon| tomorrow)?|later|over and out|take care|"
    r"good luck|talk (?:soon|later)|until (?:tomorrow|then|next time)|"
    r"never ?mind|forget it|no worries|no problem|not important|don'?t mention it|you too|likewise|"
    r"please|everyone|all|team|then|now|and|very|really|so|helpful|clear|haha+|lol|wow|hm|hmm+|"
    r"kk?|oki|okey dokey|roger|gotcha|will do|(?:that )?(?:sounds good|works(?: for (?:me|us))?)|yup|yeah?|"
    r"all set|done|ace|sweet|fair|true|exactly|correct|good point|aha|yikes|my bad|ttyl|brb|"
    r"(?:one|a|just a) (?:sec(?:ond)?|moment)|hold on|wait|let me check|"
    r"no(?:thing)? (?:more|else|further)(?: questions)?|einverstanden|"
    r"passt(?: so)?|verstanden|geht klar|entendu|compris|de acuerdo|entendido|va bene|好|嗯|行|"
    r"(?:that|this|it) helps(?: me| us)?|makes sense|good to know|fair enough|ja|nein|oui|non|sí|"
    r"hallo|moin|guten (?:morgen|tag|abend)|servus|danke(?: schön| sehr| dir| ihnen)?|vielen dank|"
    r"tschüss|bis (?:bald|dann|morgen)|prima|alles klar|"
    r"bonjour|bonsoir|salut|coucou|merci(?: beaucoup| bien| à vous)?|au revoir|à (?:bientôt|"
    r"demain)|c'est (?:très )?(?:clair|parfait|bon|gentil)|parfait|d'accord|"
    r"hola|buenos días|buenas(?: tardes| noches)?|gracias|muchas gracias|adiós|hasta (?:luego|"
    r"mañana|pronto)|perfecto|vale|"
    r"obrigad[oa]|ciao|grazie(?: mille)?|prego|arigato|"
    r"你好|您好|谢谢|谢谢你|多谢|辛苦了|再见|好的|明白了|こんにちは|ありがとう(?:ございます)?)"
    r"(?:[\s,.!;:…~，。！、\-–]|[:;][-']?[)(DPp]|[\U0001F300-\U0001FAFF])*)+",
    fits="ok, thanks!",
    misses="the visa",
)
_FACE = re.compile(
    r"(?:[\s!.…]|[:;=8][-']?[)(DPpOo3/|]|[\u2600-\u27bf\ufe0f\u200d]|[\U0001F300-\U0001FAFF])+"
)
"""Nothing but faces and signs of how something is taken."""
_MUSING = Pattern(
    r"\b(?:wish me luck|those were the days|a classic|need to think|think (?:this|it|that) over|"
    r"let me think|"
    r"i'll (?:ask|think|check|see|let you know|be back|get back)|no need to (?:look|answer|search|"
    r"check)|just (?:saying|thinking|kidding)|"
    r"how are you|how's it going|what a (?:day|week|pity|shame)|muss ich mir überlegen|"
    r"ich überlege)\b|^\W*look at (?:that|this|those|these)\b[^?,:;]*$|"
    r"^\W*remember (?:how|when)\b(?![^.]*\b(?:how|what|who|where|which)\b.*\b(?:how|what|who|where|"
    r"which)\b|[^.]*, (?:how|what|who|where|which|when)\b)",
    fits="let me think about the price",
    misses="tell me about the price",
)
_ASKS = Pattern(
    rf"[?？؟]|{opening()}"
    r"(?:what(?! an?\b)|whats|what's|when|when's|where|where's|who|who's|whose|whom|which|why|how|how's|is|"
    r"are|was|were|do|does|did|"
    r"can(?!['’]t (?!i|you|we|they|he|she|it|the|my|this|that)\w)|could|may|might|must|shall|should|"
    r"will|would|has|have|had|am|any|up to which|to what|"
    r"by how|"
    r"was|wer|wie|wo|wann|warum|welche\w*|ist|sind|kann|darf|muss|hat|qui|que|quoi|quel\w*|quand|"
    r"où|comment|pourquoi|combien|"
    r"est-ce|c'est quoi|qué|quién|cuál\w*|cuándo|dónde|cómo|cuánt\w+)\b|"
    r"\b(?:which|how|who|when|where|what|whats|why|combien|pourquoi|comment|cuánt\w+|quant[oaie]|"
    r"wie ?viel\w*)\b[^.!]*$|"
    r"什么|多少|怎么|吗|呢|几|谁|哪",
    fits="what does a visa cost",
    misses="a visa costs money",
)
_CLEFT = re.compile(
    r"\b(?:it['’]?s|it is|c['’]est|es|è)(?: [A-Z][\w.]*)+ (?:who|that|which|qui|quien|che)\b"
)
"""`it's Mr Anand who signs now` asks nothing."""
_REQUESTS = Pattern(
    r"^\W*(?:(?:ok|okay|and|now|so|then|well|please|pls|also|hm+|alright|could you|can you|"
    r"would you|i'd like (?:you )?to|"
    r"different thing|something else|back to [^:]*|newsletter first)[,.:]? )*"
    r"(?:(?:add|answer|book|brief|calculate|catch|change|check|compare|contrast|convert|copy|count|"
    r"define|delete|describe|"
    r"draft|explain|extract|fill|find|format|get|give|go|help|identify|illustrate|list|"
    r"look(?! at (?:that|this|those|these|him|her|it|you)\b)|looking|make|"
    r"mention|name|outline|"
    r"plan|prepare|print|put|quote|read|recap|recommend|redo|remind|repeat|rephrase|retell|"
    r"rewrite|say|search|send|"
    r"shorten|show|spell|suggest|sum|summari[sz]e|tell|translate|turn|use|walk|write)\b|"
    r"(?:gib|sag|nenn|zeig|erklär|schreib|fass|vergleich|such|lies|zitier|mach|"
    r"donne|dis|montre|explique|écris|résume|compare|cherche|trouve|raconte|cite|fais|"
    r"dame|dime|muestra|explica|escribe|resume|compara|busca|cuenta|cita|haz)(?:-\w+|"
    r"\w{0,3})?\b)"
    r"|\b(?:give|tell|show|send|find|remind) (?:me|us)\b|\bplease\b|\bpls\b|\bi(?:'d|"
    r" would) (?:like|love|need)\b|\bi(?:'ll)? need\b|\bbitte\b|"
    r"\bs'il (?:te|vous) plaît\b|\bpor favor\b|请",
    fits="please list the fees",
    misses="the fees",
)
_TELLS = Pattern(
    opening("fyi", "just so you know", "eigentlich")
    + r"(?:i|i'm|i've|i'd|i'll|we|we're|we've|my|our|he|she|they|it|people|everybody|nobody|someone|"
    r"there|the|two|three|"
    r"one|number|\d+|too|in case|that|this|his|her|their|ich|wir|mein\w*|unser\w*|je|j'ai|nous|"
    r"mon|ma|mes|notre|mi|mis|tengo|soy|mia|mio|miei|mie|nostr\w)\b"
    r"|\b(?:remember|note|put on record|keep in mind) that\b|\b(?:is|are|'s) done\b",
    fits="my boiler leaks",
    misses="boilers leak",
)
_VERB = Pattern(
    r"\b(?:is|are|was|were|am|has|have|had|isn't|aren't|wasn't|doesn't|don't|didn't|can't|won't|"
    r"will|would|can|could|"
    r"do|does|did|gets?|got|goes|went|comes?|came|keeps?|kept|needs?|likes?|loves?|lives?|works?|prefers?|hates?|starts?|"
    r"wants?|says?|said|told|"
    r"asks?|makes?|made|takes?|took|thinks?|thought|knows?|feels?|felt|means?|seems?|moved|ist|"
    r"bin|sind|war|habe|hat|haben|"
    r"mag|est|sont|ai|suis|avons|soy|es|tengo|estoy|è|ho|viene)\b|['’](?:m|re|ve|ll|d)\b|"
    r"\b(?:it|that|he|she|who|there|here|what)['’]?s\b|['’]s (?:done|gone|back|off|out|over|ready|here|now|been|not|no|"
    r"fine|ok|a|the|left|\w+ed|\w+ing)\b|"
    r"\b(?:i|we|he|she|they|it|you|people) \w{3,}ed\b",
    fits="the boiler is old",
    misses="the old boiler",
)
_WANTS = Pattern(
    r"^\W*(?:i|we)(?:'d| would)? (?:rather|prefer|like|love|want|need)\b(?! (?:slow|to think|"
    r"a break))(?:.*\b(?:have|get|see|know|hear|something|anything)\b)",
    fits="I'd like something cheaper",
    misses="something cheaper",
)
_GREETS = Pattern(
    r"^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon|night|day)|morning|evening|"
    r"thanks?(?: you)?|thank you|bye|goodbye|hallo|guten (?:morgen|tag|abend)|"
    r"schönen (?:abend|tag)|super|danke|bonjour|bonsoir|merci|bonne (?:journée|soirée)|hola|"
    r"gracias|buen(?:as?|os) \w+)\b(?:[\s,]+[^\W\d]+){0,3}\W*$",
    fits="hello there",
    misses="the hello page",
)
_NOTE = Pattern(
    r"^\W*(?:please )?(?:remember that|note that|make a note|put (?:it )?on record|keep in mind|"
    r"write down that|"
    r"merk dir|notiere|note que|retiens|recuerda que|anota)\b|\btick (?:it|that|this) off\b|记住",
    fits="remember that the boiler is old",
    misses="the boiler is old",
)
_FORMS = (
    r"(?:shorter|longer|simpler|friendlier|warmer|funnier|briefer|politer|clearer|kürzer|länger|"
    r"plus court|más corto|"
    r"(?:more|less) (?:formal|polite|concise|detailed|casual|friendly|technical))"
)
_ASKED = opening("could you", "can you")
_TRANSFORM = Pattern(
    rf"^\W*(?:(?:ok|okay|and|now|but|a bit|a little|much|make (?:it|that|this)|"
    rf"could you make (?:it|that)|please) ?)*{_FORMS}\W*(?:please|pls)?\W*$"
    r"|^\W*(?:(?:ok|okay|and|now|please|could you|can you|have|get|put|give me|that|it|this|them|"
    r"the same) ?)*(?:as|in|into) (?:a |an )?(?:table|list|bullets?|bullet points)\b(?!.*: *\w+ \w+ \w+)"
    rf"|{_ASKED}(?:rewrite|rephrase|shorten|"
    r"translate|condense|simplify|reword|expand|redo|repeat) (?:it|that|this|them|the last|your)\b"
    r"|\b(?:the|that) (?:mail|text|note|letter|message|draft|answer) in (?-i:[A-Z])\w+\b|\b(?:it|"
    r"that|this|them) in (?-i:[A-Z])\w+(?:ish|ese|ch|man|ian)\b"
    r"|\b(?:make|put|give|write)(?: me)? (?:a |an )?(?:\w+ )?(?:table|list) of (?:all )?(?:it|"
    r"that|this|them)\b"
    rf"|{opening('could you', 'can you', 'just', 'a', 'bit', 'in')}(?:half (?:of )?(?:that|the|"
    r"this) (?:length|"
    r"size)|(?:one|two|three|four|five|\d+) (?:bullets?|bullet points|sentences?|lines?|paragraphs?|words)|(?:bit|"
    r"little|"
    r"much|far|way) (?:more |less )?\w{3,}(?:er)?)\W*(?:please|pls)?\W*$"
    rf"|{_ASKED}(?:put|turn|make|convert|change|get|"
    r"give)(?: me)? (?:(?:it|that|this|them|these|those) (?:in|into|as|to)|(?:the|all) \w+ (?:in|into|as))\b"
    rf"|{opening('no', 'maybe', 'just', 'still')}(?:a )?(?:bit|touch|little|tad|shade) (?:less |more |too )?"
    r"\w+(?:\W*$|\W+(?:cut|drop|trim|shorten|make it|try)\b)"
    rf"|{_ASKED}(?:write|say|phrase|explain|make|show|present|"
    r"format|send) (?:me )?(?:it|that|this) (?:as|in|an?|again|differently|another way|more|less|shorter|simpler"
    r"|longer)\b"
    r"|\bme lo pones en\b|\b(?:en|in) (?:una|einer) (?:tabla|tabelle|lista|liste)\b|"
    r"\bsous forme de\b|简短|\ba (?:rhyme|line|title|caption) for\b",
    fits="shorter please",
    misses="the shorter route",
)
_CONVERSATION = Pattern(
    r"\b(?:what|which|how many)\b[^?]*\b(?:did|have|was|were)\b[^?]*\b(?:i|we)\b[^?]*\b(?:ask|"
    r"asked|put to you|question)\w*\b(?![^?]*\b(?:last (?:night|time|week|weekend|month|quarter|year|spring|summer|"
    r"autumn|fall|winter|\w+day)|yesterday|(?:days?|weeks?|months?|years?) ago|on (?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)day)\b)"
    r"|\bmy (?:very )?(?:first|last|latest|previous|second|third|fourth|fifth) (?:\w+ )?(?:questions?|messages?)\b"
    r"|\b(?:show|list|repeat|recap|give|tell|remind)\b(?: me)?(?: of)?(?: all)?(?: of)? (?:my (?:\w+ )?questions?|"
    r"(?:everything|all|what|the questions?)(?: that)? (?:i|we)(?:['’]ve| have)? asked)(?: you)?(?: so far)?\W*$"
    rf"|{_ASKED}(?:give me (?:a|an) (?:summary|account|overview)|"
    r"summari[sz]e|sum up|recap|résume[zr]?|fasse?|resume)\b[^?]*\b(?:our|this|notre|unser\w*|"
    r"nuestra) "
    r"(?:conversation|chat|discussion|talk|gespräch|unterhaltung|conversación)\b[^?]{0,20}\W*$"
    rf"|{_ASKED}(?:summari[sz]e|sum up|recap|repeat)\b[^?]*\bwhat (?:we|i)(?: have|['’]ve)? (?:talked|discussed|"
    r"asked|spoke)\b"
    r"|\bsummary of (?:this|our|the) (?:conversation|chat|discussion|talk)\b|\bwhat have we (?:discussed|talked)\b"
    r"|\bwhat were my questions\b"
    r"|\bqu['’]ai-je (?:demandé|dit)\b|\b(?:quelle|qué) (?:a été|était|fue|era) (?:ma|mi) (?:première|dernière|"
    r"primera|última)\b"
    r"|\bwhat was my question(?: before(?: that)?)?\W*$"
    r"|\b(?:i|we) asked (?:you )?(?:something |a question )?at the (?:very )?(?:start|beginning)\b"
    r"|\b(?:what|which) (?:was|is) (?:it|that) (?:i|you) just (?:asked|said)\b|\bwhat you just said\b"
    r"|\bwhat did you (?:just )?(?:say|answer|tell me)\b(?: just now| before| first| earlier| again)?\W*$"
    r"|\b(?:how many|which) questions\b[^?]*\b(?:i|you|we)\b|\bwhat (?:have|did) we (?:talk|"
    r"discuss)\w*(?: about)?(?: so far| today| until now)?\W*$"
    r"|\b(?:first|last) (?:thing|question) (?:that )?(?:i|we) (?:asked|said|wanted)\b|\b(?:prim[eo]r[ao]?|"
    r"última?) [^?]*\bte "
    r"(?:pregunté|pedí)\b|\bpremière? [^?]*\bje t'ai\b"
    r"|\bso far (?:in|today)\b.*\bconversation\b|\bwas habe ich (?:zuerst|als erstes|"
    r"vorhin|zuletzt|bisher) gefragt\b|\b(?:meine (?:erste|letzte) frage|ma (?:première|dernière) question|"
    r"mi (?:primera|última) pregunta|la mia (?:prima|ultima) domanda)\W*$"
    r"|\b(?:are|can|do|who are) you\b(?: a| an)? ?(?:sing|human|robot|real|bot|ai|machine|sleep|"
    r"dream|there)\b|\bwhat time is it\b|\bwhat(?:'s| is) your name\b|\bhow old are you\b|"
    r"^\W*who are you\b|^\W*what can you do\b",
    fits="what did I ask last?",
    misses="what did I ask the landlord last month?",
)
_PAST_WITH_US = Pattern(
    r"\b(?:did|have|had) (?:i|we)\b|\b(?:i|we) (?:said|told|asked|agreed|decided|settled|"
    r"served|promised|noted|mentioned|did|had|put)\b"
    r"|\b(?:i|we) (?:met|spoke|talked|discussed|visited|saw|went)\b|\b(?:when|what|why|where|"
    r"did)\b[^?]*\b(?:he|she|they) (?:ask|tell|say|promise|agree|want)(?:ed|s)?\b"
    r"|\bdid (?:he|she|they) (?:say|ask|tell|promise|agree)\b|\b(?:settle|settled|agree|agreed|"
    r"decide|decided) on\b|\bour last\b"
    r"|\byou (?:said|told|replied|answered|suggested|recommended)\b|\b(?:told|promised|"
    r"asked) me\b|\bfrom us\b|\bwhere did we leave\b|\blast time\b"
    r"|\bmy exact words\b|\bhave you got\b|\bremind me\b|\bagain\s*\?",
    fits="what did we agree with Ana",
    misses="what does Ana say",
)
_SUPPOSE = Pattern(
    r"\b(?:what if|suppose|supposing|imagine|assuming|let's say)\b",
    fits="what if it rains",
    misses="when it rains",
)
_FORMULA = Pattern(
    r"\b(?:tell|show|give|read|find|get|quote|send|write|remind|let|copy|brief|catch|prepare|walk|"
    r"cite|dis|donne|raconte|trouve|sag|zeig)[ -](?:me|us|moi|mir)\b|"
    r"\bi(?:'d| would) like to (?:see|know|hear|read)\b|\bi (?:seem to|think|guess|believe|wonder|"
    r"mean|meant)\b|我(?:问|想)",
    fits="tell me the fee",
    misses="the fee",
)
"""How people ask, which says nothing about them."""
_FIRST_PERSON = Pattern(
    r"\b(?:i|i'm|i've|i'd|me|my|mine|we|us|our|ours|we've|we're|ich|mir|mich|mein\w*|wir|uns|"
    r"unser\w*|je|moi|mon|ma|mes|"
    r"nous|notre|nos|puis-je|yo|mi|mis|nosotros|nuestr\w+)\b|\bj['’]|\bme (?:toca|corresponde)\b|我",
    fits="what do I owe",
    misses="what does Ana owe",
)
_HERE = Pattern(
    r"\b(?:weather|forecast|nearby|near me|nearest|around here|in my area|sunrise|sunset|"
    r"local time|wetter|météo|clima)\b|天气",
    fits="the weather tomorrow",
    misses="the meeting tomorrow",
)
_REACH = Pattern(
    r"\b(?:does|do|would|did|is|are|will|should)\b[^?]*\b(?:that|this|it|the same|they|those|"
    r"these)\b[^?]*\b(?:apply|applies|hold|holds|go|goes|fall under|count|counts|covered?|valid|"
    r"include|includes|extend|stick to)\b"
    r"|\b(?:is|are) (?:it|that|this|they) (?:different|the same|also)\b|\bbound by (?:that|this|"
    r"it|them)\b|\bgilt (?:das|die|der|es)\b|\b(?:ça|cela) (?:vaut|s'applique)\b|\beso (?:vale|"
    r"se aplica)\b",
    fits="does that apply to trainees?",
    misses="who is a trainee?",
)
_PERMISSION = Pattern(
    r"^\W*(?:and |und |so |but )*(?:may|can|could|am|are|is|must|should|do|does|would|darf|kann|"
    r"puis-je|peut-on|puedo|se puede)\b"
    r"[^?]*\b(?:allowed|stand|let|lets|permit|permitted|need|have to|enough|possible|ok|okay|"
    r"required|carry|sublet|grant)\b|^\W*(?:may|can|must|should) ",
    fits="may I sublet the flat",
    misses="who sublets the flat",
)


def shapes(text: str, plain: str, *, wording: bool) -> list[tuple[str, str, bool]]:
    """What the whole of a turn says about itself, as (flag, signal, whether it holds); `wording` says that the wording
    or the gist of something is wanted."""
    greets = bool(_GREETS.match(plain)) and not re.search(r"[?？]", plain)
    chatting = bool(
        _CHIT_CHAT.fullmatch(plain) or greets or courteous(plain) or _FACE.fullmatch(text)
    )
    pieces = [piece for piece in re.split(r"(?<=[.!?])\s+", plain) if piece]
    asks = any(_ASKS.search(_CLEFT.sub(" ", piece)) for piece in pieces)
    musing = bool(_MUSING.search(plain))
    note = bool(_NOTE.search(plain))
    tells = (
        bool((_TELLS.search(plain) and _VERB.search(plain)) or exclaims(plain))
        and not asks
        and not wording
        and not _REQUESTS.search(plain)
        and not _WANTS.search(plain)
    ) or note
    return [
        ("chit_chat", "courtesy", chatting),
        ("chit_chat", "musing", musing and not chatting),
        ("question", "asks", asks and not chatting and not musing),
        ("question", "requests", bool(_REQUESTS.search(plain)) and not chatting and not note),
        ("statement", "tells", tells and not chatting),
        ("transform", "last_answer", bool(_TRANSFORM.search(plain))),
        ("conversation", "this_conversation", bool(_CONVERSATION.search(plain))),
        ("arithmetic", "a_sum", _is_sum(text)),
        ("past_with_us", "said_or_done", bool(_PAST_WITH_US.search(plain))),
        ("supposition", "what_if", bool(_SUPPOSE.search(plain))),
        ("reach", "does_it_apply", bool(_REACH.search(plain))),
        ("self_reference", "first_person", bool(_FIRST_PERSON.search(_FORMULA.sub(" ", plain)))),
        ("self_reference", "here", bool(_HERE.search(plain))),
        ("permission", "may_it", bool(_PERMISSION.search(plain))),
    ]


COURTEOUS = word_set(
    "thank thanks thx cheers ok okay great perfect fine good hello hi hey morning evening afternoon bye you very "
    "much so a "
    "lot again all right cool nice no problem that was is helpful for your the help everyone there lovely that's "
    "thats it "
    "it's its got to know makes sense see tomorrow later soon alright then awesome worked works brilliant excellent "
    "super "
    "wonderful understood noted appreciate appreciated kind sounds will do talk saved me my day work job never mind "
    "i found "
    "today now done yes yep sure helps helped useful this really"
)
"""Words of which a turn may be made that asks nothing."""

FEW = 2
"""Of so few of these words a turn may still be the answer to something."""


def courteous(plain: str) -> bool:
    """Whether a text without a question says nothing but how something is taken: `ouch lol`, `parfait, merci`."""
    if re.search(r"[?？\d]", plain) or _ASKS.search(plain):
        return False
    spoken = [word.casefold() for word in words.words(plain)]
    if len(spoken) > FEW and COURTEOUS.issuperset(spoken):
        return True
    said = [word for word in match.telling(plain) if word not in _TAKEN]
    taken = any(words.stem(word.casefold()) in _TAKEN - _MUCH for word in words.words(plain))
    return taken and not said


def exclaims(plain: str) -> bool:
    """Whether a text tells something and how it is taken: `my sister comes in May, how nice`."""
    clauses = [clause for clause in re.split(r"[.,;!]+\s*", plain) if clause.strip()]
    return (
        len(clauses) > 1
        and courteous(clauses[-1])
        and len(words.words(clauses[0])) > 3
        and bool(_TELLS.search(plain))
    )


_TAKEN = frozenset(
    map(
        words.stem,
        word_set(
            "ouch lol haha hehe wow phew oops yay ugh hmm oh ah great perfect lovely nice cool super wonderful "
            "brilliant "
            "excellent awesome amazing good fine clear helpful interesting funny sad shame pity weird maddening "
            "annoying "
            "understood noted agreed right sure thanks thank ta cheers bye hello hi hey morning evening afternoon "
            "night "
            "kind sir madam ma'am mate pal "
            "sorry enough yes no yep nope nah please very much so really too indeed alles klar gut prima super danke "
            "schön bitte tschüss hallo moin guten tag morgen abend parfait merci bien bon beau bonjour bonsoir salut "
            "génial dommage clair perfecto gracias bueno bien vale genial lástima hola adiós claro bello bella "
            "bellissimo perfetto grazie ciao bene ottimo peccato capito obrigado obrigada fait realidad en"
        ),
    )
)
"""Words that say how something is taken, and nothing else."""
_MUCH = frozenset(
    map(words.stem, word_set("much so very really too please en oh ah more right no yes"))
)
"""Those that say so only beside another."""


def _is_sum(text: str) -> bool:
    found = arithmetic.expression(text)
    return found is not None and arithmetic.evaluate(found) is not None
