//! Parts whose own lines show where they are, whatever the gap above them says.

use super::check;

#[test]
fn a_run_of_new_lines_comes_between_those_that_are_in_a_row() {
    check(
        "// ...\n    :param membership: Join or leave.\n\n    :returns: 0 on success, or an error code.\n\n.. function:: join_source(handle, source, membership)\n\n    Set membership for a source.\n\n    :param handle: The handle.\n\n    :param address: The address.\n\n    :param source: Source.\n\n    :param membership: Join or leave.\n\n    :returns: 0 on success, or an error code.\n\n.. function:: loop(handle, on)\n\n    Set the loop flag.\n",
        ".. function:: leave(handle)\n\n    Leave a group.\n\n    :param handle: The handle.\n\n    :param address: The address.\n\n    :returns: 0 on success, or an error code.\n\n.. function:: join(handle, membership)\n\n    Set membership for a group.\n\n    :param handle: The handle.\n\n    :param address: The address.\n\n    :param membership: Join or leave.\n\n    :returns: 0 on success, or an error code.\n\n.. function:: loop(handle, on)\n\n    Set the loop flag.\n",
        ".. function:: leave(handle)\n\n    Leave a group.\n\n    :param handle: The handle.\n\n    :param address: The address.\n\n    :returns: 0 on success, or an error code.\n\n.. function:: join(handle, membership)\n\n    Set membership for a group.\n\n    :param handle: The handle.\n\n    :param address: The address.\n\n    :param membership: Join or leave.\n\n    :returns: 0 on success, or an error code.\n\n.. function:: join_source(handle, source, membership)\n\n    Set membership for a source.\n\n    :param handle: The handle.\n\n    :param address: The address.\n\n    :param source: Source.\n\n    :param membership: Join or leave.\n\n    :returns: 0 on success, or an error code.\n\n.. function:: loop(handle, on)\n\n    Set the loop flag.\n",
        1,
    );
    check(
        "// ...\n  expect(text).toBe('one');\n});\n\nit('four adds', async () => {\n  await page.go('four');\n  const text = await page.text();\n  expect(text).toBe('four');\n});\n\nit('five adds', async () => {\n  await page.go('five');\n  const text = await page.text();\n  expect(text).toBe('five');\n});\n\nit('two adds', async () => {\n  await page.go('two');\n  const text = await page.text();\n  // ...\n",
        "it('one adds', async () => {\n  await page.go('one');\n  const text = await page.text();\n  expect(text).toBe('one');\n});\n\nit('two adds', async () => {\n  await page.go('two');\n  const text = await page.text();\n  expect(text).toBe('two');\n});\n\nit('three adds', async () => {\n  await page.go('three');\n  const text = await page.text();\n  expect(text).toBe('three');\n});\n\n",
        "it('one adds', async () => {\n  await page.go('one');\n  const text = await page.text();\n  expect(text).toBe('one');\n});\n\nit('four adds', async () => {\n  await page.go('four');\n  const text = await page.text();\n  expect(text).toBe('four');\n});\n\nit('five adds', async () => {\n  await page.go('five');\n  const text = await page.text();\n  expect(text).toBe('five');\n});\n\nit('two adds', async () => {\n  await page.go('two');\n  const text = await page.text();\n  expect(text).toBe('two');\n});\n\nit('three adds', async () => {\n  await page.go('three');\n  const text = await page.text();\n  expect(text).toBe('three');\n});\n\n",
        1,
    );
    check(
        "# ...\n  name = \"a1\"\n  kind = \"tcp\"\n}\n\nrule \"d1\" {\n  port = 80\n  name = \"d1\"\n  kind = \"tcp\"\n}\n\nrule \"b1\" {\n  port = 80\n  # ...\n",
        "rule \"a1\" {\n  port = 80\n  name = \"a1\"\n  kind = \"tcp\"\n}\n\nrule \"b1\" {\n  port = 80\n  name = \"b1\"\n  kind = \"tcp\"\n}\n\nrule \"c1\" {\n  port = 80\n  name = \"c1\"\n  kind = \"tcp\"\n}\n\n",
        "rule \"a1\" {\n  port = 80\n  name = \"a1\"\n  kind = \"tcp\"\n}\n\nrule \"d1\" {\n  port = 80\n  name = \"d1\"\n  kind = \"tcp\"\n}\n\nrule \"b1\" {\n  port = 80\n  name = \"b1\"\n  kind = \"tcp\"\n}\n\nrule \"c1\" {\n  port = 80\n  name = \"c1\"\n  kind = \"tcp\"\n}\n\n",
        1,
    );
}

