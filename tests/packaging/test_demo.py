"""The demo: it runs to its end, and its questions get answers that a newcomer can use."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import console
import pytest

BIN = Path(sys.executable).parent

QUESTIONS: list[tuple[str, list[str]]] = [
    (
        "How does a reader ask for a refund?",
        [
            "/orders/:order_id/refunds/new",
            "**Ask for a refund**|**Send the request**",
            "RefundsController",
            "RefundPolicy",
        ],
    ),
    ("Why can a refund only be approved by a manager?", ["RefundPolicy", "approve?", "#13", "#36"]),
    (
        "What happens when an order is placed?",
        [
            "/orders/new",
            "**Place the order**",
            "POST /orders",
            "Orders::PlaceOrder",
            "Inventory::Reserve",
            "OrderMailer",
        ],
    ),
]
"""What `examples/demo.sh` asks, with what each answer must name (`a|b`: one of them)."""


@pytest.fixture(scope="module")
def built(pristine_bookshop: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(shutil.copytree(pristine_bookshop, tmp_path_factory.mktemp("demo") / "bookshop"))
    console.build_memory(folder)
    return folder


def test_it_runs_without_an_installation_of_its_own(tmp_path: Path) -> None:
    environment = {**os.environ, "BIN": str(BIN), "NO_COLOR": "1", "COLUMNS": console.WIDTH}
    command = ["sh", str(console.ROOT / "examples/demo.sh"), "demo"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    shown = [line for line in done.stdout.splitlines() if line.startswith("$ ")]
    assert [line for line in shown if line.startswith("$ codens ask")] == [f'$ codens ask "{q}"' for q, _ in QUESTIONS]
    assert any(line.startswith("$ codens history") for line in shown)


@pytest.mark.parametrize(("question", "named"), QUESTIONS, ids=[question for question, _ in QUESTIONS])
def test_its_questions_are_answered(question: str, named: list[str], built: Path) -> None:
    command = [str(BIN / "codens"), "-C", str(built), "ask", question, "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    missing = [words for words in named if not any(word in found["answer"] for word in words.split("|"))]
    assert not missing, found["answer"]
    cited = {citation["path"] for citation in found["citations"] if citation["path"]}
    assert cited and all((built / path).is_file() for path in cited)


def test_the_reason_for_a_rule_is_quoted(built: Path) -> None:
    command = [str(BIN / "codens"), "-C", str(built), "ask", QUESTIONS[1][0], "--json"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert "three refunds for friends" in " ".join(found["answer"].split())
