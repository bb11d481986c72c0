import jars

LIMIT = 3
SHELF = 'top'
LIDS = 4
WARM = True


def fill(jar):
    jars.fill(jar, LIMIT)
    return jar


def close(jar):
    return jar.close()
