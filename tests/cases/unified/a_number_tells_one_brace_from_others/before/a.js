test("loads", async () => {
  for (const user of users) {
    await load(user);
  }
})

// the end
