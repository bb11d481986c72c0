fn main() {
    goodbye();
}
