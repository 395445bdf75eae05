"""The ASGI application; `manage.py serve` runs it."""

import os
from typing import Any, cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "campaign.project.settings")
django_application = get_asgi_application()

from django.conf import settings  # noqa: E402  (after Django is set up)
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware  # noqa: E402

from campaign.project.admission import admitted  # noqa: E402
from campaign.project.metrics import warm_up  # noqa: E402
from campaign.project.middleware import limited  # noqa: E402

warm_up()
# REMOTE_ADDR and is_secure() come from what a proxy in MUSTER_PROXIES reports.
application = ProxyHeadersMiddleware(
    cast("Any", admitted(limited(django_application, settings.MUSTER_BODY_LIMIT))), settings.MUSTER_PROXIES
)
