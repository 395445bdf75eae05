"""The set-up with nothing but the standard library, and the ways in."""

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from campaign.project import bootstrap
from tests.project.conftest import ROOT, Manage


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    """Where an environment may be made."""
    return tmp_path / "venv"


@pytest.fixture
def bare(venv: Path) -> Path:
    """An environment without pip, which is quick to make."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    return venv


def test_the_bootstrap_imports_nothing_but_the_standard_library() -> None:
    code = (
        "import sys; before = set(sys.modules); import campaign.project.bootstrap;"
        "found = {name.partition('.')[0] for name in set(sys.modules) - before};"
        "print(*found - sys.stdlib_module_names - {'campaign'})"
    )
    answer = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert answer.stdout.strip() == ""


def test_an_older_python_gets_a_sentence(tmp_path: Path) -> None:
    code = (
        "import sys, runpy; sys.version_info = (3, 9, 2, 'final', 0); sys.argv = ['manage.py', 'play'];"
        f"runpy.run_path({str(ROOT / 'manage.py')!r}, run_name='__main__')"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.returncode == 1
    assert answer.stderr.strip() == "Muster needs Python 3.11 or newer; this is Python 3.9."


def test_an_environment_is_made_and_recognised(venv: Path) -> None:
    assert not bootstrap.works(venv)
    bootstrap.make_venv(venv)
    assert bootstrap.works(venv)
    assert bootstrap.pip_command(venv, venv)[:1] == [str(bootstrap.python(venv))]


def test_without_pip_the_wheel_of_debian_is_run(bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheels = tmp_path / "python-wheels"
    wheels.mkdir()
    wheel = wheels / "pip-23.0.1-py3-none-any.whl"
    wheel.touch()
    monkeypatch.setattr(bootstrap, "DEBIAN_WHEELS", wheels)
    assert bootstrap.pip_command(bare, tmp_path) == [str(bootstrap.python(bare)), str(wheel / "pip")]


@pytest.mark.skipif(not list(bootstrap.DEBIAN_WHEELS.glob("pip-*.whl")), reason="this system ships no pip wheel")
def test_a_pip_wheel_installs_into_an_environment_without_pip(bare: Path, tmp_path: Path) -> None:
    answer = subprocess.run([*bootstrap.pip_command(bare, tmp_path), "--version"], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith("pip ")


def test_a_python_that_makes_no_environments_gets_advice(venv: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(bootstrap.SetUpFailed, match="apt install python3-venv"):
        bootstrap.make_venv(venv)


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bytes]]:
    """A package index on this machine that holds a pip; its pages by path."""
    wheel = b"a wheel of pip"
    digest = hashlib.sha256(wheel).hexdigest()
    listed = [
        {"filename": "pip-1.tar.gz", "url": "../files/pip-1.tar.gz", "hashes": {}},
        {"filename": "pip-2-py3-none-any.whl", "url": "../files/pip-2.whl", "hashes": {"sha256": digest}},
    ]
    pages = {"/simple/pip/": json.dumps({"files": listed}).encode(), "/simple/files/pip-2.whl": wheel}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = pages.get(self.path)
            self.send_response(404 if found is None else 200)
            self.end_headers()
            self.wfile.write(found or b"")

        def log_message(self, *words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setattr(bootstrap, "PIP_INDEX", f"http://127.0.0.1:{server.server_port}/simple/pip/")
        monkeypatch.setattr(bootstrap, "PIP_SHA256", digest)
        yield pages
        server.shutdown()


def test_the_pinned_pip_is_found_in_the_index(index: dict[str, bytes], tmp_path: Path) -> None:
    fetched = bootstrap.fetch_pip(tmp_path)
    assert fetched.read_bytes() == b"a wheel of pip"
    assert fetched.name == f"pip-{bootstrap.PIP_VERSION}-py3-none-any.whl"


@pytest.mark.parametrize("page", [b"", b"<html>", b"[]", b'{"files": []}', b'{"files": [{"url": "x"}]}'])
def test_an_index_without_it_gets_advice(index: dict[str, bytes], tmp_path: Path, page: bytes) -> None:
    index["/simple/pip/"] = page
    with pytest.raises(bootstrap.SetUpFailed, match=r"could not be fetched .*`apt install python3-venv`"):
        bootstrap.fetch_pip(tmp_path)


def test_an_index_that_gives_another_file_is_not_believed(index: dict[str, bytes], tmp_path: Path) -> None:
    index["/simple/files/pip-2.whl"] = b"something else"
    with pytest.raises(bootstrap.SetUpFailed, match="is not the pinned file"):
        bootstrap.fetch_pip(tmp_path)
    assert not list(tmp_path.iterdir())


def test_only_the_pinned_pip_is_taken(tmp_path: Path) -> None:
    with pytest.raises(bootstrap.SetUpFailed, match="is not the pinned file"):
        bootstrap.checked(b"something else", tmp_path / "pip.whl", bootstrap.PIP_SHA256)
    assert not (tmp_path / "pip.whl").exists()
    data = b"pinned"
    path = bootstrap.checked(data, tmp_path / "pip.whl", hashlib.sha256(data).hexdigest())
    assert path.read_bytes() == data


def test_the_set_up_is_done_once_and_again_when_the_requirements_change(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "pip_command", lambda *_: ["pip"])
    requirements = (tmp_path / "requirements.txt",)
    requirements[0].write_text("# nothing\n", encoding="utf-8")
    installs: list[list[str]] = []
    monkeypatch.setattr(bootstrap.subprocess, "call", lambda words: installs.append(words) or 0)
    bootstrap.set_up(requirements, bare)
    bootstrap.set_up(requirements, bare)
    assert len(installs) == 1
    assert installs[0][-2:] == ["-r", str(requirements[0])]
    assert {"--require-hashes", "--only-binary", ":all:"} <= set(installs[0])
    requirements[0].write_text("# nothing else\n", encoding="utf-8")
    bootstrap.set_up(requirements, bare)
    assert len(installs) == 2


def test_an_installation_that_fails_is_said_and_tried_again(
    bare: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "pip_command", lambda *_: ["pip"])
    requirements = (tmp_path / "requirements.txt",)
    requirements[0].write_text("# nothing\n", encoding="utf-8")
    monkeypatch.setattr(bootstrap.subprocess, "call", lambda words: 1)
    with pytest.raises(bootstrap.SetUpFailed, match="Is there a network"):
        bootstrap.set_up(requirements, bare)
    assert not bootstrap.installed(requirements, bare)


def test_setup_installs_what_the_application_needs_and_starts_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[Path, ...]] = []
    monkeypatch.setattr(bootstrap, "set_up", asked.append)
    assert bootstrap.main(["setup"]) == 0
    assert asked == [bootstrap.APPLICATION]
    assert capsys.readouterr().out == "Muster is set up.\n"


def test_commands_before_the_first_play_get_advice(tmp_path: Path) -> None:
    bare = tmp_path / "muster"
    (bare / "campaign" / "project").mkdir(parents=True)
    for name in ("manage.py", "campaign/__init__.py", "campaign/project/__init__.py", "campaign/project/bootstrap.py"):
        (bare / name).write_bytes((ROOT / name).read_bytes())
    answer = subprocess.run(
        [sys.executable, "-S", "manage.py", "migrate"], capture_output=True, text=True, cwd=bare, env={**os.environ}
    )
    assert answer.returncode == 1
    assert "run `python3 manage.py play` once" in answer.stderr


def test_every_requirement_is_pinned_with_hashes_and_from_no_named_place() -> None:
    for path in bootstrap.TESTS:
        text = path.read_text(encoding="utf-8")
        packages = [block for block in text.replace("\\\n", " ").splitlines() if block[:1].isalnum()]
        assert packages
        assert all("==" in package and "--hash=sha256:" in package for package in packages)
        assert "://" not in "".join(packages)
        assert "--index-url" not in text
        assert "--find-links" not in text


def test_the_help_is_djangos(manage: Manage) -> None:
    answer = manage("help")
    assert answer.returncode == 0
    assert "serve" in answer.stdout
