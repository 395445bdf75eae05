"""From Structs to the schemas of the API's description; one registry, so that every type is described once."""

from typing import Any, Final

import msgspec
from drf_spectacular.utils import OpenApiParameter

from armies.api.asking import is_many

REFERENCE: Final = "#/components/schemas/{name}"
_described: list[Any] = []


def schema_of(kind: Any) -> dict[str, Any]:
    """The JSON schema of ``kind``; Structs in it are references, and remembered for ``components``."""
    _described.append(kind)
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    return schema


def components() -> dict[str, Any]:
    """The schema of every Struct that was described, by its name."""
    _, found = msgspec.json.schema_components(_described, ref_template=REFERENCE)
    return dict(sorted(found.items()))


def parameters_of(kind: type[msgspec.Struct]) -> list[OpenApiParameter]:
    """The parameters of an address that ``kind`` reads, each with its sentence, type and default."""
    made = []
    for field in msgspec.structs.fields(kind):
        schema, _ = msgspec.json.schema_components([field.type], ref_template=REFERENCE)
        shape = dict(schema[0])
        many = is_many(field.type)
        description = shape.pop("description", "")
        if not field.required and not many and field.default not in ("", msgspec.UNSET):
            shape["default"] = field.default
        made.append(
            OpenApiParameter(
                field.encode_name, shape, description=description, required=field.required, explode=many or None
            )
        )
    return made
