"""What a command that refuses its words says."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def refused(*words: str) -> str:
    """The sentence of a command that refuses its words with exit code 2."""
    with pytest.raises(CommandError) as caught:
        call_command(*words, stdout=StringIO(), stderr=StringIO())
    assert caught.value.returncode == 2, caught.value
    return str(caught.value)
