"""The fixed phrases that a user reads, in their own language: what is refused, acknowledged and asked back.

One table: a row is a phrase, a column a language; a language without a column is spoken to in English.
"""

from __future__ import annotations

from typing import Final

LANGUAGES: Final = ("en", "de", "fr", "es", "it", "pt", "nl", "zh", "ja")

_TABLE: Final[dict[str, tuple[str, ...]]] = {
    "no_answer": (
        "The evidence does not answer this.",
        "Die Belege beantworten das nicht.",
        "Les sources ne répondent pas à cette question.",
        "Las fuentes no responden a esto.",
        "Le fonti non rispondono a questa domanda.",
        "As fontes não respondem a isto.",
        "De bronnen geven hier geen antwoord op.",
        "现有资料没有回答这个问题。",
        "手元の資料にはその答えがありません。",
    ),
    "part_open": (
        "The evidence does not answer “{}”.",
        "Die Belege beantworten „{}“ nicht.",
        "Les sources ne répondent pas à « {} ».",
        "Las fuentes no responden a «{}».",
        "Le fonti non rispondono a «{}».",
        "As fontes não respondem a “{}”.",
        "De bronnen geven geen antwoord op “{}”.",
        "现有资料没有回答“{}”。",
        "手元の資料には「{}」の答えがありません。",
    ),
    "not_enough": (
        "There is not enough evidence to answer this:",
        "Die Belege reichen nicht, um das zu beantworten:",
        "Les sources ne suffisent pas pour répondre :",
        "No hay fuentes suficientes para responder:",
        "Le fonti non bastano per rispondere:",
        "Não há fontes suficientes para responder:",
        "Er zijn niet genoeg bronnen om dit te beantwoorden:",
        "资料不足，无法回答：",
        "答えるには資料が足りません：",
    ),
    "nothing_said": (
        "The model gave no answer.",
        "Das Modell gab keine Antwort.",
        "Le modèle n'a pas répondu.",
        "El modelo no dio ninguna respuesta.",
        "Il modello non ha dato risposta.",
        "O modelo não deu resposta.",
        "Het model gaf geen antwoord.",
        "模型没有给出回答。",
        "モデルから回答がありませんでした。",
    ),
    "empty_index": (
        "nothing is indexed yet",
        "noch ist nichts indiziert",
        "rien n'est encore indexé",
        "todavía no hay nada indexado",
        "non è ancora indicizzato nulla",
        "ainda não há nada indexado",
        "er is nog niets geïndexeerd",
        "尚未建立任何索引",
        "まだ何も索引されていません",
    ),
    "one_document": (
        "1 document searched",
        "1 Dokument durchsucht",
        "1 document consulté",
        "1 documento consultado",
        "1 documento consultato",
        "1 documento pesquisado",
        "1 document doorzocht",
        "已检索1份文档",
        "1件の文書を検索",
    ),
    "documents": (
        "{} documents searched",
        "{} Dokumente durchsucht",
        "{} documents consultés",
        "{} documentos consultados",
        "{} documenti consultati",
        "{} documentos pesquisados",
        "{} documenten doorzocht",
        "已检索{}份文档",
        "{}件の文書を検索",
    ),
    "one_passage": (
        "1 passage looked at",
        "1 Stelle angesehen",
        "1 passage examiné",
        "1 pasaje examinado",
        "1 passaggio esaminato",
        "1 passagem examinada",
        "1 passage bekeken",
        "查看了1个段落",
        "1箇所を確認",
    ),
    "passages": (
        "{} passages looked at",
        "{} Stellen angesehen",
        "{} passages examinés",
        "{} pasajes examinados",
        "{} passaggi esaminati",
        "{} passagens examinadas",
        "{} passages bekeken",
        "查看了{}个段落",
        "{}箇所を確認",
    ),
    "nothing_found": (
        "no passage speaks of it",
        "keine Stelle spricht davon",
        "aucun passage n'en parle",
        "ningún pasaje habla de ello",
        "nessun passaggio ne parla",
        "nenhuma passagem fala disso",
        "geen passage gaat erover",
        "没有段落谈到它",
        "それに触れた箇所はありません",
    ),
    "nothing_relevant": (
        "none of them bears enough on the question",
        "keine davon betrifft die Frage genug",
        "aucun n'a assez de rapport avec la question",
        "ninguno tiene bastante relación con la pregunta",
        "nessuno riguarda abbastanza la domanda",
        "nenhuma tem relação suficiente com a pergunta",
        "geen daarvan gaat genoeg over de vraag",
        "与问题的关联都不够",
        "質問に十分関わるものはありません",
    ),
    "only_repeats": (
        "{} of them repeat others and none bears enough on the question",
        "{} davon wiederholen andere, und keine betrifft die Frage genug",
        "{} d'entre eux en répètent d'autres et aucun n'a assez de rapport avec la question",
        "{} de ellos repiten otros y ninguno tiene bastante relación con la pregunta",
        "{} ne ripetono altri e nessuno riguarda abbastanza la domanda",
        "{} delas repetem outras e nenhuma tem relação suficiente com a pergunta",
        "{} daarvan herhalen andere en geen gaat genoeg over de vraag",
        "其中{}个重复其他段落，与问题的关联都不够",
        "うち{}箇所は他の繰り返しで、質問に十分関わるものはありません",
    ),
    "other_speaker": (
        "and what bears on the question is said by its author of themselves",
        "und was die Frage betrifft, sagt dort jemand über sich selbst",
        "et ce qui touche à la question, son auteur le dit de lui-même",
        "y lo que toca a la pregunta lo dice su autor de sí mismo",
        "e ciò che riguarda la domanda l'autore lo dice di sé",
        "e o que toca à pergunta é dito pelo autor sobre si mesmo",
        "en wat over de vraag gaat, zegt de schrijver over zichzelf",
        "与问题有关的内容是作者谈自己的",
        "質問に関わる記述は書き手自身についてのものです",
    ),
    "noted": (
        "Noted.",
        "Vermerkt.",
        "Noté.",
        "Anotado.",
        "Annotato.",
        "Anotado.",
        "Genoteerd.",
        "已记下。",
        "控えました。",
    ),
    "disputed": (
        "Then something in the last answer is wrong. What is right?",
        "Dann stimmt etwas an der letzten Antwort nicht. Was ist richtig?",
        "Alors quelque chose est faux dans la dernière réponse. Qu'est-ce qui est juste ?",
        "Entonces algo de la última respuesta está mal. ¿Qué es lo correcto?",
        "Allora qualcosa nell'ultima risposta è sbagliato. Qual è la versione giusta?",
        "Então algo na última resposta está errado. O que é certo?",
        "Dan klopt er iets niet aan het laatste antwoord. Wat is juist?",
        "那么上一个回答有误。正确的是什么？",
        "では前の回答に誤りがあります。正しくは何ですか？",
    ),
    "set": (
        "From now on:",
        "Ab jetzt gilt:",
        "Désormais :",
        "A partir de ahora:",
        "D'ora in poi:",
        "A partir de agora:",
        "Vanaf nu:",
        "从现在起：",
        "これから：",
    ),
    "lifted": (
        "Withdrawn:",
        "Zurückgenommen:",
        "Retiré :",
        "Retirado:",
        "Ritirato:",
        "Retirado:",
        "Ingetrokken:",
        "已撤销：",
        "取り消しました：",
    ),
    "idle": (
        "No rule was in force that {} could lift.",
        "Es galt keine Regel, die {} aufheben könnte.",
        "Aucune règle en vigueur que {} pourrait lever.",
        "No había ninguna regla en vigor que {} pudiera retirar.",
        "Nessuna regola in vigore che {} potesse togliere.",
        "Não havia nenhuma regra em vigor que {} pudesse retirar.",
        "Er gold geen regel die {} kon opheffen.",
        "没有可由{}撤销的规则。",
        "{}で取り消せる規則はありませんでした。",
    ),
    "in_force": (
        "In force: {}.",
        "Es gilt: {}.",
        "En vigueur : {}.",
        "En vigor: {}.",
        "In vigore: {}.",
        "Em vigor: {}.",
        "Van kracht: {}.",
        "现行规则：{}。",
        "有効な規則：{}。",
    ),
    "welcome": (
        "You are welcome.",
        "Gern geschehen.",
        "Je vous en prie.",
        "De nada.",
        "Prego.",
        "De nada.",
        "Graag gedaan.",
        "不客气。",
        "どういたしまして。",
    ),
    "greeting": (
        "Hello. What would you like to know?",
        "Hallo. Was möchten Sie wissen?",
        "Bonjour. Que souhaitez-vous savoir ?",
        "Hola. ¿Qué quiere saber?",
        "Buongiorno. Che cosa vuole sapere?",
        "Olá. O que gostaria de saber?",
        "Hallo. Wat wilt u weten?",
        "您好。您想了解什么？",
        "こんにちは。何をお知りになりたいですか？",
    ),
    "fine": (
        "All right.",
        "In Ordnung.",
        "D'accord.",
        "De acuerdo.",
        "Va bene.",
        "Está bem.",
        "Goed.",
        "好的。",
        "承知しました。",
    ),
    "which_one": (
        "Which one do you mean: {}?",
        "Was davon meinen Sie: {}?",
        "Lequel voulez-vous dire : {} ?",
        "¿Cuál quiere decir: {}?",
        "Quale intende: {}?",
        "Qual deles quer dizer: {}?",
        "Welke bedoelt u: {}?",
        "您指的是哪一个：{}？",
        "どれのことですか：{}？",
    ),
    "meant_by": (
        "What do you mean by “{}”?",
        "Was meinen Sie mit „{}“?",
        "Que voulez-vous dire par « {} » ?",
        "¿Qué quiere decir con «{}»?",
        "Che cosa intende con «{}»?",
        "O que quer dizer com “{}”?",
        "Wat bedoelt u met “{}”?",
        "“{}”指的是什么？",
        "「{}」とは何のことですか？",
    ),
    "more_exactly": (
        "Could you say more exactly what you mean?",
        "Könnten Sie genauer sagen, was Sie meinen?",
        "Pourriez-vous préciser ce que vous voulez dire ?",
        "¿Podría decir con más precisión qué quiere decir?",
        "Potrebbe dire più precisamente che cosa intende?",
        "Poderia dizer com mais precisão o que quer dizer?",
        "Kunt u preciezer zeggen wat u bedoelt?",
        "您能说得更具体一些吗？",
        "もう少し具体的に教えていただけますか？",
    ),
}

_NAMES: Final = {row[0]: name for name, row in _TABLE.items()}


def say(name: str, code: str, *of: object) -> str:
    """The phrase of that name in a language, with what it is said of."""
    column = LANGUAGES.index(code) if code in LANGUAGES else 0
    return _TABLE[name][column].format(*of)


def names() -> tuple[str, ...]:
    """The names of all phrases."""
    return tuple(_TABLE)


def everywhere(*names: str) -> tuple[str, ...]:
    """The phrases of these names in every language."""
    return tuple(phrase for name in names for phrase in _TABLE[name])


def translated(text: str, code: str) -> str:
    """A text in another language where it is one of these phrases in English; any other as it is."""
    name = _NAMES.get(text)
    return say(name, code) if name else text
