fn first() {
    }

struct Order {
    limit: usize,
}

struct Order {
    limit: usize,
}
