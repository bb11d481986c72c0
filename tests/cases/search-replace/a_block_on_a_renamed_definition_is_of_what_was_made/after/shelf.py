def book_of(books, title):
    for book in list(books):
        if book.title == title:
            return book
    return None


def count_loans(books):
    n_loans = 0
    for book in books:
        n_loans += book.is_lent()
    return n_loans
