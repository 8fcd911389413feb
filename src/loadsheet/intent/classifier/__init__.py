"""The signs of a turn, and the tables that weigh them."""
