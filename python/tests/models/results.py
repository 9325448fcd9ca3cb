# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is known of each model: whether it agrees, about how closely, and why not. No number of it changes from run to run."""

from __future__ import annotations

import importlib.metadata
import json
import math
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results.json"


def read_results(path: Path = RESULTS) -> dict:
    return json.loads(path.read_text()) if path.exists() else {}


def write_results(results: dict, path: Path = RESULTS) -> None:
    lines = [f"{json.dumps(name)}: {json.dumps(results[name], ensure_ascii=False)}" for name in sorted(results)]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def get_version(library: str) -> str:
    """Without what says how a library was built."""
    return f"{library} {importlib.metadata.version(library).split('+')[0]}"


def bound(distance: float) -> str:
    """The next power of ten: how close a result is, without digits that another processor may change."""
    return f"1e{math.ceil(math.log10(distance)):03d}" if 0 < distance < math.inf else str(distance)


def summarize(record: dict) -> dict:
    """What is kept of one check."""
    kept = {"stage": record["stage"]}
    if "distance" in record:
        kept |= {"results": record["results"], "distance": bound(record["distance"])}
    if "error" in record:
        kept["reason"] = record["error"].strip()[:600]
    return kept


def merge(known: dict, library: str, records, idle: "list[str] | None") -> dict:
    """`known` with the records of one model: they replace those of the same dtypes."""
    name = records[0]["name"]
    entry = {"libraries": sorted({get_version("torch"), get_version(library)})}
    entry |= {key: value for key, value in known.get(name, {}).items() if key != "libraries"}
    entry |= {record["dtype"]: summarize(record) for record in records}
    if idle is not None:
        entry["idle"] = idle
    return {**known, name: entry}


def is_known_failure(record: dict, known: dict) -> bool:
    return known.get(record["name"], {}).get(record["dtype"], {}).get("stage", "ok") != "ok"


def find_new_failures(records, known: dict) -> list:
    return [record for record in records if record["stage"] != "ok" and not is_known_failure(record, known)]
