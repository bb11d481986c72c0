def a():
    call_it(now)
if x:
        call_it(now)
