"""Stored campaigns in the terminal: create, show, order, resolve, settle, verify, export and import."""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from django.contrib.auth.models import User
from django.core.management.base import CommandError

from armies.management.command_support import read_file, write_file
from battles.engine.codec import Unreadable, decode
from campaign.models import Campaign
from campaign.war.report import force_lines, overview
from campaign.war.rules.files.campaign_file import write_campaign
from campaign.war.rules.files.faults import FaultyFile
from campaign.war.rules.files.map_file import write_map
from campaign.war.rules.state import Result
from campaign.war.rules.view import view
from campaign.war.services import archive, creation, desk, engagements, ledger, seats, turns
from campaign.war.services.access import CampaignAccess, CannotAct, operator_access
from campaign.war.services.creation import CAMPAIGNS, shipped_army_file
from campaign.war.services.ledger import verify
from campaign.war.services.orders import OrderSheet, give, written
from campaign.war.services.turns import CHARACTERS
from campaign.war.story import ledger_lines
from campaign.war.words import ORDER_HELP, NoOrder, order_words, read_order, sent_words

NOTHING_SEEN: Final = "Nothing that this side knows of."
Write = Callable[[str], Any]


def add_actions(actions: Any) -> None:
    """Add the subcommands for stored campaigns to those of ``manage.py campaign``."""
    _add_new(actions.add_parser("new", help="create a campaign from a template or from files"))
    actions.add_parser("list", help="list the stored campaigns")
    shown = _with_slug(actions.add_parser("show", help="the map, the forces and what is known of the enemy"))
    shown.add_argument("--side", help="only what this side knows")
    shown.add_argument("--ledger", type=int, metavar="TURN", help="what happened in a turn, instead of the map")
    ordered = _with_slug(actions.add_parser("orders", help="read orders, or give one to a force"))
    ordered.add_argument("force", nargs="?", help="a force, such as french.1; without an order, shows its formations")
    ordered.add_argument("order", nargs="*", help=ORDER_HELP)
    _add_turn(_with_slug(actions.add_parser("turn", help="resolve the present turn"), optional=True))
    _add_settle(_with_slug(actions.add_parser("settle", help="settle an engagement")))
    checked = actions.add_parser("verify", help="check books, dice and acts of campaigns; exit code 1 if one is wrong")
    checked.add_argument("slugs", nargs="*", metavar="CAMPAIGN", help="default: all")
    exported = _with_slug(actions.add_parser("export", help="write a campaign to a file"))
    exported.add_argument("file", type=Path)
    files = actions.add_parser("files", help="write the files of a shipped campaign: campaign/1, map/1, oob/1")
    files.add_argument("shipped", metavar="TEMPLATE", choices=CAMPAIGNS)
    files.add_argument("folder", type=Path)
    imported = actions.add_parser("import", help="store the campaign of a file")
    imported.add_argument("file", type=Path)
    imported.add_argument("--owner", metavar="USER", help="the user whose campaign it becomes")
    imported.add_argument("--title", default="")


def _add_turn(parser: ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="show what would happen, with other dice; store nothing")
    parser.add_argument("--real", action="store_true", help="with --dry-run: the campaign's dice; the record says so")
    parser.add_argument("--side", help="tell only what this side may read")
    parser.add_argument("--due", action="store_true", help="resolve every campaign whose deadline has passed")
    parser.add_argument("--back", metavar="WHY", help="take the last resolved turn back, for this reason")


def _with_slug(parser: ArgumentParser, *, optional: bool = False) -> ArgumentParser:
    parser.add_argument("slug", metavar="CAMPAIGN", nargs="?" if optional else None, help="the slug of the campaign")
    return parser


def _add_new(parser: ArgumentParser) -> None:
    parser.add_argument("--template", choices=CAMPAIGNS, default=CAMPAIGNS[0])
    parser.add_argument("--file", type=Path, metavar="FILE", help="a campaign/1 file, instead of a template")
    parser.add_argument("--map", type=Path, metavar="FILE", help="with --file: a map/1 file")
    parser.add_argument(
        "--army", action="append", default=[], metavar="KEY=FILE", help="with --file: an oob/1 file; may be repeated"
    )
    parser.add_argument("--title", default="")
    parser.add_argument("--owner", metavar="USER", help="the user whose campaign it is")
    parser.add_argument("--system", default="", help="the rule system of its battles")
    parser.add_argument("--seed", type=int, help="the same number gives the same dice")
    parser.add_argument(
        "--side",
        action="append",
        default=[],
        metavar="SIDE=WHO",
        help=f"a user, or a computer commander ({', '.join(CHARACTERS)}); may be repeated",
    )


def _add_settle(parser: ArgumentParser) -> None:
    parser.add_argument("number", type=int, nargs="?", help="the engagement; default: the first open one")
    parser.add_argument("--way", choices=engagements.WAYS, default="quick")
    parser.add_argument("--system", default="", help="the rule system, for board, table and computer")
    parser.add_argument("--result", type=Path, metavar="FILE", help="a result as JSON, instead of --way")
    parser.add_argument("--collect", action="store_true", help="take the result of its battle or tracked game")
    parser.add_argument("--stop", action="store_true", help="with --collect: end the battle as it stands, undecided")


