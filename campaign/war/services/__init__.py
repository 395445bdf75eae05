"""What writes campaigns and meets battles, armies and accounts."""
