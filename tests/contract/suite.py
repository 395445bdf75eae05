"""The laws that every rules system keeps, held along battles played at random.

A law is a function of a ``Walk``; it raises ``AssertionError`` with what it found. ``test_contract`` holds each for
each system, ``test_bites`` shows that each finds a system that breaks it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, get_args

import msgspec
from msgspec import Struct

from battles.engine.battle_file import read, write
from battles.engine.codec import decode, encode, state_hash
from battles.engine.core import PUBLIC, UMPIRE, Action, Option, Refusal, RefusalCode
from battles.engine.dice import DiceDiffer, DiceNeeded, RecordedDice, SeededDice
from battles.engine.record import Entry, Record, Refused, events_for
from battles.engine.replay import states, verify
from battles.engine.rng import Chances

SAMPLED = 20
"""Listed actions that are tried at each step."""

MUTANTS = 8
"""Actions with a part changed that are tried at each step."""

NUMBERS = (-1_000_000, -1, 0, 1, 1_000_000)
WORDS = ("", "nobody", "a", "b")


class Foreign(Action, frozen=True):
    """An action of no system."""


@dataclass(frozen=True)
class Case:
    """A system with a small set-up: ``make`` gives both. ``most`` is the most decisions a battle may take."""

    name: str
    make: Callable[[], tuple[Any, Any]]
    battles: int = 3
    most: int = 3000


@dataclass(frozen=True)
class Moment:
    """A state of a battle, what each side could do, and the entry that followed."""

    state: Any
    digest: str
    options: dict[str, Sequence[Option]]
    entry: Entry[Any, Any] | None
    after: Any

    def listed(self, side: str) -> list[Any]:
        return [action for option in self.options[side] for action in option.actions]


@dataclass
class Walk:
    """A battle from its set-up to its end by choices of ``seed``."""

    system: Any
    setup: Any
    seed: int
    most: int
    moments: list[Moment] = field(default_factory=list)

    def chances(self, what: str) -> Chances:
        """Choices of a law, the same each time."""
        return Chances(f"{what} {self.seed}".encode())

    @cached_property
    def record(self) -> Record[Any]:
        """The battle played; fills ``moments``, the last of which is the end."""
        chances = self.chances("play")
        record = Record.new(self.system, self.setup, f"secret {self.seed}".encode(), [b"salt"])
        for _ in range(self.most):
            state, digest = record.state, record.hash
            options = {side: self.system.options(state, side) for side in self.system.sides}
            deciding = sorted(self.system.deciding(state))
            if not deciding:
                self.moments.append(Moment(state, digest, options, None, state))
                break
            side = chances.choice(deciding)
            action = chances.choice(chances.choice(options[side]).actions)
            try:
                entry = record.play(side, action)
            except Refused as refused:
                raise AssertionError(f"{action} is listed for {side} and refused: {refused}") from None
            self.moments.append(Moment(state, digest, options, entry, record.state))
        return record

    @cached_property
    def bank(self) -> list[Any]:
        """Actions of every phase: up to some of each kind that was listed anywhere."""
        chances, kinds = self.chances("bank"), {}
        for moment in self.played():
            for side in self.system.sides:
                for action in some(moment.listed(side), 5, chances):
                    kinds.setdefault(action.kind, {})[action] = None
        return [action for kind in sorted(kinds) for action in chances.shuffled(kinds[kind])[:8]]

    def played(self) -> list[Moment]:
        """The moments of the whole battle."""
        assert self.record.outcome is not None, f"The battle of seed {self.seed} has no end in {self.most} decisions."
        return self.moments


def walks(case: Case) -> list[Walk]:
    """The battles of a case, played when they are first looked at."""
    return [Walk(*case.make(), seed, case.most) for seed in range(case.battles)]


def some(items: Sequence[Any], count: int, chances: Chances) -> list[Any]:
    """Up to ``count`` of the items, in no order."""
    if len(items) <= count:
        return list(items)
    picked = {chances.below(len(items)): None for _ in range(count)}
    return [items[index] for index in picked]


def fits(refusal: Any) -> bool:
    """Whether a refusal is one: its code known, its sentence a sentence."""
    return (
        isinstance(refusal, Refusal)
        and refusal.code in get_args(RefusalCode)
        and refusal.sentence[:1].upper() == refusal.sentence[:1] != ""
        and refusal.sentence.endswith((".", "!", "?"))
    )


def every_battle_ends(walk: Walk) -> None:
    """Once there is an outcome nobody decides and every action is refused; before it somebody does."""
    system = walk.system
    *before, end = walk.played()
    assert all(system.outcome(moment.state) is None for moment in before), "An outcome while sides still decide."
    assert system.deciding(end.state) == frozenset(), "Sides decide after the outcome."
    for action in walk.bank:
        for side in system.sides:
            refusal = refused(walk, end, side, action)
            assert fits(refusal), f"{action} after the end: {refusal}"
            assert refusal.code == "over", f"{action} after the end is refused as {refusal.code}"


def options_are_for_those_who_decide(walk: Walk) -> None:
    """There are options exactly where a decision is owed, and each has an action."""
    for moment in walk.played():
        deciding = walk.system.deciding(moment.state)
        assert deciding <= set(walk.system.sides), f"Unknown sides decide: {deciding}"
        for side, options in moment.options.items():
            assert bool(options) == (side in deciding), f"Side {side} has {len(options)} options; deciding: {deciding}"
            assert all(option.actions for option in options), f"An option without an action: {options}"


def options_have_a_fixed_order(walk: Walk) -> None:
    """Asked twice, the options and their actions are the same in the same order."""
    for moment in walk.played():
        for side in walk.system.sides:
            again = [action for option in walk.system.options(moment.state, side) for action in option.actions]
            assert again == moment.listed(side)


def listed_actions_are_what_they_say(walk: Walk) -> None:
    """Each listed action is of the kind of its option, none is listed twice, and none is refused.

    An option that is not complete may list a part of the actions of a kind under a heading of its own.
    """
    chances = walk.chances("listed")
    for moment in walk.played():
        for side, options in moment.options.items():
            listed = moment.listed(side)
            assert len(set(listed)) == len(listed), f"Listed twice for {side}: {twice(listed)}"
            for option in options:
                kinds = {action.kind for action in option.actions}
                headed = len(kinds) == 1 and not option.complete
                assert headed or kinds == {option.kind}, f"Other kinds in {option.kind}"
            for action in some(listed, SAMPLED, chances):
                refusal = refused(walk, moment, side, action)
                assert refusal is None, f"{action} is listed for {side} and refused: {refusal}"


def twice(items: Sequence[Any]) -> Any:
    return next(item for item in items if items.count(item) > 1)


def junk_is_refused(walk: Walk) -> None:
    """Actions of the other side, of another phase, or with a part changed are refused or listed; nothing raises."""
    chances = walk.chances("junk")
    for moment in walk.played():
        for side, options in moment.options.items():
            listed = set(moment.listed(side))
            open_kinds = {option.actions[0].kind for option in options if not option.complete}
            others = [action for other in walk.system.sides if other != side for action in moment.listed(other)]
            junk = [*some(others, 10, chances), *walk.bank]
            junk += islice(mutants(walk, some(moment.listed(side), MUTANTS, chances), chances), MUTANTS)
            for action in junk:
                refusal = refused(walk, moment, side, action)
                if refusal is None:
                    known = action in listed or action.kind in open_kinds
                    assert known, f"{action} by {side} is not listed and not refused."
                else:
                    assert fits(refusal), f"{action} by {side}: {refusal}"
                    assert action not in listed, f"{action} by {side} is listed and refused: {refusal}"
        for action in (Foreign(), *walk.bank[:1]):
            refusal = refused(walk, moment, "nobody", action)
            assert fits(refusal), f"{action} by nobody: {refusal}"
        for side in walk.system.sides:
            refusal = refused(walk, moment, side, Foreign())
            assert fits(refusal), f"An action of no system by {side}: {refusal}"


def refused(walk: Walk, moment: Moment, side: str, action: Any) -> Any:
    """What ``refuse`` says, which never raises."""
    try:
        return walk.system.refuse(moment.state, side, action)
    except Exception as wrong:
        raise AssertionError(f"{action} by {side} broke refuse: {wrong!r}") from wrong


def mutants(walk: Walk, actions: Sequence[Any], chances: Chances) -> Iterator[Any]:
    """Actions of the right form with one part changed: to one that was seen in other actions, or to an odd one."""
    plain = [msgspec.to_builtins(action) for action in (*walk.bank, *actions)]
    for action in actions:
        whole = msgspec.to_builtins(action)
        names = [name for name in whole if name != "kind"]
        if not names:
            continue
        name = chances.choice(names)
        seen = [other[name] for other in plain if name in other]
        yield from as_action(walk, {**whole, name: chances.choice([*odd(whole[name]), chances.choice(seen)])})


def odd(value: Any) -> list[Any]:
    """Values of the same form that are hardly legal."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [*NUMBERS, value + 1, value - 1]
    if isinstance(value, str):
        return list(WORDS)
    if isinstance(value, list):
        return [[], [*value, *value], value[::-1], value[:1], value[1:]]
    return [None]


