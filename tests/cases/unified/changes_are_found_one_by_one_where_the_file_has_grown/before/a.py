class Store:
    def open_file(self, path):
        self.handle = open_path(path)
        self.count_of_opens += 1

    def one_more(self):
        return 1

    def another(self):
        return 2

    def yet_another(self):
        return 3

    def close_file(self):
        self.handle.close()
        self.handle = None
