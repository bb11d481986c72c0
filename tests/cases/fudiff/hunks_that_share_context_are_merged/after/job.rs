use std::fs;

struct Job {
    file: Path,
    wait: u64,
    tries: u16,
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
