fn reset(&mut self) {
    if self.open {
        self.limit = 4;
    }
}
