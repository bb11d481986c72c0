PATTERN = re.compile(
    r"""
        ^
        [\t ]*
        (?P<nl>
            (?:\#[^\n]*)?
            \r?
            \n?
        )+
        $
        """,
    re.VERBOSE,
)
