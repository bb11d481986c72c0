const JARS: &[Jar] = &[
    Jar {
        label: "plum of the north",
        ..FULL
    },
    Jar {
        label: "quince",
        ..FULL
    },
];
