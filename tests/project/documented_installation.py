"""The installation that `campaign/docs/operating.md` describes, made of the document's own files and commands.

What is changed in them stands in `Installation.adapted`: paths, ports, users and the database's address, and no more.
"""

import configparser
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import quote
from urllib.request import Request, urlopen

import psycopg
from prometheus_client.parser import text_string_to_metric_families

from tests.project.conftest import KEPT, ROOT

HOST: Final = "muster.example.org"
BACKUP: Final = "muster-20261121-033000-000000.dump"
"""What a backup is called in the document."""

DOCUMENT: Final = (ROOT / "campaign" / "docs" / "operating.md").read_text(encoding="utf-8")
SERVER: Final = {
    "host": os.environ.get("PGHOST", "127.0.0.1"),
    "port": os.environ.get("PGPORT", "5432"),
    "user": os.environ.get("PGUSER", "postgres"),
}


def blocks(language: str, heading: str = "") -> list[str]:
    """Return the code blocks of the document in ``language``, below ``heading`` alone if one is given."""
    text = re.split(r"^## ", DOCUMENT.partition(f"\n## {heading}\n")[2], flags=re.MULTILINE)[0] if heading else DOCUMENT
    found = re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert found, f"operating.md has no block in {language} below {heading}"
    return [str(block) for block in found]


def file(path: str) -> str:
    """Return the file of the document that begins with a comment naming ``path``, without that line."""
    for language in ("ini", "sh", "nginx", "caddy", "yaml"):
        for block in blocks(language):
            first, _, rest = block.partition("\n")
            if first == f"# {path}":
                return rest
    raise AssertionError(f"operating.md has no file {path}")


