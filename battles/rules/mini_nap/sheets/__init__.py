"""Printed sheets: cheat sheet, kit list, worked example, muster roll."""
