"""The body of a request, read into a Struct: every fault of its fields at once, each with a sentence."""

from typing import Any, TypeVar

import msgspec
from django.conf import settings
from rest_framework.request import Request

from armies.api.problems import Error, Problem
from armies.exchange.cleaning import short

T = TypeVar("T")
JSON = "application/json"


def read(request: Request, kind: type[T]) -> T:
    """The JSON body of ``request`` as ``kind``.

    Raises:
        Problem: ``media-type``, ``too-large``, ``malformed`` (no JSON), or ``refused`` with an error for each field.
    """
    said = (request.content_type or "").partition(";")[0].strip().lower()
    if said != JSON:
        raise Problem("media-type", f"Send {JSON}, not {short(said, 60) or 'a body without a type'}.")
    raw = request._request.body
    if len(raw) > settings.MUSTER_BODY_LIMIT:
        raise Problem("too-large")
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise Problem("malformed", f"The body is no JSON: {fault}.") from None
    except RecursionError:
        raise Problem("malformed", "The JSON is nested too deep.") from None
    return converted(data, kind)


def converted(data: Any, kind: type[T]) -> T:
    """``data`` as ``kind``.

    Raises:
        Problem: ``refused``, with an error for each field that is missing, unknown or wrong.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as fault:
        errors = _field_errors(data, kind) or [_error("", fault)]
        raise Problem("refused", errors[0].detail, errors=errors) from None
    except RecursionError:
        raise Problem("malformed", "The JSON is nested too deep.") from None


def _field_errors(data: Any, kind: Any) -> list[Error]:
    if not isinstance(data, dict) or not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return []
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    tag = kind.__struct_config__.tag_field
    known = ", ".join(fields) or "none"
    unknown = [short(str(name), 60) for name in data if name not in fields and name != tag]
    errors = [Error(name, "unknown", f"There is no field {name!r}; there are {known}.") for name in unknown]
    for name, field in fields.items():
        if name not in data:
            if field.required:
                errors.append(Error(name, "missing", f"{name} must be given."))
            continue
        try:
            msgspec.convert(data[name], field.type)
        except msgspec.ValidationError as fault:
            errors.append(_error(name, fault))
    return errors


def _error(field: str, fault: msgspec.ValidationError) -> Error:
    """An error with the whole path to what is wrong: ``elements[2].men``."""
    sentence, _, path = str(fault).partition(" - at ")
    below = path.strip("`").lstrip("$")
    where = f"{field}{below}".lstrip(".")
    return Error(where, "wrong", f"{sentence.replace('`', '')}." if sentence else "It is wrong.")
