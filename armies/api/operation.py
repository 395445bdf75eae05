"""Operations of the API: their parameters, bodies and answers, and their OpenAPI description."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, TypeVar

import msgspec
from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request

from armies.api import army_access, parameters
from armies.api.parameters import parameters_of, schema_of
from armies.api.problems import KINDS, MEDIA, Error, Problem, kind_of
from armies.exchange.clean_text import short

T = TypeVar("T")
JSON_MEDIA = "application/json"


def read_body(request: Request, kind: type[T]) -> T:
    """The JSON body of ``request`` as ``kind``.

    Raises:
        Problem: ``media-type``, ``too-large``, ``malformed`` (not JSON), or ``refused`` with an error for each field.
    """
    media_type = (request.content_type or "").partition(";")[0].strip().lower()
    if media_type != JSON_MEDIA:
        raise Problem("media-type", f"Send {JSON_MEDIA}, not {short(media_type, 60) or 'a body without a type'}.")
    raw = request._request.body
    if len(raw) > settings.MUSTER_BODY_LIMIT:
        raise Problem("too-large")
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise Problem("malformed", f"The body is not JSON: {fault}.") from None
    except RecursionError:
        raise Problem("malformed", "The JSON is nested too deeply.") from None
    return convert(data, kind)


def convert(data: Any, kind: type[T]) -> T:
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
        raise Problem("malformed", "The JSON is nested too deeply.") from None


def _field_errors(data: Any, kind: Any) -> list[Error]:
    if not isinstance(data, dict) or not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return []
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    tag = kind.__struct_config__.tag_field
    names = ", ".join(fields) or "none"
    unknown = [short(str(name), 60) for name in data if name not in fields and name != tag]
    errors = [Error(name, "unknown", f"There is no field {name!r}. Fields: {names}.") for name in unknown]
    for name, field in fields.items():
        if name not in data:
            if field.required:
                errors.append(Error(name, "missing", f"{name} is missing."))
            continue
        try:
            msgspec.convert(data[name], field.type)
        except msgspec.ValidationError as fault:
            errors.append(_error(name, fault))
    return errors


def _error(field: str, fault: msgspec.ValidationError) -> Error:
    """An error with the full path of the wrong value, such as ``elements[2].men``."""
    sentence, _, path = str(fault).partition(" - at ")
    below = path.strip("`").lstrip("$")
    where = f"{field}{below}".lstrip(".")
    return Error(where, "wrong", f"{sentence.replace('`', '')}." if sentence else "The value is wrong.")


JSON: Final = "application/json"
SAFE: Final = ("GET", "HEAD")


class ProblemBody(msgspec.Struct, frozen=True, rename={"kind": "type"}):
    """An error (RFC 9457). `errors` names each field at fault, `known` the parameters of the address.

    A 412 has `version` and `changes`: the army's present version and the changes since yours. A 409 because the battle
    has moved on has `n`: the last line of your own feed now.
    """

    kind: str
    title: str
    status: int
    detail: str
    instance: str
    errors: list[Error] | msgspec.UnsetType = msgspec.UNSET
    known: list[str] | msgspec.UnsetType = msgspec.UNSET
    version: int | msgspec.UnsetType = msgspec.UNSET
    changes: list[str] | msgspec.UnsetType = msgspec.UNSET
    n: int | msgspec.UnsetType = msgspec.UNSET


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """The definition of an operation.

    ``query`` and ``body`` are the Structs of its parameters and body. ``answer`` is the type of its answer with
    ``status``, ``success`` describes that answer, and ``also`` are other statuses that it can have. ``matched``: it
    needs If-Match. ``versioned``: the answer has an ETag. ``holds``: 304 if the client has the version already.
    ``files``: media types of an answer that is not JSON. ``headers``: other headers that it reads, each with its
    purpose. ``signed_in``: only for users who are signed in. For rate limits, ``costly`` and ``makes`` count it under
    these classes too, and ``sort`` names its class if it is neither a read nor a write.
    """

    name: str
    summary: str
    text: str
    tag: str
    query: type[msgspec.Struct] = parameters.Nothing
    body: Any = None
    example: Any = None
    answer: Any = None
    status: int = 200
    success: str = ""
    also: tuple[int, ...] = ()
    matched: bool = False
    versioned: bool = False
    holds: bool = False
    files: tuple[str, ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    signed_in: bool = True
    costly: bool = False
    makes: bool = False
    sort: str = ""

    @property
    def extra_sorts(self) -> tuple[str, ...]:
        """The additional rate-limit classes."""
        return (*(("costly",) if self.costly else ()), *(("make",) if self.makes else ()))

    @property
    def produces(self) -> tuple[str, ...]:
        """The media types of its answers."""
        return self.files or (JSON,)


def operation(**fields: Any) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Decorate a method of an ``Endpoint`` as an operation with these fields of ``Operation``.

    The method gets the parts of the address by name, and ``query`` and ``body`` if the operation has them. The first
    line of its docstring is the summary, the rest is the description.
    """

    def decorate(method: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        summary, _, text = (method.__doc__ or "").partition("\n")
        op = Operation(summary=summary.rstrip("."), text=" ".join(text.split()), **fields)

        @wraps(method)
        def act(self: Any, request: Request, **address: Any) -> HttpResponse:
            query = parameters.read_parameters(request.query_params, op.query)
            if op.query is not parameters.Nothing:
                address["query"] = query

            if op.matched:
                self.expect = army_access.expected(request.headers.get("If-Match", ""), address["slug"])

            def work() -> HttpResponse:
                if op.body is not None:
                    address["body"] = read_body(request, op.body)
                return method(self, request, **address)

            return work() if request.method in SAFE else self.once(request, work)

        act.operation = op  # type: ignore[attr-defined]
        described: Callable[..., HttpResponse] = extend_schema(**_description(op, method.__name__))(act)
        return described

    return decorate


def _description(op: Operation, method: str) -> dict[str, Any]:
    writes = method not in ("get", "head")
    example = [OpenApiExample("Example", op.example, request_only=True)] if op.example is not None else []
    return {
        "operation_id": op.name,
        "summary": op.summary,
        "description": f"{op.summary}. {op.text}".strip(),
        "tags": [op.tag],
        "parameters": [*parameters_of(op.query), *_headers(op, writes)],
        "request": {JSON: schema_of(op.body)} if op.body is not None else None,
        "responses": {**_good(op), **_bad(op, writes)},
        "examples": example,
        "auth": None if op.signed_in else [{}, {"token": []}, {"session": []}],
    }


def _headers(op: Operation, writes: bool) -> list[OpenApiParameter]:
    parameters = [OpenApiParameter(name, str, OpenApiParameter.HEADER, description=text) for name, text in op.headers]
    if op.matched:
        parameters.append(
            OpenApiParameter(
                "If-Match",
                {"type": "string", "pattern": army_access.IF_MATCH, "maxLength": army_access.LONGEST},
                OpenApiParameter.HEADER,
                required=True,
                description='The ETag of the army as you read it, such as `"7"`, weak or not; or several with commas; '
                "or `*` for any version.",
            )
        )
    if op.holds:
        text = "An ETag that you have. The answer is 304 if it is still current."
        parameters.append(OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description=text))
    if writes:
        parameters.append(
            OpenApiParameter(
                "Idempotency-Key",
                {"type": "string", "pattern": "^[!-~]{1,80}$"},
                OpenApiParameter.HEADER,
                description="Your key for this request. If you send it again with the key within 48 hours, it has no "
                "second effect and gets the same answer, with `Idempotency-Replayed: true`. Needs an account.",
            )
        )
    return parameters + _answer_headers(op, writes)