#[test]
fn what_is_deeper_than_its_gap_is_in_what_that_hides() {
    check(
        "const one = define({\n\n  // ...\n      'Vite',\n    ) as Plugin,\n    writeTypes(),\n    maps(),\n    externalize(),\n  ],\n})\n",
        "const one = define({\n  name: 'a',\n})\n\nconst two = define({\n  name: 'b',\n  plugins: [\n    license(\n      'Vite',\n    ) as Plugin,\n    writeTypes(),\n    externalize(),\n  ],\n})\n",
        "const one = define({\n  name: 'a',\n})\n\nconst two = define({\n  name: 'b',\n  plugins: [\n    license(\n      'Vite',\n    ) as Plugin,\n    writeTypes(),\n    maps(),\n    externalize(),\n  ],\n})\n",
        1,
    );
    check(
        "// ...\nfn a(o: &O) {\n    if o.fast {\n        // ...\n            let pat = Pattern::new($pat).found();\n            // println!(\"PATTERN: {}\", $pat);\n            assert!(!pat.is_match());\n        }\n    };\n// ...\n",
        "fn a(o: &O) {\n    if o.fast {\n        one(o);\n    }\n    two(o);\n}\n\nmacro_rules! check {\n    ($pat:expr) => {\n        fn is() {\n            let pat = Pattern::new($pat).found();\n            println!(\"PATTERN: {}\", $pat);\n            assert!(!pat.is_match());\n        }\n    };\n}\n",
        "fn a(o: &O) {\n    if o.fast {\n        one(o);\n    }\n    two(o);\n}\n\nmacro_rules! check {\n    ($pat:expr) => {\n        fn is() {\n            let pat = Pattern::new($pat).found();\n            // println!(\"PATTERN: {}\", $pat);\n            assert!(!pat.is_match());\n        }\n    };\n}\n",
        0,
    );
    check(
        "class A:\n    # ...\n            check(item)\n            store(item, self.place, now())\n            count(item, self.number)\n        return 2\n",
        "class A:\n    def one(self):\n        return 1\n\nclass B:\n    def two(self):\n        for item in self.items:\n            check(item)\n            store(item, self.place)\n            count(item, self.number)\n        return 2\n",
        "class A:\n    def one(self):\n        return 1\n\nclass B:\n    def two(self):\n        for item in self.items:\n            check(item)\n            store(item, self.place, now())\n            count(item, self.number)\n        return 2\n",
        0,
    );
}

#[test]
fn what_closes_a_block_takes_none_of_those_below_with_it() {
    check(
        "func ver(v string) error {\n\n\t// ...\n}\n\nfunc printError(err error) {\n\tif err != nil {\n\t\tif debugging() {\n\t\t\twrite(\"[ERROR]\", err)\n\t\t}\n\t}\n}\n",
        "func ver(v string) error {\n\tx := parse(v)\n\treturn x\n}\n\nfunc warnA() {\n\tprint(\"a\")\n}\n\nfunc warnB() {\n\tprint(\"b\")\n}\n\nfunc printError(err error) {\n\tif err != nil {\n\t\tprint(\"[ERROR]\", err)\n\t}\n}\n",
        "func ver(v string) error {\n\tx := parse(v)\n\treturn x\n}\n\nfunc warnA() {\n\tprint(\"a\")\n}\n\nfunc warnB() {\n\tprint(\"b\")\n}\n\nfunc printError(err error) {\n\tif err != nil {\n\t\tif debugging() {\n\t\t\twrite(\"[ERROR]\", err)\n\t\t}\n\t}\n}\n",
        1,
    );
}

