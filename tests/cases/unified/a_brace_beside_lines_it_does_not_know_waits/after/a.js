function first(report) {
  if (!report) {
    return null;
  }
  send(report.address);
}

function second(users) {
  return users.map(render);
}

function third(config) {
  return config.entries;
}
