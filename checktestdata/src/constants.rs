//! Constants of a problem package, `{{name}}` and `{{name.variant}}`, which
//! the ICPC problem package format (2025-09, "Constants") replaces in the text
//! of a validator before anything reads it.

use std::collections::HashMap;

use crate::span::Span;

/// The constants that a program may refer to.
///
/// A reference without a variant means the variant `value`. A reference to
/// something that is not defined stays as it is (so the package format says);
/// the parser warns of it.
#[derive(Debug, Clone, Default)]
pub struct Constants {
    values: HashMap<(String, String), String>,
}

/// What a plain `{{name}}` refers to.
const VALUE: &str = "value";

impl Constants {
    /// No constants.
    pub fn new() -> Self {
        Self::default()
    }

    /// Defines `name`, with or without a variant (`name.variant`). A later
    /// definition of the same replaces an earlier one.
    ///
    /// # Errors
    ///
    /// When a name is not made of letters, digits and `_`, or begins with a
    /// digit.
    pub fn define(&mut self, name: &str, value: impl Into<String>) -> Result<(), BadName> {
        let (constant, variant) = name.split_once('.').unwrap_or((name, VALUE));
        if !is_name(constant.as_bytes()) || !is_name(variant.as_bytes()) {
            return Err(BadName(name.into()));
        }
        self.values.insert((constant.into(), variant.into()), value.into());
        Ok(())
    }

    fn get(&self, reference: &[u8]) -> Option<&str> {
        let reference = std::str::from_utf8(reference).ok()?;
        let (constant, variant) = reference.split_once('.').unwrap_or((reference, VALUE));
        self.values.get(&(constant.into(), variant.into())).map(String::as_str)
    }
}

/// The name of a constant is not one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not the name of a constant: expected letters, digits and `_`, as in `n` or `n.tex`"
)]
pub struct BadName(pub String);

fn is_name(name: &[u8]) -> bool {
    name.first().is_some_and(|first| !first.is_ascii_digit())
        && name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A source with its constants replaced, which remembers where each byte came
/// from.
#[derive(Debug)]
pub(crate) struct Expanded {
    pub(crate) text: Vec<u8>,
    /// In the order of the text: what begins at `at` of the text comes from
    /// `origin`. A replaced constant as a whole comes from its reference.
    pieces: Vec<Piece>,
    /// References to constants that are not defined.
    pub(crate) undefined: Vec<Span>,
}

#[derive(Debug)]
struct Piece {
    at: usize,
    origin: Span,
    replaced: bool,
}

impl Expanded {
    pub(crate) fn new(source: &[u8], constants: &Constants) -> Self {
        let mut expanded = Self { text: Vec::new(), pieces: Vec::new(), undefined: Vec::new() };
        let (mut copied, mut from) = (0, 0);
        while let Some(reference) = next_reference(source, from) {
            from = reference.end;
            match constants.get(&source[reference.start + 2..reference.end - 2]) {
                Some(value) => {
                    expanded.copy(source, Span { start: copied, end: reference.start });
                    let at = expanded.text.len();
                    expanded.pieces.push(Piece { at, origin: reference, replaced: true });
                    expanded.text.extend_from_slice(value.as_bytes());
                    copied = reference.end;
                }
                None => expanded.undefined.push(reference),
            }
        }
        expanded.copy(source, Span { start: copied, end: source.len() });
        expanded
    }

    fn copy(&mut self, source: &[u8], origin: Span) {
        self.pieces.push(Piece { at: self.text.len(), origin, replaced: false });
        self.text.extend_from_slice(&source[origin.start..origin.end]);
    }

    /// Where the bytes `start..end` of the text stand in the source.
    pub(crate) fn origin(&self, start: usize, end: usize) -> Span {
        let find = |offset: usize| {
            let next = self.pieces.partition_point(|piece| piece.at <= offset);
            &self.pieces[next - 1]
        };
        let first = find(start);
        let begin = if first.replaced {
            first.origin.start
        } else {
            first.origin.start + (start - first.at)
        };
        if start == end {
            return Span { start: begin, end: begin };
        }
        let last = find(end - 1);
        let stop =
            if last.replaced { last.origin.end } else { last.origin.start + (end - last.at) };
        Span { start: begin, end: stop }
    }
}

/// The next `{{name}}` or `{{name.variant}}` at or after `from`.
fn next_reference(source: &[u8], from: usize) -> Option<Span> {
    let mut at = from;
    loop {
        at += source.get(at..)?.windows(2).position(|pair| pair == b"{{")?;
        let inside = &source[at + 2..];
        let length = inside
            .iter()
            .position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_' && *byte != b'.')
            .unwrap_or(inside.len());
        let mut parts = inside[..length].splitn(2, |&byte| byte == b'.');
        if inside[length..].starts_with(b"}}") && parts.all(is_name) {
            return Some(Span { start: at, end: at + 2 + length + 2 });
        }
        // One byte on: in `{{{n}}` the reference begins with the second brace.
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand(source: &str) -> Expanded {
        let mut constants = Constants::new();
        constants.define("n", "1000").unwrap();
        constants.define("n.tex", "10^3").unwrap();
        constants.define("empty", "").unwrap();
        Expanded::new(source.as_bytes(), &constants)
    }

    #[test]
    fn references_are_replaced_and_others_stay() {
        let text = |source| String::from_utf8(expand(source).text).unwrap();
        assert_eq!(text("INT(1,{{n}})"), "INT(1,1000)");
        assert_eq!(text("{{n.value}} {{n.tex}} {{n.other}}"), "1000 10^3 {{n.other}}");
        assert_eq!(text("{{{n}}}"), "{1000}");
        assert_eq!(
            text("{{n} {{ n }} {{1n}} {{}} {{n.}} {{n.a.b}} {{"),
            "{{n} {{ n }} {{1n}} {{}} {{n.}} {{n.a.b}} {{"
        );
        assert_eq!(text("a{{empty}}b"), "ab");
    }

    #[test]
    fn places_are_those_of_the_file() {
        let source = "ab{{n}}cd{{empty}}e{{m}}";
        let expanded = expand(source);
        assert_eq!(expanded.text, b"ab1000cde{{m}}");
        let origin = |start, end| {
            let span = expanded.origin(start, end);
            &source[span.start..span.end]
        };
        assert_eq!(origin(0, 2), "ab");
        assert_eq!(origin(3, 4), "{{n}}");
        assert_eq!(origin(2, 8), "{{n}}cd");
        assert_eq!(origin(8, 9), "e");
        assert_eq!(origin(14, 14), "");
        assert_eq!(expanded.origin(14, 14).start, source.len());
        assert_eq!(&source[expanded.undefined[0].start..expanded.undefined[0].end], "{{m}}");
    }

    #[test]
    fn names_of_constants_are_words() {
        let mut constants = Constants::new();
        for name in ["", "1", "a b", "a.", ".a", "a.b.c", "ä"] {
            assert_eq!(constants.define(name, ""), Err(BadName(name.into())));
        }
    }
}
