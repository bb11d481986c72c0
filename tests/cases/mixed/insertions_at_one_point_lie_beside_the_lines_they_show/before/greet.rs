fn main() {
    hello();
}

fn last() {
    greet();
    bye();
}
