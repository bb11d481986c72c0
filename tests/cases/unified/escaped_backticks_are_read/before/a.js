const name = `Ada`;
let b;
