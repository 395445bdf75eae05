"""The laws of pointing and odds that every rules system keeps, along battles played at random."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from battles.engine.core import Option
from battles.engine.forecast import Aim, Forecast, taking_part
from battles.engine.picture import Block, Ground, spot_key, spot_of
from tests.contract.suite import Moment, Walk, fits, some

MOST = 60
"""Actions that one pointing may mean: some dozens."""

POINTED = 3
"""Actions of each option that are pointed at."""

NOBODY = ("nobody", "unit", "unit x", "unit -1", "unit 9999", "leader 9999", "0000", "9999", "ā")


def the_actor_of_an_option_is_in_its_aims(walk: Walk) -> None:
    """An option is about a block that acts in each of its actions, or against which they are; no two aims are equal."""
    chances = walk.chances("aims")
    for moment in some(walk.played(), 16, chances):
        for side, options in moment.options.items():
            seen = walk.system.secrets.view(moment.state, side)
            for option in options:
                actions = list(option.actions)[:200]
                aims = [walk.system.ui.target(seen, action) for action in actions]
                assert all(isinstance(aim, Aim) for aim in aims), f"No aim: {aims}"
                for aim in aims:
                    known = (aim.actor, *aim.targets)
                    assert option.actor in known, f"{option.kind} of {option.actor} is aimed {aim}."
                assert len(set(aims)) == len(aims), f"Two actions of {option.kind} by {option.actor} have one aim."


def aims_name_what_is_drawn(walk: Walk) -> None:
    """Areas of an aim are areas or ways of the ground, or spots of an open table; blocks are on the board or off it."""
    chances = walk.chances("drawn")
    for moment in some(walk.played(), 16, chances):
        for side, options in moment.options.items():
            seen = walk.system.secrets.view(moment.state, side)
            ground = walk.system.ui.ground(seen)
            areas = {each.key for each in (*ground.areas, *ground.ways)}
            scene = walk.system.ui.scene(seen)
            blocks = {block.key for block in (*scene.blocks, *scene.off)} | {""}
            for option in options:
                for action in some(option.actions, 20, chances):
                    aim = walk.system.ui.target(seen, action)
                    for place in {*aim.areas} - areas:
                        assert _is_spot(ground, place), f"{action} leads nowhere: {place}"
                    named = {aim.actor, *aim.others, *aim.targets}
                    assert named <= blocks, f"{action} is of nobody: {named - blocks}"


def _is_spot(ground: Ground, place: str) -> bool:
    """Whether a place is a spot of an open table."""
    x, y = spot_of(place) or (-1, -1)
    return ground.open and 0 <= x <= ground.width and 0 <= y <= ground.height


def ghosts_stand_where_the_action_leads(walk: Walk) -> None:
    """Where no dice fell, what an action moved stands as its ghosts did, and nothing else of the side has moved.

    On an open table the enemy may be asked while somebody is on his way, who then has not arrived.
    """
    for moment in walk.played():
        if moment.entry is None or moment.entry.rolls or _is_under_way(walk, moment):
            continue
        side, action = moment.entry.side, moment.entry.action
        before, after = (
            walk.system.ui.scene(walk.system.secrets.view(state, side)) for state in (moment.state, moment.after)
        )
        (ghosts,) = walk.system.ui.preview_blocks(walk.system.secrets.view(moment.state, side), side, [action])
        stood = {block.key: block for block in before.blocks}
        stands = {block.key: block for block in after.blocks}
        for ghost in ghosts:
            assert _pose(ghost) == _pose(stands[ghost.key]), f"{action}: {ghost} is {stands[ghost.key]}."
            assert ghost.at == stands[ghost.key].at, f"{action}: {ghost} is {stands[ghost.key]}."
            assert ghost.words, ghost
        own = {key for key, block in stands.items() if block.side == side}
        # Who arrives in the same moment (EN-RULING-120) was not moved by the action.
        moved = {key for key in own & stood.keys() if _pose(stood[key]) != _pose(stands[key])}
        assert moved <= {ghost.key for ghost in ghosts}, f"{action} moves {moved} without ghosts."


def previews_lie_on_the_way_of_the_action(walk: Walk) -> None:
    """Where dice fell, the preview shows a state that the action has passed through, whatever the dice did then."""
    for moment in walk.played():
        if moment.entry is None or not moment.entry.rolls or _is_under_way(walk, moment):
            continue
        system, side, action = walk.system, moment.entry.side, moment.entry.action
        (preview,) = system.ui.preview_blocks(system.secrets.view(moment.state, side), side, [action])
        state = moment.state
        poses = [_poses(walk, state, side)]
        for event in moment.entry.events:
            state = system.evolve(state, event)
            poses.append(_poses(walk, state, side))
        shown = {(block.key, *_pose(block), block.at) for block in preview}
        assert any(shown <= each for each in poses), f"{action} never leads to its preview {preview}."


def _poses(walk: Walk, state: Any, side: str) -> set[tuple[Any, ...]]:
    """Where and how each block stands, as ``side`` sees it."""
    scene = walk.system.ui.scene(walk.system.secrets.view(state, side))
    return {(block.key, *_pose(block), block.at) for block in scene.blocks}


def _is_under_way(walk: Walk, moment: Moment) -> bool:
    """Whether the enemy of whoever acted is asked something before all has come of it."""
    system, asked = walk.system, sorted(walk.system.deciding(moment.after) - {moment.entry.side})
    views = [system.secrets.view(moment.after, side) for side in asked]
    return any(
        system.ui.ground(view).open and system.ui.question(view, side) for view, side in zip(views, asked, strict=True)
    )


def _pose(block: Block) -> tuple[str, int, str]:
    return block.area, block.turn, block.shape


def ghosts_are_of_those_who_act(walk: Walk) -> None:
    """Ghosts are blocks of the scene, the actor of the aim first if it stays; asked for many they are those of each."""
    chances = walk.chances("ghosts")
    for moment in some(walk.played(), 16, chances):
        for side, options in moment.options.items():
            seen = walk.system.secrets.view(moment.state, side)
            scene = walk.system.ui.scene(seen)
            blocks = {block.key: block for block in (*scene.blocks, *scene.off)}
            actions = [action for option in options for action in some(option.actions, 5, chances)]
            found = walk.system.ui.preview_blocks(seen, side, actions)
            assert len(found) == len(actions), f"{len(found)} for {len(actions)} actions."
            for action, ghosts in zip(actions, found, strict=True):
                assert tuple(walk.system.ui.preview_blocks(seen, side, [action])) == (ghosts,)
                actor = walk.system.ui.target(seen, action).actor
                assert actor not in [ghost.key for ghost in ghosts[1:]], f"{action}: {actor} is not first."
                for ghost in ghosts:
                    known = blocks[ghost.key]
                    assert (ghost.side, ghost.sign, ghost.name) == (known.side, known.sign, known.name)
                    assert (ghost.level, ghost.unsure) == (known.level, known.unsure), f"{ghost} tells more."


def what_takes_part_is_told_for_every_actor(walk: Walk) -> None:
    """By its aims each listed action is told for all that act in it, and for nobody else."""
    chances = walk.chances("parts")
    for moment in some(walk.played(), 10, chances):
        for side, options in moment.options.items():
            seen = walk.system.secrets.view(moment.state, side)

            def aim(action: Any, seen: Any = seen) -> Aim:
                found: Aim = walk.system.ui.target(seen, action)
                return found

            short = [Option(each.kind, each.actor, tuple(each.actions)[:40]) for each in options]
            for option in short:
                for action in some(option.actions, 2, chances):
                    own = aim(action)
                    for actor in {own.actor, *own.others} - {""}:
                        assert (action, own) in list(taking_part(aim, short, actor)), f"{action} is not told {actor}."


def every_listed_action_is_found_by_pointing(walk: Walk) -> None:
    """Pointing from the actor of an aim at what it leads to or is against means that action; what is legal is first."""
    chances = walk.chances("pointing")
    for moment in some(walk.played(), 6, chances):
        for side, options in moment.options.items():
            seen = walk.system.secrets.view(moment.state, side)
            for option in options:
                for action in some(option.actions, POINTED, chances):
                    aim = walk.system.ui.target(seen, action)
                    for place in (*aim.areas, *aim.targets) or ("",):
                        found = _meant(walk, moment, side, aim.actor, place)
                        full = len(found) >= MOST // 2
                        aims = [walk.system.ui.target(seen, one) for one in found]
                        assert aim in aims or full, f"{action} is not found from {aim.actor} at {place}."


def _meant(walk: Walk, moment: Moment, side: str, actor: str, place: str) -> list[Any]:
    seen = walk.system.secrets.view(moment.state, side)
    found = list(walk.system.ui.actions_for_click(seen, side, actor, place))
    assert found == list(
        walk.system.ui.actions_for_click(walk.system.secrets.view(moment.state, side), side, actor, place)
    ), "Asked twice"
    assert len(found) <= MOST, f"{len(found)} actions are meant by {actor} at {place}."
    assert len(set(found)) == len(found), f"Meant twice by {actor} at {place}: {found}"
    refusals = [walk.system.refuse(moment.state, side, one) for one in found]
    legal = [refusal is None for refusal in refusals]
    assert legal == sorted(legal, reverse=True), f"What is legal from {actor} at {place} is not first: {found}"
    assert all(fits(refusal) for refusal in refusals if refusal is not None)
    return found


def every_click_of_an_actor_is_answered(walk: Walk) -> None:
    """Each place, empty or not, and each foreign block gets an answer about the actor: an action or a refusal."""
    chances = walk.chances("answers")
    for moment in some(walk.played(), 10, chances):
        for side, options in moment.options.items():
            seen = walk.system.secrets.view(moment.state, side)
            ground, scene = walk.system.ui.ground(seen), walk.system.ui.scene(seen)
            own = {block.key for block in (*scene.blocks, *scene.off) if block.side == side}
            foes = [block.key for block in scene.blocks if block.side != side]
            places = some([area.key for area in ground.areas], 2, chances)
            if ground.open:
                places = [spot_key((chances.below(ground.width), chances.below(ground.height)))]
            for actor in some(sorted({option.actor for option in options} & own), 3, chances):
                for at in (*places, *some(foes, 2, chances)):
                    found = _meant(walk, moment, side, actor, at)
                    aims = [walk.system.ui.target(seen, action) for action in found]
                    assert found, f"A click from {actor} at {at} has no answer."
                    assert any(actor in (aim.actor, *aim.others) for aim in aims), f"{actor} at {at}: {found}"


def pointing_at_anything_raises_nothing(walk: Walk) -> None:
    """Every side may point from any actor at any place or spot, any time; from nobody and at nothing none is meant."""
    chances = walk.chances("anything")
    moments = walk.played()
    actors = {option.actor for moment in moments for options in moment.options.values() for option in options} | {""}
    for moment in (*some(moments, 10, chances), moments[-1]):
        for side in walk.system.sides:
            for actor in some(sorted(actors), 6, chances):
                for place in ("", *some(sorted(actors - {""}), 3, chances)):
                    _meant(walk, moment, side, actor, place)
            seen = walk.system.secrets.view(moment.state, side)
            ground = walk.system.ui.ground(seen)
            for actor in some(sorted(actors), 2, chances) if ground.open else ():
                _meant(walk, moment, side, actor, spot_key((chances.below(ground.width), chances.below(ground.height))))
            for junk in NOBODY:
                assert not walk.system.ui.actions_for_click(seen, side, junk, ""), f"Something is meant from {junk}."
                assert not walk.system.ui.actions_for_click(seen, side, "", junk), f"Something is meant at {junk}."


def odds_are_exact_and_whole(walk: Walk) -> None:
    """Shares are fractions above 0, each of another thing, that sum to exactly 1 where the forecast is whole."""
    chances = walk.chances("odds")
    for moment in some(walk.played(), 24, chances):
        for side, options in moment.options.items():
            seen = walk.system.secrets.view(moment.state, side)
            for option in options:
                for action in some(option.actions, POINTED, chances):
                    told = walk.system.odds.forecast(seen, side, action)
                    assert told == walk.system.odds.forecast(walk.system.secrets.view(moment.state, side), side, action)
                    for each in told:
                        _whole(each)


def _whole(forecast: Forecast) -> None:
    shares = [chance.share for chance in forecast.chances]
    names = [chance.what for chance in forecast.chances]
    assert forecast.title, f"No title: {forecast}"
    assert all(isinstance(share, Fraction) and 0 < share <= 1 for share in shares), f"No chance: {forecast}"
    assert len(set(names)) == len(names), f"Told twice: {forecast}"
    assert not forecast.whole or sum(shares) == 1, f"{sum(shares)} in all: {forecast}"


def dice_are_forecast(walk: Walk) -> None:
    """Before an action that throws dice there are odds; there are none for what is refused."""
    chances = walk.chances("dice")
    for moment in walk.played():
        if moment.entry is None:
            continue
        side, action = moment.entry.side, moment.entry.action
        told = walk.system.odds.forecast(walk.system.secrets.view(moment.state, side), side, action)
        assert told or not moment.entry.rolls, f"Dice without odds: {action}: {moment.entry.rolls}"
        for junk in some(walk.bank, 3, chances):
            if walk.system.refuse(moment.state, side, junk) is not None:
                assert walk.system.odds.forecast(walk.system.secrets.view(moment.state, side), side, junk) == (), (
                    f"Odds of {junk}"
                )


def what_is_hidden_shows_in_no_answer(walk: Walk) -> None:
    """In states that a viewer cannot tell apart he gets the same aims, meanings and odds."""
    chances = walk.chances("hidden")
    for moment in some(walk.played(), 16, chances):
        for side, options in moment.options.items():
            seen = walk.system.secrets.view(moment.state, side)
            resampled = walk.system.secrets.resample(seen, chances)
            if resampled == moment.state:
                continue  # nothing is hidden, and one state has one answer by the other laws
            other = walk.system.secrets.view(resampled, side)
            for option in options:
                for action in some(option.actions, 2, chances):
                    aim = walk.system.ui.target(seen, action)
                    assert walk.system.ui.target(other, action) == aim
                    assert walk.system.ui.preview_blocks(other, side, [action]) == walk.system.ui.preview_blocks(
                        seen, side, [action]
                    )
                    assert walk.system.odds.forecast(other, side, action) == walk.system.odds.forecast(
                        seen, side, action
                    )
                    for place in aim.areas:
                        found = [
                            list(walk.system.ui.actions_for_click(view, side, aim.actor, place))
                            for view in (seen, other)
                        ]
                        assert found[0] == found[1]


POINTING: tuple[Callable[[Walk], None], ...] = (
    the_actor_of_an_option_is_in_its_aims,
    aims_name_what_is_drawn,
    ghosts_stand_where_the_action_leads,
    previews_lie_on_the_way_of_the_action,
    ghosts_are_of_those_who_act,
    what_takes_part_is_told_for_every_actor,
    every_listed_action_is_found_by_pointing,
    every_click_of_an_actor_is_answered,
    pointing_at_anything_raises_nothing,
    odds_are_exact_and_whole,
    dice_are_forecast,
    what_is_hidden_shows_in_no_answer,
)
