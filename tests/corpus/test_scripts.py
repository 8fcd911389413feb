"""Search in scripts without spaces, from the sentence that is stored to the answer that is quoted."""

from __future__ import annotations

import pytest

from loadsheet import Agent, Document
from loadsheet.corpus.terms import terms, visible
from loadsheet.stores.sqlite.terms import grams

TEXTS = {
    "zh": "# 休假制度\n\n员工每年享有三十天带薪年假。未使用的年假最多可以结转五天。"
    "\n\n## 病假\n\n病假前六周由公司全额支付工资。"
    "\n\n## 出差\n\n出差应首选火车，机票需要经理批准。报销请使用Concur系统，发票金额超过500元必须附上原件。",
    "zh-tw": "# 加班\n\n加班費按照勞動基準法計算。臺灣分公司另有生日假。",
    "ja": "# 休暇規程\n\n社員は年間30日の有給休暇を取得できます。未使用の分は5日まで繰り越せます。\n\n## 機器\n\n"
    "ノートパソコンは3年ごとに交換します。ﾌﾟﾘﾝﾀの修理はヘルプデスクへ。\n\n## 出張\n\nＷｉ−Ｆｉの料金は精算できます。",
    "ko": "# 휴가 규정\n\n직원은 매년 30일의 유급 휴가를 받습니다."
    "\n\n## 병가\n\n병가는 처음 6주 동안 회사가 급여를 지급합니다."
    "\n\n## 출장\n\n출장은 기차를 우선하고 비행기는 관리자 승인이 필요합니다.",
    "th": "# วันลา\n\nพนักงานมีวันลาพักร้อนสามสิบวันต่อปี\n\n## ลาป่วย\n\nบริษัทจ่ายค่าจ้างหกสัปดาห์แรกของการลาป่วย",
    "en": "# Office\n\nThe oﬃce opens at nine, and a handbook lies at the door.",
}

QUESTIONS = [
    ("zh", "年假可以结转几天？", "未使用的年假最多可以结转五天。"),
    ("zh", "病假", "病假前六周由公司全额支付工资。"),
    ("zh", "Concur报销", "报销请使用Concur系统，发票金额超过500元必须附上原件。"),
    ("zh", "发票超过５００元", "报销请使用Concur系统，发票金额超过500元必须附上原件。"),
    ("zh", "经理", "出差应首选火车，机票需要经理批准。"),
    ("zh-tw", "加班費怎麼算？", "加班費按照勞動基準法計算。"),
    ("ja", "有給休暇は何日ですか", "社員は年間30日の有給休暇を取得できます。"),
    ("ja", "ﾉｰﾄﾊﾟｿｺﾝの交換", "ノートパソコンは3年ごとに交換します。"),
    ("ja", "プリンタの修理", "ﾌﾟﾘﾝﾀの修理はヘルプデスクへ。"),
    ("ja", "Wi-Fi 料金", "Ｗｉ−Ｆｉの料金は精算できます。"),
    ("ja", "３０日の休暇", "社員は年間30日の有給休暇を取得できます。"),
    ("ko", "유급 휴가는 며칠인가요?", "직원은 매년 30일의 유급 휴가를 받습니다."),
    ("ko", "병가 급여", "병가는 처음 6주 동안 회사가 급여를 지급합니다."),
    ("ko", "비행기를 승인", "출장은 기차를 우선하고 비행기는 관리자 승인이 필요합니다."),
    ("th", "ลาป่วย", "บริษัทจ่ายค่าจ้างหกสัปดาห์แรกของการลาป่วย"),
    (
        "en",
        "When does the office open?",
        "The oﬃce opens at nine, and a handbook lies at the door.",
    ),
]


@pytest.mark.parametrize(("document", "question", "said"), QUESTIONS)
async def test_a_question_finds_its_sentence_in_every_script(
    document: str, question: str, said: str
) -> None:
    async with Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        await agent.add_documents(Document(id=name, text=text) for name, text in TEXTS.items())
        first, *_ = await agent.search(question)
        assert first.document == document
        assert said in first.text
        answer = await agent.ask(question)
        assert said in answer.text


@pytest.mark.parametrize(
    ("query", "document"),
    [("假", "zh"), ("修", "ja"), ("휴", "ko"), ("機器", "ja"), ("臺灣", "zh-tw"), ("ヘルプ", "ja")],
)
async def test_a_query_of_a_sign_or_two_finds_its_document(query: str, document: str) -> None:
    async with Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        await agent.add_documents(Document(id=name, text=text) for name, text in TEXTS.items())
        assert document in {hit.document for hit in await agent.search(query)}


def test_words_that_differ_in_width_only_are_one() -> None:
    assert terms("ＣＯＮＣＵＲ ５００元") == terms("concur 500元") == ["concur", "500", "元"]
    assert grams("ＣＯＮＣＵＲ costs") == "CONCUR"
    assert grams("nothing wide: é") == ""
    assert grams("ﾊﾟｿ") == grams("パソ") == "パソ ソ"


def test_grammar_is_left_out_unless_there_is_nothing_else() -> None:
    assert terms("休暇はいつですか") == ["休暇"]
    assert terms("いつですか") == ["いつ", "つで", "です", "すか"]
    assert terms("휴가는 며칠인가요") == ["휴가", "칠인"]


@pytest.mark.parametrize(
    ("hidden", "seen"),
    [
        ("Employ\u00adees", "Employees"),
        ("le\ufeffave", "leave"),
        ("da\u200bys", "days"),
        ("Auf\u200clage", "Auflage"),
        ("wi\u2060fi\u200b", "wifi"),
    ],
)
def test_what_nobody_sees_hides_no_word(hidden: str, seen: str) -> None:
    assert terms(hidden) == terms(seen)
    assert seen in grams(hidden).split()
    assert visible(hidden) == seen


@pytest.mark.parametrize(
    "text",
    ["\U0001f469\u200d\U0001f4bb", "\u0645\u06cc\u200c\u062e\u0648", "\u0915\u094d\u200d\u0937"],
)
def test_a_joiner_that_changes_what_is_seen_stays(text: str) -> None:
    assert visible(text) == text


async def test_a_word_with_something_unseen_in_it_is_found_and_quoted_from_its_place() -> None:
    stored = "Park\u00ading costs 4 pounds. The lift is slow."
    async with Agent.open(":memory:", settings={"embedder": "none"}) as agent:
        await agent.add_documents([Document(id="a", text=stored)])
        for question in ("What does parking cost?", "What does par\u200bking co\u2060st?"):
            answer = await agent.ask(question)
            assert answer.text == "Park\u00ading costs 4 pounds. [1]"
            (citation,) = answer.citations
            where = citation.source
            assert "Park\u00ading costs" in stored[where.start : where.end]
