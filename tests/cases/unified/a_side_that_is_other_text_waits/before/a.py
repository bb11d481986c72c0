def setup():
    return 1

@route("/users/all")
def list_users(store):
    users = store.check_users()
    return users.as_list()

def teardown():
    return 2
