# one
# two
# three
# four
import io
import re

# eight
# nine
# ten
# eleven
# twelve
# thirteen
# fourteen
def start():
    run_all()
