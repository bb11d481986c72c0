fn work() {
    // ... the work itself
}
// The work ends here

#[cfg(test)]
mod checks {
    // Checks come here
}
