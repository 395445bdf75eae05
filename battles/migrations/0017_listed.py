"""Indexes for the lists of public battles and of those of a club."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('battles', '0016_news_and_plans'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='battle',
            index=models.Index(fields=['visibility', '-listed', '-id'], name='battle_visibility_listed'),
        ),
        migrations.AddIndex(
            model_name='battle',
            index=models.Index(fields=['club', '-listed', '-id'], name='battle_club_listed'),
        ),
    ]
