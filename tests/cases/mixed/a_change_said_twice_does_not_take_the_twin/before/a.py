def sizes(text):
    for word in text.split():
        numbers.append(int(word))
    return numbers


def weights(text):
    for word in text.split():
        numbers.append(int(word))
    return numbers
