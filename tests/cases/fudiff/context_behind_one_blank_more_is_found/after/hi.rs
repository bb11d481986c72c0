fn main() {
    greet("evening");
}
