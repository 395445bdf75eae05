"""Printed sheets: cheat sheet, worked example, kit list, muster roll."""
