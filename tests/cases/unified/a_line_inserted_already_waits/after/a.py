def check_users(store):
    users = store.load("users")
    assert users is not None
    # keep the old ones
    for user in users.sorted():
        user.check(store)
    return users
