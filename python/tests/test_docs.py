# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the pages say of tests and numbers: links lead somewhere, and every statement about numerics has a test that exists."""

import re
from pathlib import Path

import pytest
from emmy import laws

REPOSITORY = Path(__file__).resolve().parents[2]
PAGES = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
NUMERICS = REPOSITORY / "docs" / "Numerics.md"
LINK = re.compile(r"\[(`[^`]+`|[^\]]+)\]\(([^)#\s]+)(?:#[^)]*)?\)")
BOUND = re.compile(r"`(\w+)` \| ([\d.]+) \| ([\d.]+) \|")


def read_text(path: Path) -> str:
    """Without blocks of code, whose brackets are no links."""
    return re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def find_dead_links(path: Path, text: str) -> "list[str]":
    return [target for _, target in LINK.findall(text) if "://" not in target and not (path.parent / target).exists()]


def find_missing_tests(path: Path, text: str) -> "list[str]":
    """Links to tests whose file does not have what they name: a function, a case, or the file itself."""
    missing = []
    for name, target in LINK.findall(text):
        file = (path.parent / target).resolve()
        if "test" not in file.relative_to(REPOSITORY).parts and "tests" not in file.relative_to(REPOSITORY).parts:
            continue
        name = name.strip("`")
        if name == file.name:
            continue
        word = rf"def {name}\(" if name.isidentifier() and file.suffix == ".py" else re.escape(name)
        if not re.search(word, file.read_text(encoding="utf-8")):
            missing.append(f"{name} in {target}")
    return missing


def get_statements(text: str) -> "list[str]":
    """The points of the lists, and the rows of tables that have a column for tests."""
    points = [point.group() for point in re.finditer(r"^\* .*?(?=^\* |^\n|\Z)", text, flags=re.MULTILINE | re.DOTALL)]
    tables = re.findall(r"^\|[^\n]*\| test \|\n\|[-|]+\|\n((?:\|.*\n)+)", text, flags=re.MULTILINE)
    return points + [row for table in tables for row in table.strip().split("\n")]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_links_lead_somewhere(page):
    assert find_dead_links(page, read_text(page)) == []


def test_statements_about_numerics_have_tests():
    text = read_text(NUMERICS)
    statements = get_statements(text)
    assert len(statements) > 25
    assert find_missing_tests(NUMERICS, text) == []
    # What is not promised cannot be tested.
    untested = [s for s in statements if not LINK.search(s)]
    assert len(untested) == 1 and "may give other bits" in untested[0]


def test_bounds_are_those_of_the_laws_table():
    written = {name: (float(f32), float(f64)) for name, f32, f64 in BOUND.findall(NUMERICS.read_text(encoding="utf-8"))}
    library = {name: law for name, law in laws.FUNCTIONS.items() if law["floatOp"] == "library"}
    known = {name: (float(law["ulpF32"]), float(law["ulpF64"])) for name, law in library.items()}
    assert written == {name: bounds for name, bounds in known.items() if bounds != (0, 0)}


def test_the_checks_notice():
    text = NUMERICS.read_text(encoding="utf-8")
    assert find_dead_links(NUMERICS, text.replace("(Testing.md)", "(Texting.md)")) == ["Texting.md"]
    renamed = text.replace("`test_integers`", "`test_integer`").replace("`@forms`", "`@form_all`")
    assert find_missing_tests(NUMERICS, renamed) == [
        "@form_all in ../test/Dialect/Base/form-fma.mlir",
        *["test_integer in ../python/tests/test_corners.py"] * 2,
    ]
