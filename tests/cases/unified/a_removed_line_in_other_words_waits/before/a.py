name = "pkg"
version = "0.4.32"
license = "MIT"
