int start(int n) {
  int made;

  made = spawn(n);
  return made;
}

int stop(int n) {
  return join(n);
}
