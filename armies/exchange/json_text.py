"""JSON text to typed values, with every way it can be wrong as one sentence."""

from typing import TypeVar

import msgspec

from armies.exchange.outcome import Unreadable

T = TypeVar("T")


class Head(msgspec.Struct):
    """What any file of ours begins with; other fields are passed over."""

    format: str = ""
    schema_version: int = 1


def decode(text: str, kind: type[T]) -> T:
    """``text`` as ``kind``.

    Raises:
        Unreadable: it is not JSON, nested too deep, or holds something else than it should; with the path.
    """
    try:
        return msgspec.json.decode(text.encode("utf-8", "surrogatepass"), type=kind)
    except msgspec.ValidationError as error:
        raise Unreadable(f"The file does not hold what it should: {error}.") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Unreadable(f"The file is not whole JSON: {error}.") from None
    except RecursionError:
        raise Unreadable("The JSON is nested too deep to be an army.") from None
