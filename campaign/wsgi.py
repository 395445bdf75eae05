"""Old place of the WSGI application, for deployments of 0.8; it is in `campaign.project.wsgi`."""

from campaign.project.wsgi import application

__all__ = ["application"]
