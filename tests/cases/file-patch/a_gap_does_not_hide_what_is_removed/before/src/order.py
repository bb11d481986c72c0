import json
import os

from app.stock import stock

MAX_ORDERS = 12
DEFAULT_ORDER = "oldest"

def create_item(users, limit=2):
    """Create an item for each user."""
    item = users.get("item")
    return item
