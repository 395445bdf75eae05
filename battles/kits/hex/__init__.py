"""The hex board: its grid, moves and sight, its picture, notation, scenario files, and plans for encounters."""
