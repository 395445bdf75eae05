"""The ASGI application; `manage.py serve` runs it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.settings")
django_application = get_asgi_application()

from django.conf import settings  # noqa: E402  (after Django is set up)

from campaign.bodies import limited  # noqa: E402
from campaign.readiness import read_ahead  # noqa: E402

read_ahead()
application = limited(django_application, settings.MUSTER_BODY_LIMIT)
