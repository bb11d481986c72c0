int start(int n) {
  int made;
  made = spawn(n);
  log(made);
  return made;
}

int stop(int n) {
  return join(n);
}
