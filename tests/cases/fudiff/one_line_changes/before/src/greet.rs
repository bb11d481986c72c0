fn main() {
    hello();
}
