"""The table of signals: a row names a flag, the signal, and the words that raise it in the languages that are known.

A language that is not in a row raises nothing, and the defaults of the route hold.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from loadsheet.intent.language.pattern import Pattern


@dataclass(frozen=True, slots=True)
class Signal:
    """A pattern of words that raises a flag."""

    flag: str
    name: str
    pattern: Pattern


def _signal(flag: str, name: str, *patterns: str) -> Signal:
    return Signal(flag, name, Pattern("|".join(patterns)))


_RULE_TEXT = (
    r"(?:polic(?:y|ies)|terms?|conditions?|rules?|regulations?|sections?|clauses?|articles?|"
    r"paragraphs?|provisions?|"
    r"warrant(?:y|ies)|guarantees?|agreements?|contracts?|treat(?:y|ies)|entitlements?|"
    r"requirements?|procedures?|guidelines?|bylaws?|statutes?|codes?|ordinances?|licen[cs]es?)"
)
_DOCUMENT_SAYS = r"(?:say|says|state|states|read|reads|put|puts|word|words|phrase|phrases)"
_UNITS = (
    r"(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|terms?|grams?|kilos?|kg|"
    r"litres?|liters?|metres?|"
    r"meters?|miles?|degrees?|percent|cents?|euros?|dollars?|pounds?|points?|times|pieces?|copies|"
    r"pages?|words?|"
    r"calories|carbs|vacation|working|business|"
    r"notice|euro|of)"
)

TABLE: tuple[Signal, ...] = (
    # ---- the wording itself is wanted
    _signal(
        "fine_grained",
        "quote",
        r"\bquot(?:e|ed|ing)\b(?! from .* insurance)",
        r"\bverbatim\b",
        r"\bword (?:for|by) word\b",
        r"\bletter (?:for|by) letter\b",
        r"\bto the letter\b",
        r"\bun(?:abridged|shortened|edited|altered)\b",
        r"\b(?:wörtlich|Wortlaut|im Original|zitier\w*)\b",
        r"\b(?:mot (?:pour|à) mot|cite(?:-moi|r)?|texte exact|verbatim|textuellement)\b",
        r"\b(?:palabra por palabra|textual(?:mente)?|texto (?:exacto|literal)|cita(?:me)?)\b",
        r"\b(?:tal cual|parole (?:sue|esatte|precise)|alla lettera|testual\w+|originaltext|wortgetreu)\b",
        r"\b(?:clause|phrase|frase|texto|testo|texte|satz|formulierung)\b[^?]{0,20}\b(?:exact[eoa]?|esatt[oa]|genaue?|"
        r"exakte?)\b",
        r"原文|逐字|原话|一字不",
    ),
    _signal(
        "fine_grained",
        "exact_wording",
        r"\b(?:exact|precise|original|actual|literal) (?:clause|paragraph|section|passage|article|"
        r"sentence|rule|"
        r"provision|formulation|quote|definition|statement|instructions|steps)\b",
        r"\b(?:exact|precise|original|actual|own|very|full|literal) (?:words?|wording|text|"
        r"phrasing|language|terms|sentence)\b",
        r"\b(?:wording|phrasing|worded|phrased)\b",
        r"\b(?:exact|literal|full|precise) (?:para|lines?|text|entry|item|note|rule|reading)\b",
        r"\b(?:para(?:graph)?|clause|sentence|line|passage|section|text|entry|words)\b[^?]*\b(?:exactly|literally|"
        r"verbatim|"
        r"in full|unabridged|as is)\b",
        r"\b(?:rules?|policy|contract|statute) text\b|\btext of (?:that|this|the)\b",
        r"\b(?:exactly|precisely|literally) (?:as|what|how)\b",
    ),
    _signal(
        "fine_grained",
        "as_written",
        r"\bas (?:printed|written|worded|it (?:stands|appears|is written))\b",
        r"\b(?:the way|just as|exactly as|precisely as) (?:it|the|they|he|she)\b.*",
        r"\b(?:in full|in its entirety|in the original)\b",
        r"\b(?:opening|first|last|closing) (?:sentence|line|paragraph|words)\b",
        r"\bword (?:the|its|that|this) \w+",
    ),
    _signal(
        "fine_grained",
        "what_it_says_exactly",
        rf"\b(?:exactly|precisely|literally)\b[^?]*\b{_DOCUMENT_SAYS}\b",
        rf"\bwhat (?:does|do|did)\b[^?]*\b(?:literally|exactly|precisely) {_DOCUMENT_SAYS}\b",
        r"\bhow (?:does|do|did)\b[^?]*\b(?:word|phrase|put|formulate)\b(?! up| on| off)",
        r"\bwhat'?s (?:printed|written)\b",
        r"\bwas steht\b[^?]*\bwörtlich",
    ),
    _signal(
        "fine_grained",
        "read_out",
        r"\b(?:read|copy|show|print|paste)\b[^.?!]*\b(?:out|aloud|in full|as is|exactly|unchanged|"
        r"as it stands)\b",
    ),
    _signal(
        "fine_grained",
        "rule_for_one_case",
        rf"\b(?:summari[sz]e|sum up|summary of)\b[^.?!]*\b{_RULE_TEXT}\b[^.?!]*\b(?:for|on|"
        rf"concerning|regarding|applying to|about|in)\b(?! (?:general|brief|short|outline|essence|a nutshell|broad|"
        rf"rough)\b)",
    ),
    # ---- the gist is wanted
    _signal(
        "abstract",
        "gist",
        r"\bsummar(?:y|ies|i[sz]\w+)\b",
        r"\bsum(?:med|s)? up\b",
        r"\boverview\b",
        r"\bgist\b",
        r"\bnutshell\b",
        r"\bin (?:essence|outline|short|brief|general|broad|rough|a few words|simple terms)\b",
        r"\b(?:broad(?:ly)?|rough(?:ly)?|high[- ]level|big[- ](?:picture|lines)|main (?:points?|"
        r"ideas?|thrust|themes?|message)|key (?:points|takeaways|ideas|messages))\b",
        r"\b(?:all in all|overall|essentially|at a glance|on the whole|by and large)\b",
        r"\b(?:zusammenfass\w*|fass\w* .*zusammen|überblick|im großen und ganzen|im wesentlichen|"
        r"grob|kernaussage)\b",
        r"\b(?:résum\w+|en gros|en bref|en quelques mots|vue d'ensemble|dans les grandes lignes|"
        r"l'essentiel)\b",
        r"\b(?:resum\w+|en general|a grandes rasgos|en pocas palabras|visión general)\b",
        r"\b(?:in groben zügen|ganz kurz|riassum\w*|in breve|a grandi linee|sintesi)\b",
        r"\b(?:themes|up to date|up to speed|in broad strokes|rough picture|intro(?:duction)? (?:for|to))\b",
        r"总结|概括|大致|概述|大意|主要内容",
    ),
    _signal(
        "abstract",
        "about_what",
        r"\bwhat (?:is|was|are|were|'s)\b[^?]* (?:all about|about|driving at|getting at)\s*\??$",
        r"\bwhat (?:is|was)\b[^?,]*\babout\b",
        r"\bwhat (?:do|did) (?:you|we) know about\b",
        r"\btell me (?:something |a bit |more )?about\b",
        r"\bworum geht\b",
        r"\bde quoi (?:parle|s'agit)\b",
        r"\bde qué (?:trata|va)\b",
        r"讲了什么|关于什么",
    ),
    _signal(
        "abstract",
        "character",
        r"\b(?:philosophy|mood|tone|spirit|attitude|impression|atmosphere|feel|vision|stance|"
        r"approach to|thinking behind|view (?:of|on)|views (?:of|on)|position on|objection|"
        r"argument|theory|concept behind|idea behind|background (?:of|to))\b",
        r"\b(?:what|which) (?:kind of )?(?:picture|themes?|lessons?|message)\b",
        r"\bhow (?:does|do|did) (?:the other side|the author|they) (?:argue|see)\b",
        r"\bhow\b[^?]*\b(?:argues?|sees?|saw|viewed|views)\b",
        r"\b(?:part ways|disagree|agree) (?:on|about|over)\b",
    ),
    _signal(
        "abstract",
        "explain",
        r"\bexplain\b[^?]*\b(?:in general|broadly|simply|model|idea|concept|theory|view|"
        r"background|thinking|significance)\b",
        r"\bbrief me\b",
        r"\bcatch me up\b",
        r"\bprepare me\b",
    ),
    # ---- an account of an event or a period
    _signal(
        "event_level",
        "account",
        r"\b(?:what|whatever) (?:all |exactly |really )?(?:happened|went on|took place|occurred|"
        r"came of)\b",
        r"\bhow (?:did|has|have|was|is|are)\b[^?]*\b(?:go|gone|going|fare|fared|turn(?:ed)? out|"
        r"work(?:ed)? out|went|unfold|come about|came about|feel|felt|end up|declined?|"
        r"come along)\b(?! about getting| wrong)",
        r"\b(?:story|history|account|course|chronology|timeline|life|biography|aftermath|"
        r"background) of\b",
        r"\b(?:tell|retell|recount|narrate|describe)\b[^?]*\b(?:story|life|scenes?|day|trip|"
        r"journey|events?|visit|meeting|how)\b",
        r"\b(?:the|her|his|their|its|'s) (?:whole |full )?(?:life|story|history)\b",
        r"\bwhat (?:did|does|has)\b[^?]*\b(?:go|gone|went|been) through\b",
        r"\bwhat (?:did|have) (?:I|we) (?:do|did|done|write|written|note|noted|say|discuss|"
        r"talk)\w*\b[^?]*\b(?:on|at|during|in|about)\b",
        r"\bwhat did\b[^?]*\b(?:advise|recommend|discuss|debate|decide)\b[^?]*\b(?:after|during|"
        r"at|in outline)\b",
        r"\bwhat was (?:said|discussed|decided)\b",
        r"\bwas ist\b[^?]*\bpassiert\b|\bwie (?:lief|war|verlief)\b",
        r"\bque s'est-il passé\b|\bracont\w+\b|\bcomment s'est (?:passé|déroulé)\w*\b",
        r"\bqué (?:pasó|ocurrió|sucedió)\b|\bcuénta\w*\b|\bcómo fue\b",
        r"\bgeschichte\b (?:de[rs]|diese[rs]|von)\b|\bwas war das (?:noch )?mit\b|\bcome (?:è|fu) andat\w\b",
        r"\b(?:what|whatever) (?:else )?(?:went wrong|came up)\b",
        r"发生了什么|经过|怎么样了",
    ),
    _signal(
        "event_level",
        "state_of_work",
        r"\bwhere (?:did|do|are|were) (?:we|I)\b[^?]*\b(?:leave off|left off|stand|stop|at)\b",
        r"\bhow (?:do|are) things\b",
        r"\bwhat'?s the (?:status|state) of\b",
        r"\bwo (?:waren|sind) wir stehen\b|\boù en (?:sommes|étions|est)\b",
    ),
    _signal(
        "event_level",
        "development",
        r"\bhow (?:has|have|did|does)\b[^?]*\b(?:shift|shifted|develop|developed|evolve|evolved|"
        r"moved|decline|declined|(?:tone|mood|attitude|view|opinion|relationship|"
        r"what matters)\b[^?]*\bchanged?)\b",
        r"\b(?:tone|mood|attitude|view)\b[^?]*\bchange",
        r"\bin what way\b[^?]*\b(?:developed|changed|evolved)\b",
    ),
    # ---- several searches, or a pass over many
    _signal(
        "comparison",
        "compare",
        r"\bcompar(?:e|es|ed|ing|ison|isons)\b",
        r"\bcontrast\b",
        r"\b(?:versus|vs\.?)\b",
        r"\bdifferences? between\b",
        r"\bdiffer\b",
        r"\bbeside (?:those|that|the one)\b",
        r"\bpart ways\b",
        r"\bvergleich\w*\b|\bunterschied\w*\b",
        r"\bcompar(?:e|ez|er|aison|ons|es)(?:-\w+)?\b|\bdifférence\w*\b",
        r"\bcomp[aá]ra\w*\b|\bdiferencias?\b",
        r"\b(?:side by side|next to each other|one (?:beside|against) the other|contradict(?: each other)?)\b",
        r"\bsame \w+(?: \w+)?\W*$|\b\d{4},? (?:against|vs\.?|and|or|to) \d{4}\b|\bdistingue\w*\b|\bdi(?:versi|"
        r"fferenza)\w*\b",
        r"\b(?:inside|within|above|below|under|over|in line with) what\b",
        r"比较|对比|区别",
    ),
    _signal(
        "comparison",
        "the_more",
        r"\b(?:which|who|whose|what)\b[^?]*\b(?:\w{3,}er|more|less|fewer|better|worse|earlier|"
        r"later|first)\b[^?]*\b(?:\w+),? or \w+",
        r"\bwhich (?:one )?of (?:the two|those two|these two|them|both)\b",
        r"\bwhich of the two\b",
        r"^\W*(?:is|are|was|were|does|do|did)\b[^?]*\b(?!other\b|rather\b)(?:\w{3,}er|more|less|fewer|better|worse)\b"
        r"[^?]*\bthan (?:in|at|on|for|with|under|by|the|that|those|an?) ",
    ),
    _signal(
        "aggregation",
        "each_of_several",
        r"\b(?:each|both) (?:of|say|sample|get|have|has|say|the)\b",
        r"\b(?:do|did|does|are|have) (?:both|each|all)\b",
        r"\b(?:each|both) on\b",
        r"\bquote both\b",
    ),
    _signal(
        "aggregation",
        "over_many",
        r"\b(?:every|all three|all four|all of (?:them|the)|each other|in order|best first|so far this|per \w+, |"
        r"(?:cada|ogni|chaque|jede[rsn]?) \w+|(?:letzten|últimos|ultimi|dernières?) (?:\w+ )?(?:jahre|años|anni|"
        r"années))\b",
        r"\b(?:any(?:one|thing)?|which)\b[^?]*\b(?:cheaper|dearer|better|faster|bigger|smaller|older|newer)\W*$",
        r"\b(?:have|got|is there|are there)\b[^?]*\benough\b[^?]*\bfor\b",
        r"\baverage\b|\boverall\b",
        r"\b(?:zusammen|fass\w*)\b[^?]*\b\w+(?:berichte|protokolle|briefe|mails|sitzungen|versammlungen)\b",
        r"\b(?:list|name|show|find|give me|count) (?:me )?(?:all|every|each)\b",
        r"\b(?:all|every) (?:the |of the |our |my )?\w+(?:s|en)\b(?=[^?]*(?:\?|\.|$))(?<!all in)",
        r"\bwhich (?:of (?:the|our|my|their|his|her|these|those|them)\b|(?!was\b|is\b|has\b|"
        r"does\b|this\b|process\b|class\b|address\b|glass\b|boss\b)[a-z]{3,}s\b)",
        r"\bwho else\b|\bany other\b|\bwhat else\b",
        r"\b(?:in total|(?<!all )in all(?! likelihood)|altogether|taken together|"
        r"together(?! with)|combined|sum of|total)\b",
        r"\b(?:summari[sz]e|sum up|gist of|overview of)\b[^.?!]*\b(?:talks|letters|reviews|"
        r"reports|interviews|circulars|papers|articles|meetings|sessions|chapters|e?-?mails|logs|"
        r"books|documents|files|complaints|studies)\b",
        r"\bof [A-Z]\w+ and [A-Z]\w+|\bthe same [^?]* as\b",
        r"\bprepare me\b",
        r"\b(?:average|median|mean) (?:of|number|price|score|over)\b",
        r"\b(?:across|over|among|throughout) (?:all|the|our) \w+s\b",
        r"\balle\b \w+|\bwie viele\b [^?]* (?:insgesamt|gibt)",
        r"\btous les\b|\btoutes les\b|\btodos los\b|\btodas las\b",
        r"所有|一共|总共|哪些",
    ),
    _signal(
        "aggregation",
        "count",
        rf"\bhow many (?!{_UNITS}\b)[a-z-]+s?\b(?! (?:may|can|do i need|should|must|am i|"
        rf"are allowed)\b)",
    ),
    _signal(
        "aggregation",
        "ranking",
        r"\b(?:which|who|what|whose)\b[^?]*\b(?:most|least|fewest|(?!(?:latest|first|last|west|"
        r"east|rest|best|test|guest|request|interest|harvest|invest|latest|suggest|protest|"
        r"contest)\b)\w{3,}est)\b(?! recent)",
        r"^\W*(?:the )?(?:cheapest|largest|smallest|oldest|newest|best|fastest|biggest|highest|"
        r"lowest|longest|shortest)\b",
        r"\bthe (?:oldest|newest|largest|smallest|cheapest) (?:one )?\?",
        r"\b(?:top|bottom|last|first) (?:two|three|four|five|ten|\d+)\b",
        r"\bthe (?:two|three|four|five|ten|\d+) \w{3,}est\b",
        r"\bclosest to\b",
    ),
    _signal(
        "aggregation",
        "change_over_time",
        r"\bqué (?:ha )?cambi\w+\b|\bwas (?:hat )?sich (?:ge)?änder\w+\b|\bqu'est-ce qui (?:a )?chang\w+\b|"
        r"\bwhat (?:has )?changed\b",
        r"\b(?:how|in what way|how much|by how much)\b[^?]*\b(?:chang|shift|develop|evolv|moved|"
        r"grow|grew|risen|rise|fell|fall|increase|decrease)\w*\b[^?]*\b(?:from|between|since|over|"
        r"through|during|after|compared)\b",
        r"\bbetween [^?]* and [^?]*",
        r"\bum wie viel\b[^?]*\bseit\b",
        r"\bfrom (?:19|20)\d\d to (?:19|20)\d\d\b",
    ),
    _signal(
        "aggregation",
        "two_questions",
        r"\?\s+\S.*\?",
        r"[a-z0-9]{2},? and (?:what|who|which|when|where|how|why|have|has|is|are|does|do|did|can|"
        r"may)\b(?: \S+){2,}\W*$",
    ),
    # ---- time
    _signal(
        "temporal",
        "time",
        r"\bwhen\b|\bsince\b|\b(?:last|next|this) (?:week|month|year|quarter|spring|summer|autumn|"
        r"fall|winter|\w+day)\b",
        r"\b(?:yesterday|today|tomorrow|ago|currently|latest|nowadays|recently)\b",
        r"\b(?:19|20)\d\d\b",
        r"\b(?:wann|gestern|heute|morgen|quand|hier|demain|cuándo|ayer|hoy)\b",
    ),
    # ---- what to do
    _signal(
        "how_to",
        "steps",
        r"\bhow (?:(?:do|can|should|would|could) (?:i|we|you|one)|to)\b",
        r"\bwhat now\b|\bsteps (?:for|to)\b|\bhow do i\b",
        r"\bwie (?:kann|mache|muss|stelle)\b|\bcomment (?:faire|puis|dois)\b|\bcómo (?:puedo|hago|"
        r"se)\b|怎么",
    ),
    # ---- a choice, or something made for the user
    _signal(
        "preference",
        "choice",
        r"\b(?:suggest|recommend|propose|advise)\b(?! (?:that|by|in)\b)",
        r"\b(?:which|what|where)\b[^?]*\b(?:should (?:i|we)|would (?:you|suit)|to (?:take|choose|"
        r"pick|buy|read|watch|try)|best for (?:me|us))\b",
        r"\b(?:something|anything|a good|a nice)\b[^?]*\b(?:for (?:me|us|him|her|them)|with|to)\b",
        r"\bfind (?:me |us )?(?:something|a|some)\b",
        r"\bplan (?:me|us|a|the|my)\b",
        r"\b(?:i'd|i would|we'd) (?:rather|prefer|like) (?:have )?(?:something|a)\b",
        r"\bwhat should (?:i|we)\b",
        r"\b(?:cheaper|nicer|better) (?:one)?\?$",
        r"\b(?:empfiehl|empfehl|schlag)\w*\b|\b(?:trouve|propose|conseille|recommande)(?:-moi)?\b|"
        r"\b(?:recomi[eé]nda|sugi[eé]re|búsca)\w*\b",
        r"推荐|建议",
    ),
    _signal(
        "drafting",
        "make_text",
        r"^\W*(?:\w+,? )?(?:please )?(?:write|draft|compose|prepare) (?:me |us |them |him |her )?(?:an?|two|three|"
        r"the|some|\d)\b(?! (?:talk|meeting|interview)\b)",
        r"^[^?]{0,40}\b(?:a|an|two|three|\d+)[- ](?:short |brief |quick |nice |relaxed |friendly |"
        r"formal |polite |line |two-line )*(?:message|note|letter|mail|e-?mail|poem|rhyme|"
        r"limerick|speech|toast|caption|slogan)\b (?:to|for|with|asking|about)\b(?![^?]*: (?:how|"
        r"what|which|when|who)\b)",
        r"\b(?:schreib|formulier|entwirf)\w*\b|\b(?:écris|rédige)(?:-moi)?\b|\b(?:escr[ií]be|"
        r"redacta)\w*\b|写一",
    ),
)
"""Every signal, in the order in which they are reported."""


def without_gist(text: str) -> str:
    """The text without the words that only ask for the gist; as it is where nothing else is left."""
    for row in (row for row in TABLE if row.name == "gist"):
        bare = " ".join(row.pattern.sub(" ", text).split())
        text = bare if re.search(r"\w", bare) else text
    return text
