fn main() {
    first();
    second();
    hello();
}

fn last() {
    greet();
    third();
    fourth();
    bye();
}
