"""Webhooks of clubs: set them up, collect news for them, and post it with few retries."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from typing import Any, Final

import structlog
from django.conf import settings
from django.db.models import Exists, F, OuterRef
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from armies.exchange.clean_text import one_line
from armies.models.visibility import Visibility
from armies.services.locks import Gone, Refused
from battles.models import Battle, Status
from campaign.club.services import clubs
from campaign.club.services.clubs import refuse_shared_account, writing
from campaign.club.services.permissions import require
from campaign.models import CampaignAct, Club, ClubRecord, Delivery, News, NoticeKind, Webhook, WebhookForm
from campaign.notices import outbound, sources
from campaign.notices.notices import tell
from campaign.project.seal import Unsealable, seal, unseal

MOST_WEBHOOKS: Final = 5
MOST_NAME: Final = 60
MOST_WAITING: Final = 200
"""Deliveries of a webhook that wait; what comes while there are more is left out."""
MOST_KEPT: Final = 50
"""Deliveries of a webhook that are kept, the latest."""
MOST_POSTED: Final = 20
"""Deliveries of one round."""
MOST_FAILURES: Final = 8
"""Failed attempts in a row after which a webhook is switched off."""
PAUSES: Final = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1))
"""Pauses before each further attempt of a delivery."""
LEASE: Final = timedelta(minutes=2)
"""How long a worker may take for an attempt before another one tries."""
TEST: Final = "test"

OF_RECORD: Final[Mapping[str, str]] = {
    "joined": News.MEMBERS,
    "guest_joined": News.MEMBERS,
    "accepted": News.MEMBERS,
    "left": News.MEMBERS,
    "shared": News.SHARED,
}
"""The news that an entry of a club's record is, by its kind."""

log = structlog.get_logger("muster.webhooks")


class Address(Struct, frozen=True):
    """The secret part of a webhook: where it posts, and the key that signs plain JSON."""

    url: str
    secret: str


def make(club: Club, *, by: Any, name: str, form: str, url: str, news: Collection[str]) -> tuple[Webhook, str]:
    """Set up a webhook. Returns it and the key that signs plain JSON, which is shown only now.

    Raises:
        Refused: ``by`` may not, a value is not allowed, or the club has five.
        Gone: the club was deleted.
    """
    refuse_shared_account(by)
    values = _checked(name, form, news)
    _check_url(url)
    secret = secrets.token_urlsafe(32)
    with writing(club) as row:
        require(row, by, "webhooks")
        if row.webhooks.count() >= MOST_WEBHOOKS:
            raise Refused("name", f"The club has {MOST_WEBHOOKS} webhooks, which is the limit. Remove one first.")
        hook = Webhook(club=row, made_by=by, **values)
        _set_address(hook, Address(url, secret))
        hook.save()
        clubs.write_record(row, "webhook", by=by, name=hook.name, host=hook.host)
    return hook, secret


def change(
    club: Club,
    webhook: int,
    *,
    by: Any,
    name: str | None = None,
    news: Collection[str] | None = None,
    url: str | None = None,
    active: bool | None = None,
) -> Webhook:
    """Change a webhook; what is None stays. Switched on again, its failures are forgotten.

    Raises:
        Refused: ``by`` may not, or a value is not allowed.
        Gone: the webhook or the club was deleted.
    """
    if url is not None:
        _check_url(url)
    with writing(club) as row:
        require(row, by, "webhooks")
        hook = find(row, webhook)
        values = _checked(hook.name if name is None else name, hook.form, hook.news if news is None else news)
        hook.name, hook.news = values["name"], values["news"]
        if url is not None:
            _set_address(hook, Address(url, address_of(hook).secret if _readable(hook) else secrets.token_urlsafe(32)))
        if active is not None and active != hook.active:
            hook.active, hook.failures, hook.stopped = active, 0, ""
            hook.deliveries.filter(due__isnull=False).update(due=None, result="Switched off before it was posted.")
        hook.save()
        clubs.write_record(row, "webhook_changed", by=by, name=hook.name)
    return hook


def remove(club: Club, webhook: int, *, by: Any) -> None:
    """Remove a webhook and what it posted.

    Raises:
        Refused: ``by`` may not.
        Gone: the webhook or the club was deleted.
    """
    with writing(club) as row:
        require(row, by, "webhooks")
        hook = find(row, webhook)
        hook.delete()
        clubs.write_record(row, "webhook_removed", by=by, name=hook.name)


