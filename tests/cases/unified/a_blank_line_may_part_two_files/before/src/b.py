def aid():
    pass
