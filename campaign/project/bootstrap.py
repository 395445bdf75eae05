"""Set-up with only Python's standard library: create a virtual environment, install the packages, run commands in it.

`play`, `test` and `setup` create `.venv` and install the pinned packages if they are missing or have changed. Every
command then runs inside it. Nothing here may import Django or any other package.
"""

import gc
import hashlib
import importlib.util
import json
import os
import ssl
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
APPLICATION = (ROOT / "requirements.txt",)
TESTS = (*APPLICATION, ROOT / "tests" / "requirements.txt")
DEBIAN_WHEELS = Path("/usr/share/python-wheels")
PIP_INDEX = "https://pypi.org/simple/pip/"
PIP_VERSION = "26.3"
PIP_SHA256 = "f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"
GARBAGE = (50_000, 20, 50)
"""How seldom Python looks for garbage: by its own thresholds a fifth of a start is spent on modules, which all stay."""


class SetUpFailed(Exception):
    """The set-up cannot continue. The message says why and what to do."""


def main(arguments: list[str]) -> int:
    """Run the command in ``arguments`` inside the environment, setting it up first for `play`, `test` and `setup`."""
    command = arguments[0] if arguments else "help"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.project.settings")
    try:
        if command == "test":
            set_up(TESTS)
            os.chdir(ROOT)
            return run([str(python()), "-m", "pytest", *arguments[1:]])
        if command == "play":
            os.environ.setdefault("MUSTER_DEMO", "True")
            set_up(APPLICATION)
        if command == "setup":
            set_up(APPLICATION)
            print("Muster is set up.")
            return 0
        if not inside() and python().exists():
            return run([str(python()), str(ROOT / "manage.py"), *arguments])
    except SetUpFailed as fault:
        print(fault, file=sys.stderr)
        return 1
    if importlib.util.find_spec("django") is None:
        print("Muster is not set up yet: run `python3 manage.py play` once.", file=sys.stderr)
        return 1
    return execute(arguments)


def execute(arguments: list[str]) -> int:
    """Run the command in this process and return its exit code."""
    gc.set_threshold(*GARBAGE)
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    try:
        execute_from_command_line(["manage.py", *arguments])
    except ImproperlyConfigured as fault:
        print(fault, file=sys.stderr)
        return 1
    except DatabaseError as fault:
        if "--traceback" in arguments:
            raise
        advice = "Does it exist, and is it up to date? `python3 manage.py migrate` updates it."
        print(f"The database cannot be used: {str(fault).strip().splitlines()[0]}. {advice}", file=sys.stderr)
        return 1
    return 0


def inside() -> bool:
    """True if this process runs in the project's environment."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def python(venv: Path = VENV) -> Path:
    """The interpreter of an environment."""
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def run(command: list[str]) -> int:
    """Replace this process by ``command``; on Windows run it and return its exit code."""
    if os.name != "nt":
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(command[0], command)
    return subprocess.call(command)


def digest(requirements: tuple[Path, ...]) -> str:
    """The content of the marker file. It changes with the requirements and the Python version."""
    mark = hashlib.sha256(repr(sys.version_info[:2]).encode())
    for path in requirements:
        mark.update(path.read_bytes())
    return mark.hexdigest()


def marker(requirements: tuple[Path, ...], venv: Path = VENV) -> Path:
    """The file that records which requirements were installed completely."""
    return venv / f".installed-{'tests' if len(requirements) > 1 else 'application'}"


def installed(requirements: tuple[Path, ...], venv: Path = VENV) -> bool:
    """True if exactly these requirements were installed completely."""
    file = marker(requirements, venv)
    return file.exists() and file.read_text(encoding="ascii") == digest(requirements) and python(venv).exists()


def set_up(requirements: tuple[Path, ...], venv: Path = VENV) -> None:
    """Create the environment and install ``requirements``, unless that is done already.

    Raises:
        SetUpFailed: the environment cannot be created, or pip failed and has printed why.
    """
    if installed(requirements, venv) or installed(TESTS, venv):
        return
    if not works(venv):
        print("Setting up: a private Python environment in .venv", flush=True)
        make_venv(venv)
    count = sum(line[:1].isalnum() for path in requirements for line in path.read_text(encoding="utf-8").splitlines())
    print(f"Setting up: {count} packages, once; this takes about half a minute", flush=True)
    files = [word for path in requirements for word in ("-r", str(path))]
    options = ["--require-hashes", "--only-binary", ":all:", "--quiet", "--disable-pip-version-check", "--no-input"]
    with tempfile.TemporaryDirectory() as folder:
        pip = pip_command(venv, Path(folder))
        if subprocess.call([*pip, "install", *options, *files]):
            raise SetUpFailed("The packages could not be installed (see above). Is there a network? Then try again.")
    marker(requirements, venv).write_text(digest(requirements), encoding="ascii")


def works(venv: Path) -> bool:
    """True if the environment's interpreter starts and has the same version as this one."""
    if not python(venv).exists():
        return False
    ask = "import sys; print(sys.version_info[:2])"
    try:
        answer = subprocess.run([python(venv), "-c", ask], capture_output=True, text=True, timeout=60)
    except OSError:
        return False
    return answer.stdout.strip() == str(sys.version_info[:2])


