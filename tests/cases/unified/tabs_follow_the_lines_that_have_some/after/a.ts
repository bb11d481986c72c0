export function update(item) {
    const user = item.split(',');
    return user;
}

export const load = (users) => {
    try {
        return fetch(users);
    } finally {
        close();
    }
};

router.get('/orders', (req, res) => {
    const orders = store.parse(req);
    if (!orders) {
if (item > 3) {
    return;
}
        return;
    }
});
