fn main() {
    if a > 1 {
        run(&b);
    }
}
