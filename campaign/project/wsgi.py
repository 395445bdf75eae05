"""The WSGI application, for servers without ASGI; `manage.py serve` runs the ASGI application."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.project.settings")
application = get_wsgi_application()

from campaign.project.metrics import warm_up  # noqa: E402  (after Django is set up)

warm_up()
