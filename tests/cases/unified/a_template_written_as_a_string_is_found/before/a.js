x();
const name = `${a}`;
y();