def run(action: str, write: Write, options: Mapping[str, Any]) -> None:
    """Carry out a subcommand.

    Raises:
        CommandError: a sentence that says what is wrong.
    """
    try:
        ACTIONS[action](write, options)
    except (CannotAct, FaultyFile, NoOrder) as fault:
        raise CommandError(str(fault), returncode=2) from fault


def _access(options: Mapping[str, Any]) -> CampaignAccess:
    slug = options.get("slug")
    campaign = Campaign.objects.filter(slug=slug).first() if slug else None
    if campaign is None:
        raise CommandError(f"There is no campaign {str(slug)[:80]}." if slug else "Name a campaign.", returncode=2)
    return operator_access(campaign)


def _side(access: CampaignAccess, options: Mapping[str, Any]) -> str:
    """The side of ``--side``; empty for all."""
    side = options["side"] or ""
    keys = [row.key for row in ledger.state_of(access.campaign).setup.sides]
    if side and side not in keys:
        raise CommandError(f"There is no side {side[:40]}. Choose one of {', '.join(keys)}.", returncode=2)
    return side


def _user(name: str | None) -> User | None:
    if not name:
        return None
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no user {name[:80]}.", returncode=2)
    return user


def _new(write: Write, options: Mapping[str, Any]) -> None:
    owner = _user(options["owner"])
    if options["file"]:
        armies = {}
        for word in options["army"]:
            key, equals, name = word.partition("=")
            if not equals:
                raise CommandError(f"--army must be KEY=FILE, not {word[:60]}.", returncode=2)
            armies[key] = read_file(Path(name), archive.MOST_BYTES)
        ground = read_file(options["map"], archive.MOST_BYTES) if options["map"] else b""
        files = creation.files_of(read_file(options["file"], archive.MOST_BYTES), ground, armies, {}, owner)
    else:
        files = creation.template_files(options["template"])
    new = creation.NewCampaign(
        files=files,
        template="" if options["file"] else options["template"],
        title=options["title"],
        owner=owner,
        system=options["system"],
        secret=None if options["seed"] is None else f"seed {options['seed']}".encode().ljust(32, b"-")[:32],
    )
    campaign = creation.create(new)
    access = operator_access(campaign)
    for word in options["side"]:
        side, _, who = word.partition("=")
        if who in CHARACTERS:
            seats.seat(access, side, computer=who)
        else:
            seats.seat(access, side, user=_user(who))
    write(f"{campaign.slug}: {campaign.title}, turn 1.")
    players = [row.key for row in files.file.sides if f"{row.key}=" not in "".join(options["side"])]
    force = next((force for force in ledger.state_of(campaign).forces.values() if force.side in players), None)
    if force is not None:
        steps = (f"show {campaign.slug}", f"orders {campaign.slug} {force.id} ORDER", f"turn {campaign.slug}")
        write(f"Next: {steps[0]} --side {force.side}; {steps[1]}; {steps[2]} --side {force.side}.")


def _list(write: Write, options: Mapping[str, Any]) -> None:
    for campaign in Campaign.objects.order_by("id"):
        write(f"{campaign.slug}  turn {campaign.turn:>3}  {campaign.get_status_display():<22}  {campaign.title}"[:100])


def _show(write: Write, options: Mapping[str, Any]) -> None:
    access = _access(options)
    state = ledger.state_of(access.campaign)
    side = _side(access, options)
    if options["ledger"] is not None:
        rows = [entry for entry in ledger.entries_of(access.campaign) if entry.turn == options["ledger"]]
        write("\n".join(ledger_lines(state, rows, side)) or f"Nothing is written of turn {options['ledger']}.")
        return
    alliances = list(dict.fromkeys(row.alliance for row in state.setup.sides))
    write("\n".join(overview(state, [view(state, key) for key in ([side] if side else alliances)])))


def _orders(write: Write, options: Mapping[str, Any]) -> None:
    access = _access(options)
    state = ledger.state_of(access.campaign)
    force = state.forces.get(options["force"] or "")
    if options["force"] and force is None:
        known = ", ".join(sorted(state.forces))
        raise CommandError(f"There is no force {options['force'][:40]}. Forces: {known}.", returncode=2)
    if force is None:
        names = {key: each.name for key, each in state.forces.items()}
        for row in written(access):
            write(f"{row.about}: {sent_words(state.setup, row.value, names)} ({row.by or 'the operator'})"[:400])
    elif options["order"]:
        order = read_order(state, force.id, " ".join(options["order"]))
        turn = give(access, OrderSheet(orders=(order,)), turn=access.campaign.turn)
        write(f"Turn {turn}, {force.name}: {order_words(order.legs)}.")
    else:
        write(f"{force.name}: {order_words(force.legs or force.standing)}.")
        write("\n".join(force_lines(state, force)))


