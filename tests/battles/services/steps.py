"""What the tests of battles do over and over: begin one, act, play on at random, look."""

from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from battles.engine import registry
from battles.engine.core import Option
from battles.engine.rng import Chances
from battles.models import Battle, Entry, Seat
from battles.services.access import Access, access_at, access_of
from battles.services.create.battle_start import NewBattle, Sitting, start
from battles.services.play.position import current_position
from battles.services.play.submission import last_line, submit
from battles.services.view.battle_query import shown_battle
from battles.services.view.battle_view import ShownBattle

SYSTEM = registry.load("easy_napoleonics")


def begun(alice: Any, bob: Any, *sittings: Sitting, setup: Any = None, **facts: Any) -> Battle:
    """A battle of Alice, side a, against Bob, side b; ``sittings`` are other seats, or others at theirs."""
    by_place = {"a": Sitting(place="a", user=alice), "b": Sitting(place="b", user=bob)}
    by_place |= {sitting.place: sitting for sitting in sittings}
    return start(
        NewBattle(
            setup=SYSTEM.scenarios.sample({}) if setup is None else setup,
            **{"system": SYSTEM, "title": "On the heights", "owner": alice, **facts},
            sittings=tuple(by_place.values()),
        )
    )


def deployed(name: str = "deployed", **options: Any) -> Any:
    """A small set-up whose units stand within reach of each other."""
    file = Path(__file__).parents[2] / "playthroughs" / "easy_napoleonics" / f"{name}.json"
    return SYSTEM.settings.with_options(SYSTEM.scenarios.read(file.read_bytes()), options)


def hidden() -> Any:
    """A longer fight with hidden levels (EN-MORALE-13)."""
    return deployed("clash", hidden_morale=True, victory_points_to_win=99, max_turns=12)


def before_terrain(alice: Any, bob: Any) -> Battle:
    """A battle in which a side has to choose a card before the dice place the terrain (EN-SETUP-06)."""
    while True:
        battle = begun(alice, bob, setup=SYSTEM.scenarios.sample({"random_terrain": True}))
        stands = current_position(battle)
        if any(option.kind == "take_card" for option in stands.system.options(stands.state, battle.awaited[0])):
            return battle


def fresh(battle: Battle) -> Battle:
    return Battle.objects.get(pk=battle.pk)


def at(battle: Battle, place: str) -> Access:
    """Who sits at a place, as the battle stands now."""
    return access_at(Seat.objects.get(battle=battle, place=place), fresh(battle))


def seen_by(battle: Battle, user: Any, held: tuple[int, ...] = (), **given: Any) -> ShownBattle:
    return shown_battle(access_of(fresh(battle), user, held), **given)


def awaited(battle: Battle) -> str:
    """The first side that owes a decision."""
    return fresh(battle).awaited[0]


def first_action(battle: Battle, side: str, kind: str = "") -> Any:
    """A legal action of ``side``, of ``kind`` where given."""
    stands = current_position(fresh(battle))
    found = [option for option in stands.system.options(stands.state, side) if kind in ("", option.kind)]
    return found[0].actions[0]


def act(
    battle: Battle, side: str, action: Any = None, *, by: str = "", expect: int | None = None, token: UUID | None = None
) -> Entry:
    """Submit an action of ``side``, the first legal one where none is given, by who sits at ``by``."""
    standing = at(battle, by or side)
    action = first_action(battle, side) if action is None else action
    known = last_line(standing.battle, standing.viewer) if expect is None else expect
    return submit(standing, side, action, expect=known, token=token or uuid4())


def play(battle: Battle, entries: int, seed: bytes = b"play") -> Battle:
    """Play on at random for so many entries, or to the end."""
    chances, row = Chances(seed), fresh(battle)
    seated: dict[str, Access] = {}
    for _ in range(entries):
        if row.is_over:
            break
        row = _decide(row, chances, seated)
    return fresh(battle)


def play_until(battle: Battle, kind: str, seed: bytes = b"play") -> str:
    """Play on at random until a side may do an action of ``kind``; the side."""
    chances, row = Chances(seed), fresh(battle)
    seated: dict[str, Access] = {}
    for _ in range(500):
        stands = current_position(row)
        for side in row.awaited:
            if any(option.kind == kind for option in stands.system.options(stands.state, side)):
                return side
        row = _decide(row, chances, seated)
    raise AssertionError(f"Nobody came to {kind}.")


def _decide(row: Battle, chances: Chances, seated: dict[str, Access]) -> Battle:
    """The battle after a random decision of the first side that owes one; who sits where is looked up once."""
    side, stands = row.awaited[0], current_position(row)
    option: Option = chances.choice(stands.system.options(stands.state, side))
    if side not in seated:
        seated[side] = at(row, side)
    return submit(seated[side], side, chances.choice(option.actions), expect=None, token=uuid4()).battle
