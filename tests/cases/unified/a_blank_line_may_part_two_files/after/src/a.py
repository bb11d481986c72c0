import io
import log
x = 1
