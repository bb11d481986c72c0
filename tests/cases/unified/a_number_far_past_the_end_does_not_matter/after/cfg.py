# a
# b
# c
# d
PLACE = {
    "host": "here",
    "path": "/",
    "port": 80,
}
