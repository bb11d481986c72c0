async function load(id) {
  return fetch(id);
  log(id);
}
async function drop(id) {
  return erase(id);
}
