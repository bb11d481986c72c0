test("loads", async () => {
  for (const user of users) {
    await load(user);
  }

  for (const group of groups) {
    await load(group);
  }
})

// the end
