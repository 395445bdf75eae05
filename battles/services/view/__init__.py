"""What a viewer gets of a battle: the view, the feed, the phases."""
