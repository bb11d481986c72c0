fn area(side: u32) -> u32 {
    let a = side * side;
    log("Area: {}", a);
    log("Given:");
    log("  - side: {}", side);
    log("  - power: 2");
    a
}
