"""Check the routing evaluation set and print how its labels are distributed.

    python evals/routing/check.py

Standard library only. Exits with 1 if anything is wrong.
"""

# pyright: basic, reportArgumentType=false, reportCallIssue=false
import json
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
FILES = ("development", "held_out", "terse", "spoken", "alder", "birch", "cedar")
"""What weights are fitted on."""
UNREAD = ("unread/conversations", "sealed/alder", "sealed/birch", "sealed/cedar")
"""What is only ever scored as a whole: checked, and left out of the table."""

SOURCES = ("internal_corpus", "structured_store", "memory", "none")
GRANULARITIES = ("fact_lookup", "episodic_summary", "raw_passage")
EFFORTS = ("single_shot", "multi_step")
TYPES = ("fact", "episodic", "procedural", "task_state")
TRIGGERS = (
    "key_match",
    "subject_match",
    "prior_constraint",
    "slot_needed",
    "preference_bears",
    "standing_instruction",
    "none",
)
FLAGS = ("resolved", "constraints_stated", "constraints_withdrawn", "correction", "topic_switch")
OUTCOMES = ("answered", "clarify", "none-needed")

CONVERSATION = {"id", "domain", "about", "turns"}
ABOUT = {"corpus", "store", "memory", "state", "today"}
TURN = {"user", "assistant", "labels"}
LABELS = {
    "source",
    "granularity",
    "effort",
    "memory",
    "outcome",
    "resolved",
    "constraints_stated",
    "constraints_withdrawn",
    "correction",
    "topic_switch",
}
MEMORY = {"fire", "types", "trigger"}

ALIKE = 0.8
"""Share of words in common from which two turns of six or more words count as near-duplicates."""

FEWEST_CONVERSATIONS = 66
FEWEST_TURNS = 330
HELD_OUT_SHARE = (0.30, 0.37)


def wrong_labels(labels, user):
    """What is wrong with the labels of one turn, as a list of sentences."""
    if not isinstance(labels, dict) or set(labels) != LABELS:
        return [f"labels must have exactly the fields {sorted(LABELS)}"]
    wrong = []
    for field, allowed in (
        ("source", SOURCES),
        ("granularity", GRANULARITIES),
        ("effort", EFFORTS),
        ("outcome", OUTCOMES),
    ):
        if labels[field] not in allowed:
            wrong.append(f"{field} is {labels[field]!r}")
    for field in ("correction", "topic_switch"):
        if not isinstance(labels[field], bool):
            wrong.append(f"{field} must be true or false")
    for field in ("constraints_stated", "constraints_withdrawn"):
        if not isinstance(labels[field], list):
            wrong.append(f"{field} must be a list")
            continue
        for span in labels[field]:
            if not isinstance(span, str) or not span or span not in user:
                wrong.append(f"{field}: {span!r} does not stand in the turn")
    resolved = labels["resolved"]
    if resolved is not None and (not isinstance(resolved, str) or not resolved.strip()):
        wrong.append("resolved must be a text or null")
    if resolved == user:
        wrong.append("resolved repeats the turn; it should be null")
    return wrong + wrong_memory(labels["memory"]) + wrong_together(labels)


def wrong_memory(memory):
    if not isinstance(memory, dict) or set(memory) != MEMORY:
        return [f"memory must have exactly the fields {sorted(MEMORY)}"]
    wrong = []
    if not isinstance(memory["fire"], bool):
        wrong.append("memory.fire must be true or false")
    if memory["trigger"] not in TRIGGERS:
        wrong.append(f"memory.trigger is {memory['trigger']!r}")
    types = memory["types"]
    if not isinstance(types, list) or any(t not in TYPES for t in types):
        wrong.append(f"memory.types is {types!r}")
    elif len(set(types)) != len(types) or types != sorted(types, key=TYPES.index):
        wrong.append("memory.types must be distinct and in the order of the definitions")
    if memory["fire"] != bool(types) or memory["fire"] != (memory["trigger"] != "none"):
        wrong.append("memory: fire, types and trigger must agree")
    return wrong


def wrong_together(labels):
    """Combinations that the definitions in the README rule out."""
    wrong = []
    source, fire = labels["source"], labels["memory"].get("fire")
    if source == "memory" and not fire:
        wrong.append("source memory needs a memory read")
    if source == "none":
        if labels["granularity"] != "fact_lookup" or labels["effort"] != "single_shot":
            wrong.append("source none is always fact_lookup and single_shot")
        if labels["resolved"] is not None:
            wrong.append("source none searches nothing, so resolved must be null")
    if source == "structured_store" and labels["granularity"] != "fact_lookup":
        wrong.append("rows are read as fact_lookup")
    if labels["topic_switch"] and labels["resolved"] is not None:
        wrong.append("a turn that opens another subject stands alone, so resolved must be null")
    if labels["outcome"] != "answered" and source != "none":
        wrong.append("clarify and none-needed go with source none")
    return wrong


def wrong_about(about):
    if set(about) != ABOUT:
        return [f"about must have exactly the fields {sorted(ABOUT)}"]
    wrong = []
    if not all(isinstance(title, str) for title in about["corpus"]):
        wrong.append("about.corpus must be a list of titles")
    for row in about["store"]:
        if set(row) != {"key", "text"}:
            wrong.append(f"about.store: {row!r}")
    for record in about["memory"]:
        if set(record) != {"type", "key", "text"} or record["type"] not in TYPES:
            wrong.append(f"about.memory: {record!r}")
    return wrong


