//! The fixtures of a folder in a `#[test]`.

use crate::corpus::{self, Fixture};
use crate::problem::Problem;
use crate::program;
use crate::replay::{self, Kind, Resolved};
use crate::report;
use crate::subject::{LimitOverrides, SubjectSpec};
use crate::terminal::{plain, printable, shown};
use crate::verbs::{ReplayJob, Replayed};
use crate::words::counted;
use std::fmt::Write;
use std::path::Path;
use std::thread::available_parallelism;

/// Runs the solver of a problem on all fixtures below a folder, or on one `.in`
/// file, as `replay` does: on all cores, each beside the oracles that can follow
/// and the `.ans` that lies there.
///
/// ```no_run
/// # use duipai::problems::Pigs as Nim;
/// // #[test] fn fixtures_hold()
/// duipai::fixtures(&Nim, "corpus/nim");
/// ```
///
/// In a test, a relative path begins at the crate's own folder.
///
/// # Panics
///
/// If a fixture fails, is no valid input, belongs to another problem or has a
/// wrong `.ans`: all of them by name, the first in full. Likewise if there is no
/// fixture, for then nothing was checked.
#[track_caller]
pub fn fixtures<P: Problem>(problem: &P, path: impl AsRef<Path>) {
    if let Err(message) = checked(problem, path.as_ref()) {
        panic!("{message}");
    }
}

fn checked<P: Problem>(problem: &P, path: &Path) -> Result<(), String> {
    let own = problem.about().name;
    let found = corpus::load(path, &[&*own]).map_err(|error| error.to_string())?;
    if found.is_empty() {
        let program = program::word();
        return Err(format!("{}: no fixture there (`{program} accept` keeps one)", shown(path)));
    }
    let foreign = |fixture: &&Fixture| fixture.problem.as_deref().is_some_and(|name| name != &*own);
    if let Some(Fixture { name, problem: Some(other), .. }) = found.iter().find(foreign) {
        return Err(format!("{name}: a fixture of {}, not of {own}", printable(other)));
    }
    let resolved: Vec<Resolved<'_>> =
        found.into_iter().map(|fixture| (problem as _, fixture)).collect();
    let job = ReplayJob {
        subject: &SubjectSpec::Solver,
        limits: LimitOverrides::default(),
        layout: None,
        cancel: &|| false,
    };
    let jobs = available_parallelism().map_or(1, usize::from);
    let results = replay::run(&resolved, jobs, false, &job);
    let mut out = String::new();
    let (mut failed, mut first) = (0, None);
    for ((_, fixture), ran) in resolved.iter().zip(results.iter().flatten()) {
        let (kind, why) = ran.outcome();
        if matches!(kind, Kind::Passed | Kind::Skipped) {
            continue;
        }
        failed += 1;
        let _ = writeln!(out, "{}: {}: {}", printable(&fixture.name), kind.name(), printable(&why));
        if let (Replayed::Failed(finding), None) = (&ran.replayed, &first) {
            first = Some(plain(&report::finding(finding, fixture.path.as_deref(), None)));
        }
    }
    if failed == 0 {
        return Ok(());
    }
    let all = counted(resolved.len() as u64, "fixture", "fixtures");
    Err(format!("{failed} of {all} in {}\n{out}{}", shown(path), first.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::{Pigs, Split};
    use crate::store::write_atomically;
    use tempfile::tempdir;

    #[test]
    fn fixtures_that_hold_say_nothing() {
        for path in ["corpus/pigs", "corpus/pigs/agreed-001.in"] {
            assert_eq!(checked(&Pigs, Path::new(path)), Ok(()));
        }
    }

    #[test]
    fn what_does_not_hold_is_named() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("split");
        let write = |name: &str, text: &str| {
            write_atomically(&path.join(name), text.as_bytes()).unwrap();
        };
        std::fs::create_dir(&path).unwrap();
        let said = checked(&Split, &path).unwrap_err();
        assert!(said.ends_with("split: no fixture there (`duipai accept` keeps one)"), "{said}");
        let missing = checked(&Split, &path.join("x")).unwrap_err();
        assert!(missing.contains("split/x"), "{missing}");
        write("fine.in", "1 13 13 13\n");
        assert_eq!(checked(&Split, &path), Ok(()));
        write("none.in", "1 13 13 x\n");
        write("wrong.in", "1 13 13 13\n");
        write("wrong.ans", "17\n");
        let said = checked(&Split, &path).unwrap_err();
        let lines: Vec<_> = said.lines().collect();
        assert!(lines[0].starts_with("2 of 3 fixtures in "), "{said}");
        assert!(lines[1].contains("none.in: bad: not a valid input: 1:9: "), "{said}");
        assert!(lines[2].contains("wrong.in: bad: its .ans is wrong: "), "{said}");
        assert_eq!(lines.len(), 3, "{said}");
        // A description that says another problem.
        write("fine.desc", "problem: pigs\n");
        let said = checked(&Split, &path).unwrap_err();
        assert!(said.ends_with("fine.in: a fixture of pigs, not of split"), "{said}");
    }
}
