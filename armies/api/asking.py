"""The parameters of an address, read into a Struct: each known and of its type, or a problem that lists the known."""

from typing import Annotated, Any, TypeVar, get_args, get_origin

import msgspec
from django.http import QueryDict

from armies.api.problems import Error, Problem
from armies.exchange.cleaning import one_line, short

T = TypeVar("T", bound=msgspec.Struct)


class Nothing(msgspec.Struct, frozen=True):
    """The parameters of an operation that has none."""


def read(given: QueryDict, kind: type[T]) -> T:
    """``given`` as ``kind``, one parameter for each of its fields; a field of a tuple may be given several times.

    Raises:
        Problem: ``parameters``, an error for each that is unknown, repeated or of the wrong type.
    """
    known = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    errors: list[Error] = []
    for name in given:
        said = given.getlist(name)
        fault = "" if name in known else f"There is no parameter {short(name, 40)!r}."
        if not fault:
            many = is_many(known[name])
            if len(said) > 1 and not many:
                fault = f"{name} can be given once."
            else:
                values[name], wrong = _converted(said if many else said[0], known[name])
                fault = f"{name}: {wrong}" if wrong else ""
        if fault:
            errors.append(Error(short(name, 40), "parameter" if name in known else "unknown", fault))
    missing = [
        field.encode_name for field in msgspec.structs.fields(kind) if field.required and field.encode_name not in given
    ]
    errors += [Error(name, "missing", f"{name} must be given.") for name in missing]
    if errors:
        listed = f"Known here: {', '.join(known)}." if known else "This address takes no parameters."
        extra = {"known": list(known)}
        raise Problem("parameters", f"{errors[0].detail} {listed}", errors=errors, extra=extra)
    return kind(**values)


def is_many(kind: Any) -> bool:
    """Whether a parameter of this type may be given several times."""
    return get_origin(get_args(kind)[0] if get_origin(kind) is Annotated else kind) is tuple


def _converted(value: Any, kind: Any) -> tuple[Any, str]:
    """``value`` as ``kind``, or the sentence of why not."""
    try:
        converted = msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as fault:
        return None, f"{str(fault).partition(' - at ')[0].replace('`', '')}."
    if isinstance(converted, tuple):
        return tuple(one_line(text) for text in converted), ""
    return one_line(converted) if isinstance(converted, str) else converted, ""
