"""The computer as commander: it gets what its side may know, and gives each force an order and a reason (CM-AI)."""
