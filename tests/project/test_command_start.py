"""What commands import before they begin: a command that shows no page loads none, and few modules in all."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.project.conftest import ROOT, Manage

SERVERS = {"serve", "play"}
PAPER = {"chart", "roster", "sheet", "work"}
"""Commands that draw sheets."""

PAGES = ("campaign.project.urls", "campaign.pages", "campaign.printing.pages", "armies.pages", "battles.pages")
API = ("campaign.api", "armies.api", "battles.api", "rest_framework.views", "rest_framework.serializers")
LONG = ("openpyxl", "numpy", "requests", "django.contrib.postgres", "schemathesis", "distributed")
DRAWING = ("reportlab", "PIL")

LOADED = """
import json, sys
from django.conf import settings
import django
django.setup()
from django.core.checks import run_checks
from django.core.management import get_commands, load_command_class

paper = set(json.loads(sys.argv[1]))
ours = {name: app for name, app in get_commands().items() if app in ("armies", "battles", "campaign")}
tags, modules = {}, {}
for name in sorted(ours, key=lambda name: (name in paper, name)):
    command = load_command_class(ours[name], name)
    command.create_parser("manage.py", name)
    tags[name] = command.requires_system_checks
    if tags[name] not in ([], "__all__"):
        run_checks(tags=tags[name])
    modules[name] = sorted(sys.modules)
print(json.dumps([tags, modules]))
"""


def starting_with(prefixes: tuple[str, ...], modules: set[str]) -> set[str]:
    return {module for module in modules for prefix in prefixes if f"{module}.".startswith(f"{prefix}.")}


def test_no_command_but_the_servers_loads_pages_or_the_api(environ: dict[str, str]) -> None:
    """Each command is loaded with its words, and its system checks are run, in one process after the other."""
    answer = subprocess.run(
        [sys.executable, "-c", LOADED, json.dumps(sorted(PAPER))],
        env={**environ, "DJANGO_SETTINGS_MODULE": "campaign.project.settings"},
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
    )
    assert answer.returncode == 0, answer.stderr
    tags, modules = json.loads(answer.stdout)
    assert {"simulate", "odds", "verify_battles", "import_army", "backup", "work"} <= set(tags)
    assert {name for name, wanted in tags.items() if wanted == "__all__"} == SERVERS
    for name, loaded in modules.items():
        assert not starting_with(PAGES + API + LONG, set(loaded)), name
        if name not in PAPER:
            assert not starting_with(DRAWING, set(loaded)), name


MOST_MODULES = 700
"""Modules that the command may load, those of Python itself left out: 647 today, 2,000 with pages."""


def test_a_command_that_runs_loads_no_page_and_one_system_of_rules(environ: dict[str, str]) -> None:
    words = ["simulate", "--battles", "1", "--a", "random", "--b", "random", "--option", "max_turns=1"]
    answer = subprocess.run(
        [sys.executable, "-X", "importtime", str(ROOT / "manage.py"), *words],
        env=environ,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
    )
    assert answer.returncode == 0, answer.stderr[-1000:]
    loaded = set(re.findall(r"^import time: +\d+ \| +\d+ \| +(\S+)$", answer.stderr, re.MULTILINE))
    assert "battles.rules.easy_napoleonics.system" in loaded
    assert "battles.rules.mini_nap.system" not in loaded
    assert not starting_with(PAGES + API + LONG + DRAWING, loaded)
    others = {module for module in loaded if module.partition(".")[0] not in sys.stdlib_module_names}
    assert len(others) <= MOST_MODULES


@pytest.mark.parametrize("command", ["simulate", "odds", "verify_battles", "backup"])
def test_a_wrong_setting_stops_every_command_with_a_sentence(manage: Manage, command: str, tmp_path: Path) -> None:
    answer = manage(command, MUSTER_SIGNUP="maybe")
    assert answer.returncode == 1
    assert answer.stderr == 'MUSTER_SIGNUP is "maybe": it must be one of closed, open.\n'
