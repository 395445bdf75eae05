"""What can be done with clubs: found them, join them, run them."""
