"""The words of each language that tell nothing about a subject, and those by which a language is known."""

from __future__ import annotations

from loadsheet.corpus.terms import word_set

FUNCTION_WORDS: dict[str, frozenset[str]] = {
    "en": word_set(
        "a about above actually after again all almost alone along already also although always "
        "am an and another any anybody anyone anything are aren't as at away back be because been "
        "before being below beside besides between both but by can can't cannot come could did "
        "didn't different do does doesn't doing don don't down during each either else enough "
        "even ever every everything far few first for from further gave get gets getting give "
        "given gives go goes going good got had happen happened has hasn't have haven't having he "
        "he's hello help her here here's hers herself hey hi him himself his hold how how's "
        "however i i'd i'll i'm i've if in instead into is isn't it it's its itself just keep "
        "know last later least let let's like likely ll look make makes many may me mean means "
        "might mine more most much must my myself near need never next no nor not nothing now of "
        "off oh ok okay on once one ones only onto or other others our ours ourselves out over "
        "own per perhaps please pls put quite rather re really right s said same say says second "
        "see seem shall she she's should show since so some somebody something soon still such "
        "sure take tell than thank thanks that that's the their theirs them themselves then there "
        "there's these they they're thing things think third this those three through till to "
        "together too two under until up upon us use used using very want was wasn't way we we're "
        "we've well went were what what's whats when when's where where's whether which while who "
        "who's whom whose why will with within without won't would yes yet you you're your yours "
        "yourself"
    ),
    "de": word_set(
        "aber alle alles als also am an andere auch auf aus bei beim bin bis bitte da dann das "
        "dass dazu dem den denn der des die dies diese dieser dieses doch du durch ein eine einem "
        "einen einer eines er es etwas euch für gibt haben hat hatte hier ich ihm ihn ihnen ihr "
        "ihre im in ist ja jetzt kann kein keine können lautet mal man mehr mein meine mich mir "
        "mit muss müssen nach nicht noch nun nur ob oder schon sehr sein seine seit sich sie sind "
        "so soll sollen sollte steht um und uns unser unsere unserem unseren vom von vor wann war "
        "waren warum was wurde wurden worden welche welchem welcher welches wenn wer werden wie wir wird wo worum "
        "würde zu zum zur über"
    ),
    "fr": word_set(
        "ai alors au aussi autre aux avec avez bien bonjour c'est ce cela celle celui ces cet "
        "cette combien comme comment d'accord dans de des donc donne-moi du elle en est est-ce et "
        "eu eux faut il ils je l la le les leur leurs lui là ma mais me mes moi mon même ne non "
        "nos notre nous on ou où par pas peut plus pour pourquoi puis-je qu qu'est-ce que quel "
        "quelle quelles quels qui quoi sa sans se sera ses si son sont sur ta te tes toi ton tous "
        "tout très tu un une va vos votre vous y à ça était été être"
    ),
    "es": word_set(
        "a al algo alguna alguno ante así aunque bien cada como con cual cuando cuál cuándo "
        "cuánta cuántas cuánto cuántos cómo de del desde donde dónde e el ella ellas ellos en "
        "entre era es esa ese eso esta este esto está están fue ha hace hacer han hasta hay he la "
        "las le les lo los me mi mis muy más ni no nos nosotros nuestra nuestro o os otra otro "
        "para pero por porque puede puedo pues que quien quién qué se ser si sin sobre son su sus "
        "sí también te tengo tiene tienen toca tu un una uno unos usted ustedes y ya yo él"
    ),
    "it": word_set(
        "a abbiamo ai al alla alle allo anche ancora avere che chi ci come con cosa così cui da dal dalla dei del "
        "della "
        "delle devo di dove due e ecco ed era essere fa fare gli ha hai hanno ho i il in io la le lei li lo loro lui "
        "ma "
        "me mi mia mie miei mio molto ne nei nel nella no noi non nostra nostro o ogni ora per perché però più poi "
        "posso "
        "può qual quale quali quando quanta quante quanti quanto quel quella quello questa queste questi questo qui se "
        "sei senza si sia siamo solo sono sta stata stato su sua sue sul sulla suo tra tu tua tuo tutti tutto un una "
        "uno "
        "va vi voi vuole è"
    ),
}
"""Words that say nothing about what a text is about, by language."""

ACTIONS = word_set(
    "add answer brief catch change check compare contrast copy count delete describe draft drop "
    "explain find forget give help ignore keep leave list mention outline plan prepare quote read "
    "recommend remember remind repeat retell rewrite send shorten skip suggest sum summarise "
    "summarize tell translate use whenever write"
)
"""Verbs that open a request: capitalised at the beginning, and no name."""

MARKS: dict[str, frozenset[str]] = {
    "de": word_set(
        "ab auf bei bin bis bitte das dem den der die ein eine für ich im ist kann keine keinen kostet man "
        "mein meine mir muss nicht und von wann was wer wie wir wo zu zum zur"
    ),
    "fr": word_set(
        "au avec c'est celle celui chez combien de j'ai mes mon ma n'est où quand quel quelle quoi sur ce "
        "dans des du est et je la le les pas pour que qui tu une vous"
    ),
    "es": word_set(
        "al alguna alguno cuándo cuánta cuánto de desde ahora eso lo mi mis pero su con cuál cómo del el es "
        "las lo los me no para gracias nunca por que qué quiero se siempre una y ya"
    ),
    "it": word_set(
        "che chi come con cosa da del della di e il gli in la le lo mai mi nel non per più quando sempre "
        "solo sono un una è"
    ),
    "pt": word_set(
        "ao aos dos das em é foi meu minha nas nos não ou pela pelo pode posso qual quais quem quando "
        "quanto quantos quantas são está uma você à às onde preciso"
    ),
    "nl": word_set(
        "aan bij dat deze een geen heb heeft het hoe hoeveel ik kan maar moet naar niet onze voor waar "
        "wanneer wat welke wie wordt zijn"
    ),
    "en": word_set(
        "a always and any do does for how i in is it me more my never no not of on only please that the to "
        "we what with you"
    ),
}
"""The commonest words of each language."""
