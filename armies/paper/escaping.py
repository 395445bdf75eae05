"""Bytes of a font's codes as PDF strings spell them."""

from typing import Final


def _escape(code: int) -> str:
    """One byte of a PDF string, readable where it can be."""
    char = chr(code)
    if char in "\\()":
        return f"\\{char}"
    return char if 32 <= code < 127 else f"\\{code:03o}"


ESCAPED: Final = tuple(map(_escape, range(256)))
"""Every byte, spelt."""
