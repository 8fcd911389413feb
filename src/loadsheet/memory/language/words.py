"""The closed classes of English that a statement's form is read by, and the families of words that mean one relation.

Nothing here knows a subject matter: they are function words, verbs of state and attitude, and nouns for people.
"""

from __future__ import annotations

import re

from loadsheet.corpus import irregular
from loadsheet.corpus.terms import word_set
from loadsheet.intent.language import numerals
from loadsheet.lazy import lazy_re

ARTICLES = word_set("a an the")
COPULAS = word_set("is are was were am isn't aren't wasn't weren't 's 're 'm be")
AUXILIARIES = COPULAS | word_set(
    "has have had hasn't haven't hadn't 've do does did don't doesn't didn't"
)
NO_VALUES = word_set(
    "thanks thank cheers sorry please fine good great okay ok yes no yeah nope sure right wrong incorrect false true "
    "stop wait never nothing none mind problem worries exactly really again idea way need go do did is are was be "
    "am have has i me you he she it we they this that these those there what which who how why when where if but "
    "because so not don't doesn't didn't isn't i'm it's that's can could will would should try show tell give "
    "explain make use keep let's forget help"
)
"""Words that a short answer holds which names no value."""

MODALS = word_set(
    "will would can could may might should shall must won't can't cannot couldn't wouldn't"
)
RELATIVES = word_set("that which who whom where whose when")
PREPOSITIONS = word_set(
    "in on at for with by to of from as into under near against about between behind via through onto"
)
NEGATIONS = word_set("not never no n't nobody nothing")
ADVERBS = word_set(
    "now currently again still already also too just really actually only always usually finally recently "
    "newly originally formerly officially presently definitely absolutely longer very so anymore both"
)
OWNERS = word_set("my our your his her its their")
PARTICLES = (
    word_set(
        "back up out away together over down off directly remotely mostly mainly ahead forward once more yet"
    )
    | ADVERBS
)
PRONOUNS = word_set("i we me us")
OTHERS = word_set(
    "he she it they this that these those there you one what who which how why when where here"
)
HEDGES = word_set(
    "maybe perhaps might possibly probably suppose guess wonder wondering hypothetically pretend imagine "
    "unsure think hope wish allegedly supposedly seems"
)
CONDITIONALS = word_set("if unless whether")

PETS = word_set(
    "dog cat rabbit hamster puppy kitten parrot budgie horse pony tortoise turtle goldfish hen dogs cats rabbits"
)
PEOPLE = (
    word_set(
        "friend sister brother mother father mom mum dad wife husband partner boyfriend girlfriend son daughter "
        "cousin aunt uncle grandmother grandfather grandma grandpa boss manager colleague coworker teammate "
        "neighbor neighbour roommate teacher student client customer doctor kid child parent fiancé fiancée "
        "niece nephew mentor landlord tenant assistant ex flatmate housemate fiance fiancee "
        "grandson granddaughter stepmother stepfather stepson stepdaughter godmother godfather twin baby toddler "
        "mother-in-law father-in-law sister-in-law brother-in-law son-in-law daughter-in-law "
        "supervisor babysitter nanny "
        "kids children parents grandparents sons daughters sisters brothers friends twins"
    )
    | PETS
)
"""Nouns after `my` that name somebody else: what is said of them is not said of the one who speaks."""

NOBODY = word_set("nobody noone none neither no")
"""Subjects of whom something is denied."""

LIVING = word_set(
    "live lives lived work works worked want wants wanted know knows speak speaks spoke eat eats drink drinks play "
    "plays study studies believe believes think thinks wear wears teach teaches cook cooks smoke smokes own owns "
    "allergic afraid scared terrified fond married engaged born pregnant vegan vegetarian interested addicted "
    "retired diabetic coeliac celiac intolerant"
)
"""What only somebody does or is, whatever noun they are called by."""

_CHILDREN = word_set("child kid son daughter baby toddler stepson stepdaughter")
_SIBLINGS = word_set("brother sister twin")
LACKING = {
    "single": word_set("wife husband spouse"),
    "unmarried": word_set("wife husband spouse"),
    "only child": _SIBLINGS,
    "siblings": _SIBLINGS,
    "children": _CHILDREN,
    "kids": _CHILDREN,
    "pets": PETS,
    "pet": PETS,
}
"""Whom somebody has not, by what they are or do not have."""

