"""A text in; the language that it is in out, by its script, its commonest words and how its words are spelled.

A word of one language alone tells more than one that several share (`in`, `me`, `die`), and a spelling less than any
word: with `Propose-moi un dîner` it decides between languages that all have an `un`.
"""

from __future__ import annotations

from functools import lru_cache

from loadsheet.corpus.terms import word_set
from loadsheet.intent.language.vocabulary import FUNCTION_WORDS, MARKS
from loadsheet.lazy import lazy_re

_SCRIPTS = {
    "ja": lazy_re(r"[\u3040-\u30ff]"),
    "ko": lazy_re(r"[\uac00-\ud7af]"),
    "zh": lazy_re(r"[\u4e00-\u9fff]"),
}
"""Languages that are known by a script which no other one has, or none before it."""
_ALPHABETS = {
    "uk": lazy_re(r"(?=.*[іїєґІЇЄҐ])[\u0400-\u04ff]"),
    "ru": lazy_re(r"[\u0400-\u04ff]"),
    "el": lazy_re(r"[\u0370-\u03ff\u1f00-\u1fff]"),
    "he": lazy_re(r"[\u0590-\u05ff]"),
    "ar": lazy_re(r"[\u0600-\u06ff]"),
    "hi": lazy_re(r"[\u0900-\u097f]"),
    "th": lazy_re(r"[\u0e00-\u0e7f]"),
}
"""Languages that are known by the alphabet of most of their letters; a Greek letter alone makes no Greek."""
_NOT_LATIN = lazy_re(r"[\u0370-\u1fff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
"""What a text in any of these scripts holds."""

_WHOLE = 420
"""Any number of languages up to seven share it evenly, so that counts are exact."""
MARK, FUNCTION, SAID, SPELLED = 20 * _WHOLE, 16 * _WHOLE, 18 * _WHOLE, 5 * _WHOLE
"""What a word counts for: one of the commonest, one that says nothing of a subject, one by which people ask or tell,
and one that is spelled as words of a language are."""

_Tells = tuple[tuple[str, int], ...]
"""Languages, with how much tells them."""

_SAID: dict[str, frozenset[str]] = {
    "de": word_set(
        "hallo moin servus wohne arbeite heiße heisse antworte antworten fasse zusammen sag sage zeig zeige gib nenne "
        "erkläre erzähl erzähle zitiere lies schreib schreibe vergiss vergleiche empfiehl suche finde ohne welche "
        "welches seit wieviel frau herr jahr tag tage woche monat euro kosten urlaub danke hallo kurz deutsch "
        "auch schon immer nie nein ja warum wieso weshalb wessen hab habe hast bist heute morgen gestern "
        "hoppla ups quatsch montag dienstag mittwoch donnerstag freitag samstag sonntag"
    ),
    "fr": word_set(
        "salut coucou habite travaille appelle propose recommande donne réponds résume explique montre cite suggère "
        "dis oublie merci bonjour oui non moi toi depuis sans avec sommes suis êtes avons peux veux voudrais faut "
        "jour jours semaine mois an ans prix frais français lundi mardi mercredi jeudi vendredi samedi "
        "dimanche aujourd'hui demain hier toujours jamais aussi beaucoup encore page livre"
    ),
    "es": word_set(
        "vivo trabajo llamo soy tengo eres tienes responde resume explica muestra cita sugiere recomienda "
        "dime olvida gracias hola buenos días cuanto cuesta cuestan dos tres mucho muchas perdón lunes martes "
        "miércoles jueves viernes sábado domingo hoy mañana ayer sin sobre jefe oficina página libro médico "
        "semana mes año años español"
    ),
    "it": word_set(
        "abito lavoro chiamo rispondi riassumi spiega mostra cita suggerisci consiglia dimmi dimentica grazie "
        "ciao buongiorno dove costa costano due tre molto mille senza niente nessuno lunedì martedì mercoledì "
        "giovedì venerdì sabato domenica oggi domani ieri capo ufficio pagina libro medico settimana mese "
        "anno anni italiano giorni"
    ),
    "nl": word_set(
        "woon werk heet mijn ben je jij u dagen verlof kantoor baas graag dank alsjeblieft kost kosten"
    ),
    "pt": word_set(
        "moro trabalho chamo sou tenho obrigado obrigada responda resuma chefe prazo custa dias mês ano"
    ),
    "en": word_set(
        "who when where why can could should would will did has have had are was were am an at by from if or "
        "so and be about this these those they he she his her your i'm it's what's who's tell give show list "
        "suggest recommend summarise summarize explain thanks hi hello yes late then mean means note tue wed "
        "thu fri pm wanna gotta"
    ),
}
"""Words by which people ask, bid and tell of themselves, and of days: rare in what they speak of."""

_SPELLINGS = {
    "de": lazy_re(
        r"[äöüß]|sch|cht|(?:ung|keit|heit|lich|isch|schaft|frist|en|tz)$|^(?:ge|ver|zer|ent)\w{4,}"
    ),
    "fr": lazy_re(
        r"[çœèêëîïûâà]|é(?:e?s?$|[^$])|eau|oux?$|(?:eux|euse|ais|ait|ez|ment|oire|ette)$|^qu"
    ),
    "es": lazy_re(r"ñ|[áíóú]|(?:ción|dad|ando|iendo|ero|era|oso|os|as)$|^(?:ll|hue)"),
    "it": lazy_re(
        r"[àìòù]$|zion|gli|cch|zz|ggi|(?:tt|zz|nn|ll|cc|ss)[aeio]$|(?:are|ere|ire|ità|mente|ato|oni)$"
    ),
    "pt": lazy_re(r"[ãõ]|ção|(?:nh|lh)[aeo]|ões$"),
    "nl": lazy_re(r"ij|aa|uu|oe[^$]|(?:lijk|heid)$"),
    "en": lazy_re(r"th|wh|ght|sh|oo|ee|ck$|(?:ing|ly|ness|tion|y)$|['’](?:s|t|re|ve|ll|d|m)$"),
}
_ELISION = {
    **dict.fromkeys(("j", "qu", "c", "s", "m", "t", "n"), ("fr",)),
    **dict.fromkeys(("l", "d"), ("fr", "it")),
    **dict.fromkeys(("dell", "all", "nell", "sull", "dall", "un", "quell"), ("it",)),
}
"""What stands before an apostrophe, with the languages that elide so."""

_NAMING = (
    r"\b(?:(?:La|El|Le|Los|Las|Il|San|Eu|EU) (?=[A-Z])|[Nn]on-|(?:eu|EU|[Oo][Kk]|[Oo]kay|[Oo]mg|[Ll]ol|[Hh]m+)\b)"
    r"|^\W*(?:im\b|[Yy]o\W*$)"
)
"""Words that are a part of a name, are typed for another one, or are said everywhere: `La Paz`, `im late`, `ok`."""
_TOKEN = lazy_re(rf"{_NAMING}|([^\W\d_]+(?:['’](?:s|t|re|ve|ll|d|m|em)\b)?)")
"""A word, in its group; nothing for one of `_NAMING`."""
_ELIDED = lazy_re(r"\b([^\W\d_]{1,5})['’](?=[^\W\d_]{2})")


def language(text: str) -> str:
    """The language of a text; `en` where nothing tells and it is in plain letters, else `und`."""
    return evident(text) or ("en" if text.isascii() and any(map(str.isalnum, text)) else "und")


@lru_cache(maxsize=2048)
def evident(text: str, *, spelled: bool = True) -> str:
    """The language of which something in a text tells; empty where nothing does, or where nothing but how its words are
    `spelled` does and that is not asked for."""
    if found := _by_script(text):
        return found
    counts: dict[str, int] = {}
    told = _told(text.replace("’", "'"))
    said = any(weight * len(tells) > SPELLED for tells in told for _, weight in tells[:1])
    if not (said or spelled or "¿" in text or "¡" in text):
        return ""
    for tells in told:
        for code, weight in tells:
            counts[code] = counts.get(code, 0) + weight
    if "¿" in text or "¡" in text:
        counts["es"] = counts.get("es", 0) + 2 * MARK
    if not counts:
        return ""
    most = max(counts.values())
    if counts.get("en") == most:
        return "en"
    return next(code for code in MARKS if counts.get(code) == most)


def _by_script(text: str) -> str:
    """The language that a script tells; empty where it is written in Latin letters."""
    if text.isascii() or not _NOT_LATIN.search(text):
        return ""
    for code, script in _SCRIPTS.items():
        if script.search(text):
            return code
    letters = sum(map(str.isalpha, text))
    return next((c for c, a in _ALPHABETS.items() if 2 * len(a.findall(text)) > letters), "")


def _told(text: str) -> list[_Tells]:
    """The languages that each word of a text tells, with how much it does."""
    told = [_of_word(token.casefold()) for token in _TOKEN.findall(text) if token]
    if "'" in text:
        for found in _ELIDED.finditer(text):
            codes = _ELISION.get(found[1].casefold(), ())
            told.append(tuple((code, MARK // len(codes)) for code in codes))
    return told


@lru_cache(maxsize=20_000)
def _of_word(word: str) -> _Tells:
    known = {code: weight for code in MARKS if (weight := _weight(word, code))}
    if known:
        return tuple((code, weight // len(known)) for code, weight in known.items())
    spelled = [code for code, form in _SPELLINGS.items() if form.search(word)]
    return tuple((code, SPELLED // len(spelled)) for code in spelled)


def _weight(word: str, code: str) -> int:
    if word in MARKS[code]:
        return MARK
    if word in _SAID.get(code, ()):
        return SAID
    return FUNCTION if word in FUNCTION_WORDS.get(code, ()) else 0
