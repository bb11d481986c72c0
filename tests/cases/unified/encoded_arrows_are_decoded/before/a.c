int f(struct s *p) {
    return p->a && p->b;
}
