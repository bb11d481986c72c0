# one
# two
# three
# four
import io
import re
import log

# eight
# nine
# ten
# eleven
# twelve
# thirteen
# fourteen
def start():
    log.begin(level=1)
    run_all()
