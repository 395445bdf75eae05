"""Orders of battle as indented text: read and write headers, headings and units."""