def as_action(walk: Walk, plain: dict[str, Any]) -> Iterator[Any]:
    """The action, where it is one by its form."""
    try:
        yield msgspec.convert(plain, walk.system.action_type)
    except (msgspec.ValidationError, OverflowError):
        return


def what_is_not_refused_can_be_done(walk: Walk) -> None:
    """An action that an open list leaves out and nothing forbids is done as any other: its events make the state."""
    chances = walk.chances("unlisted")
    for moment in walk.played():
        for side, options in moment.options.items():
            if all(option.complete for option in options):
                continue
            listed = set(moment.listed(side))
            for action in islice(mutants(walk, some(moment.listed(side), MUTANTS, chances), chances), MUTANTS):
                if action not in listed and refused(walk, moment, side, action) is None:
                    done(walk, moment, side, action)


def done(walk: Walk, moment: Moment, side: str, action: Any) -> None:
    """``action`` is done, which never raises."""
    try:
        step = walk.system.decide(moment.state, side, action, SeededDice(b"unlisted", 0))
    except Exception as wrong:
        raise AssertionError(f"{action} by {side} is not refused and broke decide: {wrong!r}") from wrong
    state = moment.state
    for event in step.events:
        state = walk.system.evolve(state, event)
    assert state == step.state, f"The events of {action} do not make its state."