def commands(heading: str, *, having: str) -> list[str]:
    """Return the lines of the commands below ``heading`` whose block holds ``having``."""
    (block,) = [block for block in blocks("sh", heading) if having in block]
    return block.splitlines()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def until(condition: Callable[[], object], what: str, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"it did not come about: {what}"
        time.sleep(0.1)


class Installation:
    """Two web processes and a worker behind nginx, on a PostgreSQL database of their own; `close` ends them all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = f"muster_operating_{os.getpid()}"
        self.ports = {name: free_port() for name in ("8001", "8002", "80", "443")}
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.backup = BACKUP
        self.link = ""
        for name in ("etc", "bin", "tls", "nginx"):
            (folder / name).mkdir()
        self.log = (folder / "log").open("wb")
        (folder / "etc" / "environment").write_text(self.adapted(file("/etc/muster/environment")), encoding="utf-8")
        (folder / "bin" / "muster").write_text(self.adapted(file("/usr/local/bin/muster")), encoding="utf-8")
        (folder / "bin" / "muster").chmod(0o755)

    def adapted(self, text: str) -> str:
        """Return files or commands of the document as they are written for this test's folder, ports and database."""
        url = f"postgres://{quote(SERVER['user'])}@{quote(SERVER['host'], safe='')}:{SERVER['port']}"
        changes = {
            "postgres:///muster_rehearsal": f"{url}/{self.database}_rehearsal",
            "postgres:///muster": f"{url}/{self.database}",
            "createdb --owner muster muster_rehearsal": f"createdb {self.database}_rehearsal",
            "dropdb muster_rehearsal": f"dropdb {self.database}_rehearsal",
            "createdb --owner muster muster": f"createdb {self.database}",
            "sudo -u muster ": "",
            "sudo -u postgres ": "",
            " -o muster -g muster": "",
            BACKUP: self.backup,
            "/srv/muster/manage.py": str(ROOT / "manage.py"),
            "/srv/muster": str(self.folder),
            "/etc/muster": str(self.folder / "etc"),
            "/usr/bin/python3": sys.executable,
            f"/etc/letsencrypt/live/{HOST}": str(self.folder / "tls"),
            "listen 80;": f"listen 127.0.0.1:{self.ports['80']};",
            "listen 443 ssl;": f"listen 127.0.0.1:{self.ports['443']} ssl;",
            "8001": str(self.ports["8001"]),
            "8002": str(self.ports["8002"]),
        }
        if not redis_answers():
            changes["REDIS_URL=redis://127.0.0.1:6379/0\n"] = ""
        for old, new in changes.items():
            text = text.replace(old, new)
        return text

    def run(self, command: str, **more: str) -> str:
        """Run a command of the document; return what it printed."""
        bare = {name: os.environ[name] for name in KEPT if name in os.environ}
        names = {"PGHOST": SERVER["host"], "PGPORT": SERVER["port"], "PGUSER": SERVER["user"]}
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        words = ["sh", "-c", self.adapted(command)]
        environ = {**bare, **names, "PATH": path, **more}
        ran = subprocess.run(words, env=environ, capture_output=True, text=True, timeout=300, cwd=self.folder)
        assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
        return ran.stdout

    def systemctl(self, line: str) -> None:
        """Do what a line with `systemctl` does to the services: start those that it names, or stop them all."""
        verb, *names = self.adapted(line).replace("'", "").split()[1:]
        if verb == "stop":
            assert names == ["muster@*", "muster-worker@*"]
            for name in list(self.running):
                if name != "nginx":
                    self.stop(name)
            return
        assert verb in ("start", "enable")
        for name in names:
            if name.endswith(".timer") or name.startswith("--"):
                continue
            self.start(name)

    def start(self, name: str) -> None:
        """Start the service ``name``, such as `muster@8001`, as its unit says."""
        unit, _, instance = name.partition("@")
        parser = configparser.ConfigParser(interpolation=None)
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        parser.read_string(self.adapted(file(f"/etc/systemd/system/{unit}@.service")))
        settings = Path(parser["Service"]["EnvironmentFile"]).read_text(encoding="utf-8")
        given = dict(line.split("=", 1) for line in settings.splitlines())
        bare = {key: os.environ[key] for key in KEPT if key in os.environ}
        words = parser["Service"]["ExecStart"].replace("%i", instance).split()
        self.running[name] = subprocess.Popen(words, env={**bare, **given}, stdout=self.log, stderr=self.log)

    def start_nginx(self) -> None:
        """Start nginx with the document's site, on https with a certificate of its own making."""
        tls, folder = self.folder / "tls", self.folder / "nginx"
        key = ["-newkey", "rsa:2048", "-nodes", "-keyout", str(tls / "privkey.pem"), "-out", str(tls / "fullchain.pem")]
        name = ["-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-days", "2"]
        subprocess.run(["openssl", "req", "-x509", *key, *name], check=True, capture_output=True)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
        site = self.adapted(file("/etc/nginx/sites-available/muster"))
        whole = (
            f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{places}{site}}}\n"
        )
        (folder / "nginx.conf").write_text(whole, encoding="utf-8")
        words = [str(shutil.which("nginx")), "-p", str(folder), "-e", str(folder / "error.log")]
        self.running["nginx"] = subprocess.Popen([*words, "-c", str(folder / "nginx.conf")])

    def ready(self) -> None:
        """Wait until both web processes are ready and a worker lives."""
        for port in (self.ports["8001"], self.ports["8002"]):
            until(lambda port=port: status(f"http://127.0.0.1:{port}/readyz") == 200, "a process that is ready")  # type: ignore[misc]
        until(lambda: self.metrics("8001", "shared").get("muster_workers_alive") == 1, "a worker that lives")

    def metrics(self, process: str, part: str = "process") -> dict[str, float]:
        """Return what the web process on this port of the document tells Prometheus."""
        token = (self.folder / "etc" / "metrics_token").read_text(encoding="ascii").strip()
        address = f"http://127.0.0.1:{self.ports[process]}/metrics?part={part}"
        with urlopen(Request(address, headers={"Authorization": f"Bearer {token}"}), timeout=20) as answer:
            families = list(text_string_to_metric_families(answer.read().decode()))
        return {
            " ".join([sample.name, *sample.labels.values()]): sample.value
            for family in families
            for sample in family.samples
        }

    def stop(self, name: str) -> None:
        process = self.running.pop(name)
        process.terminate()
        try:
            process.wait(20)
        finally:
            process.kill()
            process.wait()

    def close(self) -> None:
        """End every process and drop the databases."""
        for name in list(self.running):
            self.stop(name)
        self.log.close()
        with connected() as server:
            for name in (self.database, f"{self.database}_rehearsal"):
                server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def status(address: str) -> int:
    """Return the status of an answer, 0 if there is none."""
    try:
        with urlopen(address, timeout=20) as answer:
            return int(answer.status)
    except OSError as fault:
        return int(getattr(fault, "code", 0))


def connected() -> psycopg.Connection[tuple[object, ...]]:
    """Return a connection to the PostgreSQL that the environment names."""
    return psycopg.connect(**SERVER, dbname="postgres", autocommit=True, connect_timeout=3)  # type: ignore[arg-type]


def redis_answers() -> bool:
    """True if a Redis listens where the document has one."""
    try:
        socket.create_connection(("127.0.0.1", 6379), timeout=1).close()
    except OSError:
        return False
    return True


def lacking() -> str:
    """Return what this machine lacks for such an installation; empty if nothing."""
    for program in ("nginx", "openssl", "pg_dump", "createdb"):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    try:
        connected().close()
    except psycopg.Error:
        return "no PostgreSQL answers"
    return ""
