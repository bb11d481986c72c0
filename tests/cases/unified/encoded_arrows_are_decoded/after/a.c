int f(struct s *p) {
    return p->a && p->c < 3;
}
