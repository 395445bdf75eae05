"""Query parameters of the API, and lists in pages."""

import base64
from collections.abc import Sequence
from datetime import UTC, datetime
from types import GenericAlias
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin

import msgspec
from django.db.models import Q, QuerySet
from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from armies.api.problems import Error, Problem
from armies.exchange.clean_text import one_line, short

MOST: Final = 100
Limit = Annotated[int, msgspec.Meta(ge=1, le=MOST, description=f"Rows per page, up to {MOST}.")]
Cursor = Annotated[
    str, msgspec.Meta(max_length=600, description="The start of the page, from `next` of the page before.")
]


Moment = Annotated[datetime, msgspec.Meta(tz=True)]
Whole = Annotated[int, msgspec.Meta(ge=0, lt=2**62)]
"""A number that fits into every database."""


class Ordering(msgspec.Struct, frozen=True):
    """An order of rows: its fields, with ``-`` for descending order, and their types.

    The last field makes the order unique. The type is ``str``, ``Whole`` or ``Moment``.
    """

    fields: tuple[str, ...]
    kinds: tuple[Any, ...]


def page(request: Request, rows: QuerySet[Any], order: Ordering, limit: int, cursor: str) -> tuple[list[Any], str]:
    """The rows of a page, and the address of the next page (empty if there is none).

    ``rows`` are dictionaries with the fields of ``order``.

    Raises:
        Problem: ``parameters``: the cursor is invalid, or of another order.
    """
    if cursor:
        rows = _following(rows, order, cursor)
    on_page = list(rows.order_by(*order.fields)[: limit + 1])
    if len(on_page) <= limit:
        return on_page, ""
    last = on_page[limit - 1]
    query = request._request.GET.copy()
    query["cursor"] = _write(order, [last[name.lstrip("-")] for name in order.fields])
    return on_page[:limit], request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def _following(rows: QuerySet[Any], order: Ordering, cursor: str) -> QuerySet[Any]:
    try:
        return rows.filter(_after(order, _read(cursor, order)))
    except (ValueError, OverflowError):
        wrong = "The cursor does not belong to this list in this order. Take it from `next` of the page before."
        raise Problem("parameters", wrong, errors=[Error("cursor", "parameter", wrong)]) from None


def _write(order: Ordering, values: Sequence[Any]) -> str:
    raw = msgspec.json.encode([",".join(order.fields), *values])
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _read(cursor: str, order: Ordering) -> list[Any]:
    """The values of the last row of the page before.

    Raises:
        ValueError, OverflowError: the cursor was not written for this order.
    """
    raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    kind: Any = GenericAlias(tuple, (str, *order.kinds))
    name, *values = msgspec.json.decode(raw, type=kind)
    if name != ",".join(order.fields) or any(isinstance(value, str) and "\0" in value for value in values):
        raise ValueError(cursor)
    return [value.astimezone(UTC) if isinstance(value, datetime) else value for value in values]


def _after(order: Ordering, values: Sequence[Any]) -> Q:
    """Rows that come after ``values``: later in the first field, or equal in it and later in the next, and so on."""
    after, equal = Q(), Q()
    for name, value in zip(order.fields, values, strict=True):
        field = name.lstrip("-")
        after |= equal & Q(**{f"{field}__{'lt' if name.startswith('-') else 'gt'}": value})
        equal &= Q(**{field: value})
    return after


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
