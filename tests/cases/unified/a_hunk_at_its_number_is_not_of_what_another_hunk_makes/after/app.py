class New:  
    def reset(self):  
        self.count = 0  
        return None  
  
import json

LIMIT = 5


class Old:
    def reset(self):
        self.count = 0
        self.log()  
        return None


def main():
    Old().reset()
