export const ms = 200;
export const n = 1;
