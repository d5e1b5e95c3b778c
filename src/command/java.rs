//! What `javac` and `java` need to know of a source: names of classes.

use super::blank::blanked;

/// The classes of a source that matter from outside.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Classes {
    /// The public top-level class: its file must be named after it.
    pub public: Option<String>,
    /// The class to start, with its package: the public one if it has a method
    /// `main`, else the first that has one.
    pub main: Option<String>,
}

/// The classes of a Java source. Linear.
pub fn java_classes(source: &str) -> Classes {
    let code = blanked(source, true);
    let mut package = String::new();
    let mut public: Option<String> = None;
    let mut with_main: Vec<String> = Vec::new();
    let mut current: Option<String> = None;
    let mut depth = 0_usize;
    // Since the last declaration ended.
    let mut is_public = false;
    let mut words = tokens(&code).peekable();
    while let Some(word) = words.next() {
        match word {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    is_public = false;
                    current = None;
                }
            }
            ";" if depth == 0 => is_public = false,
            "public" if depth == 0 => is_public = true,
            "package" if depth == 0 => {
                while let Some(part) = words.next_if(|part| *part != ";") {
                    package.push_str(part);
                }
                package.push('.');
            }
            "class" | "interface" | "enum" | "record" if depth == 0 && current.is_none() => {
                if let Some(name) = words.next() {
                    if is_public && public.is_none() {
                        public = Some(name.to_owned());
                    }
                    current = Some(name.to_owned());
                }
            }
            "void" if depth == 1 && words.peek() == Some(&"main") => {
                words.next();
                if words.peek() == Some(&"(")
                    && let Some(name) = &current
                {
                    with_main.push(name.clone());
                }
            }
            _ => {}
        }
    }
    let main = with_main.iter().find(|name| Some(*name) == public.as_ref()).or(with_main.first());
    Classes { main: main.map(|name| format!("{package}{name}")), public }
}

/// Identifiers and single characters.
fn tokens(code: &str) -> impl Iterator<Item = &str> {
    let mut rest = code;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = match rest.find(|c| !part(c)).unwrap_or(rest.len()) {
            0 => first.len_utf8(),
            length => length,
        };
        let (token, then) = rest.split_at(length);
        rest = then;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::{Classes, java_classes};

    const MAIN: &str = "public static void main(String[] a) {}";

    #[test]
    fn the_class_to_start_is_found() {
        for (source, public, main) in [
            (format!("public class Sol {{ {MAIN} }}"), Some("Sol"), Some("Sol")),
            (format!("class A {{ }} class B {{ {MAIN} }}"), None, Some("B")),
            (format!("class A {{ {MAIN} }} public class B {{ {MAIN} }}"), Some("B"), Some("B")),
            (format!("class A {{ {MAIN} }} public class B {{ }}"), Some("B"), Some("A")),
            (format!("package a.b;\npublic final class C {{ {MAIN} }}"), Some("C"), Some("a.b.C")),
            (
                format!(
                    "// public class X\n/* class Y {{ */ public class Z {{ String s=\"}}}}\"; {MAIN} }}"
                ),
                Some("Z"),
                Some("Z"),
            ),
            (
                format!("public class A {{ static class B {{ {MAIN} }} {MAIN} }}"),
                Some("A"),
                Some("A"),
            ),
            (format!("public interface I {{ }} class M<T> {{ {MAIN} }}"), Some("I"), Some("M")),
            ("import java.util.*; public class Q { void main2() {} }".to_owned(), Some("Q"), None),
            (String::new(), None, None),
        ] {
            let expected =
                Classes { public: public.map(str::to_owned), main: main.map(str::to_owned) };
            assert_eq!(java_classes(&source), expected, "{source}");
        }
    }
}
