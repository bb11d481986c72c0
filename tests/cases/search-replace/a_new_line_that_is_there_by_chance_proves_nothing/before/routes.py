def health():
    return jsonify(ok=True)


def parcels():
    return jsonify(list_all())
