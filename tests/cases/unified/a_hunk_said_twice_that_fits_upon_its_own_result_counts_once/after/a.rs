fn one() {
    Some(30)
}
    }
    Some(30)
}

pub fn two() {
    let orders = 3;
}