def _answer_headers(op: Operation, writes: bool) -> list[OpenApiParameter]:
    statuses = [op.status, *([304] if op.holds else [])]
    headers = []
    if op.versioned:
        headers.append(("ETag", "The version, in quotes.", statuses))
    if writes:
        headers.append(
            (
                "Idempotency-Replayed",
                "`true` if this key was used before and the answer is the earlier one.",
                [op.status],
            )
        )
    return [
        OpenApiParameter(name, str, OpenApiParameter.HEADER, response=at, description=text)
        for name, text, at in headers
    ]


def _good(op: Operation) -> Mapping[Any, Any]:
    success = op.success or {201: "Created.", 204: "Done. The answer is empty."}.get(op.status, "Done.")
    if op.status == 204:
        return {204: OpenApiResponse(None, success)}
    if op.files:
        kinds = {
            (op.status, media): OpenApiResponse({"type": "string", "format": "binary"}, success) for media in op.files
        }
        return {**kinds, **({304: OpenApiResponse(None, "Not changed since your version.")} if op.holds else {})}
    good: dict[Any, Any] = {(op.status, JSON): OpenApiResponse(schema_of(op.answer), success)}
    if op.holds:
        good[304] = OpenApiResponse(None, "Not changed since your version.")
    return good


def _bad(op: Operation, writes: bool) -> Mapping[Any, Any]:
    statuses = {400, 401, 404, 405, 406, 413, 429, 500, 503, *op.also}
    statuses |= {403} if op.signed_in else set()
    statuses |= {403, 409, 422} if writes else set()
    statuses |= {415} if op.body is not None else set()
    statuses |= {412, 428} if op.matched else set()
    schema = schema_of(ProblemBody)
    return {(code, MEDIA): OpenApiResponse(schema, KINDS[kind_of(code)].title + ".") for code in sorted(statuses)}
