# a
# b
# c
# d
PLACE = {
    "host": "here",
    "port": 80,
}
