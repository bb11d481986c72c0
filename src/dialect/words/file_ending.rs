//! Which words of a sentence are names of files: those with a folder or an ending that files have.

use bstr::ByteSlice;

/// Endings of the files that people keep beside their code.
const ENDINGS: &[&str] = &[
    "abap", "adb", "adoc", "ads", "ahk", "applescript", "arb", "asm", "asmdef", "astro", "avdl",
    "avsc", "awk", "axaml", "bash", "bat", "bats", "bazel", "bib", "bicep", "bru", "bst", "bzl",
    "c", "cabal", "cairo", "capnp", "cbl", "cc", "cff", "cfg", "cjs", "clj", "cljc", "cljs", "cls",
    "cmake", "cmd", "cnf", "cob", "coffee", "conf", "config", "cpp", "cpy", "cr", "cs", "cshtml",
    "csproj", "css", "csv", "csx", "cts", "cu", "cuh", "cxx", "d", "dart", "dfm", "dhall", "diff",
    "dpr", "dtsi", "dtx", "editorconfig", "edn", "ejs", "el", "elm", "entitlements", "env", "erb",
    "erl", "ex", "example", "exs", "f90", "f95", "fbs", "fish", "fnl", "frag", "fs", "fsh", "fsi",
    "fsproj", "fsx", "ftl", "gd", "gemspec", "geojson", "gitattributes", "gitignore", "gleam",
    "glsl", "gn", "go", "gotmpl", "gql", "gradle", "graphql", "graphqls", "groovy", "gv", "gyp",
    "gypi", "h", "h++", "haml", "hbs", "hcl", "hh", "hlsl", "hlsli", "hpp", "hrl", "hs",
    "htaccess", "htm", "html", "hurl", "hx", "hxx", "idl", "idr", "in", "ini", "inl", "ino", "ipp",
    "ipynb", "j2", "java", "jcl", "jinja", "jinja2", "jl", "js", "json", "json5", "jsonc", "jsonl",
    "jsonld", "jsonnet", "jsp", "jsx", "kdl", "kql", "kt", "kts", "lean", "less", "lhs",
    "libsonnet", "liquid", "lisp", "lock", "log", "lpr", "ltx", "lua", "m", "m4", "make", "map",
    "markdown", "md", "mdx", "mjs", "mk", "ml", "mli", "mll", "mly", "mm", "mmd", "mod", "mts",
    "mustache", "ndjson", "nim", "nimble", "ninja", "nix", "njk", "nomad", "npmrc", "nsi",
    "nuspec", "nvmrc", "odin", "opam", "org", "pas", "patch", "pbxproj", "pcss", "php", "phtml",
    "pkl", "pl", "pli", "plist", "pm", "po", "podspec", "prisma", "properties", "proto", "prw",
    "ps1", "psd1", "psm1", "pug", "puml", "purs", "pxd", "pxi", "py", "pyi", "pyx", "qmd", "qml",
    "qrc", "r", "rake", "raku", "razor", "rb", "rbi", "rego", "resx", "rkt", "rmd", "roc",
    "rockspec", "ron", "rproj", "rs", "rst", "ru", "sass", "sbt", "scala", "scm", "scss", "sh",
    "sln", "sls", "sml", "snap", "sol", "sql", "storyboard", "strings", "sty", "styl", "sum", "sv",
    "svelte", "svg", "svh", "swift", "tcc", "tcl", "templ", "template", "tex", "tf", "tfvars",
    "thrift", "tmpl", "toml", "tpl", "tres", "ts", "tscn", "tsv", "tsx", "twig", "txt", "typed",
    "v", "vala", "vapi", "vb", "vbproj", "vbs", "vcxproj", "vert", "vhd", "vhdl", "vim", "vsh",
    "vue", "wat", "webmanifest", "wgsl", "wixproj", "wsdl", "wxs", "xaml", "xcconfig", "xdc",
    "xhtml", "xib", "xliff", "xml", "xsd", "xsl", "xslt", "yaml", "yml", "zig", "zon", "zsh",
];

/// What is spelt as a file and is none.
const PRODUCTS: &[&str] = &[
    "node.js", "vue.js", "react.js", "next.js", "nuxt.js", "express.js", "three.js", "d3.js",
    "chart.js", "ember.js", "alpine.js", "backbone.js", "discord.js", "angular.js", "nest.js",
    "p5.js", "moment.js", "day.js", "socket.io", "asp.net",
];

/// Endings that other names have as well, of attributes or functions: a path in a folder with one of them is that of a file.
const IN_FOLDERS: &[&str] = &[
    "S", "ac", "agda", "am", "build", "comp", "container", "containerfile", "coq", "csh", "cue",
    "desktop", "dockerfile", "dot", "feature", "geom", "http", "ics", "ksh", "mak", "metal",
    "mount", "netdev", "network", "pod", "policy", "pot", "pri", "pro", "props", "qrc", "rest",
    "robot", "rules", "s", "sc", "service", "slice", "slim", "socket", "spec", "srt", "t",
    "target", "targets", "textile", "thy", "timer", "typ", "ui", "volume", "vtt",
];

/// Returns whether the last part of a path has an ending that files have.
pub(in crate::dialect) fn is_known(path: &[u8]) -> bool {
    let (folder, name) = path.rsplit_once_str("/").unwrap_or((b"", path));
    let Some((_, end)) = name.rsplit_once_str(".") else {
        return false;
    };
    let is_of = |known: &&str| end.eq_ignore_ascii_case(known.as_bytes());
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-/@+".contains(byte);
    let is_in_folder = !folder.is_empty() && folder.iter().all(is_plain);
    ENDINGS.iter().any(is_of)
        || is_in_folder && IN_FOLDERS.iter().any(|known| end == known.as_bytes())
}

/// Returns whether `word` is the name of a library or a platform.
pub(in crate::dialect) fn is_product(word: &[u8]) -> bool {
    // `.NET`: no hidden file is spelt in capitals alone.
    let name = word.strip_prefix(b".").unwrap_or_default();
    if name.len() > 1 && name.iter().all(u8::is_ascii_uppercase) {
        return true;
    }
    let lower = word.to_ascii_lowercase();
    let is_name = word.first().is_some_and(u8::is_ascii_uppercase) || word.starts_with(b"socket");
    is_name && PRODUCTS.iter().any(|known| known.as_bytes() == lower)
}
