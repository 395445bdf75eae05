"""The WSGI application, for servers that speak nothing else; `manage.py serve` runs the ASGI one."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.settings")
application = get_wsgi_application()

from campaign.readiness import read_ahead  # noqa: E402  (after Django is set up)

read_ahead()
