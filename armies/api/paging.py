"""Pages of long lists by cursor: each page starts after the last row of the page before, even if rows change."""

import base64
from collections.abc import Sequence
from datetime import UTC, datetime
from types import GenericAlias
from typing import Annotated, Any, Final

import msgspec
from django.db.models import Q, QuerySet
from rest_framework.request import Request

from armies.api.problems import Error, Problem

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