ONLY_ONES = word_set(
    "wife husband partner spouse girlfriend boyfriend fiancé fiancée mother father mom mum dad boss manager landlord"
)
"""Of those, the ones that somebody has one of."""

ATTRIBUTES = word_set(
    "name title role job position status state colour color type kind category mode theme level language format "
    "version size number code id address email phone password limit deadline date time duration price cost budget rate "
    "fee salary rent window period speed temperature capacity weight height age length width score grade rank priority "
    "default choice favourite favorite pick goal target breed brand model make genre major species diet mood plan rule "
    "setting value currency unit interval frequency quota threshold timeout"
)
"""Nouns that name what one value is of, whatever its form: a limit of 5 may become unlimited. A car is red and old."""

OF_NO_NOTE = word_set(
    "wrong right mistaken sorry sure fine good okay ok back here there done ready glad"
)
"""What somebody says of themselves that holds for the moment of saying it."""

LIKES = word_set(
    "love loves like likes enjoy enjoys adore adores prefer prefers loved liked enjoyed"
)
DISLIKES = word_set(
    "hate hates dislike dislikes detest detests loathe loathes despise despises avoid avoids hated"
)

ATTITUDES = (
    (
        lazy_re(r"\b(?:can(?:no|['’])t|can not|could(?:n['’]t| not)) (?:stand|bear|abide)\b", re.I),
        "hate",
    ),
    (
        lazy_re(r"\bam not (?:really )?(?:an? (?:big |huge |great )?fan of|fond of|into)\b", re.I),
        "dislike",
    ),
    (
        lazy_re(
            r"\b(?:can(?:no|['’])t|can not|must(?:n['’]t| not)|(?:am|are|is) not allowed to|may not)"
            r" (?=(?:eat|drink|have|tolerate|digest)\b)",
            re.I,
        ),
        "do not ",
    ),
    (
        lazy_re(r"\bam (?:really )?(?:an? (?:big |huge |great )?fan of|fond of|into)\b", re.I),
        "like",
    ),
)
"""Wordings of liking and disliking, with the plain verb for each."""

OPENINGS = lazy_re(
    r"(?:\s*(?:\d{1,5}[.):]\s+"
    r"|(?P<correction>actually|o+ps|whoops|as of (?:today|now)|(?:just )?to correct (?:myself|that)"
    r"|it(?:['’]s| has)? changed(?=\s*[:;–—-])"
    r"|(?:\w+ ){0,3}(?:changes?|update|info|news|correction)(?: of plans?)?(?=:)"
    r"|wrong(?=\s*[,:;–—-])|no(?=\s*[,.;:!—–]|\s+(?:wait|actually|sorry|i mean)\b)"
    r"|(?:i was|i['’]m|i am) (?:wrong|mistaken)"
    r"|(?:that|this|it)(?: was| is|['’]s) (?:wrong|mistaken|incorrect|out ?dated|out of date"
    r"|not (?:right|true|correct)(?: any ?more)?|no longer (?:right|true|correct|current|so))"
    r"|i (?:misspoke|made a mistake)|my bad"
    r"|let me correct (?:that|myself|this)"
    r"|(?:it )?turns? out(?: that)?|forget what i (?:just )?said(?=\s*[,;:–—-])|i (?:have )?changed my mind"
    r"|(?:nein|non|pardon|entschuldigung|korrektur|quatsch)(?=\s*[,.;:!—–])|en fait(?=,|\s+(?:je|j['’]))"
    r"|nope|correction|sorry|i mean|i meant|wait|scratch that|on second thought"
    r"|update|in fact|my mistake|not anymore"
    r"|ups|hoppla|quatsch|korrektur|ich mein(?:e|te)|stimmt nicht|eigentlich|doch nicht|oups|pardon|en fait|"
    r"je veux dire"
    r"|uy|perd[oó]na?|en realidad|quiero decir|ops|scusa|anzi|cioè|in realtà"
    r"|(?:nein|non)(?=\s*[,.;:!—–]|\s+(?:moment|warte|doch|attends|en fait|anzi)\b))\b[\s,:;.—–-]*"
    r"|(?:also|and|but|so|well|ok|okay|yes|yeah|by the way|btw|fyi|note that|remember that|remember(?! to\b)"
    r"|please note(?: that)?|please|just (?:so you know|to let you know|for the record)|for the record"
    r"|for (?:your information|reference|context)|heads[ -]up|note(?= (?:that|my|our|the)\b)"
    r"|(?:remind me(?: later)?|(?:keep|bear) in mind|make a note|take note|(?:do not|don['’]t) forget|be aware) that"
    r"|(?:keep|bear) in mind(?= (?:my|our|the|i|we)\b)|(?:do not|don['’]t) forget[,:]"
    r"|(?:you should|you(?: might| may)? want to|it['’]s good to|good to) know(?: that)?|let me tell you(?: that)?"
    r"|i (?:told you|should mention|want you to know|must tell you|forgot to (?:say|mention))(?: that)?"
    r"|(?:now|currently|right now|at the moment|meanwhile)(?=,?\s+(?:i|we|it|my|our|the|[a-z]+ (?:is|are))\b)"
    r"|(?:hi|hello|hey)(?: (?:there|all|everyone))?|oh|unfortunately|however|anyway|honestly|frankly|to be honest|tbh"
    r"|plus|sure|luckily"
    r"|omg|euh|bah|ähm|ehm|uhm?|erm|lol|wow|ugh|argh|aha|ach|äh|damn|gosh|hm+|haha|(?:ah|ja|oui|sí|sì|ok)(?=\s*[,.;:!—–])|übrigens|moment|"
    r"au fait"
    r"|por cierto"
    r")\b[\s,:;—–-]*))",
    re.IGNORECASE,
)
"""What may stand before a statement without being part of it; `correction` says that something was wrong."""

