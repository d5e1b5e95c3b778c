//! Files that stand for the standard streams of a program.

use std::fmt;
use std::str::FromStr;

/// The files that take the place of standard input and standard output, in the
/// folder where the program runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileIo {
    /// Read instead of standard input.
    pub input: Option<String>,
    /// Written instead of standard output.
    pub output: Option<String>,
}

/// Why a text names no such files.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileIoError {
    /// No comma, or two.
    #[error("expected the names of two files, as in `a.in,a.out` (one may be missing: `,a.out`)")]
    Form,
    /// A name with a folder, or what is no name.
    #[error("`{0}` is no name of a file in the folder where the program runs")]
    Name(String),
    /// The same file twice.
    #[error("`{0}` cannot be both input and output")]
    Same(String),
}

/// `IN,OUT`, of which one may be empty.
impl FromStr for FileIo {
    type Err = FileIoError;

    fn from_str(text: &str) -> Result<Self, FileIoError> {
        let (input, output) = text.split_once(',').ok_or(FileIoError::Form)?;
        if input.is_empty() && output.is_empty() || output.contains(',') {
            return Err(FileIoError::Form);
        }
        if input == output {
            return Err(FileIoError::Same(input.to_owned()));
        }
        let name = |name: &str| match name {
            "" => Ok(None),
            "." | ".." => Err(FileIoError::Name(name.to_owned())),
            _ if name.contains(['/', '\0']) => Err(FileIoError::Name(name.to_owned())),
            _ => Ok(Some(name.to_owned())),
        };
        Ok(Self { input: name(input)?, output: name(output)? })
    }
}

/// As it is read.
impl fmt::Display for FileIo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        write!(f, "{},{}", name(&self.input), name(&self.output))
    }
}

#[cfg(test)]
mod tests {
    use super::{FileIo, FileIoError};

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in ["a.in,a.out", ",a.out", "a.in,", "猪.in,猪 .out"] {
            assert_eq!(text.parse::<FileIo>().unwrap().to_string(), text);
        }
        for text in ["", ",", "a.in", "a,b,c"] {
            assert_eq!(text.parse::<FileIo>(), Err(FileIoError::Form), "{text}");
        }
        for text in ["../a,b", "a,/tmp/b", "..,b", "a,."] {
            assert!(matches!(text.parse::<FileIo>(), Err(FileIoError::Name(_))), "{text}");
        }
        assert!(matches!("a,a".parse::<FileIo>(), Err(FileIoError::Same(_))));
    }
}
