"""The English forms by which memory reads a sentence, each with what it means and sentences that have it or do not.

Whoever translates memory, or wonders why a sentence was or was not kept, looks here, and in `words` for the classes of
words that these are made of. The examples are executed: a form whose examples do not hold fails the tests.
"""

from __future__ import annotations

import re
from typing import ClassVar

from loadsheet.corpus.terms import one_of
from loadsheet.intent.language import numerals
from loadsheet.intent.language.moments import MOMENT
from loadsheet.intent.language.pattern import Pattern
from loadsheet.memory.language import words as w


class MemoryPattern(Pattern):
    """A pattern of memory: what it means, sentences in which it is found, and near ones in which it is not."""

    every: ClassVar[list[MemoryPattern]] = []
    """All forms, in the order in which they are written here."""

    def __init__(
        self, means: str, form: str, flags: int, has: tuple[str, ...], lacks: tuple[str, ...]
    ) -> None:
        super().__init__(form, flags, fits=has[0], misses=lacks[0])
        self.means, self.has, self.lacks = means, has, lacks
        MemoryPattern.every.append(self)


def form(
    means: str, *pattern: str, has: tuple[str, ...], lacks: tuple[str, ...], cased: bool = False
) -> MemoryPattern:
    """A form of the pieces of one pattern; case counts only where it is said."""
    return MemoryPattern(means, "".join(pattern), 0 if cased else re.IGNORECASE, has, lacks)


NAME = r"[^\W\d_a-z][^\W\d_]+(?: [^\W\d_a-z][^\W\d_]+)?"
"""One or two words with a capital."""
_PEOPLE = one_of(w.PEOPLE)
_PERSON = "|".join(one for one in _PEOPLE.split("|") if not one.endswith("s") and one != "children")


# What somebody asks for.

CONDITION = form(
    "names the condition of an instruction",
    r"\b(?:when(?:ever)?|if|every time|each time|in case|as soon as)\s+",
    r"(?P<condition>(?:i|we|you|there|it|someone|anyone|the|a|an|asked|asking",
    r"|discussing|writing|talking|giving|answering)\b.*?)(?:[.,;!]|$)",
    has=("Always cite sources when I ask about medicine.", "If I say stop, stop."),
    lacks=("Always cite sources.",),
)
PREFERENCE = form(
    "says what somebody would rather have",
    r"^(?:i|we)\s+(?:(?:really|strongly|usually|generally|do|now)\s+)*",
    r"(?:would\s+(?:much\s+|strongly\s+|always\s+)?(?:prefer|rather)|prefer|['’]d rather)\b",
    has=("I prefer tea over coffee.", "I would rather not fly.", "We really prefer trains."),
    lacks=("I would like tea.", "She prefers tea."),
)

# What somebody does, and has done.

