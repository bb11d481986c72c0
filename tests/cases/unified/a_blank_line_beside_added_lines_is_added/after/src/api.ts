async function load(id) {
  return fetch(id);
}

export function run() {
  go();
}

async function drop(id) {
  return remove(id);
}
