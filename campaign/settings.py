"""Old place of the settings, for deployments of 0.8; they are in `campaign.project.settings`."""

from campaign.project.settings import *  # noqa: F403