CHANGES = word_set(
    "changed changes moved rescheduled postponed pushed delayed set rose fell increased decreased "
    "dropped grew switched went risen grown updated reset extended reduced raised lowered slipped shifted slid "
    "migrated transferred relocated converted renamed upgraded cut bumped brought"
)
"""With `to`: the subject has another value from now on."""
CHANGED = CHANGES | word_set("put")
"""Their participles: `was put back to 3 June`, where `I put it back` says where it is."""
PLACING = word_set("put moved hung laid left placed stored keep kept took brought hid locked")
"""Verbs of bringing something somewhere, or leaving it there."""
UNTIL = word_set("for until till")
"""Before a date they lead to the new value as `to` does: `postponed until May`."""
FURTHER = word_set("again further once twice more yet from by forward ahead back")
"""Words behind a verb of change that say how often or how far: `moved again`, `extended by two weeks`."""
CAUSES = word_set("due owing thanks according subject")
"""With `to` they give a reason, and no value."""

APPOINTED = word_set("scheduled due set planned born")
DATING = word_set("on in at scheduled planned set fixed booked slated for")
"""Words of a relation that say no more than that something has a date."""
SCHEDULED = word_set(
    "starts start begins begin ends end leaves leave departs arrives opens open closes close "
    "expires expire happens"
)
"""With a time behind them: the time is what is said."""

REPLACING = word_set("replaced swapped exchanged")
"""With `with … as …`: something has another value from now on."""

SINGULAR_VERBS = word_set(
    "live lives work works listen listens report reports weigh weighs cost costs run runs earn earns "
    "total totals equal equals expire expires start starts end ends close closes open opens measure measures "
    "leaves departs arrives reside resides stay stays belong belongs die died born"
)
"""Verbs of one place, one size or one time."""

PLURAL_ADJECTIVES = word_set(
    "allergic interested good fluent experienced fond afraid proud member fan friend one part"
)
"""With a preposition they hold of several things at once."""

VERBS = (
    SINGULAR_VERBS
    | LIKES
    | DISLIKES
    | CHANGES
    | word_set(
        "use uses used need needs needed want wants own owns owned play plays played speak speaks spoke "
        "study studies studied "
        "teach teaches taught write writes wrote written build builds built make makes made create "
        "creates created "
        "found founded develop develops developed direct directs directed perform performs performed win "
        "won lead leads led "
        "manage manages managed join joined leave left move meet met visit visited buy bought sell sold "
        "eat eats ate drink "
        "drinks drank read reads watch watched see saw go goes went travel traveled travelled fly flew "
        "drive drives drove "
        "ride rides attend attended graduate graduated finish finished complete completed begin began "
        "start started "
        "marry married adopt adopted lived worked moved know knows knew have has had take takes took get "
        "gets got "
        "deploy deployed release released ship shipped support supports supported require requires "
        "required contain contains "
        "include includes included serve serves served host hosts hosted handle handles handled become "
        "became retire retired "
        "launch launched sign signed hire hired stop stopped quit return returned arrive arrived depart "
        "smoke smokes smoked departed sit sits "
        "stand stands store stores stored send sends sent call called name named accept accepts allow "
        "allows hold holds held turn turns turned"
    )
)

