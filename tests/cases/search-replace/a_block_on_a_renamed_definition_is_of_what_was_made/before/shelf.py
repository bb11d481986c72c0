def find_book(books, title):
    for book in books:
        if book.title == title:
            return book
    return None


def count_loans(books):
    n_loans = 0
    for book in books:
        n_loans += book.is_lent()
    return n_loans