TASK = form(
    "says what somebody has in hand",
    r"^(?:i|we)(?: am| are| have been)? (?:(?:currently|now|still|just|back to|mainly) )*",
    r"(?:working on|busy with|in the middle of)\s+(?P<task>[^,.;!?]{3,160}?)",
    r"(?:\s+(?:now|today|at the moment|right now|these days))?(?=$|[,.;!]|\s(?:and|but|because|so|which|where|when)\b)",
    has=("I am working on the billing migration.", "We are still busy with the roof."),
    lacks=("She is working on the roof.", "I work on the roof."),
)
SWITCH = form(
    "says which value took the place of which",
    r"^(?:i|we)(?: have|['’]ve)? (?:(?:just|recently|finally|now) )?",
    r"(?:switched|moved|changed|migrated|went|converted)(?: over)? from ",
    r"(?P<old>[^,.;!?]{1,60}?) to (?P<new>[^,.;!?]{1,60})",
    has=("I switched from vim to emacs.", "We've moved from Linz to Graz."),
    lacks=("I moved to Graz.",),
)
LEFT_FOR = form(
    "says what somebody left, and what they went to",
    r"^(?:i|we)(?: have|['’]ve)? (?:just )?(?:left|quit) (?P<old>[^,.;!?]{1,60}?),? (?:and|to)(?: i| we)?(?: have)? ",
    r"(?:join(?:ed)?|moved? to|went to|go to|now work (?:at|for)|work (?:at|for)|started (?:at|with))",
    r" (?P<new>[^,.;!?]{1,60})",
    has=("I left Acme and joined Bolt.", "We've quit Acme to join Bolt."),
    lacks=("I left the house and walked.", "She left Acme and joined Bolt."),
)
BEFORE = form(
    "names the value that something had before, and says that it has another one now",
    r"\bfrom (?P<old>[^,.;!?]+?) to\b",
    r"|\bno longer [a-z]+ (?P<ceased>[^,.;!?]+?)[,;] ",
    r"|\b(?:do|does)(?:n['’]t| not) [a-z]+ (?P<stopped>[^,.;!?]+?) any ?more[,;] ",
    r"|(?:, (?:and |but )?(?:not|no longer)|,? (?:instead|in place) of) (?P<instead>[^,.;!?]+)[.!]*$",
    has=(
        "We moved from Linz to Graz.",
        "We no longer ship to Linz, we ship to Graz.",
        "We don't use vim any more, we use emacs.",
        "I drink tea instead of coffee.",
    ),
    lacks=("I no longer drink coffee.",),
)
DONE = form(
    "says that what somebody had in hand is done",
    r"^(?:(?:i|we)(?: am| are| have|['’]ve|['’]m|['’]re)? (?:now |just |finally )?(?:done with",
    r"|finished(?: with)?|completed|through with|gave up on|stopped working on|no longer working on)\s+",
    r"(?P<task>[^,.;!?]{2,160})",
    r"|(?P<what>(?:the|that|this|our|my) [^,.;!?]{2,80}) (?:is|are) (?:now |finally )?(?:done|finished|completed?)",
    r"(?: now| today| at last| finally)?\s*(?:$|[,.;!]))",
    has=("I'm done with the roof.", "The migration is finally done."),
    lacks=("When will the migration be done?", "I finish at five."),
)
PLANNED = form(
    "says for when something is planned, as a thing that is settled",
    r"(?<!i )(?<!we )(?<!you )\b(?:will|shall|is going to|are going to)(?: now| then| instead)? (?P<verb>",
    r"be|take place|happen|start",
    rf"|begin|end|leave|arrive|open|close|launch|ship)(?= (?:(?:held|due|out|live|over) )?(?:on|in|at) {MOMENT}\b)",
    has=("The release will be on 11 December.", "The talks will now take place in June."),
    lacks=("The release will be late.", "I will be in Rome on Friday."),
)
RETRACTED = form(
    "says that something is so no more",
    r"\b(?:no longer|not .{0,40}any ?more)\b",
    has=("I no longer work at Acme.", "I do not eat meat any more."),
    lacks=("I do not eat meat.",),
)
_ALTERED = (
    r"(?:moved|pushed|changed|postponed|rescheduled|delayed|shifted|set|raised|lowered|increased|reduced|extended"
    r"|shortened|cut|went|gone|dropped|rose|risen|bumped|updated|renamed"
    r"|put(?= (?:it|that|this) (?:back|forward|up|down)))"
)
NOT_BUT = form(
    "puts one value in the place of another, and says nothing else",
    r"^(?:it(?:['’]s| is)\s+)?(?:(?:not|it(?:['’]s| is| was)(?:n['’]t| not))\s+",
    r"(?P<old>[^,.;:—–-]{1,40}?)\s*(?:[,;—–-]+\s*(?:but\s+)?|\s+but\s+)",
    r"(?:it(?:['’]s| is)\s+)?(?P<new>[^,.;:—–]{1,40}?)",
    r"|(?P<that>(?!(?:i|we|you|he|she|they|that|this|there)\b)[^,.;:—–]{1,40}?),?\s+not\s+(?P<this>[^,.;:—–]{1,40}?))[.!]*$",
    has=(
        "not Graz — Linz",
        "It isn't Monday, it's Thursday.",
        "It's not Ana but Ada.",
        "Linz, not Graz.",
    ),
    lacks=(
        "I'm not tired, but hungry and cold.",
        "I'm not sure.",
        "The rent is 900, not 700, from May on.",
    ),
)
IT_CHANGED = form(
    "gives what was just spoken of another value",
    rf"^(?:(?:it|that|this)(?:['’]s| is| was| has| got)?(?: been| just| now| recently)* {_ALTERED}",
    rf"|(?!(?:it|that|this|if|when)\b)(?:\w+ ){{1,4}}?{_ALTERED} (?:it|that|this))(?: back| forward| up| down)?",
    r" (?:from (?P<old>[^,.;]{1,40}?) )?to\s+(?=\S)",
    has=(
        "It's been moved to Friday.",
        "it got pushed to 15 May",
        "That was changed to 12 euros.",
        "They raised it to 30 days.",
        "The landlord put it up to 990 euros.",
        "It went up from 12 to 15 euros.",
    ),
    lacks=(
        "The call was moved to Friday.",
        "It moved me.",
        "I put it to the test.",
        "If you changed it to 30 days, would it work?",
    ),
)
IT_IS = form(
    "leads in a value that stands for itself in a correction",
    r"^(?:(?:it|that|this)(?:['’]s| is| was| should be)|make (?:it|that)|i meant?|should be)\s+(?:actually\s+)?(?=\S)",
    has=("it's Thursday", "make that Friday", "It should be 12"),
    lacks=("Thursday", "is it Thursday"),
)
IT_IS_NOW = form(
    "gives what was just spoken of a value that it has now",
    r"^(?:it|that|this)(?:['’]s| is)\s+(?:now\s+\S|[^,.;!?]{1,40}?\s(?:now|these days|nowadays|instead)[.!]*$)",
    has=("It's 30 days now.", "That is now 12 euros.", "It's Ana instead."),
    lacks=("It's 30 days.", "Is it 30 days now?"),
)

