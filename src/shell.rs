//! Words of a shell command line, for the commands that we print.

use crate::terminal::is_printable;
use std::fmt::Write;
use std::path::Path;

/// A word that a shell reads back as this text, on one line and without
/// anything that cannot be seen. Bytes that cannot be shown come as
/// `"$(printf '…')"`, which every POSIX shell understands.
pub fn quoted(word: &str) -> String {
    bytes(word.as_bytes())
}

/// The same for a file, whatever its name. One that begins with `-` is not taken
/// for an option.
pub fn quoted_path(path: &Path) -> String {
    let name = path.as_os_str().as_encoded_bytes();
    if name.first() == Some(&b'-') { bytes(&[b"./", name].concat()) } else { bytes(name) }
}

/// An option of the command line (`--subject`) with its value, whatever that
/// begins with.
pub fn option(name: &str, value: &str) -> String {
    let between = if value.starts_with('-') { '=' } else { ' ' };
    format!("{name}{between}{}", quoted(value))
}

fn bytes(word: &[u8]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=+,@".contains(c);
    match std::str::from_utf8(word) {
        Ok(text) if !text.is_empty() && text.chars().all(|c| plain(c) && is_printable(c)) => {
            text.to_owned()
        }
        Ok(text) if text.chars().all(is_printable) => format!("'{}'", text.replace('\'', r"'\''")),
        _ => printed(word),
    }
}

/// What a shell has to ask `printf` for.
fn printed(word: &[u8]) -> String {
    // `$(…)` takes the line ends at the end away.
    let end = word.iter().rposition(|byte| *byte != b'\n').map_or(0, |place| place + 1);
    let (word, line_ends) = word.split_at(end);
    let mut format = String::new();
    let byte = |format: &mut String, byte: u8| {
        let _ = write!(format, "\\{byte:03o}");
    };
    for chunk in word.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => format.push_str("\\n"),
                '\t' => format.push_str("\\t"),
                '%' => format.push_str("%%"),
                '\\' => format.push_str("\\\\"),
                '\'' => byte(&mut format, b'\''),
                c if is_printable(c) => format.push(c),
                c => c.encode_utf8(&mut [0; 4]).bytes().for_each(|b| byte(&mut format, b)),
            }
        }
        chunk.invalid().iter().for_each(|b| byte(&mut format, *b));
    }
    // A format that begins with `-` would be an option of some `printf`s.
    if format.starts_with('-') {
        format.replace_range(..1, "\\055");
    }
    let ends = "\\n".repeat(line_ends.len());
    if ends.is_empty() {
        format!("\"$(printf '{format}')\"")
    } else {
        // Only some shells have this; nothing else keeps them on one line.
        format!("\"$(printf '{format}')\"$'{ends}'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_the_shell() {
        assert_eq!(quoted("./a.out"), "./a.out");
        assert_eq!(quoted("python3 a.py"), "'python3 a.py'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted_path(Path::new("-x.in")), "./-x.in");
        assert_eq!(option("--subject", "-x"), "--subject=-x");
    }

    /// Whatever the word, it is one line and the shell gives it back.
    #[cfg(unix)]
    #[test]
    fn a_shell_reads_any_word_back() {
        for word in [
            &b"a b"[..],
            b"sh -c 'a\nb'",
            b"-n\n-e",
            b"100%d \\n \\\\ \t$HOME `id` \"q\" ''",
            b"\xff\xfe.in",
            "\u{202e}猪\u{1b}[31m\u{e0041}".as_bytes(),
            b"ends\n\n",
            b"\n",
            b"!x ~ *",
        ] {
            let quoted = bytes(word);
            assert!(quoted.chars().all(is_printable), "{quoted}");
            let line = format!("printf '%s' {quoted}");
            // Line ends at the end need more than POSIX.
            for shell in if word.ends_with(b"\n") { &["bash"][..] } else { &["sh", "bash"] } {
                let said = std::process::Command::new(shell).args(["-c", &line]).output().unwrap();
                assert_eq!(said.stdout, word, "{shell}: {line}");
            }
        }
    }
}
