"""The army builder: an army as a tree to edit in place, and its history."""