def make_venv(venv: Path) -> None:
    """Create the environment, without pip if this Python does not include it, as on Debian.

    Raises:
        SetUpFailed: this Python cannot create environments.
    """
    for options in ([], ["--without-pip"]):
        command = [sys.executable, "-m", "venv", "--clear", *options, str(venv)]
        if subprocess.run(command, capture_output=True).returncode == 0:
            return
    raise SetUpFailed("Python cannot make a virtual environment here. On Debian or Ubuntu: apt install python3-venv")


def pip_command(venv: Path, folder: Path) -> list[str]:
    """The command that runs pip in the environment: its own, Debian's wheel, or one fetched into ``folder``."""
    own = [str(python(venv)), "-m", "pip"]
    if subprocess.run([*own, "--version"], capture_output=True).returncode == 0:
        return own
    wheels = sorted(DEBIAN_WHEELS.glob("pip-*.whl"))
    wheel = wheels[-1] if wheels else fetch_pip(folder)
    return [str(python(venv)), str(wheel / "pip")]


def fetch_pip(folder: Path) -> Path:
    """Fetch the pinned pip from PyPI's index into ``folder``.

    A minimal system may have no certificates to check the connection. The pinned SHA-256 decides whether the file is
    the right one, so the connection need not be trusted.

    Raises:
        SetUpFailed: there is no answer, or the file has another SHA-256.
    """
    context = ssl.create_default_context()
    if not context.get_ca_certs():
        context = ssl._create_unverified_context()  # noqa: S323
    request = urllib.request.Request(PIP_INDEX, headers={"Accept": "application/vnd.pypi.simple.v1+json"})
    advice = "On Debian or Ubuntu `apt install python3-venv` makes this unnecessary."
    try:
        with urllib.request.urlopen(request, timeout=60, context=context) as answer:  # noqa: S310
            files = json.load(answer)["files"]
        address = next(file["url"] for file in files if file["hashes"].get("sha256") == PIP_SHA256)
        with urllib.request.urlopen(urllib.parse.urljoin(PIP_INDEX, address), timeout=60, context=context) as answer:  # noqa: S310
            data = answer.read()
    except (OSError, ValueError, KeyError, TypeError, StopIteration) as fault:
        raise SetUpFailed(f"pip {PIP_VERSION} could not be fetched from PyPI ({fault!r}). {advice}") from fault
    return checked(data, folder / f"pip-{PIP_VERSION}-py3-none-any.whl", PIP_SHA256)


def checked(data: bytes, path: Path, sha256: str) -> Path:
    """Write ``data`` to ``path`` if its SHA-256 is the pinned one.

    Raises:
        SetUpFailed: it is not.
    """
    if hashlib.sha256(data).hexdigest() != sha256:
        raise SetUpFailed(f"{path.name} from PyPI is not the pinned file. Nothing was installed.")
    path.write_bytes(data)
    return path
