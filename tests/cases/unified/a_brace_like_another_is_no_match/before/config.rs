fn load(path: &str) -> Values {
    let text = read(path);
    let mut values = Values::new();
    for (number, row) in text.lines().enumerate() {
        values.insert(number, row.trim());
    }
    values
}

fn get(values: &Values, number: usize) -> &str {
    if let Some(value) = values.find(number) {
        return value;
    }
    ""
}
