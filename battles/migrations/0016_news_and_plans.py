"""When spectators last got a line of a battle, stored for lists; and the date for which a game is planned."""

import django.utils.timezone
from django.db import migrations, models
from django.db.models import Case, F, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce


def fill(apps, schema_editor):
    """Read the times of the battles there are from their feeds."""
    battles = apps.get_model("battles", "Battle").objects
    lines = apps.get_model("battles", "Told").objects.filter(battle=OuterRef("pk"), viewer="public")
    last = Subquery(lines.order_by("-n").values("created")[:1])
    battles.update(news=Coalesce(last, F("created")))
    behind = Q(delay__gt=0) & ~Q(status="over")
    battles.update(listed=Case(When(behind, then=F("created")), default=F("news")))


class Migration(migrations.Migration):

    dependencies = [
        ('battles', '0015_copied_content'),
    ]

    operations = [
        migrations.AddField(
            model_name='battle',
            name='planned',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='tablegame',
            name='planned',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='scenario',
            name='taken_over',
            field=models.JSONField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='battle',
            name='news',
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.AddField(
            model_name='battle',
            name='listed',
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
