"""Campaigns and their engagements as subjects of prints, each limited to what its reader may know."""

from collections.abc import Sequence
from typing import Any, Final

from django.urls import reverse
from msgspec import structs

from armies.models import Visibility
from battles.engine import registry
from battles.engine.core import PUBLIC, SetupError
from battles.engine.picture import Scene
from battles.rules import CAMPAIGN
from battles.services.play.lock import Gone
from battles.services.play.position import system_of
from campaign.models import Campaign
from campaign.printing.services.subject_access import MISSING, ONLY, Asker, Source, Unfinished, seen_subject
from campaign.printing.sheets.kinds import UMPIRE, Subject
from campaign.war.news import public_news
from campaign.war.rules.battle.encounters import NobodyFights
from campaign.war.rules.campaign_map import network
from campaign.war.rules.state import CampaignState
from campaign.war.services import engagements, ledger, messages
from campaign.war.services.access import CampaignAccess, access_of, operator_access
from campaign.war.services.access import Gone as NoCampaign
from campaign.war.services.engagement_battles import stage
from campaign.war.sheets.reports import ForceLine, FormationLine, News, WarPapers
from campaign.war.situation import formations_of, situation_of
from campaign.war.story import TurnStory, stories
from campaign.war.words import side_name, time_words

SIDES: Final = "ab"
"""The sides of an engagement's battle: attacker and defender."""
STATE_FIELDS: Final = ("present", "guns", "stragglers", "hospital", "dead", "captured")


def access_for(slug: str, asker: Asker) -> CampaignAccess:
    """The asker's access to a campaign. Raises `Gone`."""
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None:
        raise Gone(MISSING)
    if asker.operator:
        return operator_access(campaign)
    try:
        return access_of(campaign, asker.user, asker.commands)
    except NoCampaign:
        raise Gone(MISSING) from None


def campaign_source(slug: str, asker: Asker) -> Source:
    """A campaign: a side's papers for who reads it, the card and the Gazette for others. Raises `Gone`."""
    access = access_for(slug, asker)
    campaign, state = access.campaign, ledger.state_of(access.campaign)
    names = {side.key: side.name for side in state.setup.sides}
    keys = tuple(names) if access.sees_all else access.sides
    page = reverse("war:campaign", args=[slug])

    def make(reader: str) -> Subject:
        book = f"{asker.origin}{reverse('rules:book', args=[CAMPAIGN.key])}" if asker.origin else ""
        return Subject(
            key=f"campaign:{slug}",
            title=campaign.title,
            system=CAMPAIGN.key,
            rules=None,
            address=f"{asker.origin}{page}" if asker.origin else "",
            book=book,
            war=_papers(access, state, reader, book),
        )

    return Source(
        key=f"campaign:{slug}",
        title=campaign.title,
        system=CAMPAIGN.key,
        readers={key: names[key] for key in keys} or {ONLY: ""},
        make=make,
        home=f"campaign:{slug}",
        page=page,
        systems={},
        shared=campaign.visibility == Visibility.PUBLIC,
    )


def _papers(access: CampaignAccess, state: CampaignState, side: str, book: str) -> WarPapers:
    """What the sheets show to a reader of a side; without a side only what everybody may know."""
    setup = state.setup
    entries = ledger.standing_entries(access.campaign)
    news = tuple(
        News(f"Turn {row.turn}", tuple(f"{time_words(setup, line.time)}: {line.text}" for line in row.lines))
        for row in reversed(public_news(state, entries))
        if row.lines
    )
    published = tuple(f"Turn {row.turn}: {' '.join(row.text.split())}" for row in messages.published(access.campaign))
    if published:
        news = (News("Published news", published), *news)
    papers = WarPapers(access.campaign.title, time_words(setup, state.time), setup.settings, news, book)
    if not side:
        return papers
    shown = situation_of(access, state, side)
    last = state.turn if state.phase != "orders" else state.turn - 1
    latest = [entry for entry in entries if entry.turn == last]
    told = stories(state, latest, side, ledger.former_names(access.campaign, state, latest, side))
    return papers._replace(
        side=side_name(setup, side),
        turn=state.turn,
        weather=state.weather,
        forces=tuple(ForceLine(row.name, row.place, row.strength, row.fatigue, row.order) for row in shown.forces),
        mine=tuple(row.name for row in shown.forces if row.is_mine),
        reports=tuple(shown.reports),
        aims=tuple(shown.objectives),
        coming=tuple(shown.coming),
        losses=tuple(_last_turn(told, state)),
        states={
            row.force.name: tuple(
                FormationLine(each["name"], *(each[name] for name in STATE_FIELDS))
                for each in formations_of(shown, row.force)
            )
            for row in shown.view.forces
        },
        drawn=shown.drawn,
    )


