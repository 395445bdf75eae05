"""Sentences for fire and hand-to-hand combat."""

from collections.abc import Iterator
from typing import Any

from battles.rules.mini_nap import events as happened
from battles.rules.mini_nap.events import Count, Throw
from battles.rules.mini_nap.state import State
from battles.rules.mini_nap.terrain.features import feature_named
from battles.rules.mini_nap.words import names as say


def fired(state: State, event: happened.Fired) -> str:
    return shot(state, event, f" from {say.cm(event.range)}")


def shot(state: State, event: happened.Fired, away: str = "") -> str:
    """A shot; ``away`` is its range in words, if known."""
    verb = "supports with fire at" if event.supports else "returns fire at" if event.answers else "fires at"
    opening = f"{say.unit_does(state, event.unit, verb)} {say.unit(state, event.target)}{away}"
    if event.band is not None:
        opening += f" ({event.band} range)" if away else f" at {event.band} range"
    per = state.setup.rules.tables.sum_per_hit
    dice = f"{_dice(event.count)} rolled {say.faces(event.rolls)}"
    hits = say.count(event.hits, "hit") if event.hits else "no hits"
    result = f"one hit for each full {per} of the total {event.total}: {hits}"
    rules = ["MN-FIRE-43", *(rule for rule, _ in event.count.added), *event.count.halved]
    if event.answers:
        rules.append("MN-FIRE-53" if event.supports else "MN-FIRE-50")
    left = f"{say.unit_does(state, event.target, 'has')} {say.points(event.points)} left" if event.hits else ""
    return say.sentence_of(f"{opening}: {dice}", result, left, rules=rules)


def _dice(count: Count) -> str:
    """``3 dice (2 + 1)``, ``1 die (2 halved)``."""
    sum_words = str(count.basic) + "".join(f" + {more}" for _, more in count.added)
    if count.halved:
        sum_words = f"({sum_words})" if count.added else sum_words
        sum_words += " halved" + (" twice" if len(count.halved) > 1 else "")
    dice = say.count(count.dice, "die", "dice")
    return dice if sum_words == str(count.dice) else f"{dice} ({sum_words})"


def structure_hit(state: State, event: happened.StructureHit) -> str:
    feature = feature_named(state, event.damage.feature)
    what = f"the {feature.word}" if feature else event.damage.feature
    name = say.unit(state, event.unit)
    hits = say.count(event.hits, "structural hit") if event.hits else "no damage"
    after = (
        f"{what} is destroyed"
        if event.damage.destroyed
        else f"{what} has {say.count(event.damage.hits, 'structural hit')} in all"
    )
    rules = ["MNT-STRUCT-03", *(["MNT-STRUCT-05"] if event.damage.destroyed else [])]
    return say.sentence_of(
        f"{name} rolled {event.face} against {what}: {hits}", after if event.hits else "", rules=rules
    )


def suppressed(state: State, event: happened.Suppressed) -> str:
    words = f"{say.unit_does(state, event.unit, 'suppresses')} {say.units(state, event.batteries)}"
    return say.sentence_of(words, rules=("MN-FIRE-61", "MN-FIRE-62"))


def allotted(state: State, event: happened.Allotted) -> str:
    parts = [
        f"{say.unit_does(state, share.unit, 'allots')} {say.points(share.points)} to {say.unit(state, share.enemy)}"
        for share in event.shares
    ]
    return say.sentence_of(
        say.joined(parts) or f"{say.side_verb(state, event.side, 'allots', 'allot')} no strength points",
        rules=("MN-HTH-11",),
    )


def allotted_hidden(state: State, event: happened.AllottedHidden) -> str:
    words = f"{say.side_verb(state, event.side, 'has allotted its', 'have allotted their')} strength points"
    return say.sentence_of(words, rules=("MN-HTH-11", "MN-RULING-32"))


def fought(state: State, event: happened.Fought) -> str:
    kind = _round(event)
    rolls = list(_rolls(state, event))
    left = _points_left(state, event)
    rules = ["MN-HTH-12", *(["MN-HTH-35"] if event.stalemate else []), "MN-HTH-14"]
    rules += [state.setup.rules.tables.sets[each].rule for throw in event.throws for each in throw.sets]
    words = f"{kind}: {'; '.join(rolls)}" if rolls else f"{kind}: no unit has dice"
    return say.sentence_of(words, say.joined(left) if left else "", rules=rules)


def _round(event: happened.Fought) -> str:
    return "impact" if event.round == 0 else f"melee round {event.round}"


def _points_left(state: State, event: happened.Fought) -> list[str]:
    """What each unit that lost points has left."""
    return [
        f"{say.unit_does(state, number, 'has')} {say.points(points)} left"
        for number, points in event.points
        if points != state.units[number].points
    ]


def _rolls(state: State, event: happened.Fought) -> Iterator[str]:
    for throw in event.throws:
        if throw.dice:
            rolled = say.count(_sets(state, throw) * throw.dice, "die", "dice")
            pair = f"{say.unit(state, throw.unit)} rolled {rolled} against {say.unit(state, throw.enemy)}"
            yield f"{pair}{_why(state, throw)}: {say.count(throw.hits, 'hit')}"


def _sets(state: State, throw: Throw) -> int:
    return sum(state.setup.rules.tables.sets[each].sets for each in throw.sets)


def _why(state: State, throw: Throw) -> str:
    """`` (2 times 5, halved: formed against unformed)``; ``""`` for one set of dice that every unit has."""
    sets = _sets(state, throw)
    many = [f"{sets} times {throw.allotted}" if sets > 1 else str(throw.allotted) if throw.halved else ""]
    many += ["halved twice" if throw.halved > 1 else "halved"] if throw.halved else []
    words = dict.fromkeys(state.setup.rules.tables.sets[each].word for each in throw.sets if each != "melee")
    why = ": ".join(filter(None, (", ".join(filter(None, many)), ", ".join(words))))
    return f" ({why})" if why else ""


def story(state: State, event: Any) -> str:
    """Fire or a round of a combat by what came of it; "" for anything else."""
    if isinstance(event, happened.Fired):
        verb = "supports with fire at" if event.supports else "returns fire at" if event.answers else "fires at"
        fire = f"{say.unit_does(state, event.unit, verb)} {say.unit(state, event.target)}"
        left = f"{say.unit_does(state, event.target, 'has')} {say.points(event.points)} left" if event.hits else ""
        return say.sentence_of(f"{fire}: {say.count(event.hits, 'hit') if event.hits else 'no hits'}", left, rules=())
    if isinstance(event, happened.Fought):
        blows = [
            f"{say.unit(state, throw.unit)} hit {say.unit(state, throw.enemy)} {_times(throw.hits)}"
            for throw in event.throws
            if throw.hits
        ]
        left = say.joined(_points_left(state, event))
        return say.sentence_of(f"{_round(event)}: {'; '.join(blows) or 'no hits'}", left, rules=())
    return ""


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