def values_go_through_json(walk: Walk) -> None:
    """Actions, events, states and views are the same values after JSON."""
    system, chances = walk.system, walk.chances("json")
    assert decode(encode(walk.setup), system.setup_type) == walk.setup, "The set-up changes in JSON."
    for moment in walk.played():
        same(moment.state, system.state_type)
        for side in system.sides:
            for action in some(moment.listed(side), SAMPLED, chances):
                same(action, system.action_type)
        for viewer in (*system.sides, UMPIRE, PUBLIC):
            view = system.secrets.view(moment.state, viewer)
            same(view, system.view_type)
        for event in moment.entry.events if moment.entry else ():
            same(event, system.event_type)


def same(value: Any, type: Any) -> None:
    again = decode(encode(value), type)
    assert again == value, f"{value} is {again} after JSON."


def events_make_the_state(walk: Walk) -> None:
    """What ``decide`` says is the state is what the events make of it, even after both went through JSON."""
    system = walk.system
    for moment in walk.played():
        state, stored = moment.state, decode(encode(moment.state), system.state_type)
        for event in moment.entry.events if moment.entry else ():
            state = system.evolve(state, event)
            stored = system.evolve(stored, decode(encode(event), system.event_type))
        assert state == moment.after, f"The events of entry {moment.entry} do not make its state."
        assert stored == moment.after, f"The events of entry {moment.entry} make another state after JSON."
        assert state_hash(stored) == state_hash(state), f"Equal states after entry {moment.entry} hash otherwise."


