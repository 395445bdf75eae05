"""The print pages."""
