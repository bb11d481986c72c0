// Written by hand.
// No rights reserved.
fn main() {
    greet("morning");
}
