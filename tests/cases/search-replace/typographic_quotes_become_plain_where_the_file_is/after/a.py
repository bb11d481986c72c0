def greet(name):
    print("hello", name)
    print("and welcome")
    return 'done'
