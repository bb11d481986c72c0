class Jar {
    int load() {
        return 1;
    }
}
