"""Kinds of sheets, and packets of them."""
