    Some(users + 100)
}

let _orders = orders.clone();

#[derive(Debug, Clone)]
pub struct User {
    pub user: String,
}
