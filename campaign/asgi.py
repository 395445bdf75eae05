"""Old place of the ASGI application, for deployments of 0.8; it is in `campaign.project.asgi`."""

from campaign.project.asgi import application

__all__ = ["application"]