def test(club: Club, webhook: int, *, by: Any) -> Delivery:
    """Let a worker post a test, at most one at a time. Returns the delivery; its result comes within seconds.

    Raises:
        Refused: ``by`` may not, the webhook is switched off, or a test waits already.
        Gone: the webhook or the club was deleted.
    """
    with writing(club) as row:
        require(row, by, "webhooks")
        hook = find(row, webhook)
        if not hook.active:
            raise Refused("webhook", "This webhook is switched off. Switch it on first.")
        if hook.deliveries.filter(news=TEST, due__isnull=False).exists():
            raise Refused("webhook", "A test is being sent already. Look at its result first.")
        text = f"A test of {row.name}, sent by {clubs.name_of(by)}."
        key = f"test:{secrets.token_hex(6)}"
        address = row.get_absolute_url()
        return Delivery.objects.create(webhook=hook, key=key, text=text, address=address, news=TEST, due=timezone.now())


def find(club: Club, webhook: int) -> Webhook:
    """A webhook of the club. Raises `Gone` if there is none."""
    row = club.webhooks.filter(pk=webhook).first()
    if row is None:
        raise Gone("This webhook was removed.")
    return row


def _checked(name: str, form: str, news: Collection[str]) -> dict[str, Any]:
    name = one_line(name)
    if not name or len(name) > MOST_NAME or not name.isprintable():
        raise Refused("name", f"Give the webhook a name of at most {MOST_NAME} visible characters.")
    if form not in WebhookForm.values:
        raise Refused("form", f"News is posted for {', '.join(WebhookForm.values)}, not “{form[:40]}”.")
    if not news or not set(news) <= set(News.values):
        raise Refused("news", f"Choose at least one of {', '.join(News.values)}.")
    return {"name": name, "form": form, "news": [each for each in News.values if each in news]}


def _check_url(url: str) -> None:
    try:
        outbound.check_literal(url)
    except outbound.NotSent as fault:
        raise Refused("url", str(fault)) from None


def _set_address(hook: Webhook, address: Address) -> None:
    hook.host = outbound.check_form(address.url).hostname or ""
    content = json.dumps({"url": address.url, "secret": address.secret}).encode()
    hook.sealed = seal(content, hook.club_id, "webhook")


def address_of(hook: Webhook) -> Address:
    """Where a webhook posts, and its key. Raises `Unsealable` if the installation has another ``SECRET_KEY``."""
    return Address(**json.loads(unseal(bytes(hook.sealed), hook.club_id, "webhook")))


def _readable(hook: Webhook) -> bool:
    try:
        address_of(hook)
    except Unsealable:
        return False
    return True


