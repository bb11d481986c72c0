# a
# b
# c
# d
PLACE = {
    "server": "here:80",
}