#[test]
fn a_directive_is_the_head_of_no_block() {
    check(
        "// ...\n  r = get(&one);\n  ok(r);\n\n#ifdef WIN\n  // ...\n  r = get(&two);\n  ok(r);\n\n  r = get2(&two, 1);\n  // ...\n",
        "int f(void) {\n  int r;\n\n  r = get(&one);\n  check(r, 0);\n\n#ifdef WIN\n  null(one.shell);\n#else\n  some(one.shell);\n#endif\n  done(one.home);\n  return 0;\n}\n\nint g(void) {\n  int r;\n\n  r = get(&two);\n  check(r, 0);\n\n  r = get2(&two, 1);\n  return 0;\n}\n",
        "int f(void) {\n  int r;\n\n  r = get(&one);\n  ok(r);\n\n#ifdef WIN\n  null(one.shell);\n#else\n  some(one.shell);\n#endif\n  done(one.home);\n  return 0;\n}\n\nint g(void) {\n  int r;\n\n  r = get(&two);\n  ok(r);\n\n  r = get2(&two, 1);\n  return 0;\n}\n",
        0,
    );
    check(
        "// ...\n  r = get(&one);\n  ok(r);\n\n#if defined(WIN)\n  // ...\n  r = get(&two);\n  ok(r);\n\n  r = get2(&two, 1);\n  // ...\n",
        "int f(void) {\n  int r;\n\n  r = get(&one);\n  check(r, 0);\n\n#if defined(WIN)\n  null(one.shell);\n#else\n  some(one.shell);\n#endif\n  done(one.home);\n  return 0;\n}\n\nint g(void) {\n  int r;\n\n  r = get(&two);\n  check(r, 0);\n\n  r = get2(&two, 1);\n  return 0;\n}\n",
        "int f(void) {\n  int r;\n\n  r = get(&one);\n  ok(r);\n\n#if defined(WIN)\n  null(one.shell);\n#else\n  some(one.shell);\n#endif\n  done(one.home);\n  return 0;\n}\n\nint g(void) {\n  int r;\n\n  r = get(&two);\n  ok(r);\n\n  r = get2(&two, 1);\n  return 0;\n}\n",
        0,
    );
}

#[test]
fn what_is_shown_behind_a_block_may_be_changed() {
    check(
        ".. function:: init(loop, fd)\n\n    Opens a stream.\n\n    // ...\n\n    .. note::\n        Writes block.\n\n.. function:: set(handle, mode)\n\n    Sets the mode.\n\n.. function:: reset(void)\n\n    // ...\n",
        ".. function:: init(loop, fd)\n\n    Opens a stream.\n\n    Reads it.\n\n    .. note::\n        Writes block.\n\n.. function:: set(mode)\n\n    Sets the mode.\n\n.. function:: reset(void)\n\n    Called at the end of the program.\n\n.. function:: size(width)\n\n    Gets the size.\n",
        ".. function:: init(loop, fd)\n\n    Opens a stream.\n\n    Reads it.\n\n    .. note::\n        Writes block.\n\n.. function:: set(handle, mode)\n\n    Sets the mode.\n\n.. function:: reset(void)\n\n    Called at the end of the program.\n\n.. function:: size(width)\n\n    Gets the size.\n",
        0,
    );
    check(
        "def open(a):\n    first(a)\n    # ...\n    return 1\n\ndef shut(a, b, c):\n    third(a)\n    # ...\n",
        "def open(a):\n    first(a)\n    second(a)\n    return 1\n\ndef shut(a, b):\n    third(a)\n    return 2\n\ndef lock(a, b):\n    fourth(a)\n    return 3\n",
        "def open(a):\n    first(a)\n    second(a)\n    return 1\n\ndef shut(a, b, c):\n    third(a)\n    return 2\n\ndef lock(a, b):\n    fourth(a)\n    return 3\n",
        0,
    );
    check(
        "one:\n  image: a\n  # ...\n  restart: never\n\ntwo: &two !t\n  image: c\n  # ...\n",
        "one:\n  image: a\n  ports: b\n  restart: never\n\ntwo: &two\n  image: c\n  ports: d\n\nthree: &three\n  image: e\n  ports: f\n",
        "one:\n  image: a\n  ports: b\n  restart: never\n\ntwo: &two !t\n  image: c\n  ports: d\n\nthree: &three\n  image: e\n  ports: f\n",
        0,
    );
}

