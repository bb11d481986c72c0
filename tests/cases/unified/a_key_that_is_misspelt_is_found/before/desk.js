export const desk = {
  settings: {
    retries: 3,
    timeoutMillis: 500,
  },
};
