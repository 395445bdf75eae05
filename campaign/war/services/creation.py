"""Create a campaign from a template, or from files and armies of the library (CM-FORCE-01)."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from msgspec import Struct, structs

from armies.exchange.clean_text import one_line
from armies.models import Army as StoredArmy
from armies.models import Visibility
from armies.models.visibility import usable_by
from armies.services.storage import facts_of
from battles.engine import registry
from battles.engine.armies.facts import Army
from battles.engine.codec import encode
from battles.engine.rng import commitment
from battles.models.battle import new_secret
from battles.models.seat import new_token
from battles.services.play.invitations import A_GUEST
from campaign.club.services.permissions import may, place_of
from campaign.models import Campaign, CampaignSeat, CampaignStatus, Club
from campaign.models.war import UMPIRE
from campaign.war.rules.dice import SCHEME
from campaign.war.rules.files.campaign_file import CampaignFile, read_campaign
from campaign.war.rules.files.faults import Fault, FaultyFile
from campaign.war.rules.files.map_file import MapFile, read_map
from campaign.war.rules.files.start import army_of, begin
from campaign.war.rules.settings import read_settings
from campaign.war.rules.state import CampaignState
from campaign.war.services import ledger
from campaign.war.services.access import Refused

CAMPAIGNS = ("evening-1815", "first-campaign", "belgium-1815", "leipzig-1813")
"""Ids of the campaigns, the shortest first."""


@cache
def shipped_map(key: str) -> MapFile:
    """A map by its id."""
    return read_map(resources.files("campaign.war").joinpath(f"data/maps/{key}.json").read_bytes())


@cache
def shipped_campaign(key: str) -> CampaignFile:
    """A campaign by its id."""
    return read_campaign(resources.files("campaign.war").joinpath(f"data/campaigns/{key}.json").read_bytes())


@cache
def shipped_army(key: str) -> Army:
    """An army of the library that comes with the program, by the id of its file."""
    return army_of(shipped_army_file(key))


def shipped_army_file(key: str) -> bytes:
    """The ``oob/1`` file of an army that comes with the program."""
    return resources.files("armies").joinpath(f"data/oob/{key}.json").read_bytes()


def armies_of(file: CampaignFile) -> dict[str, Army]:
    """The shipped armies that a campaign names, by their ids."""
    keys = {formation.partition("/")[0] for row in file.forces + file.reinforcements for formation in row.formations}
    return {key: shipped_army(key) for key in sorted(keys)}


def shipped_state(key: str, system: str = "") -> CampaignState:
    """The state before the first turn of a shipped campaign."""
    file = shipped_campaign(key)
    return begin(file, shipped_map(file.map), armies_of(file), system)


MOST_TITLE: Final = 120
MOST_OPEN: Final = 100
"""Campaigns of one owner that are not over."""
MOST_GUESTS: Final = 10_000
"""Campaigns without an owner that are not over."""
MOST_ARMIES: Final = 40
SETTLINGS: Final = ("quick", "computer")
"""How the computer may settle an engagement in which no person commands (CM-AI-03)."""


class CampaignFiles(Struct, frozen=True, kw_only=True):
    """What a campaign is made from: its file, its map, and its armies by the first part of the formations' paths."""

    file: CampaignFile
    ground: MapFile
    armies: Mapping[str, Army]


class NewCampaign(Struct, frozen=True, kw_only=True):
    """A campaign to create.

    ``settings`` differ from those of the files. ``system`` is the rules system of its battles, or empty. Without
    ``umpire`` the owner takes a side later, or lets computers play. ``token`` comes from the request: the same one
    creates one campaign.
    """

    files: CampaignFiles
    template: str = ""
    title: str = ""
    owner: Any = None
    club: str = ""
    visibility: str = Visibility.UNLISTED
    system: str = ""
    settling: str = "quick"
    settings: Mapping[str, Any] = {}
    umpire: bool = False
    token: UUID | None = None
    secret: bytes | None = None


def template_files(key: str) -> CampaignFiles:
    """The files of a shipped campaign.

    Raises:
        Refused: there is no such template.
    """
    if key not in CAMPAIGNS:
        raise Refused(f"There is no template {one_line(key)[:40]}. Choose one of {', '.join(CAMPAIGNS)}.", "template")
    file = shipped_campaign(key)
    return CampaignFiles(file=file, ground=shipped_map(file.map), armies=armies_of(file))


def files_of(
    content: bytes, ground: bytes, oob: Mapping[str, bytes], library: Mapping[str, str], user: Any
) -> CampaignFiles:
    """Files that a user sends. Maps and armies that come with the program need not be sent.

    Args:
        oob: ``oob/1`` files by the first part of the formations' paths.
        library: slugs of stored armies by the first part of the formations' paths; the campaign gets its own copy.

    Raises:
        FaultyFile: a file cannot be used; all its faults with their paths.
    """
    file = read_campaign(content)
    keys = sorted({name.partition("/")[0] for row in file.forces + file.reinforcements for name in row.formations})
    if len(keys) > MOST_ARMIES:
        raise FaultyFile([Fault("$.forces", f"A campaign has at most {MOST_ARMIES} armies.")])
    return CampaignFiles(
        file=file,
        ground=read_map(ground) if ground else _known_map(file.map),
        armies={key: _army(key, oob, library, user) for key in keys},
    )


def _known_map(key: str) -> MapFile:
    for name in CAMPAIGNS:
        if shipped_campaign(name).map == key:
            return shipped_map(key)
    raise FaultyFile([Fault("$.map", f"There is no map {one_line(key)[:40]}. Send it as a map/1 file.")])