# Who somebody is.

INTRODUCED = form(
    "names somebody of the speaker's in passing",
    rf"\b(?:[Mm]y|[Oo]ur) (?:(?:older|younger|elder|eldest|best|little|big|new|old|late|twin) )?(?P<who>{_PERSON})",
    rf"(?:(?:,| is called| is named| called| named| ,)? )(?P<name>{NAME})(?:['’]s)?(?!\w)",
    rf"(?!,? and {NAME} (?:are|have))",
    has=(
        "My sister Nora is allergic to cats.",
        "Our rabbit, Hops, is two.",
        "my wife Ana's birthday",
    ),
    lacks=("My sister lives in Rome.", "The sister Nora said so."),
    cased=True,
)
HAS_NAMED = form(
    "names somebody whom the speaker has",
    rf"\b(?:I|[Ww]e)(?: have|['’]ve(?: got)?| got| adopted) (?:an?|one|another) (?:\w+ ){{0,2}}?(?P<who>{_PERSON}),?",
    rf" (?:(?:called|named) )?(?P<name>{NAME})\b",
    has=(
        "I have a dog named Bruno.",
        "We've got a black cat, Miso.",
        "We adopted a puppy called Rex",
    ),
    lacks=("I have a dog.", "He has a dog named Bruno."),
    cased=True,
)
LISTED = form(
    "names several people or animals whom the speaker has, perhaps with their ages",
    r"\b(?P<lead>(?:I|[Ww]e)(?: have|['’]ve(?: got)?) (?:\w+ ){1,2}(?P<who>\w+s|children)|(?:[Mm]y|[Oo]ur)",
    r" (?:\w+ )?(?P<whose>\w+s|children) are)(?:,|:| –| —| -)? (?:called |named )?",
    rf"(?P<names>{NAME}(?:,? \(?\d{{1,2}}\)?)?(?:,? (?:and )?{NAME}(?:,? \(?\d{{1,2}}\)?)?)+)",
    has=(
        "I have two kids, Ben (4) and Mia (7).",
        "My kids are Leo, Mia and Tom",
        "We have two cats: Miso and Pip.",
    ),
    lacks=("I have two kids.", "We have two cats and a dog."),
    cased=True,
)
LISTED_NAME = form(
    "a name in such a list, perhaps with an age",
    rf"(?P<name>{NAME})(?:,? \(?(?P<age>\d{{1,2}})\)?)?",
    has=("Ben (4)", "Mia"),
    lacks=("and",),
    cased=True,
)
GREETED = form(
    "says who speaks, after a greeting",
    r"^\W*(?:[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|evening|day)|[Gg]reetings)(?: there| all)?\W+",
    rf"(?:[Ii]['’]m|[Ii] am|[Tt]his is|[Ii]t['’]s|[Mm]y name(?: is|['’]s))\s+(?P<name>{NAME})",
    rf"(?=\s*(?:[.,;!—–-]|$|and\b|from\b|here\b))(?:,? from (?P<home>{NAME}))?",
    has=(
        "Hi, I'm Tessa and I live in Graz.",
        "Hello there, I am Omar.",
        "Hey, this is Kim from Graz",
    ),
    lacks=("I'm Tessa.", "Hi, I'm a nurse.", "Hi, I'm Austrian by birth."),
    cased=True,
)
MINE = form(
    "says that somebody is somebody of the speaker's",
    rf"(?:my|our) ((?:\w+ )?(?:{_PEOPLE}))",
    has=("my cousin", "our best friend"),
    lacks=("my car", "a cousin"),
)
AGE = form(
    "a value that is an age",
    rf"^(?:\d{{1,3}}|{one_of(numerals.ENGLISH)})",
    r"(?: (?:years?|months?|weeks?)(?: old)?)?$",
    has=("34", "7 years old", "two years old"),
    lacks=("34 euros", "the 7th"),
)