def collect_record(instance: ClubRecord, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """An entry of a club's record that is news."""
    if created and not raw and instance.kind in OF_RECORD and instance.club is not None:
        text = clubs.record_in_sentences([instance])[0].sentence
        address = instance.club.get_absolute_url()
        _collect(instance.club_id, OF_RECORD[instance.kind], f"record:{instance.pk}", text, address)


def collect_act(instance: CampaignAct, created: bool, raw: bool = False, **kwargs: Any) -> None:
    """A turn of a club's campaign that is resolved, or its end."""
    if not created or raw or instance.kind not in ("resolve", "end"):
        return
    campaign = instance.campaign
    if campaign.club_id is not None and campaign.visibility != Visibility.PRIVATE:
        text = sources.OF_ACT[instance.kind][1].format(turn=instance.turn, title=one_line(campaign.title))
        _collect(campaign.club_id, News.CAMPAIGNS, f"act:{instance.pk}", text, sources.address_of(campaign))


def collect_battles() -> None:
    """Battles of clubs that began or ended since their webhooks were set up."""
    hooks = Webhook.objects.filter(club=OuterRef("club"), active=True).order_by()
    battles = Battle.objects.filter(club__isnull=False).exclude(visibility=Visibility.PRIVATE)
    since = timezone.now() - timedelta(days=1)
    recent = battles.filter(Exists(hooks.filter(created__lt=OuterRef("updated"))), updated__gte=since)
    for battle in recent.only("pk", "slug", "title", "club", "status", "begun", "ended", "updated")[:MOST_WAITING]:
        title, address = one_line(battle.title), reverse("battles:battle", args=[battle.slug])
        if battle.begun is not None and battle.begun >= since:
            _collect(battle.club_id, News.BATTLES, f"begun:{battle.pk}", f"{title} has begun.", address, battle.begun)
        if battle.status == Status.OVER:
            text = f"{title} is over. {one_line(battle.ended)}".strip()
            _collect(battle.club_id, News.BATTLES, f"over:{battle.pk}", text, address, battle.updated)


def _collect(club: int | None, news: str, key: str, text: str, address: str, at: Any = None) -> None:
    """Let the webhooks of the club that post this news post it, if they were set up before ``at``."""
    now = timezone.now()
    for hook in Webhook.objects.filter(club=club, active=True, created__lte=at or now):
        if news in hook.news and hook.deliveries.filter(due__isnull=False).count() < MOST_WAITING:
            values = {"text": text[:400], "address": address, "news": news, "due": now}
            Delivery.objects.get_or_create(webhook=hook, key=key, defaults=values)


def deliver_due(ended: Callable[[], bool] = lambda: False) -> int:
    """Post what is due, at most 20 and none twice; returns how many attempts were made."""
    now, count = timezone.now(), 0
    due = Delivery.objects.filter(due__lte=now).order_by("due", "pk").select_related("webhook__club")
    for delivery in due[:MOST_POSTED]:
        if ended():
            break
        mine = Delivery.objects.filter(pk=delivery.pk, due=delivery.due).update(due=now + LEASE)
        if mine:
            _attempt(delivery)
            count += 1
    return count


def _attempt(delivery: Delivery) -> None:
    """Try to post a delivery once, and write down what came of it."""
    hook = Webhook.objects.select_related("club").get(pk=delivery.webhook_id)
    if not hook.active:
        Delivery.objects.filter(pk=delivery.pk).update(due=None, result="Switched off before it was posted.")
        return
    status, result = None, ""
    try:
        address = address_of(hook)
        body = _body(hook, delivery)
        answer = outbound.post(address.url, body, _headers(hook, address, body))
        status, sent = answer.status, 200 <= answer.status < 300
        result = "Posted." if sent else f"{hook.host} answered with status {answer.status}."
    except outbound.NotSent as fault:
        sent, result = False, str(fault)
    except Unsealable:
        sent, result = False, "The stored address cannot be read: the server has another key. Enter the address again."
    attempts = delivery.attempts + 1
    again = None if sent or attempts > len(PAUSES) or delivery.news == TEST else PAUSES[attempts - 1]
    Delivery.objects.filter(pk=delivery.pk).update(
        attempts=attempts,
        status=status,
        sent=sent,
        result=result[:200],
        due=None if again is None else timezone.now() + again,
    )
    _count(hook, sent, result)
    kept = hook.deliveries.order_by("-created", "-pk").values_list("pk", flat=True)[:MOST_KEPT]
    hook.deliveries.filter(due=None).exclude(pk__in=list(kept)).delete()


def _count(hook: Webhook, sent: bool, result: str) -> None:
    """Count failures in a row; switch the webhook off after too many and tell the organisers."""
    if sent:
        Webhook.objects.filter(pk=hook.pk).exclude(failures=0).update(failures=0)
        return
    log.warning("a webhook failed", webhook=hook.pk, host=hook.host)
    Webhook.objects.filter(pk=hook.pk).update(failures=F("failures") + 1)
    stopped = Webhook.objects.filter(pk=hook.pk, active=True, failures__gte=MOST_FAILURES)
    if stopped.update(active=False, stopped=result[:200]):
        hook.deliveries.filter(due__isnull=False).update(due=None, result="Switched off before it was posted.")
        text = f"The webhook {hook.name} of {hook.club.name} was switched off after {MOST_FAILURES} failures. {result}"
        address = reverse("clubs:webhooks", args=[hook.club.slug])
        tell(sources.organisers(hook.club), NoticeKind.CLUB, f"webhook:{hook.pk}", text, address)


def _body(hook: Webhook, delivery: Delivery) -> bytes:
    """What is posted, in the form of the webhook."""
    link = f"{settings.MUSTER_URL}{delivery.address}" if settings.MUSTER_URL else ""
    if hook.form == WebhookForm.DISCORD:
        text = "".join(f"\\{letter}" if letter in r"\*_~`|>[]()#-" else letter for letter in delivery.text)
        content: dict[str, Any] = {"content": f"{text} {link}".strip(), "allowed_mentions": {"parse": []}}
    elif hook.form == WebhookForm.SLACK:
        text = delivery.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        content = {"text": f"{text} {f'<{link}>' if link else ''}".strip()}
    else:
        content = {
            "id": delivery.key,
            "news": delivery.news,
            "club": hook.club.slug,
            "text": delivery.text,
            "address": link or delivery.address,
            "at": delivery.created.isoformat(),
        }
    return json.dumps(content, ensure_ascii=False).encode()


def _headers(hook: Webhook, address: Address, body: bytes) -> dict[str, str]:
    headers = {"Content-Type": "application/json", "User-Agent": f"Muster/{settings.MUSTER_VERSION}"}
    if hook.form == WebhookForm.JSON:
        stamp = str(int(timezone.now().timestamp()))
        signature = sign(address.secret, stamp, body)
        headers |= {"X-Muster-Timestamp": stamp, "X-Muster-Signature": f"sha256={signature}"}
    return headers


def sign(secret: str, stamp: str, body: bytes) -> str:
    """The signature of a body: HMAC-SHA256 of the time stamp, a dot and the body, in hex."""
    return hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