def wrong_conversation(conversation):
    if set(conversation) != CONVERSATION:
        return [f"a conversation must have exactly the fields {sorted(CONVERSATION)}"]
    about = conversation["about"]
    wrong = wrong_about(about)
    if not conversation["turns"]:
        wrong.append("no turns")
    for number, turn in enumerate(conversation["turns"], 1):
        if set(turn) != TURN:
            wrong.append(f"turn {number}: must have exactly the fields {sorted(TURN)}")
            continue
        if not isinstance(turn["user"], str) or not turn["user"].strip():
            wrong.append(f"turn {number}: empty user text")
            continue
        if turn["assistant"] is not None and not isinstance(turn["assistant"], str):
            wrong.append(f"turn {number}: assistant must be a text or null")
        wrong += [f"turn {number}: {w}" for w in wrong_labels(turn["labels"], turn["user"])]
        if number == 1 and turn["labels"].get("topic_switch") and not about.get("state"):
            wrong.append("turn 1: nothing to switch from")
    return wrong


def words(text):
    """Words of a turn; Han characters, which stand without spaces, count one by one."""
    return re.findall(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+", text.casefold())


def near_duplicates(conversations):
    seen = []
    for conversation in conversations:
        for number, turn in enumerate(conversation["turns"], 1):
            found = words(turn["user"])
            seen.append((f"{conversation['id']} turn {number}", found, frozenset(found)))
    wrong = []
    for index, (place, order, bag) in enumerate(seen):
        for other_place, other_order, other_bag in seen[:index]:
            short = min(len(order), len(other_order)) < 6
            alike = len(bag & other_bag) / max(1, len(bag | other_bag))
            # Short turns that are the same ("the second one") are what different people say.
            if not short and (order == other_order or alike >= ALIKE):
                wrong.append(f"{place} is too close to {other_place}")
    return wrong


def load(name):
    """The conversations of one file, and what could not be read."""
    conversations, wrong = [], []
    lines = (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        try:
            conversations.append(json.loads(line))
        except ValueError as error:
            wrong.append(f"{name}.jsonl line {number}: {error}")
    return conversations, wrong


def features(turn):
    """What a turn counts for in the table."""
    labels = turn["labels"]
    memory = labels["memory"]
    yield "source", labels["source"]
    yield "granularity", labels["granularity"]
    yield "effort", labels["effort"]
    yield "trigger", memory["trigger"]
    for kind in memory["types"]:
        yield "memory type", kind
    yield "outcome", labels["outcome"]
    for flag in FLAGS:
        if labels[flag]:
            yield "flag", flag
    short = {"internal_corpus": "corpus", "structured_store": "store"}
    plan = (
        short.get(labels["source"], labels["source"]),
        labels["granularity"],
        labels["effort"],
        memory["trigger"],
    )
    yield "plan", " · ".join(plan)


def table(sets):
    counts = {name: Counter() for name in FILES}
    for name in FILES:
        for conversation in sets[name]:
            for turn in conversation["turns"]:
                counts[name].update(features(turn))
    turns = {name: sum(len(c["turns"]) for c in sets[name]) for name in FILES}
    print(f"{'':58}" + "".join(f"{name:>14}" for name in FILES))
    print(f"{'conversations':58}" + "".join(f"{len(sets[name]):>14}" for name in FILES))
    print(f"{'turns':58}" + "".join(f"{turns[name]:>14}" for name in FILES))
    order = ("source", "granularity", "effort", "trigger", "memory type", "outcome", "flag", "plan")
    keys = sorted(
        set().union(*counts.values()),
        key=lambda key: (order.index(key[0]), -sum(counts[name][key] for name in FILES), key[1]),
    )
    heading = None
    for key in keys:
        if key[0] != heading:
            heading = key[0]
            print(f"\n{heading}")
        cells = "".join(
            f"{counts[name][key]:>7}{counts[name][key] / max(1, turns[name]):>7.1%}"
            for name in FILES
        )
        print(f"  {key[1]:56}{cells}")


def main():
    sets, wrong = {}, []
    for name in (*FILES, *UNREAD):
        sets[name], unreadable = load(name)
        wrong += unreadable
    everything = [conversation for name in (*FILES, *UNREAD) for conversation in sets[name]]
    for identifier, times in Counter(c.get("id") for c in everything).items():
        if times > 1:
            wrong.append(f"id {identifier} stands {times} times")
    for conversation in everything:
        wrong += [f"{conversation.get('id')}: {w}" for w in wrong_conversation(conversation)]
    if not wrong:
        wrong += near_duplicates(everything)
        total = sum(len(c["turns"]) for c in everything)
        first = len(sets["development"]) + len(sets["held_out"])
        held_out = len(sets["held_out"]) / max(1, first)
        if len(everything) < FEWEST_CONVERSATIONS or total < FEWEST_TURNS:
            wrong.append(f"too small: {len(everything)} conversations, {total} turns")
        if not HELD_OUT_SHARE[0] <= held_out <= HELD_OUT_SHARE[1]:
            wrong.append(f"held out is {held_out:.0%} of the first conversations")
        table(sets)
    for sentence in wrong:
        print(f"wrong: {sentence}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
