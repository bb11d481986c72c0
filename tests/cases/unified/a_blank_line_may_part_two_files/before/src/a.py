import io
x = 1
