use std::fs;

struct Job {
    file: String,
    wait: u64,
    tries: u8,
}

impl Job {
    fn open(file: &str) -> Job {
        Job {
            file: file.into(),
            wait: 20,
            tries: 4,
        }
    }

    fn is_there(&self) -> bool {
        fs::exists(&self.file)
    }
}