ENGLISH = (VERBS - {"die"}) | word_set(
    "the my our his their i we you it this that is are was were have has had not of and with to by from at for"
)
"""Words that hardly any sentence of another language has."""
FAMILIES = (
    "spouse wife husband partner married marry marriage",
    "child son daughter",
    "born birth birthplace birthdate",
    "died die death dead passed pass away",
    "author write wrote written writer",
    "educate educated education educational university college school study studied alma",
    "citizen citizenship national nationality country",
    "religion religious faith affiliated belief",
    "create created creator origin originate originated original invent invented come hail",
    "found founded founder establish established",
    "develop developed developer make maker manufacture manufacturer produce produced producer",
    "employ employed employer work job company",
    "chair chairperson chairman chairwoman head",
    "perform performed performer sing sung singer artist",
    "locate located location place situated",
    "famous known fame notable",
    "live lives home reside residence city address",
    "job occupation profession title",
    "favourite favorite like love prefer enjoy",
    "dislike hate detest avoid",
    "eat food dinner lunch breakfast meal snack dessert supper menu restaurant vegetarian vegan diet cook recipe",
    "deadline due",
    "cost price fee",
    "phone number telephone",
    "ceo chief executive officer",
    "sport game",
    "language speak spoken",
    "allergic allergy allergies",
)
"""Words that ask for one relation in different parts of speech."""

HOLDING = word_set(
    "responsible lead own represent chair manage run head host captain direct maintain teach coach handle preside"
)
"""Verbs of what one alone does at a time for a team, a service or a class."""
ADDING = word_set("have own speak know understand collect like love enjoy allergic")
"""Verbs and states of which a new one comes to those that were: who has a dog now may have the cat still."""
COMING = word_set("take eat sell follow play")
"""Verbs of what one does with several things: one that is done now leaves the others, unless it is done instead."""
ENDS = word_set("to for")
"""Prepositions behind which stands to which end something is taken."""

USING = word_set("drive ride wear use rent lease keep")
"""Verbs of what somebody does with what they have."""
ACQUIRED = word_set("bought got adopted leased rented")
"""Verbs that may follow one of parting with something: `I sold the boat and bought a canoe`."""

SAME_ACT = {"own": "have", "possess": "have"}
"""Verbs that say what another one says."""
QUITTING = word_set("quit stop cease give-up")
PARTING = word_set("sell lose scrap donate discard return cancel")
"""Verbs that end a habit, and verbs that end a possession."""

IRREGULAR = irregular.VERBS
"""The base of verbs whose past has another form."""

PRETERITES = irregular.PRETERITES | word_set("did went was came became")
"""Pasts that are no participle: wherever one stands behind a noun, it is the verb."""

PASTS = frozenset(form for form, base in IRREGULAR.items() if form not in {base, "has"})
REQUESTS = word_set(
    "summarize summarise show give explain list tell write help find suggest compare describe draft translate "
    "recommend create make generate rewrite check review plan calculate compute define outline look search "
    "remind please let"
)
"""Verbs that a sentence begins with which asks for work."""

INTENTS = word_set(
    "want wants wanted need needs needed try tries tried hope hopes plan plans wonder mean guess think thought feel "
    "feels felt know knew see got get gonna going trying planning looking wondering hoping thinking considering "
    "understand care remember agree believe mind recall sounds sound"
)
"""Verbs of wishing and thinking: what follows them is not a fact."""

SLOTS = (
    (
        "weather forecast temperature rain raining sunny snow snowing umbrella nearby near local directions traffic "
        "sunrise sunset closest nearest around windy wind storm stormy cloudy humid fog foggy jacket raincoat sun",
        "live in home address city town location based located stay staying at",
    ),
    ("birthday age old", "birthday born birth age"),
)
"""Words that ask for something that only a fact of the one who speaks can fill, and the keys that fill it."""

