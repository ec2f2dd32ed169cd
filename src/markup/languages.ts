/** A language of code: the name that clients show for it, and the grammar that colours it. */
export interface Language {
  readonly name: string;
  readonly grammar: string | undefined;
}

/** Grammar, name, and what people type for it beside the grammar's own name. */
const KNOWN: readonly (readonly [grammar: string, name: string, aliases: string])[] = [
  ["ada", "Ada", "ada95"],
  ["apache", "ApacheConf", "apacheconf"],
  ["applescript", "AppleScript", ""],
  ["armasm", "ARM", "arm"],
  ["asciidoc", "AsciiDoc", "adoc"],
  ["awk", "Awk", "gawk mawk"],
  ["bash", "Bash", "sh zsh ksh shell"],
  ["basic", "BASIC", ""],
  ["c", "C", "h"],
  ["clojure", "Clojure", "clj edn"],
  ["cmake", "CMake", ""],
  ["coffeescript", "CoffeeScript", "coffee"],
  ["cpp", "C++", "c++ cc cxx hpp"],
  ["crystal", "Crystal", "cr"],
  ["csharp", "C#", "c# cs"],
  ["css", "CSS", ""],
  ["d", "D", ""],
  ["dart", "Dart", ""],
  ["delphi", "Delphi", "pascal objectpascal pas"],
  ["diff", "Diff", "patch udiff"],
  ["django", "Django/Jinja", "jinja"],
  ["dns", "Zone", "zone bind"],
  ["dockerfile", "Docker", "docker"],
  ["dos", "Batchfile", "bat batch cmd"],
  ["elixir", "Elixir", "ex exs"],
  ["elm", "Elm", ""],
  ["erb", "ERB", ""],
  ["erlang", "Erlang", "erl"],
  ["fortran", "Fortran", "f90 f95"],
  ["fsharp", "F#", "f# fs"],
  ["gherkin", "Gherkin", "cucumber"],
  ["glsl", "GLSL", ""],
  ["go", "Go", "golang"],
  ["gradle", "Gradle", ""],
  ["graphql", "GraphQL", "gql"],
  ["groovy", "Groovy", ""],
  ["haml", "Haml", ""],
  ["handlebars", "Handlebars", "hbs mustache"],
  ["haskell", "Haskell", "hs"],
  ["haxe", "Haxe", "hx"],
  ["http", "HTTP", ""],
  ["ini", "INI", "cfg conf dosini properties"],
  ["java", "Java", ""],
  ["javascript", "JavaScript", "js jsx mjs cjs"],
  ["json", "JSON", "json5 jsonc"],
  ["julia", "Julia", "jl"],
  ["kotlin", "Kotlin", "kt kts"],
  ["latex", "TeX", "tex"],
  ["less", "LessCss", ""],
  ["lisp", "Common Lisp", "common-lisp cl"],
  ["llvm", "LLVM", ""],
  ["lua", "Lua", ""],
  ["makefile", "Makefile", "make mf bsdmake"],
  ["markdown", "Markdown", "md mkd"],
  ["mathematica", "Mathematica", "mma nb"],
  ["matlab", "Matlab", ""],
  ["nginx", "Nginx configuration file", "nginxconf"],
  ["nim", "Nimrod", "nimrod"],
  ["nix", "Nix", "nixos"],
  ["objectivec", "Objective-C", "objective-c objc obj-c"],
  ["ocaml", "OCaml", "ml"],
  ["perl", "Perl", "pl pm"],
  ["pgsql", "PostgreSQL SQL dialect", "postgresql postgres plpgsql"],
  ["php", "PHP", "php3 php4 php5"],
  ["powershell", "PowerShell", "pwsh posh ps1 psm1"],
  ["prolog", "Prolog", ""],
  ["protobuf", "Protocol Buffer", "proto"],
  ["puppet", "Puppet", ""],
  ["python", "Python", "py py3 python3 sage"],
  ["python-repl", "Python console session", "pycon"],
  ["qml", "QML", "qbs"],
  ["r", "S", "s splus"],
  ["reasonml", "ReasonML", "reason"],
  ["ruby", "Ruby", "rb duby"],
  ["rust", "Rust", "rs"],
  ["scala", "Scala", ""],
  ["scheme", "Scheme", "scm"],
  ["scss", "SCSS", "sass"],
  ["smalltalk", "Smalltalk", "squeak st"],
  ["sql", "SQL", "mysql sqlite"],
  ["stylus", "Stylus", ""],
  ["swift", "Swift", ""],
  ["tcl", "Tcl", ""],
  ["thrift", "Thrift", ""],
  ["twig", "Twig", ""],
  ["typescript", "TypeScript", "ts tsx"],
  ["vbnet", "VB.net", "vb.net vb"],
  ["verilog", "verilog", "v systemverilog sv"],
  ["vhdl", "vhdl", ""],
  ["vim", "VimL", "viml"],
  ["wasm", "WebAssembly", "wast wat"],
  ["x86asm", "NASM", "nasm asm"],
  ["xml", "XML", "xsl rss svg"],
  ["xquery", "XQuery", "xqy"],
  ["yaml", "YAML", "yml"],
];

/** Names whose grammar goes by another name, or that have none. */
const OTHERS: readonly (readonly [typed: string, name: string, grammar: string | undefined])[] = [
  ["console", "Bash Session", "shell"],
  ["shell-session", "Bash Session", "shell"],
  ["html", "HTML", "xml"],
  ["toml", "TOML", "ini"],
  ["py2", "Python 2.x", "python"],
  ["python2", "Python 2.x", "python"],
  ["text", "Text only", undefined],
];

function languages(): Map<string, Language> {
  const known = new Map<string, Language>();
  for (const [grammar, name, aliases] of KNOWN) {
    for (const word of [grammar, ...aliases.split(" ").filter((alias) => alias !== "")]) {
      known.set(word, { name, grammar });
    }
  }
  for (const [word, name, grammar] of OTHERS) known.set(word, { name, grammar });
  return known;
}

/** By what people type, in lower case. */
export const LANGUAGES: ReadonlyMap<string, Language> = languages();
