impl Jar {
    fn load(&self) -> u8 {
        1
    }

    fn lid(&self) -> u8 {
        2
    }
}

impl Shop {
    fn open(&self) {
        unlock();
    }
}
