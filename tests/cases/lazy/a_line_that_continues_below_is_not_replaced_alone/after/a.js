export const limit = read()
  .then(parse)
  .then(check);

export const other = 1;
