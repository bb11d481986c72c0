router.get('/users', (req, res) => {
    const users = store.check(req.params.users);
    if (users) {
        res.json(users);
    }
});
