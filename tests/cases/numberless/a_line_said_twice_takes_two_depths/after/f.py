def a():
    call_it(later)
if x:
        call_it(later)
