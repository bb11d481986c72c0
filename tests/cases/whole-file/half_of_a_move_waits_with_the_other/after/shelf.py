from scales import Scale


def weigh_1(jar):
    scale = Scale(1)
    return scale.read(jar)


def weigh_2(jar):
    scale = Scale(2)
    return scale.read(jar)


def weigh_3(jar):
    scale = Scale(3)
    return scale.read(jar)


def weigh_4(jar):
    scale = Scale(4)
    return scale.read(jar)


def weigh_5(jar):
    scale = Scale(5)
    return scale.read(jar)


def weigh_6(jar):
    scale = Scale(6)
    return scale.read(jar)


def weigh_7(jar):
    scale = Scale(7)
    return scale.read(jar)


def weigh_8(jar):
    scale = Scale(8)
    return scale.read(jar)


def pour_all(jars):
    for jar in jars:
        jar.pour()


def drop_all(jars):
    for jar in jars:
        jar.drop()
