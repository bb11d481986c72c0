def allow(key):
    """Allow who has a key."""
    if not key:
        raise ValueError("a key is needed")
    
    user = find(key)
    if not user:
        raise Denied("no such key")
