"""Pages of campaigns on the map: start, map and orders, diary, forces, engagements."""
