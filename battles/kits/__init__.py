"""Boards, each a complete toolbox; independent of each other and of every system."""