def deciding_is_a_function(walk: Walk) -> None:
    """The same action with the same dice gives the same events, and leaves the state it began with as it was."""
    for moment in walk.played():
        if moment.entry is not None:
            dice = RecordedDice(moment.entry.rolls)
            try:
                step = walk.system.decide(moment.state, moment.entry.side, moment.entry.action, dice)
            except (DiceDiffer, DiceNeeded) as wrong:
                raise AssertionError(f"Decided again, {moment.entry.action} went otherwise: {wrong}") from None
            assert step.events == moment.entry.events, f"Decided again, {moment.entry.action} went otherwise."
            assert dice.left == (), f"Decided again, {moment.entry.action} used fewer dice."
        assert state_hash(moment.state) == moment.digest, "A state was changed in its place."


def a_view_tells_no_secret(walk: Walk) -> None:
    """A state that the system can ``suppose`` from a view looks the same to its viewer."""
    chances = walk.chances("suppose")
    for moment in walk.played():
        for viewer in (*walk.system.sides, PUBLIC):
            view = walk.system.secrets.view(moment.state, viewer)
            again = walk.system.secrets.view(walk.system.secrets.resample(view, chances), viewer)
            assert again == view, f"{viewer} can tell apart what he cannot know:\n{view}\n{again}"


def a_shadow_is_an_event_or_nothing(walk: Walk) -> None:
    """The umpire gets an event as it is, nobody outside its audience does; all get what JSON can carry, or nothing."""
    system = walk.system
    for state, entry in zip(walk.record.states, walk.record.entries, strict=True):
        for viewer in (*system.sides, UMPIRE, PUBLIC):
            for event in events_for(system, state, entry, viewer):
                same(event, system.event_type)
            for event in entry.events:
                open_to = event.audience is None or viewer == UMPIRE or viewer in event.audience
                shadow = system.secrets.shadow(state, event, viewer)
                assert open_to or shadow != event, f"{viewer} gets {event} as it is."
                assert viewer != UMPIRE or shadow == event, f"The umpire gets {shadow} for {event}."


def a_stored_battle_is_the_battle(walk: Walk) -> None:
    """A battle from its file folds to the states that were played, and nothing is wrong with it."""
    walk.played()
    battle = read(write(walk.record), lambda key: walk.system)
    assert battle == walk.record.battle()
    assert list(states(battle)) == walk.record.states
    assert verify(battle) == []


def equal_states_hash_equal(walk: Walk) -> None:
    """A state hashes the same where all its defaults were written out in the JSON that it came from.

    msgspec leaves a default out only where it is the very object, so a part of a state that omits its defaults may
    be equal to another and stand otherwise in JSON.
    """
    moments = walk.played()
    for moment in (*moments[:1], *some(moments, 20, walk.chances("equal")), *moments[-1:]):
        again = decode(encode(written_out(moment.state)), walk.system.state_type)
        assert again == moment.state, f"{again} is another state than {moment.state}"
        assert state_hash(again) == moment.digest, f"Equal states hash otherwise:\n{different(again, moment.state)}"


def written_out(value: Any) -> Any:
    """The value for JSON with every field of every part, defaults too."""
    if isinstance(value, Struct):
        config = value.__struct_config__
        plain = {config.tag_field: config.tag} if config.tag_field else {}
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        return plain | {encoded: written_out(getattr(value, name)) for name, encoded in names}
    if isinstance(value, Mapping):
        return {name: written_out(part) for name, part in value.items()}
    if isinstance(value, (tuple, list, frozenset)):
        return [written_out(part) for part in value]
    return value


def different(one: Any, other: Any) -> str:
    """The first place where the JSON of two values differs, with what follows."""
    left, right = encode(one), encode(other)
    place = next((at for at, (x, y) in enumerate(zip(left, right, strict=False)) if x != y), 0)
    return "\n".join(str(text[max(0, place - 60) : place + 60]) for text in (left, right))


LAWS: tuple[Callable[[Walk], None], ...] = (
    every_battle_ends,
    options_are_for_those_who_decide,
    options_have_a_fixed_order,
    listed_actions_are_what_they_say,
    junk_is_refused,
    what_is_not_refused_can_be_done,
    values_go_through_json,
    events_make_the_state,
    deciding_is_a_function,
    a_view_tells_no_secret,
    a_shadow_is_an_event_or_nothing,
    a_stored_battle_is_the_battle,
    equal_states_hash_equal,
)
