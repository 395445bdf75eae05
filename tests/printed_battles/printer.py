"""A battle as text: at each decision the choices, two refusals, the chosen action and all that came of it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from battles.engine.core import UMPIRE, Option
from battles.engine.dice import SeededDice
from battles.engine.rng import Chances
from tests.printed_battles.changed_actions import changed_actions

MOST_CHANGES = 6
"""Changed values of a state that are printed for one decision."""

MOST_OF_A_VALUE = 80
"""Characters of a changed value that are printed."""

TRIED = 24
"""Actions of a decision of which the one with the most that is new is chosen."""

LIKED = {
    **dict.fromkeys(("charge", "extended_charge", "opportunity_charge", "break_charge", "join", "fire", "activate"), 4),
    **dict.fromkeys(("emergency_square", "hasty_square", "suppress", "return_fire", "advance", "deploy"), 3),
    **dict.fromkeys(("done", "pass", "stay", "rally", "attach"), -2),
    **dict.fromkeys(("move_stand", "detach", "move_leader", "side_step", "step_back"), -4),
    **dict.fromkeys(("withhold", "retreat"), -90),
}
"""How much rather actions of a kind are chosen."""


def short(value: Any) -> str:
    """A value as JSON without quotation marks."""
    return msgspec.json.encode(value).decode().replace('"', "")


def plain(value: Any) -> Any:
    """A value with every field that has a usual value, which JSON may leave out."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        kind = {config.tag_field: config.tag} if config.tag_field else {}
        return kind | {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return msgspec.to_builtins(value)


def flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """The plain values of a state as JSON has them, each with its path."""
    if isinstance(value, Mapping) and value:
        for name, part in value.items():
            yield from flat(part, f"{path}{name}.")
    elif isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
        for number, part in enumerate(value):
            yield from flat(part, f"{path}{number}.")
    else:
        yield path[:-1], value


def differences(before: Any, after: Any) -> list[str]:
    """What of a state is another value, by its path."""
    old, new = (dict(flat(plain(state))) for state in (before, after))
    paths = [path for path in {**old, **new} if old.get(path) != new.get(path)]
    return [f"{path} {clipped(old.get(path, '-'))} to {clipped(new.get(path, '-'))}" for path in paths]


def clipped(value: Any) -> str:
    """A value as JSON, of a long one its first part and its length."""
    text = short(value)
    return text if len(text) <= MOST_OF_A_VALUE else f"{text[:MOST_OF_A_VALUE]}... ({len(text)})"


def words(domain: Any) -> str:
    """The other values that an action may have, such as ``0 to 3599 0.1deg``."""
    if isinstance(domain, Mapping) and {"low", "high"} <= set(domain):
        return f"{domain['low']} to {domain['high']} {domain.get('unit', '')}".strip()
    return clipped(domain)


class Printer:
    """A battle of ``system`` from ``setup``, played and printed.

    The actions of ``script`` are played as long as they are legal; after them, of a few random actions, the one whose
    kind or events are the newest. ``most`` is the largest number of decisions.
    """

    def __init__(self, system: Any, setup: Any, seed: str, script: Sequence[str] = (), most: int = 60) -> None:
        self.system = system
        self.key = f"dice {seed}".encode()
        self.chances = Chances(f"choices {seed}".encode())
        self.script = list(script)
        self.most = most
        self.state = system.start(setup)
        self.seen: set[str] = set()
        self.refused: Counter[str] = Counter()
        self.listed: dict[str, dict[str, str]] = {}
        self.bank: dict[str, Any] = {}
        self.domains: dict[str, str] = {}
        self.sums: set[str] = set()

    def lines(self) -> Iterator[str]:
        """The whole battle."""
        system = self.system
        step = system.begin(self.state, SeededDice(self.key, 0))
        yield from self._events(step, ())
        turns = -1
        for entry in range(1, self.most + 1):
            deciding = sorted(system.deciding(self.state))
            if not deciding:
                break
            tally = system.ui.tally(self.state)
            if tally.turns != turns:
                turns = tally.turns
                yield from self._table()
            side = deciding[entry % len(deciding)]
            yield from self._decision(entry, side)
        yield from self._table()
        yield f"Outcome: {short(system.outcome(self.state))}"

    def _table(self) -> Iterator[str]:
        """The board as text, the tally and the score."""
        system, state = self.system, self.state
        yield ""
        yield from (line.rstrip() for line in system.text.board(system.secrets.view(state, UMPIRE)).splitlines())
        yield f"Tally: {short(system.ui.tally(state))}. {system.text.score(state)}"

    def _decision(self, entry: int, side: str) -> Iterator[str]:
        system, state = self.system, self.state
        seen = system.secrets.view(state, side)
        stage = next((stage for stage in system.ui.stages(seen) if stage.when == "now"), None)
        options = system.options(state, side)
        yield ""
        yield f"{entry}. {system.text.side_name(state, side)}: {stage.name if stage else ''}"
        yield f"   {system.ui.question(seen, side) or (stage.task if stage else '')}".rstrip()
        yield from self._options(side, options)
        dice = SeededDice(self.key, entry)
        action = self._choose(side, options, entry)
        yield from self._refusals(side, action, options)
        yield from self._action(seen, side, action)
        step = system.decide(state, side, action, dice)
        yield from self._events(step, dice.rolls)

    def _options(self, side: str, options: Sequence[Option]) -> Iterator[str]:
        """What each option offers, unless it was the same at the side's last decision."""
        known, now = self.listed.get(side, {}), {}
        for option in options:
            first, *others = option.actions
            values = [self._notation(first)]
            if len(others) > 1:
                values.append(self._notation(others[len(others) // 2]))
            if others:
                values.append(self._notation(others[-1]))
            domains = "".join(f", {name} {words(domain)}" for name, domain in option.domains.items())
            more = "" if option.complete else domains or ", samples"
            if domains and self.domains.get(f"{side} {option.kind}") == domains:
                more = more and ", others as before"
            self.domains[f"{side} {option.kind}"] = domains
            seldom = " (seldom)" if option.seldom else ""
            name = f"{option.kind} {option.actor}".strip() + seldom
            now[f"{name}{option.outline and len(option.outline)}"] = (
                f"{name}: {len(option.actions)}{more}: {' | '.join(values)}"
                f" - {self.system.text.offer(self.state, option)}"
            )
        self.listed[side] = now
        same = [name for name, line in now.items() if known.get(name) == line]
        yield from (f"   + {line}" for name, line in now.items() if name not in same)
        if same:
            yield f"   + as before: {len(same)} of {len(now)}"

    def _notation(self, action: Any) -> str:
        return str(self.system.text.notation(self.state, action))

    def _choose(self, side: str, options: Sequence[Option], entry: int) -> Any:
        """The next action of the script, or a new one once it is at its end or no longer legal."""
        system, state = self.system, self.state
        if self.script:
            try:
                action = system.text.read_notation(state, self.script.pop(0))
                if system.refuse(state, side, action) is None:
                    return action
            except ValueError:
                pass
            self.script.clear()
        chances, tried = self.chances, {}
        by_kind: dict[str, list[Option]] = {}
        for option in chances.shuffled(options):
            by_kind.setdefault(option.kind, []).append(option)
        for kind, same in by_kind.items():
            for option in same[: max(2, TRIED // len(by_kind))]:
                for _ in range(1 + (len(option.actions) > 6)):
                    tried[chances.choice(option.actions)] = kind
        scored = []
        for action, kind in tried.items():
            news = self._features(kind, action, system.decide(state, side, action, SeededDice(self.key, entry)))
            scored.append((3 * len(news - self.seen) + LIKED.get(kind, 0), len(scored), action, news))
        *_, action, news = max(scored)
        self.seen |= news
        again = system.text.read_notation(state, self._notation(action))
        assert again == action, f"{self._notation(action)} reads as another action"
        return again

    def _features(self, kind: str, action: Any, step: Any) -> set[str]:
        """What is to be seen in a battle: the kinds of options, the parts of actions, events and what they tell."""
        names = {f"option {kind}", *(f"{kind} {name}" for name, _ in flat(msgspec.to_builtins(action)))}
        for event in step.events:
            names |= {f"event {event.kind} {name}" for name, _ in flat(msgspec.to_builtins(event))}
        return names

    def _refusals(self, side: str, action: Any, options: Sequence[Option]) -> Iterator[str]:
        """What becomes of the action if one of its values changes: how often which rule refuses it, and two of them."""
        system, state = self.system, self.state
        others = [option.actions[place] for option in options for place in (0, -1)]
        counts: Counter[str] = Counter()
        examples: dict[str, str] = {}
        for change, other in (*changed_actions(action, others), *self.bank.items()):
            refusal = system.refuse(state, side, other)
            name = f"{refusal.code} {refusal.rule}" if refusal else "allowed"
            counts[name] += 1
            if refusal is not None:
                examples.setdefault(name, f"{change}: {name}. {refusal.sentence}")
        self.bank.setdefault(f"the {action.kind} of before", action)
        yield f"   With other values: {', '.join(f'{name} {count}' for name, count in sorted(counts.items()))}"
        for name in sorted(examples, key=lambda name: self.refused[name])[:2]:
            self.refused[name] += 1
            yield f"   ! {examples[name]}"

    def _action(self, seen: Any, side: str, action: Any) -> Iterator[str]:
        """The chosen action in notation and words, its target, preview and forecast; each sum is printed once."""
        system = self.system
        yield f"   > {self._notation(action)}"
        yield f"   {system.text.choice(self.state, action)}"
        aim = system.ui.target(seen, action)
        yield f"   Target: {short({name: value for name, value in msgspec.to_builtins(aim).items() if value})}"
        (blocks,) = system.ui.preview_blocks(seen, side, [action])
        yield from (f"   Preview: {block.key} {block.area} {block.turn} {block.shape}" for block in blocks)
        for forecast in system.odds.forecast(seen, side, action):
            mark = {True: " +", False: " -", None: ""}
            chances = ", ".join(
                f"{chance.what} {float(chance.share):.4f}{mark[chance.good]}" for chance in forecast.chances
            )
            part = "" if forecast.whole else ", in part"
            yield f"   Forecast: {forecast.title} ({forecast.rule}{part}): {chances}"
            for row in forecast.sums:
                modifiers = " ".join(f"{each.value:+} {each.what} ({each.rule})" for each in row.modifiers)
                line = f"     {row.what}: {modifiers} = {row.result}"
                if line not in self.sums:
                    yield line
                self.sums.add(line)

    def _events(self, step: Any, rolls: Sequence[Any]) -> Iterator[str]:
        """Rolls, sentences, what the other side is told instead, highlights, and what changed."""
        system, before = self.system, self.state
        yield from (f"   Roll: {roll.why}: {len(roll.faces)}D{roll.sides} {short(roll.faces)}" for roll in rolls)
        for event in step.events:
            heading = system.text.heading(self.state, event)
            sentence = system.text.sentence(self.state, event)
            if heading:
                yield f"   == {heading} =="
            if sentence:
                yield f"   * {sentence}"
            for viewer in system.sides:
                shadow = system.secrets.shadow(self.state, event, viewer)
                if shadow != event:
                    told = None if shadow is None else system.text.sentence(self.state, shadow)
                    yield f"     {system.text.side_name(self.state, viewer)} reads: {told or 'nothing'}"
            highlights = system.ui.highlights(event)
            if highlights:
                yield f"     Highlights: {' '.join(short(each) for each in highlights)}"
            self.state = system.evolve(self.state, event)
        assert self.state == step.state
        found = differences(before, self.state)
        if found:
            more = f"; {len(found) - MOST_CHANGES} more" if len(found) > MOST_CHANGES else ""
            yield f"   Changes: {'; '.join(found[:MOST_CHANGES])}{more}"
