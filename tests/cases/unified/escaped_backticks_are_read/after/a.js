const name = `Bob`;
let b;
