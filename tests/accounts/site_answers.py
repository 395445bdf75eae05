"""Reading what the site answered: links out of mails, who a session belongs to."""

import re
from typing import Any


def link_in(mail: Any) -> str:
    """The first address in a mail, without scheme and host."""
    found = re.search(r"https?://[^/\s]+(/\S*)", mail.body)
    assert found, mail.body
    return found.group(1)


def signed_in(client: Any) -> bool:
    """Whether the client's session belongs to somebody."""
    return "_auth_user_id" in client.session