#[test]
fn a_signature_over_several_lines_is_that_of_the_definition_there() {
    check(
        "// ...\n\n}\n\n\nstatic void alloc(handle_t* handle,\n                  size_t size,\n                  buf_t* buf) {\n  assert(0 && \"alloc should not be called\");\n}\n\n\nstatic void read(stream_t* handle, ssize_t n) {\n  // ...\n",
        "static void timer(int a) {\n  close(a);\n}\n\n\nstatic buf_t alloc(handle_t* handle, size_t size) {\n  assert(0 && \"alloc should not be called\");\n  /* Satisfy the compiler. */\n  return buf_init(NULL, 0);\n}\n\n\nstatic void read(stream_t* handle, ssize_t n) {\n  assert(0 && \"read should not be called\");\n}\n",
        "static void timer(int a) {\n  close(a);\n}\n\n\nstatic void alloc(handle_t* handle,\n                  size_t size,\n                  buf_t* buf) {\n  assert(0 && \"alloc should not be called\");\n}\n\n\nstatic void read(stream_t* handle, ssize_t n) {\n  assert(0 && \"read should not be called\");\n}\n",
        1,
    );
    check(
        "// ...\n\n  close(a);\n}\n\n\nstatic void alloc(handle_t* handle,\n                  size_t size,\n                  buf_t* buf) {\n  assert(0 && \"alloc should not be called\");\n}\n\n\nstatic void read(stream_t* handle, ssize_t n) {\n  // ...\n",
        "static void timer(int a) {\n  close(a);\n}\n\n\nstatic buf_t alloc(handle_t* handle, size_t size) {\n  assert(0 && \"alloc should not be called\");\n  /* Satisfy the compiler. */\n  return buf_init(NULL, 0);\n}\n\n\nstatic void read(stream_t* handle, ssize_t n) {\n  assert(0 && \"read should not be called\");\n}\n",
        "static void timer(int a) {\n  close(a);\n}\n\n\nstatic void alloc(handle_t* handle,\n                  size_t size,\n                  buf_t* buf) {\n  assert(0 && \"alloc should not be called\");\n}\n\n\nstatic void read(stream_t* handle, ssize_t n) {\n  assert(0 && \"read should not be called\");\n}\n",
        1,
    );
    check(
        "// ...\n\n}\n\n\npublic void Pool::alloc(handle_t* handle,\n                  size_t size,\n                  buf_t* buf) {\n  assert(0 && \"alloc should not be called\");\n}\n\n\nstatic void read(stream_t* handle, ssize_t n) {\n  // ...\n",
        "static void timer(int a) {\n  close(a);\n}\n\n\npublic buf_t Pool::alloc(handle_t* handle, size_t size) {\n  assert(0 && \"alloc should not be called\");\n  /* Satisfy the compiler. */\n  return buf_init(NULL, 0);\n}\n\n\nstatic void read(stream_t* handle, ssize_t n) {\n  assert(0 && \"read should not be called\");\n}\n",
        "static void timer(int a) {\n  close(a);\n}\n\n\npublic void Pool::alloc(handle_t* handle,\n                  size_t size,\n                  buf_t* buf) {\n  assert(0 && \"alloc should not be called\");\n}\n\n\nstatic void read(stream_t* handle, ssize_t n) {\n  assert(0 && \"read should not be called\");\n}\n",
        1,
    );
}
