"""Models of the campaign app: profiles, clubs, print set-ups, API tokens."""

from campaign.models.api import ApiToken, IdempotencyKey
from campaign.models.club import Club, Membership, Role, demo_members, is_demo_member
from campaign.models.printing import LastPrint, PrintJob, PrintSetup
from campaign.models.profile import Paper, Profile, Theme

__all__ = [
    "ApiToken",
    "Club",
    "IdempotencyKey",
    "LastPrint",
    "Membership",
    "Paper",
    "PrintJob",
    "PrintSetup",
    "Profile",
    "Role",
    "Theme",
    "demo_members",
    "is_demo_member",
]
