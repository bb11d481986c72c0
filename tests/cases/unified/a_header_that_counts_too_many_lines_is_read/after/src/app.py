# line 1
# line 2
# line 3
# line 4
# line 5
# line 6
# line 7
# line 8
# line 9
def double_all(rows):
    import log
    log.say(len(rows))
    out = []
    for row in rows:
        out.append(row * 2)
    return out
