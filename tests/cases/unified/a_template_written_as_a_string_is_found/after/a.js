x();
const name = `${b}`;
y();
