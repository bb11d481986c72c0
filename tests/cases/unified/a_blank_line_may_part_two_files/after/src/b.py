def aid():
    log.say("aid")
    pass
