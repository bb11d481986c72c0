use super::*;

#[track_caller]
fn check(text: &str, index: usize, expected: Option<&str>) {
    let text = Text::new(text);
    let words = enclosing(&text, index).map(|line| words_of(text.line(line)));
    assert_eq!(words.as_deref(), expected);
}

#[test]
fn where_nothing_is_defined_sections_and_keys_are_told() {
    let check = |text: &str, index: usize, expected: Option<&str>| {
        let path = enclosing_path(&Text::new(text), index);
        assert_eq!(path.as_deref(), expected, "{text}");
    };
    let yaml = "dev:\n  web:\n    port: 80\n\nprod:\n  web:\n    port: 80\n";
    check(yaml, 2, Some("dev > web"));
    check(yaml, 6, Some("prod > web"));
    check(yaml, 4, None);
    check("[a]\nx = 1\n\n[b]\nx = 1\n", 4, Some("[b]"));
    check("[a]\nx = [\n[1, 2]\n]\ny = 1\n", 4, Some("[a]"));
    let list = "jobs:\n  test:\n    steps:\n    - name: lint\n      run: a\n    - name: unit\n      run: a\n";
    check(list, 4, Some("jobs > test > steps > - name: lint"));
    check(list, 6, Some("jobs > test > steps > - name: unit"));
    check(list, 5, Some("jobs > test > steps"));
    check(
        "http {\n  server {\n    listen 80;\n",
        2,
        Some("http > server"),
    );
    check("a {\n  if x {\n    y\n", 2, Some("a"));
    check("a {\n  # note:\n    y\n", 2, Some("a"));
    check("{\n  \"a\": {\n    \"x\": 1\n  }\n}\n", 2, Some("\"a\""));
    check("# One\n\ntext\n\n## Two\n\ntext\n", 6, Some("## Two"));
    check("import x\n\n# A remark\nrun(x)\n", 3, None);
    check("def a():\n    b:\n        c\n", 2, Some("def a"));
}

#[test]
fn a_method_of_go_is_named_with_what_it_is_of() {
    let go = "func (s *Store) Len() int {\n\treturn 1\n}\n";
    check(go, 1, Some("func (s *Store) Len"));
    check("func main() {\n\trun()\n}\n", 1, Some("func main"));
}

#[test]
fn a_block_ends_where_what_follows_is_no_deeper() {
    let check = |text: &str, index: usize, expected: (usize, usize)| {
        let text = Text::new(text);
        let block = block(&text, index);
        assert_eq!((block.start, block.end), expected);
    };
    let python = "def a(\n    x,\n):\n    y = 1\n    z = 2\n\n\ndef b():\n    for k in z:\n        k()\n    w = 3\n";
    check(python, 0, (0, 7));
    let c = "int a(void)\n{\n    x();\n}\n\nint b(void)\n{\n    y();\n}\n";
    check(c, 0, (0, 5));
    check(c, 5, (5, 9));
    check(python, 7, (7, 11));
    check(python, 8, (8, 10));
    check(python, 4, (4, 7));
    check("fn a() {\n    x();\n}\n\nfn b() {\n}\n", 0, (0, 4));
    let c = "int a(void)\n{\n    x();\n}\n\nint b(void)\n{\n    y();\n}\n";
    check(c, 0, (0, 5));
    check(c, 5, (5, 9));
    check("[a]\nx = 1\n\n[b]\nx = 1\n", 0, (0, 3));
}

