/// Adds two numbers.
pub fn add(a: u32, b: u32) -> u32 {
    a + b
}

/// Subtracts one number from another.
pub fn sub(a: u32, b: u32) -> u32 {
    a - b
}
