start(2)
stop(1)
if late:
    start(1)
    stop(1)
