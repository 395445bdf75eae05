"""A package of rules without a module."""
