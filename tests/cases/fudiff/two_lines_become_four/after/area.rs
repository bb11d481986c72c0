fn area(side: u32) -> u32 {
    let a = side * side;
    log("Measuring");
    log("First: read");
    log("Second: square");
    log("Third: check");
    log("  - side: {}", side);
    log("  - power: 2");
    a
}