def _last_turn(told: Sequence[TurnStory], state: CampaignState) -> list[str]:
    lines = [f"{time_words(state.setup, line.time)}: {line.text}" for row in told for line in row.lines]
    lost = [f"{number:,} {what}" for row in told for what, number in row.losses]
    return [*lines, *([f"Lost: {', '.join(lost)}."] if lost else [])]


def _known_scene(scene: Scene, side: str) -> Scene:
    """A scene without the zones in which the enemy's arrivals come on: their time is secret (CM-ENG-01)."""
    zones = tuple(zone for zone in scene.zones if zone.kind != "arrival" or zone.side in (None, side))
    return structs.replace(scene, zones=zones)


def fight_source(rest: str, asker: Asker) -> Source:
    """An engagement as the battle that it makes, for its game day: a player knows their own side.

    ``rest`` is the campaign's slug and the engagement's number; after a hyphen the rules, if not the campaign's.

    Raises:
        Gone: there is none, or the asker has no part in it.
    """
    slug, _, which = rest.partition(":")
    number, _, wanted = which.partition("-")
    access = access_for(slug, asker)
    state = ledger.state_of(access.campaign)
    fight = _open_fight(access, number)
    engagement = fight.engagement
    key = wanted or fight.row.system or access.campaign.system or registry.playable()[0]
    names = {row.key: row.name for row in state.setup.sides}
    alliances = (engagement.attacker, engagement.defender)
    mine = alliances if access.sees_all else {state.setup.alliance(side) for side in access.sides}
    readers = {place: names[each] for place, each in zip(SIDES, alliances, strict=True) if each in mine}
    if not readers or key not in registry.playable():
        raise Gone(MISSING)
    title = f"Battle at {network(state.setup.map).points[engagement.ground.point].name}"
    page, home = reverse("war:engagement", args=[slug, engagement.id]), f"fight:{slug}:{number}"

    def make(reader: str) -> Subject:
        begun, system = _begun(state, fight, key), system_of(key)
        seen = system.secrets.view(begun, reader or PUBLIC)
        made = seen_subject(asker, f"fight:{rest}", title, system, begun, seen, reader, page)
        return made if reader == UMPIRE or made.scene is None else made._replace(scene=_known_scene(made.scene, reader))

    return Source(
        key=f"{home}-{key}",
        title=title,
        system=key,
        readers={**readers, UMPIRE: "The umpire"} if access.sees_all else readers,
        make=make,
        home=home,
        page=page,
        systems={f"{home}-{each}": registry.meta(each).title for each in registry.playable()},
    )


def _open_fight(access: CampaignAccess, number: str) -> engagements.Fight:
    """An open engagement of a campaign by its number. Raises `Gone`."""
    rows = engagements.fights(access.campaign)
    fight = next((row for row in rows if str(row.engagement.id) == number), None)
    if fight is None or fight.engagement.status != "open":
        raise Gone(MISSING)
    return fight


def _begun(state: CampaignState, fight: engagements.Fight, key: str) -> Any:
    """The first state of an engagement's battle under a system. Raises `Unfinished`."""
    try:
        staged = stage(state, fight.engagement, key, fight.row.options)
        setup, _ = registry.campaign(key).setup(staged.encounter)
    except (NobodyFights, SetupError, ValueError) as fault:
        raise Unfinished(f"This battle cannot be printed: {fault}") from None
    return system_of(key).start(setup)
