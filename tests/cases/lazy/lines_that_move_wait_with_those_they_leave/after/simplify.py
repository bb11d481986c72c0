def simplify(expr, old=False):
    """Says it in fewer words."""
    if not old:
        method = "matching"
    else:
        method = "old"

    def by_groups(ex):
        def traverse(e):
            return [traverse(x) for x in e]
        return traverse(ex)

    def to_powers(expr):
        """
        Writes functions as powers.
        """
        expr = expr.rewrite("sin")
        expr = expr.rewrite("cos")
        return expr

    ways = {"groups": by_groups, "powers": to_powers}
    return ways[method](expr)
