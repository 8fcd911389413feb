"""Run the benchmarks: `python benchmarks/run.py [NAMES] [DIR] [--json FILE]`.

NAMES is one or several of index, search, turns, session, assemble, cold, route, peers, memory, ingest and find, with
commas between them, or `all`. DIR is a folder of markdown or text files, needed by `index`, `turns` and `ingest`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from figures import Bench

ROOT = Path(__file__).resolve().parent.parent
NAMES = (
    "index",
    "search",
    "turns",
    "session",
    "assemble",
    "cold",
    "route",
    "peers",
    "memory",
    "ingest",
    "find",
)


def main(arguments: list[str] | None = None) -> int:
    """Run what was asked for, print it, write it; 1 when a goal was missed and `--strict` asks for that."""
    options = parser().parse_args(arguments)
    sys.path.insert(0, str(ROOT / "src"))
    from figures import machine, printed

    names = NAMES if options.names == "all" else tuple(options.names.split(","))
    for name in names:
        if name not in NAMES:
            print(f"no benchmark {name!r}; there are: all, {', '.join(NAMES)}", file=sys.stderr)
            return 2
    facts = machine()
    print(
        f"{facts['cores']} cores, {facts['system']}, Python {facts['python']}, load {facts['load']}\n"
    )
    benches: list[Bench] = []
    for name in names:
        began = time.perf_counter()
        bench = measured(name, options)
        benches.append(bench)
        print(printed(bench) + f"  ({time.perf_counter() - began:.0f} s)\n", flush=True)
    if options.json:
        report = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": facts,
            "benchmarks": [asdict(bench) for bench in benches],
        }
        options.json.write_text(json.dumps(report, ensure_ascii=False, indent=2) + "\n", "utf-8")
    missed = [figure for bench in benches for figure in bench.figures if figure.met is False]
    if missed:
        print("goals missed: " + "; ".join(f"{f.name} {f.value:.3g} {f.unit}" for f in missed))
    return 1 if missed and options.strict else 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(description="Measure Loadsheet.")
    made.add_argument(
        "names", nargs="?", default="all", metavar="NAMES", help=f"all, or of: {', '.join(NAMES)}"
    )
    made.add_argument(
        "folder",
        nargs="?",
        type=Path,
        metavar="DIR",
        help="a folder of markdown or text, for index, turns and ingest",
    )
    made.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    made.add_argument(
        "--cache",
        type=Path,
        default=ROOT / ".bench",
        metavar="DIR",
        help="where the peers' environment is kept [.bench]",
    )
    made.add_argument(
        "--records",
        type=int,
        default=1_000_000,
        metavar="N",
        help="the most records that memory is filled with [1000000]",
    )
    made.add_argument("--strict", action="store_true", help="exit with 1 when a goal is missed")
    return made


def measured(name: str, options: argparse.Namespace) -> Bench:
    """One benchmark, or the reason why it was skipped."""
    from figures import Bench

    folder: Path | None = options.folder
    if name in {"index", "turns", "ingest"} and (folder is None or not folder.is_dir()):
        why = "needs a folder" if folder is None else f"there is no folder '{folder}'"
        return Bench(
            name, skipped=f"{why}: name one with markdown or text files, as in `{name} DIR`"
        )
    match name:
        case "index":
            import indexing

            return indexing.run(folder or Path())
        case "search":
            import searching

            return searching.run()
        case "turns":
            import turns

            return turns.run(folder or Path())
        case "session":
            import session

            return session.run()
        case "assemble":
            import assembling

            return assembling.run()
        case "cold":
            import cold

            return cold.run()
        case "route":
            import routing

            return routing.run()
        case "memory":
            import peers

            return peers.memory(options.cache, options.records)
        case "ingest":
            import peers

            return peers.ingest(options.cache, folder or Path())
        case "find":
            import peers

            return peers.find(options.cache)
        case _:
            import peers

            return peers.run(options.cache)


if __name__ == "__main__":
    sys.exit(main())
