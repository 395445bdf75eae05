"""The page for a failure of our own, and the one for a database that cannot be had now."""

import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template

from campaign.away import RETRY_AFTER, is_away


def broken(request: HttpRequest) -> HttpResponse:
    """500; or 503 with Retry-After where the database is away or every connection to it is in use.

    Django calls this while it handles the exception. The pages are made without the request: who is signed in stands
    in the database.
    """
    if not is_away(sys.exc_info()[1]):
        return HttpResponse(get_template("500.html").render(), status=500)
    return HttpResponse(get_template("503.html").render(), status=503, headers={"Retry-After": str(RETRY_AFTER)})
