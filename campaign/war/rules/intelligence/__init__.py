"""What forces see, what is reported, and what a commander knows."""
