"""Who may do what with an army, by its visibility."""

from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from armies.services import people
from armies.services.army_changes import change_head
from armies.services.storage import create
from tests.armies.builders import army
from tests.databases import undone

PEOPLE = ("nobody", "stranger", "link holder", "signed-in link holder", "co-editor", "ex-co-editor", "owner")


NOT_TAKEN = 405


@dataclass(frozen=True)
class Row:
    """What one address asks for and answers.

    ``right`` is read, edit, own, or join (to be a co-editor). ``get`` and ``post`` are the statuses for who has it;
    ``post`` is sent without any field. ``sign_in``: who is not signed in is sent to sign in, whatever the army.
    ``post_right`` is the right for POST where it is another than that for GET; then GET needs no signing in.
    ``arguments`` names what the address takes behind the slug, ``query`` stands behind it.
    """

    right: str
    get: int = NOT_TAKEN
    post: int = NOT_TAKEN
    sign_in: bool = True
    arguments: dict[str, str] = field(default_factory=dict)
    query: str = ""
    post_right: str = ""


def reading(**arguments: str) -> Row:
    """An address that shows or hands out the army."""
    return Row("read", get=200, sign_in=False, arguments=arguments)


TABLE = {
    "armies:army": reading(),
    "armies:why": reading(number="army-sp"),
    "armies:file": reading(suffix="csv"),
    "armies:qr": reading(),
    "armies:sheets": Row("read", get=302, sign_in=False),
    "armies:share": reading(),
    "armies:missing": reading(),
    "armies:edit": Row("edit", get=200, post=422),
    "armies:options": Row("edit", get=200, post=422, arguments={"system": "mini_nap"}),
    "armies:element": Row("edit", get=200, post=422, arguments={"element": "unit"}),
    "armies:rate": Row("edit", get=200, post=422, arguments={"element": "corps"}),
    "armies:rate_all": Row("edit", post=302),
    "armies:delete": Row("own", get=200, post=302),
    "armies:visibility": Row("own", post=422),
    "armies:new_link": Row("own", post=422),
    "armies:link_qr": Row("own", get=200, arguments={"link": "link"}),
    "armies:take_back": Row("own", post=302, arguments={"link": "link"}),
    "armies:renew_link": Row("own", post=302, arguments={"link": "link"}),
    "armies:remove_co_editor": Row("own", post=302, arguments={"user": "co-editor"}),
    "armies:leave": Row("join", post=302),
    "armies:build": Row("edit", get=200, post=422),
    "armies:build_add": Row("edit", get=200, query="?level=corps"),
    "armies:build_paste": Row("edit", get=200),
    "armies:build_bulk": Row("edit", get=200),
    "armies:history": Row("edit", get=200),
    "armies:entry": Row("edit", get=200, post=302, arguments={"number": "entry"}),
    "armies:chart": reading(),
    "armies:chart_file": reading(suffix="svg"),
    "armies:reimport": Row("edit", get=200, post=422),
    "armies:reimport_look": Row("edit", get=404, post=404, arguments={"key": "nonesuch"}),
    "armies:compare": reading(),
    "armies:compare_pdf": reading(),
    "armies:copy": Row("read", post=302),
    "armies:original": Row("read", get=200, post=302, post_right="edit"),
    "armies:points": Row("read", get=200, post=422, post_right="edit"),
    "armies:attach": Row("edit", get=200, post=422, arguments={"element": "battery"}),
    "armies:override": Row("edit", get=200, post=302, arguments={"element": "unit", "system": "mini_nap"}),
    "army_house_rules": Row("own", get=200, post=302),
    "battles:army_since": Row("edit", get=200, arguments={"n": "0"}),
}


class Scene:
    """Alice's army, with a present and a former co-editor, and the browsers of all."""

    def __init__(self, alice: Any, bob: Any, charlie: Any, organiser: Any) -> None:
        self.army = create(army(), alice)
        change_head(self.army, {"place": "Quatre Bras"}, by=alice)
        self.army.refresh_from_db()
        self.link = people.make_link(self.army, "view")
        edit = people.make_link(self.army, "edit")
        for user in (bob, organiser):
            people.accept(edit, user)
        people.remove_co_editor(self.army, organiser.pk)
        persons = {"stranger": charlie, "co-editor": bob, "ex-co-editor": organiser, "owner": alice}
        self.browsers = {person: Client() for person in PEOPLE}
        self.browsers["signed-in link holder"].force_login(charlie)
        for person, user in persons.items():
            self.browsers[person].force_login(user)
        for person in ("link holder", "signed-in link holder"):
            self.browsers[person].get(f"/v/{self.link.token}")
        self.arguments = {
            "unit": self.army.elements.filter(level="unit")[0].pk,
            "battery": self.army.elements.get(type="foot_artillery").pk,
            "corps": self.army.elements.get(level="corps").pk,
            "link": self.link.pk,
            "co-editor": bob.pk,
            "entry": self.army.version,
        }

    def address(self, name: str, row: Row) -> str:
        given = {key: self.arguments.get(value, value) for key, value in row.arguments.items()}
        return reverse(name, kwargs={"slug": self.army.slug, **given}) + row.query

    def status(self, person: str, method: str, address: str) -> int:
        """What is answered; nothing stays written."""
        with undone():
            return int(self.browsers[person].generic(method, address).status_code)