# What is no statement of the one who speaks, and what surrounds one.

ASKS = form(
    "asks without a question mark",
    r"^(?:do|does|did|is|are|am|was|were|can|could|will|would|should|have|has|had)(?:n['’]t)?\s+",
    r"(?:i|we|you|he|she|they|it|my|our|your|his|her|their|the|there|this|that|any\w*|some\w*)\b",
    has=("do i have a car", "is my sister vegan", "can I deploy on Friday"),
    lacks=("I do have a car.", "have 2 dogs"),
)
PRETENDED = form(
    "sets a role to be played, or a case to be supposed",
    r"^(?:let['’]s|let us)?\s*(?:pretend|imagine|role-?play|suppose|say|assume|act as|you are (?:an?|the|my))\b",
    has=(
        "Let's pretend I'm a pirate.",
        "Imagine I live in Rome.",
        "You are a travel agent and I'm new.",
    ),
    lacks=("I pretend to listen.",),
)
JOKES = form(
    "says that something is not meant",
    r"^(?:no,?\s+)?(?:(?:i['’]m|i am|i was)\s+)?(?:(?:just|only)\s+)?(?:joking|kidding)\b",
    r"|[,;–—-]\s*(?:(?:i['’]m|i am)\s+)?(?:(?:just|only)\s+)?(?:joking|kidding)\W*$|^(?:that|it) was a joke\b",
    has=("I'm joking, my fee is a million.", "Just kidding!", "I own the moon, just kidding."),
    lacks=("I was not joking.", "He kept joking about it."),
)
BROUGHT_IN = form(
    "brings in words that are not said here: a quotation, or a text to work on",
    r"[:,]\s+[\"“'‘]|:\s+(?:I|my|we|our)\b",
    has=('Bob said: "I', "Translate: I", "Reminder: my rent"),
    lacks=("Alien: Covenant", "Rome, Italy", "Kitchen Stories: My Best"),
    cased=True,
)
MARKUP = form(
    "has marks of layout, or a quotation that does not end: a piece of a pasted text",
    r"\*\*|__|^[\"“'‘](?![^\"”'’]*[\"”'’])|[{}<>|\\]",
    has=("**Deadline**", "a | b"),
    lacks=("the deadline",),
)
ASIDE = form(
    "answers before something else is said",
    r"^(?:sure|yes|yeah|thanks|great|okay|ok|hmm+|cool),",
    has=("sure, the deadline", "Thanks, the fee"),
    lacks=("the deadline",),
)
THAT = form(
    "says how the speaker knows or that they said it",
    r"^(?:i|we)\s+(?:know|(?:said to|told)\s+\w+(?=\s+that\b)|said|told you|mentioned|confirm|can confirm|found out",
    r"|learned|heard|noticed)\s+(?:that\s+)?",
    has=(
        "I told you that I live in Rome.",
        "I know my shift starts at 6.",
        "I said to Omar that the gate is shut.",
    ),
    lacks=("I live in Rome.",),
)
WORD_END = form(
    "the marks at the end of a value",
    r"[\s.,;:!]+$",
    has=("green.", "green !"),
    lacks=("green",),
)
