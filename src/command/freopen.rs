//! The files that a C or C++ source reads and writes instead of its standard
//! streams.

use super::blank::blanked;
use super::file_io::FileIo;
use std::collections::HashMap;

/// The names in the active `freopen` calls of a C or C++ source, the last of
/// each stream; `None` if there is none. Linear.
///
/// Active is what is in no comment and in no branch of `#if`, `#ifdef` and the
/// like that a judge's compiler leaves out: macros count as defined if this
/// source defines them before, or compilers and judges do (`PREDEFINED`).
/// A condition that compares or computes is taken to hold, and so is its
/// opposite. Macros without parameters are followed, a few deep.
///
/// Not found are names that are put together at run time, and macros with
/// parameters. Names with a folder, and `CON`, are no contest's files.
pub fn freopen_names(source: &str) -> Option<FileIo> {
    let code = active_code(&blanked(source, false));
    let mut found = FileIo::default();
    for (start, _) in code.match_indices("freopen") {
        let before = code[..start].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
            continue;
        }
        if let Some((name, stream)) = call(&code[start + "freopen".len()..]) {
            match stream {
                "stdin" => found.input = Some(name),
                "stdout" => found.output = Some(name),
                _ => {}
            }
        }
    }
    (found != FileIo::default()).then_some(found)
}

/// What is defined although the source does not say so: by GCC and Clang, and
/// by judges ([`ONLINE_JUDGE`]).
const PREDEFINED: [&str; 8] = [
    "__cplusplus",
    "__GNUC__",
    "__linux__",
    "__linux",
    "__unix__",
    "unix",
    "__STDC__",
    ONLINE_JUDGE,
];

/// The macro that judges define (Codeforces, Luogu, UVa, DOMjudge), so that
/// programs know that they are not at home.
pub const ONLINE_JUDGE: &str = "ONLINE_JUDGE";

/// `("name", "r", stdin)`: the name and the stream.
fn call(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start().strip_prefix('(')?.trim_start();
    let (name, text) = literal(text)?;
    let text = text.trim_start().strip_prefix(',')?.trim_start();
    let (_mode, text) = literal(text)?;
    let text = text.trim_start().strip_prefix(',')?.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (stream, text) = text.split_at(end);
    text.trim_start().strip_prefix(')')?;
    let plain = !name.is_empty() && !name.contains(['/', '\\', ':', '\0']) && name != "CON";
    plain.then_some((name, stream))
}

/// A string literal and what is behind it; literals in a row are one.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut rest = text.strip_prefix('"')?;
    loop {
        let end = rest.find('"')?;
        value.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.trim_start().strip_prefix('"') {
            Some(more) => rest = more,
            None => return Some((value, rest)),
        }
    }
}

/// A branch of a conditional.
struct Branch {
    /// Whether what is around it is active.
    outer: bool,
    active: bool,
    /// Whether a branch before it was taken for certain.
    taken: bool,
}

/// The code without directives and without what a conditional leaves out, and
/// macros without parameters replaced.
fn active_code(source: &str) -> String {
    let joined = source.replace("\\\r\n", " ").replace("\\\n", " ");
    let mut macros: HashMap<&str, &str> = PREDEFINED.iter().map(|name| (*name, "1")).collect();
    let mut branches: Vec<Branch> = Vec::new();
    let mut code = String::with_capacity(joined.len());
    for line in joined.lines() {
        let active = branches.last().is_none_or(|branch| branch.active);
        let Some(directive) = line.trim_start().strip_prefix('#') else {
            if active {
                expand(line, &macros, &mut code, 0);
                code.push('\n');
            }
            continue;
        };
        let directive = directive.trim_start();
        let end = directive.find(|c: char| !c.is_alphanumeric()).unwrap_or(directive.len());
        let (verb, rest) = directive.split_at(end);
        let rest = rest.trim();
        let name = identifier(rest);
        let condition = match verb {
            "ifdef" | "elifdef" => Some(macros.contains_key(name)),
            "ifndef" | "elifndef" => Some(!macros.contains_key(name)),
            "if" | "elif" => holds(rest, &macros),
            "else" => Some(true),
            _ => None,
        };
        match verb {
            "if" | "ifdef" | "ifndef" => branches.push(Branch {
                outer: active,
                active: active && condition != Some(false),
                taken: condition == Some(true),
            }),
            "elif" | "elifdef" | "elifndef" | "else" => {
                if let Some(branch) = branches.last_mut() {
                    branch.active = branch.outer && !branch.taken && condition != Some(false);
                    branch.taken |= condition == Some(true);
                }
            }
            "endif" => drop(branches.pop()),
            "define" if active && !rest[name.len()..].starts_with('(') => {
                macros.insert(name, rest[name.len()..].trim());
            }
            "undef" if active => drop(macros.remove(name)),
            _ => {}
        }
    }
    code
}

