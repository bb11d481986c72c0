fn hi() {}
