def list_users(orders):
    limit = orders.limit

    users = fetch(orders)
    if users:
        return jsonify(users)
    return None
