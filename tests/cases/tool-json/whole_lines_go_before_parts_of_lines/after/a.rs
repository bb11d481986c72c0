fn first() {
    }

struct Order {
    limit: usize,
}

struct Order {
    count: usize,
}
