use std::fs;
use std::time::Instant;

struct Job {
    file: String,
    wait: Instant,
    tries: u8,
}

impl Job {
    fn open(file: &str) -> Job {
        Job {
            file: file.into(),
            wait: Instant::after(20),
            tries: 4,
        }
    }

    fn is_there(&self) -> bool {
        let file = &self.file;
        fs::exists(file) && fs::is_plain(file)
    }
}
