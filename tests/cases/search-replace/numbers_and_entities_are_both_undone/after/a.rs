fn main() {
    if a > 2 {
        run(&b);
    }
}
