"""JSON files, ZIP archives, and decoding of bytes to text."""