#[test]
fn what_a_line_defines_is_told_without_what_says_how() {
    let check = |line: &str, expected: Option<&str>| {
        assert_eq!(defined(line.as_bytes()).as_deref(), expected, "{line}");
    };
    check("    pub async fn run<T>(x: T) {", Some("fn run"));
    check("def b():", Some("def b"));
    check("class Cart(Base):", Some("class Cart"));
    check("export default function go() {", Some("function go"));
    check("int main(void) {", Some("main"));
    check("impl Display for Path {", Some("impl Display for Path"));
    check("if (x) {", None);
    check("return f(x)", None);
    check("struct uv_req_s accept_req;", None);
    check("app.use(function (a, b) {", None);
    check("let shown = Some(Shown::Whole {", None);
    check("let found = find(x) {", None);
    check("it('runs', () => {", None);
    check("const run = (a) => {", Some("run"));
    check("protocol: http", None);
    check("pub(crate) fn run(x: T) {", Some("fn run"));
    check("Task<int> take(int id) {", Some("take"));
    check("Map<String, List<Jar>> all() {", Some("all"));
    check("T largest<A, B>(A one, B other) {", None);
    check("void Shelf::put(Jar jar) {", Some("Shelf::put"));
    check("export const take = async (id) => {", Some("take"));
    check("const take: Taker<Jar> = (id) => {", Some("take"));
    check("template<class T> T take(T one) {", Some("take"));
    check(
        "template <class K, class V = Box<K>> class Shelf {",
        Some("class Shelf"),
    );
    check("fun <T> take(one: T): T {", Some("fun take"));
    check(
        "inline fun <reified T> take(one: T) = one",
        Some("fun take"),
    );
    check(
        "impl<T> Display for Shelf<T> {",
        Some("impl Display for Shelf"),
    );
    check("class Shelf<T>(val jars: List<T>)", Some("class Shelf"));
    check("fun = 3", None);
    check("synchronized (this) {", None);
    check("foreach (var jar in jars) {", None);
    check("On Unix this function will try to open the terminal", None);
    check("This module implements the API.", None);
    check("Wrapper function for the parser", None);
    check("class that counts.", None);
    check("Abstract class of all shapes", None);
    check("Static function for orders", None);
    check(
        "export abstract class Cart extends Base",
        Some("class Cart extends Base"),
    );
    check("local function go", Some("function go"));
}

#[test]
fn definitions_are_named_from_the_outermost_in() {
    let check = |text: &str, index: usize, expected: Option<&str>| {
        assert_eq!(path_words(&Text::new(text), index).as_deref(), expected);
    };
    let python = "class Wish(Base):\n    n = 0\n\n    def total(self):\n        if self.n:\n            return 1\n\nx = 2\n";
    check(python, 5, Some("Wish.total"));
    let c = "struct ring *ring_new(int size)\n{\n\treturn make(size);\n}\n";
    check(c, 2, Some("ring_new"));
    check("struct ring {\n\tint size;\n};\n", 1, Some("ring"));
    check("pub struct Pair(\n    u32,\n);\n", 1, Some("Pair"));
    check(python, 1, Some("Wish"));
    check(python, 7, None);
    let rust = "impl<T> Display for Path<T> {\n    pub async fn fmt<'a>(&self) -> Result {\n        ok\n    }\n}\n";
    check(rust, 2, Some("Path.fmt"));
    check(
        "impl Cache {\n    fn get(\n        &self,\n    ) -> u32 {\n        1\n",
        4,
        Some("Cache.get"),
    );
    let of = |head: &str| format!("{head} {{\n    fn fmt(&self) {{\n        ok\n    }}\n}}\n");
    for (head, name) in [
        ("impl fmt::Display for Point", "Point.fmt"),
        ("impl<T: fmt::Display> Show for &'a Wrap<T>", "Wrap.fmt"),
        ("impl<K: Ord, V> Map<K, V> where V: Clone", "Map.fmt"),
        ("impl<F: Fn() -> u32> Call<F> for Later<F>", "Later.fmt"),
    ] {
        check(&of(head), 2, Some(name));
    }
    check("int Shape::area(int n) {\n  x;\n", 1, Some("Shape::area"));
    check("int main(void) {\n  x;\n", 1, Some("main"));
    check(
        "export default class Foo extends Bar {\n  run(a) {\n    x;\n",
        2,
        Some("Foo.run"),
    );
}

#[test]
fn a_path_tells_every_definition_and_of_very_deep_ones_the_innermost() {
    let python = "class Wish(Base):\n    def total(self):\n        if self.n:\n            return 1\n\nx = 2\n";
    let check = |text: &str, index: usize, expected: Option<&str>| {
        assert_eq!(enclosing_path(&Text::new(text), index).as_deref(), expected);
    };
    check(python, 3, Some("class Wish > def total"));
    check(python, 0, Some("class Wish"));
    check(python, 5, None);
    let deep: String = (0..9)
        .map(|n| format!("{}class C{n}:\n", " ".repeat(n)))
        .collect();
    check(
        &deep,
        8,
        Some("… > class C3 > class C4 > class C5 > class C6 > class C7 > class C8"),
    );
}

