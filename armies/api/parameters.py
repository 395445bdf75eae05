"""Query parameters, read into Structs, and the JSON schemas of Structs for the description."""

from typing import Annotated, Any, Final, TypeVar, get_args, get_origin

import msgspec
from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter

from armies.api.problems import Error, Problem
from armies.exchange.clean_text import one_line, short

T = TypeVar("T", bound=msgspec.Struct)


class Nothing(msgspec.Struct, frozen=True):
    """The parameters of an operation that has none."""


def read_parameters(sent: QueryDict, kind: type[T]) -> T:
    """``sent`` as ``kind``, which has a field for each parameter. Parameters of tuple fields may be repeated.

    Raises:
        Problem: ``parameters``, with an error for each that is unknown, missing, repeated or of the wrong type.
    """
    types = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    errors: list[Error] = []
    for name in sent:
        texts = sent.getlist(name)
        fault = "" if name in types else f"There is no parameter {short(name, 40)!r}."
        if not fault:
            many = is_many(types[name])
            if len(texts) > 1 and not many:
                fault = f"{name} can be sent only once."
            else:
                values[name], wrong = _converted(texts if many else texts[0], types[name])
                fault = f"{name}: {wrong}" if wrong else ""
        if fault:
            errors.append(Error(short(name, 40), "parameter" if name in types else "unknown", fault))
    missing = [
        field.encode_name for field in msgspec.structs.fields(kind) if field.required and field.encode_name not in sent
    ]
    errors += [Error(name, "missing", f"{name} is missing.") for name in missing]
    if errors:
        listed = f"Parameters of this address: {', '.join(types)}." if types else "This address has no parameters."
        extra = {"known": list(types)}
        raise Problem("parameters", f"{errors[0].detail} {listed}", errors=errors, extra=extra)
    return kind(**values)


def is_many(kind: Any) -> bool:
    """True if a parameter of this type may be repeated."""
    return get_origin(get_args(kind)[0] if get_origin(kind) is Annotated else kind) is tuple


def _converted(value: Any, kind: Any) -> tuple[Any, str]:
    """``value`` as ``kind``, or a sentence that says why it is wrong."""
    try:
        converted = msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as fault:
        return None, f"{str(fault).partition(' - at ')[0].replace('`', '')}."
    if isinstance(converted, tuple):
        return tuple(one_line(text) for text in converted), ""
    return one_line(converted) if isinstance(converted, str) else converted, ""


REFERENCE: Final = "#/components/schemas/{name}"
_described: list[Any] = []


def schema_of(kind: Any) -> dict[str, Any]:
    """The JSON schema of ``kind``. Structs in it become references, which ``components`` resolves."""
    _described.append(kind)
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    return schema


def components() -> dict[str, Any]:
    """The schema of every described Struct, by name."""
    _, schemas = msgspec.json.schema_components(_described, ref_template=REFERENCE)
    return dict(sorted(schemas.items()))


def parameters_of(kind: type[msgspec.Struct]) -> list[OpenApiParameter]:
    """The OpenAPI parameters of ``kind``, each with description, type and default."""
    parameters = []
    for field in msgspec.structs.fields(kind):
        schema, _ = msgspec.json.schema_components([field.type], ref_template=REFERENCE)
        shape = dict(schema[0])
        many = is_many(field.type)
        description = shape.pop("description", "")
        if not field.required and not many and field.default not in ("", msgspec.UNSET):
            shape["default"] = field.default
        parameters.append(
            OpenApiParameter(
                field.encode_name, shape, description=description, required=field.required, explode=many or None
            )
        )
    return parameters
