fn work() {
    // ... the work itself
}
// The work ends here