#[test]
fn a_line_stands_in_the_nearest_definition_indented_less() {
    let python = "class Cache:\n    size = 1\n\n    def get(self, key):\n        if key:\n            return 1\n\n    x = 2\ny = 3\n";
    check(python, 5, Some("def get"));
    check(python, 6, Some("class Cache"));
    check(python, 3, Some("def get"));
    check(python, 8, None);
    check(
        "int main(void) {\n  if (x) {\n    y;\n",
        2,
        Some("int main"),
    );
    check(
        "pub async fn run<T>(x: T) {\n    y;\n",
        1,
        Some("pub async fn run<T>"),
    );
    check("a\n", 7, None);
    let black = "class Cache:\n    def get(\n        self,\n        key: str,\n    ) -> int:\n        return 1\n\n    size = 2\n";
    check(black, 5, Some("def get"));
    check(black, 3, Some("def get"));
    check(black, 7, Some("class Cache"));
    let c = "static int open(const char *path)\n{\n\tif (!path)\n\t{\n\t\treturn 1;\n\t}\n\treturn 0;\n}\n";
    check(c, 0, Some("static int open"));
    check(c, 1, Some("static int open"));
    check(c, 4, Some("static int open"));
    check(c, 6, Some("static int open"));
    let sharp = "class Cart\n{\n    public int Count()\n    {\n        return 1;\n    }\n}\n";
    check(sharp, 4, Some("public int Count"));
    check(sharp, 2, Some("public int Count"));
    check("for (;;)\n{\n    x();\n}\n", 2, None);
    let rust = "impl Cache {\n    fn get(\n        &self,\n    ) -> u32 {\n        if x {\n            1\n        }\n    }\n\n    const N: u32 = 1;\n";
    check(rust, 5, Some("fn get"));
    check(rust, 9, Some("impl Cache"));
}

#[test]
fn who_sees_a_function_is_no_part_of_its_name() {
    let file = "impl Writer {\n    pub(crate) fn write(&mut self) {\n        x();\n";
    let text = Text::new(file);
    assert_eq!(path_words(&text, 2).as_deref(), Some("Writer.write"));
    check(file, 2, Some("pub(crate) fn write"));
    assert_eq!(name_of(b"pub(in a::b) struct Cart {"), "Cart");
    assert_eq!(name_of(b"impl From<Cart> for (u8, u8) {"), "(u8, u8)");
    assert_eq!(
        name_of(b"impl<A> Show for (A, u8) where A: Show {"),
        "(A, u8)"
    );
    assert_eq!(name_of(b"impl Show for Cart {"), "Cart");
    assert_eq!(
        name_of(b"impl Show for dyn Write + Send {"),
        "dyn Write + Send"
    );
    assert_eq!(name_of(b"func (c *Cache[K]) Get(key K) int {"), "Cache.Get");
    assert_eq!(name_of(b"pub (crate)"), "pub");
}

#[test]
fn an_arm_defines_nothing_and_bounds_belong_to_the_signature() {
    let file = "pub fn read<R>(\n    obj: &mut R,\n) -> usize\nwhere\n    R: Read,\n{\n    match obj.read() {\n        Err(..) => {\n            stop();\n";
    check(file, 8, Some("pub fn read<R>"));
    check(file, 6, Some("pub fn read<R>"));
    check(
        "fn a() {\n    Some(x) if x > 1 => {\n        b();\n",
        2,
        Some("fn a"),
    );
    check(
        "fn a() {\n    Kind::Of(x) => {\n        b();\n",
        2,
        Some("fn a"),
    );
    check("const take = (id) => {\n    b();\n", 1, Some("const take"));
    check("  take: (id) => {\n    b();\n", 1, Some("take"));
}

#[test]
fn a_bare_name_is_without_what_it_is_of() {
    let check = |line: &str, expected: Option<&str>| {
        assert_eq!(bare_name(line.as_bytes()).as_deref(), expected, "{line}");
    };
    check("func (s *Shop) Total(tax int) int {", Some("Total"));
    check("int Shop::total(int tax) {", Some("total"));
    check("class Cart extends Shop {", Some("Cart"));
    check("    async def total(self):", Some("total"));
    check("const total = (cart) => {", Some("total"));
    check("pub(crate) fn total<T>(cart: T) -> u32 {", Some("total"));
    check("total(cart)", None);
    check("if (total) {", None);
}
