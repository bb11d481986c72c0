const limit = 5;

export function load(path) {
  const text = read(path);
  return parse(text);
}
