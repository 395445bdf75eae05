import hashlib
from collections import defaultdict

from django.db import migrations, models

LETTERS = str.maketrans("0123456789abcdef", "bcdfghjklmnpqrst")


def key_of(secret, place):
    return hashlib.blake2b(b"%d" % place, key=secret, digest_size=6, person=b"muster-line-1").hexdigest().translate(LETTERS)


def give_keys(apps, schema_editor):
    Battle = apps.get_model("battles", "Battle")
    Told = apps.get_model("battles", "Told")
    for battle in Battle.objects.only("pk", "secret").iterator():
        places = {}
        rows = []
        for viewer in ("umpire", None):
            found = Told.objects.filter(battle_id=battle.pk).order_by("viewer", "n").defer("lines")
            found = found.filter(viewer=viewer) if viewer else found.exclude(viewer="umpire")
            notices = defaultdict(int)
            for row in found:
                notices[row.viewer, row.seq] += row.entry_id is None
                at = (row.seq, row.entry_id, notices[row.viewer, row.seq] if row.entry_id is None else 0)
                if viewer:
                    places[at] = row.n
                row.key = key_of(bytes(battle.secret), places[at]) if at in places else ""
                rows.append(row)
        Told.objects.bulk_update(rows, ["key"], batch_size=200)


class Migration(migrations.Migration):

    dependencies = [
        ('battles', '0002_workers'),
    ]

    operations = [
        migrations.AddField(
            model_name='told',
            name='key',
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddField(
            model_name='note',
            name='key',
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
    ]
