"""Pages as plain text, and their forms."""

import re
from typing import Any

from django.test import Client

from battles.models import Battle


def plain(text: str, battle: Battle) -> str:
    """A page without its tokens, times and what two battles that are alike do not share."""
    text = text.replace(battle.slug, "SLUG").replace("\\u0022", '"').replace('\\"', '"')
    text = re.sub(r'name="(token|csrfmiddlewaretoken)" value="[^"]*"', "", text)
    text = re.sub(r"/e/[a-z]{12}", "/e/LINE", text)
    return re.sub(r"<time .*?</time>|(clip|qr)-?\w*|M[\d ,.hvz-]+(?=\")", "", text)


HERE = "/battles/new/setup"


def form_of(client: Client, source: str) -> dict[str, Any]:
    """What the form would send as it stands."""
    answer = client.get(HERE, {"from": source})
    assert answer.status_code == 200, source
    context = answer.context
    fields = [field for form in (context["form"], context["options"]) for field in form]
    values = {field.html_name: field.value() for field in fields}
    return {"from": source} | {
        name: value for name, value in values.items() if value is not None and value is not False
    }


def made(client: Client, source: str, **changes: Any) -> Battle:
    """The battle that the form makes with these changes."""
    answer = client.post(HERE, form_of(client, source) | changes)
    assert answer.status_code == 302, [form.errors for form in (answer.context["form"], answer.context["options"])]
    return Battle.objects.latest("id")
