//! Findings on disk.

use super::Finding;
use crate::failure::Wanted;
use crate::hash::hash;
use crate::store::{self, Claimed, DiskError};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// The folder of findings.
///
/// ```text
/// duipai-out/<problem>/raw/<hash>-<run>-<n>.in .desc   at once, for as long as
///                                                      nobody was told of it
/// duipai-out/<problem>/raw/<hash>.in .ans .desc        as found
/// duipai-out/<problem>/<verdict>-<hash>.in .ans .desc  minimised
/// ```
///
/// The hash is of the input, the subject and what the subject was granted: what
/// one run finds of one program never takes the place of what another finds of
/// another. Names are claimed: a file that is there is never replaced, and if it
/// holds something else, the next free name is taken (`<hash>-2`). A run removes
/// nothing but files of the first kind, which bear its own mark; the other two
/// stay until their user removes them.
#[derive(Debug, Clone)]
pub struct FindingStore {
    out: PathBuf,
}

/// A finding on disk that nobody was told of yet.
#[derive(Debug)]
#[must_use = "its files stay until it is settled or discarded"]
pub struct Kept {
    input: PathBuf,
}

impl Kept {
    /// Removes it: it will not be reported.
    pub fn discard(self) {
        // The description first: without its .in it would mean nothing. What
        // cannot be removed does no harm.
        for extension in ["desc", "in"] {
            let _ = store::remove(&self.input.with_extension(extension));
        }
    }
}

/// How many names are tried before something is wrong with the folder.
const MOST_NAMES: u32 = 1_000;

impl FindingStore {
    /// Findings below this folder; it is made when the first one comes.
    pub fn new(out: impl Into<PathBuf>) -> Self {
        Self { out: out.into() }
    }

    /// Writes a finding at once, so that it survives whatever becomes of this
    /// process.
    pub fn keep(&self, finding: &Finding) -> Result<Kept, DiskError> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let bytes = finding.text.as_bytes();
        let name = format!("{}-{:08x}-{number}.in", name(finding, bytes), run());
        let input = self.raw(finding).join(name);
        store::write_atomically(&input, bytes)?;
        let kept = Kept { input };
        let description = finding.description(&kept.input, None);
        match store::write_atomically(&kept.input.with_extension("desc"), description.as_bytes()) {
            Ok(()) => Ok(kept),
            Err(error) => {
                kept.discard();
                Err(error)
            }
        }
    }

    /// Writes a finding as it was found, under the name that it keeps, in place
    /// of what was kept of it at first. Returns the path of the `.in`.
    pub fn write_raw(&self, finding: &Finding, kept: Option<Kept>) -> Result<PathBuf, DiskError> {
        let bytes = finding.text.as_bytes();
        let stem = self.raw(finding).join(name(finding, bytes));
        let input = write(finding, bytes, &stem, None)?;
        if let Some(kept) = kept {
            kept.discard();
        }
        Ok(input)
    }

    /// Writes a minimised finding. `raw` is the `.in` of how it was found.
    pub fn write_minimized(
        &self,
        finding: &Finding,
        raw: Option<&Path>,
    ) -> Result<PathBuf, DiskError> {
        self.write_final(finding, finding.text.as_bytes(), raw)
    }

    /// Writes a minimised finding whose input is these bytes: they need be no
    /// text, and [`Finding::text`] then only shows them.
    pub fn write_minimized_bytes(
        &self,
        finding: &Finding,
        bytes: &[u8],
    ) -> Result<PathBuf, DiskError> {
        self.write_final(finding, bytes, None)
    }

    fn write_final(
        &self,
        finding: &Finding,
        bytes: &[u8],
        raw: Option<&Path>,
    ) -> Result<PathBuf, DiskError> {
        let verdict = finding.failure.judgement.verdict.code().to_lowercase();
        let name = format!("{verdict}-{}", name(finding, bytes));
        write(finding, bytes, &self.out.join(&*finding.problem).join(name), raw)
    }

    fn raw(&self, finding: &Finding) -> PathBuf {
        self.out.join(&*finding.problem).join("raw")
    }
}

/// Writes all files of a finding, or none.
fn write(
    finding: &Finding,
    bytes: &[u8],
    stem: &Path,
    raw: Option<&Path>,
) -> Result<PathBuf, DiskError> {
    for number in 1..=MOST_NAMES {
        let input = numbered(stem, number);
        let mut made: Vec<PathBuf> = Vec::new();
        match store::claim(&input, bytes)? {
            Claimed::Taken => continue,
            Claimed::New => made.push(input.clone()),
            Claimed::Same => {}
        }
        // The files of the same finding are kept: somebody may have written into
        // its description. What is missing is made.
        let mut beside = Vec::new();
        if let Wanted::Output(answer) = &finding.failure.want {
            beside.push(("ans", answer.clone()));
        }
        beside.push(("desc", finding.description(&input, raw)));
        for (extension, content) in beside {
            let path = input.with_extension(extension);
            match store::claim(&path, content.as_bytes()) {
                Ok(Claimed::New) => made.push(path),
                Ok(_) => {}
                Err(error) => {
                    for path in made.iter().rev() {
                        let _ = store::remove(path);
                    }
                    return Err(error);
                }
            }
        }
        return Ok(input);
    }
    Err(DiskError::new(stem, "cannot find a free name", io::ErrorKind::AlreadyExists.into()))
}

/// `<stem>.in`, `<stem>-2.in`, …
fn numbered(stem: &Path, number: u32) -> PathBuf {
    let mut name = OsString::from(stem);
    match number {
        1 => name.push(".in"),
        _ => name.push(format!("-{number}.in")),
    }
    name.into()
}

/// The name of a finding: the hash of its input, its subject and what that was
/// granted.
fn name(finding: &Finding, bytes: &[u8]) -> String {
    let mut parts = Vec::with_capacity(bytes.len() + 64);
    for part in [finding.subject.to_string().as_bytes(), finding.granted().as_bytes(), bytes] {
        // With its length, so that no part can pass for the end of another.
        parts.extend((part.len() as u64).to_le_bytes());
        parts.extend(part);
    }
    format!("{:016x}", hash(&parts))
}

/// The mark of this process on files that nobody was told of. Another one with
/// the same number, later or in another container, has another mark.
fn run() -> u32 {
    static RUN: OnceLock<u32> = OnceLock::new();
    *RUN.get_or_init(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let parts = [now.as_nanos().to_le_bytes(), u128::from(std::process::id()).to_le_bytes()];
        (hash(&parts.concat()) >> 32) as u32
    })
}
