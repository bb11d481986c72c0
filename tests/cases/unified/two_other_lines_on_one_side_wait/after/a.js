export function answer(res, users) {
  res.json(users.report);
  res.cookie(users.token);

export function parse_users(group) {
  const users = group.split(",");
  const limit = config.limit_of_users;
  return users.slice(0, limit);
}