def _army(key: str, oob: Mapping[str, bytes], library: Mapping[str, str], user: Any) -> Army:
    if key in oob:
        return army_of(oob[key], key)
    if key in library:
        row = StoredArmy.objects.readable_by(user).filter(usable_by(user), slug=library[key]).first()
        if row is None:
            raise FaultyFile([Fault(f"library.{key}", f"There is no army {library[key][:80]} that you may see.")])
        return facts_of(row)
    try:
        return shipped_army(key)
    except FileNotFoundError:
        raise FaultyFile([Fault("$.forces", f"There is no army {one_line(key)[:60]}. Send it as oob/1.")]) from None


def create_alone(new: NewCampaign, side: str, name: str, character: str) -> Campaign:
    """As ``create``, for one person who commands ``side`` against computer commanders of a character.

    Without an owner a guest plays it, whose browser holds the seat.

    Raises:
        Refused: as ``create``, or there is no such side.
    """
    if side not in [row.key for row in new.files.file.sides]:
        raise Refused(f"There is no side {one_line(side)[:40]}.", "side")
    with transaction.atomic():
        campaign = create(new)
        for seat in campaign.seats.all():
            if seat.has_person or seat.computer:
                continue
            if seat.side == side:
                seat.user, seat.guest, seat.name = new.owner, new.owner is None, name or A_GUEST
                seat.token = new_token() if seat.guest else ""
            else:
                seat.computer = character
            seat.save()
    return campaign


def start_state(new: NewCampaign) -> CampaignState:
    """The state before the first turn.

    Raises:
        FaultyFile: the files do not fit together, or a setting is wrong.
        Refused: there is no such rules system.
    """
    if new.system and new.system not in registry.playable():
        known = ", ".join(registry.playable())
        raise Refused(f"There is no rule system {one_line(new.system)[:40]}. Choose one of {known}.", "system")
    file = new.files.file
    if new.settings:
        wanted = {**file.settings, **new.settings}
        try:
            read_settings(wanted)
        except ValueError as wrong:
            raise Refused(str(wrong), "settings") from None
        hours = wanted.get("turn_hours", file.turn_hours)
        file = read_campaign(encode(structs.replace(file, settings=wanted, turn_hours=hours)))
    return begin(file, new.files.ground, new.files.armies, new.system)


def create(new: NewCampaign) -> Campaign:
    """Create a campaign with a seat for each side; a request sent twice with one token creates one.

    Raises:
        Refused: a value is wrong, or the owner has too many campaigns.
        FaultyFile: the files do not fit together.
    """
    return store(new, start_state(new))


def store(new: NewCampaign, state: CampaignState) -> Campaign:
    """As ``create``, from a state before the first turn."""
    try:
        with transaction.atomic():
            return _made(new) or _create_rows(new, state)
    except IntegrityError:
        earlier = _made(new)
        if earlier is None:
            raise
        return earlier


def _made(new: NewCampaign) -> Campaign | None:
    if new.token is None:
        return None
    made = Campaign.objects.filter(asked=new.token).first()
    if made is not None and made.owner != new.owner:
        raise Refused("This token was used for another campaign. Send a new one.", "token")
    return made


def _create_rows(new: NewCampaign, state: CampaignState) -> Campaign:
    _check(new)
    secret = new.secret or new_secret()
    campaign = Campaign(
        owner=new.owner,
        club=_club(new),
        title=one_line(new.title)[:MOST_TITLE] or state.setup.name[:MOST_TITLE],
        visibility=new.visibility,
        template=new.template,
        system=new.system,
        settling=new.settling,
        scheme=SCHEME,
        secret=secret,
        commitment=commitment(secret),
        start=encode(state),
        asked=new.token,
    )
    ledger.store_state(campaign, state)
    campaign.save()
    seats = [CampaignSeat(campaign=campaign, side=side.key) for side in state.setup.sides]
    if new.umpire:
        seats.append(CampaignSeat(campaign=campaign, side=UMPIRE, user=new.owner, name=ledger.name_of(new.owner)))
    CampaignSeat.objects.bulk_create(seats)
    return campaign


def _check(new: NewCampaign) -> None:
    if new.visibility not in Visibility.values:
        raise Refused(f"Visibility is one of {', '.join(Visibility.values)}.", "visibility")
    if new.visibility == Visibility.CLUB and not new.club:
        raise Refused("Choose the club whose members may see the campaign.", "club")
    if new.settling not in SETTLINGS:
        raise Refused(f"The computer settles by one of {', '.join(SETTLINGS)}.", "settling")
    if new.settling == "computer" and not new.system:
        raise Refused("Choose a rule system if the computer is to fight battles.", "system")
    mine = Campaign.objects.filter(owner=new.owner).exclude(status=CampaignStatus.OVER)
    if new.owner is None and mine.count() >= MOST_GUESTS:
        raise Refused("Guests have too many campaigns at the moment. Sign in, or try again later.", "owner")
    if new.owner is not None and mine.count() >= MOST_OPEN:
        raise Refused(f"You have {MOST_OPEN} campaigns that are not over, which is the limit.", "owner")


def _club(new: NewCampaign) -> Club | None:
    """The club of a new campaign; its organisers and umpires may found one for it."""
    if not new.club:
        return None
    club = Club.objects.filter(slug=new.club, memberships__user=new.owner).first() if new.owner else None
    if club is None:
        raise Refused("There is no such club of yours.", "club")
    place = place_of(club, new.owner)
    if not may(place, "campaigns"):
        raise Refused("Only organisers and umpires of a club may found a campaign for it.", "club")
    return club
