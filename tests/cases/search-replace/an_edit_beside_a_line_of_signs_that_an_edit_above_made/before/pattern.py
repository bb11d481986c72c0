PATTERN = re.compile(
    r"""
        ^
        [\t ]*
        (?P<nl>
            (?:\#[^\n]*)?
            \n?
        )
        $
        """,
    re.VERBOSE,
)
