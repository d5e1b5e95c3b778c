//! A command's words, and what only a shell would make of them.
//!
//! The rules are those of POSIX for a shell's quoting (*Shell Command Language*,
//! 2.2) and expansions (2.6). No shell is involved: what a shell would act on is
//! refused, because passing it on as an argument, or dropping it, would check
//! another program than the one that was meant. (The crate `shlex` splits, but
//! does not say what was quoted, and drops comments.)

use std::fmt;

/// Why a line has no words that could be meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    /// A quote without its partner, or a backslash at the end.
    Unbalanced,
    /// Something for a shell, from this byte to that.
    Shell(Meaning, usize, usize),
}

/// What a shell would make of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// `|`, `&`, `;`, `(`, `)`: several programs, or one in the background.
    Control,
    /// The end of a line, and with it of a command.
    LineEnd,
    /// `<`, `>`.
    Redirection,
    /// `#` where a word begins.
    Comment,
    /// `~` where a word begins.
    Home,
    /// `$X`, `${X}`, `$(…)`, `` `…` ``.
    Substitution,
    /// `*`, `?`, `[…]`.
    Pattern,
    /// `NAME=value` ahead of the program.
    Assignment,
}

/// As an apposition: "a redirection".
impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Control => "an operator",
            Self::LineEnd => "the end of a command",
            Self::Redirection => "a redirection",
            Self::Comment => "a comment",
            Self::Home => "a home folder",
            Self::Substitution => "a substitution",
            Self::Pattern => "a pattern",
            Self::Assignment => "a variable's value",
        })
    }
}

/// Splits a line into words, as a shell does with a line in which nothing but
/// quoting is special to it. Linear.
pub(super) fn split(line: &str) -> Result<Vec<String>, Refused> {
    let mut words = Vec::new();
    let mut word = Word::default();
    // The first part that only a shell would act on. A quote that is open makes
    // the rest of the line a guess: that is told rather.
    let mut refused = None;
    let mut refuse = |meaning, from, to| {
        refused.get_or_insert(Refused::Shell(meaning, from, to));
    };
    let mut in_double = false;
    // Whether no word yet is a program's name.
    let mut leading = true;
    let mut next = 0;
    while let Some(c) = line[next..].chars().next() {
        let at = next;
        next += c.len_utf8();
        let rest = &line[next..];
        match c {
            '\\' => {
                let escaped = rest.chars().next().ok_or(Refused::Unbalanced)?;
                next += escaped.len_utf8();
                // A line end after it is not there at all.
                if escaped != '\n' {
                    word.quoted(at);
                    // In double quotes it stands for itself elsewhere.
                    if in_double && !matches!(escaped, '"' | '\\' | '$' | '`') {
                        word.text.push(c);
                    }
                    word.text.push(escaped);
                }
            }
            '"' => {
                in_double = !in_double;
                word.quoted(at);
            }
            '\'' if !in_double => {
                let end = rest.find('\'').ok_or(Refused::Unbalanced)?;
                word.quoted(at);
                word.text.push_str(&rest[..end]);
                next += end + 1;
            }
            '$' | '`' if c == '`' || begins_a_substitution(rest) => {
                refuse(Meaning::Substitution, at, next + name_length(c, rest));
                word.plain(at, c);
            }
            _ if in_double => word.text.push(c),
            ' ' | '\t' => {
                leading &= word.start.is_none() || word.is_assignment;
                words.extend(std::mem::take(&mut word).ended());
            }
            // Around the command it is a blank like others.
            '\n' if line[..at].trim().is_empty() || rest.trim().is_empty() => {
                words.extend(std::mem::take(&mut word).ended());
            }
            _ => {
                match c {
                    '\n' => refuse(Meaning::LineEnd, at, next),
                    '|' | '&' | ';' => {
                        refuse(Meaning::Control, at, next + usize::from(rest.starts_with(c)));
                    }
                    '(' | ')' => refuse(Meaning::Control, at, next),
                    '<' | '>' => refuse(Meaning::Redirection, at, next),
                    '#' if word.start.is_none() => refuse(Meaning::Comment, at, next),
                    '~' if word.start.is_none() => refuse(Meaning::Home, at, next),
                    '*' | '?' => refuse(Meaning::Pattern, at, next),
                    ']' => {
                        if let Some(from) = word.bracket {
                            refuse(Meaning::Pattern, from, next);
                        }
                    }
                    '=' if leading && word.is_name => {
                        let end = rest.find([' ', '\t', '\n']).unwrap_or(rest.len());
                        refuse(Meaning::Assignment, word.start.unwrap_or(at), next + end);
                        word.is_assignment = true;
                    }
                    _ => {}
                }
                word.plain(at, c);
            }
        }
    }
    if in_double {
        return Err(Refused::Unbalanced);
    }
    words.extend(word.ended());
    refused.map_or(Ok(words), Err)
}

/// The word that is being read.
#[derive(Default)]
struct Word {
    text: String,
    /// Where it begins, if it has begun.
    start: Option<usize>,
    /// Whether it is an unquoted name of a variable so far.
    is_name: bool,
    is_assignment: bool,
    /// An unquoted `[`; and one with something after it, which `]` would close.
    open: Option<usize>,
    bracket: Option<usize>,
}

impl Word {
    fn begin(&mut self, at: usize) {
        self.start.get_or_insert(at);
        self.bracket = self.bracket.or(self.open.take());
    }

    fn quoted(&mut self, at: usize) {
        self.begin(at);
        self.is_name = false;
    }

    fn plain(&mut self, at: usize, c: char) {
        let letter = c.is_ascii_alphabetic() || c == '_';
        self.is_name = match self.start {
            None => letter,
            Some(_) => self.is_name && (letter || c.is_ascii_digit()),
        };
        self.begin(at);
        // `[]` is no pattern: a bracket that closes at once stands for itself.
        if c == '[' && self.bracket.is_none() {
            self.open = Some(at);
        }
        self.text.push(c);
    }

    fn ended(self) -> Option<String> {
        self.start.map(|_| self.text)
    }
}

/// Whether a `$` ahead of this would be replaced; alone it stands for itself.
fn begins_a_substitution(rest: &str) -> bool {
    // Names, positions and the special parameters; `$'…'` and `$"…"` are other
    // shells' quotes, of which POSIX leaves the meaning open.
    rest.starts_with(|c: char| c.is_ascii_alphanumeric() || "_{(@*#?-$!'\"".contains(c))
}

/// The length of what a message shows of a substitution behind its first
/// character: the name, or one character of what is no name.
fn name_length(sign: char, rest: &str) -> usize {
    let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    match name.unwrap_or(rest.len()) {
        _ if sign == '`' => 0,
        0 => 1,
        length => length,
    }
}

/// A word that a shell reads as this very text, for a person to copy: plain if
/// it can be, else in the quotes that make it shorter.
pub fn for_shell(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    let single = in_single_quotes(word);
    let mut double = String::from('"');
    for c in word.chars() {
        if matches!(c, '"' | '\\' | '$' | '`') {
            double.push('\\');
        }
        double.push(c);
    }
    double.push('"');
    // In double quotes, an interactive shell replaces `!` whatever is ahead.
    if word.contains('!') || single.len() <= double.len() { single } else { double }
}

/// A word in single quotes, which nothing but themselves ends.
pub(super) fn in_single_quotes(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
