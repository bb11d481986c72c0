router.get('/users', (req, res) => {
    const users = store.check(req.params.users);
    if (!users) {
        return;
    }
    res.json(users);
});
