function load() {
  return 1;
}
