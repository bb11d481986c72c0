def allow(key):
    """Allow who has a key."""
    user = find(key)
    if not user:
        raise Denied("no such key")
