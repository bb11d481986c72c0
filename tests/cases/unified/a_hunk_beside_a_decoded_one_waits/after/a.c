int f(struct s *p) {
    return p->a;
}

int g(int x) {
    int y = twice(x);
    return y;
}
