//! What a problem is called, and what is said of it.

use std::sync::Arc;
use std::time::Duration;

/// What a problem is called and what is said of it.
#[derive(Debug, Clone)]
pub struct About {
    /// The name on the command line and of the corpus folder: lower-case
    /// letters, digits and hyphens.
    pub name: Arc<str>,
    /// Other names under which people know it (`P2482`, `猪国杀`, …).
    pub aliases: Vec<String>,
    /// One line: the title and where it comes from.
    pub title: String,
    /// What the contest allows a program.
    pub limits: Limits,
    /// The units of [`Size`](super::Size), one or two, for example `pigs` and `cards in the
    /// deck`.
    pub size_units: Vec<String>,
    /// What the rules distinguish, one short phrase each.
    /// [`Problem::observe`](super::Problem::observe) marks them by index.
    pub behaviours: Vec<String>,
}

impl About {
    /// Of a problem with this name, of which nothing else is known: a second
    /// and 256 MiB for a program, one instance in a document, sizes in bytes
    /// of text.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            aliases: Vec::new(),
            title: name.to_owned(),
            limits: Limits { time: Duration::from_secs(1), memory: 256 << 20, batch: 1 },
            size_units: vec!["bytes".to_owned()],
            behaviours: Vec::new(),
        }
    }

    /// With other names.
    #[must_use]
    pub fn aliases(self, aliases: &[&str]) -> Self {
        Self { aliases: owned(aliases), ..self }
    }

    /// With a title.
    #[must_use]
    pub fn title(self, title: &str) -> Self {
        Self { title: title.to_owned(), ..self }
    }

    /// With limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// With units of size.
    #[must_use]
    pub fn size_units(self, units: &[&str]) -> Self {
        Self { size_units: owned(units), ..self }
    }

    /// With behaviours.
    #[must_use]
    pub fn behaviours(self, behaviours: &[&str]) -> Self {
        Self { behaviours: owned(behaviours), ..self }
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// What the contest allows a program.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Wall time for one document.
    pub time: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
    /// Most instances in one document in contest layout; 1 if the format
    /// holds only one.
    pub batch: usize,
}