def _turn(write: Write, options: Mapping[str, Any]) -> None:
    if options["due"]:
        write(f"{turns.resolve_due()} turns resolved.")
        return
    access = _access(options)
    campaign, side = access.campaign, _side(access, options)
    if options["back"] is not None:
        last = campaign.turn if campaign.status == "engagements" else campaign.turn - 1
        done = desk.take_turn_back(access, last, options["back"], dry=options["dry_run"])
        word = "would be" if options["dry_run"] else "is"
        write(f"The campaign {word} at turn {done.turn}; the accounts of {len(done.changes)} units change.")
        return
    if options["dry_run"]:
        tried = turns.dry_run(access, real=options["real"])
        write("\n".join(ledger_lines(tried.after, tried.entries, side)) or NOTHING_SEEN)
        write("Nothing was stored." if not options["real"] else "Only the look at the dice was stored.")
        return
    before = campaign.head
    resolution = turns.resolve(access, campaign.turn)
    state = ledger.state_of(resolution.campaign)
    entries = ledger.entries_of(campaign)[before + 1 :]
    for number in dict.fromkeys(entry.turn for entry in entries):
        write(f"Turn {number}")
        rows = [entry for entry in entries if entry.turn == number]
        write("\n".join(ledger_lines(state, rows, side)) or NOTHING_SEEN)
    write(resolution.stopped or "The campaign waits for orders.")


def _settle(write: Write, options: Mapping[str, Any]) -> None:
    access = _access(options)
    rows = [fight.engagement.id for fight in engagements.fights(access.campaign) if fight.engagement.status == "open"]
    if not rows:
        raise CommandError("No engagement is open.", returncode=2)
    number = options["number"] or rows[0]
    before = access.campaign.head
    if options["collect"]:
        engagements.collect(access, number, stop=options["stop"])
    elif options["result"]:
        try:
            result = decode(read_file(options["result"], archive.MOST_BYTES), Result)
        except Unreadable as fault:
            raise CommandError(f"{options['result']}: {fault}", returncode=2) from fault
        engagements.propose(access, number, result)
    else:
        row = engagements.choose(access, number, options["way"], system=options["system"])
        for name in ("battle", "game"):
            if (made := getattr(row, name)) is not None:
                write(f"{name.capitalize()} {made.slug} is created: {made.title}.")
    campaign = Campaign.objects.get(pk=access.campaign.pk)
    state = ledger.state_of(campaign)
    write("\n".join(ledger_lines(state, ledger.entries_of(campaign)[before + 1 :])) or "Not settled yet.")


def _verify(write: Write, options: Mapping[str, Any]) -> None:
    rows = Campaign.objects.order_by("id")
    slugs = options["slugs"]
    missing = set(slugs) - set(rows.filter(slug__in=slugs).values_list("slug", flat=True))
    if missing:
        raise CommandError(f"There is no campaign {min(missing)[:80]}.", returncode=2)
    wrong = checked = 0
    for campaign in rows.filter(slug__in=slugs) if slugs else rows:
        problems = verify(campaign)
        checked += 1
        wrong += bool(problems)
        for problem in problems:
            write(f"{campaign.slug}: {'' if problem.n is None else f'entry {problem.n}: '}{problem.sentence}")
    text = f"{checked} campaign{'s' if checked != 1 else ''} checked"
    if wrong:
        raise CommandError(f"{text}, {wrong} with problems.", returncode=1)
    write(f"{text}, no problem found.")


def _export(write: Write, options: Mapping[str, Any]) -> None:
    access = _access(options)
    content = archive.export(access)
    write_file(options["file"], content)
    write(f"{options['file']}: {len(content):,} bytes, state {access.campaign.state_hash}.")


def _files(write: Write, options: Mapping[str, Any]) -> None:
    """The files of a template: change them, and create a campaign of them with ``new --file``."""
    files, folder = creation.template_files(options["shipped"]), options["folder"]
    contents = {f"{files.file.id}.campaign.json": write_campaign(files.file)}
    contents[f"{files.ground.id}.map.json"] = write_map(files.ground)
    contents |= {f"{key}.oob.json": shipped_army_file(key) for key in sorted(files.armies)}
    for name, content in contents.items():
        write_file(folder / name, content)
        write(f"{folder / name}: {len(content):,} bytes")


def _import(write: Write, options: Mapping[str, Any]) -> None:
    content = read_file(options["file"], archive.MOST_BYTES)
    campaign = archive.import_campaign(content, _user(options["owner"]), title=options["title"])
    write(f"{campaign.slug}: {campaign.title}, turn {campaign.turn}, state {campaign.state_hash}.")


ACTIONS: Final[Mapping[str, Callable[[Write, Mapping[str, Any]], None]]] = {
    "new": _new,
    "list": _list,
    "show": _show,
    "orders": _orders,
    "turn": _turn,
    "settle": _settle,
    "verify": _verify,
    "export": _export,
    "files": _files,
    "import": _import,
}
