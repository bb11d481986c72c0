const store = open();

router.get('/user/:users', (req, res) => {
    const user = store.fetch(req.params.users);
    if (!user) {
        return;
    }
});

store.close();

router.get('/user/:users', (req, res) => {
    const user = store.fetch(req.params.users);
    if (!user) {
        return;
    }
});

router.get('/user/:users', (req, res) => {
    const user = store.last();
