fn a() {
    step();
    stop();
}

fn b() {
    step();
    stop();
}
