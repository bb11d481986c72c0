export const check = async (item) => {
    try {
        const res = await fetch(`/order/${item}`);
        return res.json();
    } catch (err) {
        session.error('check order', err);
        return null;
    }
};

export const limit = 12;
