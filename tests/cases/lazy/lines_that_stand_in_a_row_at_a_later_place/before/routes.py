from jars import app, db


@app.route("/plums/<int:plum>", methods=["DELETE"])
def drop_plum(plum):
    found = db.get("plums", plum)
    if found is None:
        return {"error": "no such plum"}, 404
    db.drop("plums", plum)
    db.commit()
    return {"dropped": "plum"}


@app.route("/lids/<int:lid>", methods=["DELETE"])
def drop_lid(lid):
    found = db.get("lids", lid)
    if found is None:
        return {"error": "no such lid"}, 404
    db.drop("lids", lid)
    db.commit()
    return {"dropped": "lid"}


@app.route("/health")
def health():
    return {"ok": True}
