async function load(id) {
  return fetch(id);
}

function a() {}

function b() {}

async function drop(id) {
  return remove(id);
}
