export function lid() {
  return 1;
}

export function jar() {
  return 2;
}
