"""A change that cannot be made, and why."""


class Refused(ValueError):
    """A change that cannot be made; ``field`` names what is at fault.

    ``faults`` are all faults found, each a field and a sentence; ``field`` and the text are the first one's.
    """

    def __init__(self, field: str, sentence: str, *more: tuple[str, str]) -> None:
        super().__init__(sentence)
        self.field = field
        self.faults: tuple[tuple[str, str], ...] = ((field, sentence), *more)
