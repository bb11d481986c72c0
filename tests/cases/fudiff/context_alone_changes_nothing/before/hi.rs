fn main() {
    greet("morning");
}
