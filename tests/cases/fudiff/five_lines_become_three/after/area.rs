fn area(side: u32) -> u32 {
    let a = side.pow(2);
    log("Square: {}", a);
    log("Side was: {}", side);
    a
}
