async function load(id) {
  return fetch(id);
}

async function drop(id) {
  return remove(id);
}
