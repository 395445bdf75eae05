"""What systems put on paper: cheat sheets, kit lists, muster rolls."""
