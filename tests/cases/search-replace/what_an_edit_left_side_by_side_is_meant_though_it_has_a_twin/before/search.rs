impl Buyer {
    pub fn new(
        printer: Printer,
        path: &Path,
        stock: &[u8],
    ) -> Buyer {
        Buyer {
            opts: Options::default(),
            printer: printer,
            path: path,
            stock: stock,
        }
    }
}

impl Seller {
    pub fn new(
        printer: Printer,
        path: &Path,
        stock: &[u8],
        goods: &[u8],
    ) -> Seller {
        Seller {
            opts: Options::default(),
            printer: printer,
            path: path,
            stock: stock,
        }
    }
}
