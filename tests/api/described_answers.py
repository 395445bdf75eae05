"""Holds an answer of the API against the description: its status, its media type, the headers it must have."""

import re
from functools import cache
from typing import Any

from campaign.api.description import document


@cache
def addresses() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Every address as a pattern, with its operations by their method; those with fewest parts to fill in first."""
    paths = sorted(document()["paths"].items(), key=lambda pair: pair[0].count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operations) for path, operations in paths]


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """The operation that a request asks for; None where the description has none."""
    for pattern, operations in addresses():
        if pattern.fullmatch(path):
            return operations.get("get" if method == "HEAD" else method.lower())
    return None


def assert_described(method: str, path: str, answer: Any) -> None:
    """Fail where ``answer`` is none that the description names for the request."""
    operation = operation_of(method, path)
    if operation is None:
        return
    name, status = operation["operationId"], str(answer.status_code)
    assert status in operation["responses"], f"{name} answers {status}, which its description does not name"
    described = operation["responses"][status]
    if "$ref" in described:
        described = document()["components"]["responses"][described["$ref"].rpartition("/")[2]]
    media = answer.headers.get("Content-Type", "").partition(";")[0]
    assert media in (described.get("content") or [""]), f"{name} answers {status} as {media or 'nothing'}"
    missing = [header for header, said in described.get("headers", {}).items() if said.get("required")]
    missing = [header for header in missing if header not in answer.headers]
    assert not missing, f"{name} answers {status} without {missing[0]}"
