fn load_user() {
    let user = read();
    return user;
}