DIGITS = {word: str(number) for word, number in numerals.ENGLISH.items() if number < 10}
"""Number words, as they stand in abbreviations."""

SELF = word_set("i me my mine myself we us our ours")
PLACES = word_set("in at on under behind near inside outside above below beside next opposite from")
"""Prepositions of a place that something is at."""
TOWARDS = word_set("into onto to behind")
"""Prepositions of a place that something is brought to."""
HOMES = word_set(
    "flat house apartment home place countryside country city village suburb suburbs town street cottage bungalow "
    "studio coast seaside centre center island farm houseboat district quarter neighbourhood neighborhood area region"
)
"""What somebody lives in."""
LEADING = word_set(
    "given considering because since while although though whenever when once before after until as if unless whether"
)
"""Words that begin a clause which only says under what or why another one holds."""
JOBS = word_set("job occupation profession work living role")
WORKERS = word_set(
    "nurse chef coach pilot architect accountant consultant agent clerk judge guard cook vet student dentist secretary "
    "electrician musician technician librarian physician midwife attorney lawyer mechanic postman fireman salesman"
)
"""Names of jobs that no ending tells."""
WHERE = word_set("in at city country place located continent town near")
BY = word_set("by")
BIDS = frozenset(
    {"don't", "don’t", "dont", "please", "keep", "avoid", "skip", "reply", "respond", "give", "let", "let's", "lets"}
) | word_set("no not never")  # fmt: skip
"""What begins a request and no subject."""
HERE = word_set("this that these those")
"""Before a noun they name what stands before the one who speaks: `safe for this patient`."""
PERMITTING = word_set("may can must cannot can't mustn't")
"""Modals that say what is allowed, possible or due, of several that are named by their kind."""
PERMITTED = word_set("may must")
"""The words by which the keys of such rules begin."""

ALL = word_set("both all")
"""Words before an owner that say how many of them are meant."""
PLURALS = {
    "children": "child",
    "grandchildren": "grandchild",
    "wives": "wife",
    "puppies": "puppy",
    "babies": "baby",
}
"""Plurals of people and animals that no ending tells."""
CALENDAR = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december christmas easter"
)
"""Names of times, which are no names of somebody."""
KINDS_OF_PEOPLE = word_set(
    "german french dutch greek czech swiss thai welsh scot dane swede finn turk serb croat slovak slovene pole arab "
    "filipino british english irish american jew jewish muslim christian catholic protestant lutheran orthodox hindu "
    "buddhist sikh atheist agnostic vegan vegetarian late back here there home ready busy tired sick new okay fine"
)
"""What somebody is of many, or how they are; with a capital by custom or in haste."""
OF_A_PEOPLE = ("ian", "ean", "ese", "ish", "can", "aqi", "eli", "ani")
"""Endings of the names of peoples; a name that ends so is left aside."""
STAYING_SO = word_set(
    "remains remain stays stay costs cost weighs weigh lasts measures equals totals"
)
"""Verbs behind which stands what one thing is or measures."""
NEWER = word_set("new current latest present")
"""They say that there is another one now, and are no part of what it is."""
HOW = word_set("by with at")
"""Prepositions behind which stands how, with whom or when something is done."""
BECOMING = word_set("become becomes became")
TURNING = word_set("turn turns turned got get gets went")
"""Verbs of coming to be something; the second ones only before a state or an age."""
STAYING = SINGULAR_VERBS | word_set("use take study teach attend drive play speak")
"""Verbs of what somebody does for long: who started to do so, does it from then on."""
AWAY = word_set("away off out down abroad closed offline unavailable unreachable")
"""Words that say where somebody or something is for a time, with or without a preposition."""
HABITUAL = word_set("open served available")
"""States that end at the same hour every day."""
THEIRS = word_set("his her their its")
"""Owners that another sentence names."""
LONGEST_GREETING = 30
"""Characters of a greeting before somebody says who they are."""
TAILS = (
    "by the way", "at the moment", "right now", "for now", "of course", "any more", "at all", "you know"
)  # fmt: skip
"""What may stand behind a value without being part of it."""
