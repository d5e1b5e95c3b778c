//! Which files are sources, by the ends of their names.

use std::path::Path;

/// The languages that are compiled (or checked) without being told how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Rust.
    Rust,
    /// Java.
    Java,
    /// Python 3.
    Python,
}

impl Language {
    /// The language of a file, by the end of its name as compilers know it
    /// (GCC's manual, *Options Controlling the Kind of Output*).
    pub fn of(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?;
        Some(match end {
            // In other letters it is C++.
            "c" => Self::C,
            "C" => Self::Cpp,
            _ => match end.to_ascii_lowercase().as_str() {
                "cc" | "cp" | "cxx" | "cpp" | "c++" => Self::Cpp,
                "rs" => Self::Rust,
                "java" => Self::Java,
                "py" => Self::Python,
                _ => return None,
            },
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Rust => "Rust",
            Self::Java => "Java",
            Self::Python => "Python",
        }
    }
}