/// Macros of macros that are followed: enough for any source that a person
/// wrote; one that names itself would have no end.
const MOST_DEEP: usize = 4;

/// Adds a line with its macros replaced. Only those that lead to `freopen`
/// matter, but telling them apart would cost more.
fn expand(line: &str, macros: &HashMap<&str, &str>, code: &mut String, depth: usize) {
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let name = identifier(rest);
        if c == '"' {
            let end = rest[1..].find('"').map_or(rest.len(), |end| end + 2);
            code.push_str(&rest[..end]);
            rest = &rest[end..];
        } else if name.is_empty() {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            match macros.get(name) {
                // A body that would not matter is left out: macros of macros
                // grow without bound.
                Some(body) if depth < MOST_DEEP && code.len() < MOST_CODE => {
                    expand(body, macros, code, depth + 1);
                }
                _ => code.push_str(name),
            }
            rest = &rest[name.len()..];
        }
    }
}

/// Bytes after which macros are no longer replaced: a hundred times the longest
/// source that judges take (64 KiB).
const MOST_CODE: usize = 100 * (64 << 10);

/// The identifier (or number) that a text begins with.
fn identifier(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// Whether a condition of `defined`, `!`, `&&`, `||`, numbers and macros holds;
/// `None` for any other.
fn holds(condition: &str, macros: &HashMap<&str, &str>) -> Option<bool> {
    let mut rest = condition.trim();
    let value = any_of(&mut rest, macros, 0)?;
    rest.is_empty().then_some(value)
}

type Macros<'a> = HashMap<&'a str, &'a str>;

fn any_of(rest: &mut &str, macros: &Macros<'_>, depth: usize) -> Option<bool> {
    let mut value = all_of(rest, macros, depth)?;
    while let Some(more) = rest.strip_prefix("||") {
        *rest = more.trim_start();
        value |= all_of(rest, macros, depth)?;
    }
    Some(value)
}

fn all_of(rest: &mut &str, macros: &Macros<'_>, depth: usize) -> Option<bool> {
    let mut value = one(rest, macros, depth)?;
    while let Some(more) = rest.strip_prefix("&&") {
        *rest = more.trim_start();
        value &= one(rest, macros, depth)?;
    }
    Some(value)
}

/// Parentheses and `!` in a row that are followed: more is no condition that a
/// person wrote.
const MOST_NESTED: usize = 64;

fn one(rest: &mut &str, macros: &Macros<'_>, depth: usize) -> Option<bool> {
    if depth > MOST_NESTED {
        return None;
    }
    if let Some(more) = rest.strip_prefix('!') {
        *rest = more.trim_start();
        return one(rest, macros, depth + 1).map(|value| !value);
    }
    if let Some(more) = rest.strip_prefix('(') {
        *rest = more.trim_start();
        let value = any_of(rest, macros, depth + 1)?;
        *rest = rest.strip_prefix(')')?.trim_start();
        return Some(value);
    }
    let name = take_identifier(rest)?;
    if name == "defined" {
        let inner = rest.strip_prefix('(');
        *rest = inner.unwrap_or(rest).trim_start();
        let name = take_identifier(rest)?;
        if inner.is_some() {
            *rest = rest.strip_prefix(')')?.trim_start();
        }
        return Some(macros.contains_key(name));
    }
    // A name that is no macro counts as 0.
    let value = match macros.get(name) {
        Some(body) => body,
        None if name.starts_with(|c: char| c.is_ascii_digit()) => name,
        None => "0",
    };
    value.trim_end_matches(['l', 'L', 'u', 'U']).parse::<u64>().ok().map(|value| value != 0)
}

fn take_identifier<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let name = identifier(rest);
    *rest = rest[name.len()..].trim_start();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{FileIo, freopen_names};

    fn names(source: &str) -> Option<(String, String)> {
        let FileIo { input, output } = freopen_names(source)?;
        Some((input.unwrap_or_default(), output.unwrap_or_default()))
    }

    const IN: &str = "freopen(\"a.in\",\"r\",stdin);";
    const OUT: &str = "freopen(\"a.out\",\"w\",stdout);";

    #[test]
    fn active_calls_are_found() {
        for (source, input, output) in [
            (format!("int main(){{{IN}{OUT}}}"), "a.in", "a.out"),
            (IN.to_owned(), "a.in", ""),
            (OUT.to_owned(), "", "a.out"),
            ("std::freopen ( \"x\" \".in\" , \"r\" ,\n stdin ) ;".to_owned(), "x.in", ""),
            (format!("// {OUT}\n{IN}"), "a.in", ""),
            (format!("#ifndef LOCAL\n{IN}\n#endif"), "a.in", ""),
            (format!("#ifdef LOCAL\n#else\n{IN}\n#endif"), "a.in", ""),
            (format!("#define FILE_IO\n#ifdef FILE_IO\n{IN}\n#endif"), "a.in", ""),
            (format!("# if 1\n{IN}\n# endif"), "a.in", ""),
            (format!("#ifdef ONLINE_JUDGE\n{IN}\n#endif"), "a.in", ""),
            (format!("#if defined(ONLINE_JUDGE) && !defined LOCAL\n{IN}\n#endif"), "a.in", ""),
            (format!("#if __cplusplus >= 201103L\n{IN}\n#else\n{OUT}\n#endif"), "a.in", "a.out"),
            (format!("#define IO {IN} \\\n {OUT}\nint main(){{ IO }}"), "a.in", "a.out"),
            (format!("{IN}\nfreopen(\"b.in\",\"r\",stdin);"), "b.in", ""),
            ("freopen(\"猪国杀.in\",\"r\",stdin);".to_owned(), "猪国杀.in", ""),
        ] {
            let expected = Some((input.to_owned(), output.to_owned()));
            assert_eq!(names(&source), expected, "{source}");
        }
    }

    #[test]
    fn what_a_judge_does_not_run_is_not_found() {
        for source in [
            format!("// {IN}"),
            format!("/* {IN}\n{OUT} */"),
            format!("#ifdef LOCAL\n{IN}\n#endif"),
            format!("#ifndef ONLINE_JUDGE\n{IN}{OUT}\n#endif"),
            format!("#if 0\n{IN}\n#endif"),
            format!("#if !defined(ONLINE_JUDGE) || (0 && 1)\n{IN}\n#endif"),
            format!("#ifdef LOCAL\n#if 1\n{IN}\n#endif\n#endif"),
            format!("#if 1\n#elif 1\n{IN}\n#else\n{IN}\n#endif"),
            format!("#define A\n#undef A\n#ifdef A\n{IN}\n#endif"),
            format!("#define IO {IN}\nint main(){{}}"),
            "#define A A B\n#define B B A\nA".to_owned(),
            "puts(\"freopen(\\\"a\\\",\\\"r\\\",stdin)\");".to_owned(),
            "freopen((s + \".in\").c_str(), \"r\", stdin);".to_owned(),
            "my_freopen(\"a\",\"r\",stdin);".to_owned(),
            "freopen(\"/dev/tty\",\"r\",stdin);".to_owned(),
            "freopen(\"CON\",\"r\",stdin);".to_owned(),
            "freopen(\"log\",\"w\",stderr);".to_owned(),
            "freopen(\"a.in\",\"r\"".to_owned(),
            format!("#if {}1\n{IN}\n#else\n#endif #endif", "!".repeat(100_001)),
            String::new(),
        ] {
            let found = names(&source);
            let unknown = source.starts_with("#if !!");
            assert_eq!(found.is_some(), unknown, "{source:.100}: {found:?}");
        }
    }
}
