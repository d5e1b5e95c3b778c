//! What the libFuzzer targets call, without libFuzzer: mutator, crossover and
//! the checks, on what a fuzzer may hand them; and how a disagreement ends.

use duipai::document::Document;
use duipai::fuzz::{self, OUT_VARIABLE, QUIET_VARIABLE, SUBJECT_VARIABLE};
use duipai::problem::Problem;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Longer than any document of small scope.
const ROOM: usize = 1 << 14;

/// One test for each function below and each problem.
macro_rules! tests {
    ([$($module:ident $problem:ident),*] $functions:tt) => {
        $(tests!(@ $module $problem $functions);)*
    };
    (@ $module:ident $problem:ident { $($function:ident,)* }) => {
        mod $module {
            $(
                #[test]
                fn $function() {
                    super::$function(&duipai::problems::$problem);
                }
            )*
        }
    };
}

duipai::with_problems! { tests {
    mutations_of_anything_are_documents_that_fit,
    mutations_depend_on_text_and_seed_alone,
    minimising_never_lengthens,
    what_is_spliced_is_a_document_that_fits,
    much_is_reached_from_one_document,
    no_document_is_rejected,
    noise_breaks_no_reader,
    a_disagreement_is_kept_minimised_and_aborts,
}}

/// What is no document of any problem, or hardly one.
fn hostile() -> Vec<Vec<u8>> {
    vec![
        Vec::new(),
        b"\n".to_vec(),
        vec![0; 100],
        vec![0xff; 4096],
        b"9".repeat(3000),
        b"18446744073709551616 -1\n".to_vec(),
        "1 1 2\u{feff}\u{202e}\r\n".into(),
        b"2 0\n".to_vec(),
        (0..=255).collect(),
        b"-".repeat(ROOM),
    ]
}

fn is_document<P: Problem>(problem: &P, bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| Document::read(problem, text).is_ok())
}

/// The mutation of `text`, in a buffer of `room` bytes.
fn mutated<P: Problem>(problem: &P, text: &[u8], room: usize, seed: u32) -> Vec<u8> {
    // libFuzzer's buffer has room for the text too.
    let mut data = vec![b'#'; room.max(text.len())];
    data[..text.len()].copy_from_slice(text);
    let size = fuzz::mutate(problem, &mut data, text.len(), room, seed);
    data.truncate(size);
    data
}

fn some_document<P: Problem>(problem: &P, seed: u32) -> Vec<u8> {
    let text = mutated(problem, b"", ROOM, seed);
    assert!(is_document(problem, &text));
    text
}

fn mutations_of_anything_are_documents_that_fit<P: Problem>(problem: &P) {
    for start in hostile() {
        let mut text = start;
        for seed in 0..200 {
            // Less room and more, as -len_control gives it.
            let room = [8, 64, 512, ROOM][seed as usize % 4];
            let new = mutated(problem, &text, room, seed);
            assert!(new.len() <= room, "{} bytes of {room}", new.len());
            // The smallest documents of all problems have fewer.
            assert!(!new.is_empty() || room == 8, "room for {room}");
            if !new.is_empty() {
                assert!(is_document(problem, &new), "{:?}", String::from_utf8_lossy(&new));
                text = new;
            }
        }
    }
}

/// A crash can be made again from the seeds that libFuzzer prints.
fn mutations_depend_on_text_and_seed_alone<P: Problem>(problem: &P) {
    let chain = || {
        let mut text = Vec::new();
        for seed in 0..100 {
            text = mutated(problem, &text, ROOM, seed);
        }
        text
    };
    let here = chain();
    // The second time all documents are remembered, in the other thread none.
    assert_eq!(chain(), here);
    std::thread::scope(|scope| assert_eq!(scope.spawn(chain).join().expect("no panic"), here));
}

/// libFuzzer asks for less room than the text has when it minimises, and then
/// mutates what it got, in the old size, again.
fn minimising_never_lengthens<P: Problem>(problem: &P) {
    for seed in 0..100 {
        let mut data = some_document(problem, seed);
        let before = data.len();
        let size = fuzz::mutate(problem, &mut data, before, before - 1, seed);
        assert!(size < before, "{size} of {before}");
        if size > 0 {
            assert!(is_document(problem, &data[..size]));
            assert!(is_document(problem, &data), "{:?}", String::from_utf8_lossy(&data));
        }
    }
}

fn what_is_spliced_is_a_document_that_fits<P: Problem>(problem: &P) {
    let mut texts = hostile();
    texts.extend((0..10).map(|seed| some_document(problem, seed)));
    let (mut seed, mut several) = (0, 0);
    for one in &texts {
        for two in &texts {
            for room in [8, 64, ROOM] {
                seed += 1;
                let mut out = vec![b'#'; room];
                let size = fuzz::crossover(problem, one, two, &mut out, seed);
                let out = &out[..size];
                assert!(
                    size == 0 || is_document(problem, out),
                    "{:?}",
                    String::from_utf8_lossy(out)
                );
                if let Ok(document) =
                    Document::read(problem, std::str::from_utf8(out).expect("text"))
                {
                    several += usize::from(document.cases.len() > 1);
                }
            }
        }
    }
    assert_eq!(several > 0, problem.about().limits.batch > 1, "{several} with several instances");
}

fn much_is_reached_from_one_document<P: Problem>(problem: &P) {
    let start = some_document(problem, 1);
    let reached: HashSet<_> = (0..200).map(|seed| mutated(problem, &start, ROOM, seed)).collect();
    // Some steps come upon the same neighbour.
    assert!(reached.len() > 100, "{} texts", reached.len());
}

fn no_document_is_rejected<P: Problem>(problem: &P) {
    assert!(std::env::var_os(SUBJECT_VARIABLE).is_none(), "unset {SUBJECT_VARIABLE} for tests");
    for text in hostile() {
        assert_eq!(fuzz::check(problem, &text), is_document(problem, &text));
    }
    for seed in 0..50 {
        let text = some_document(problem, seed);
        assert!(fuzz::check(problem, &text));
        let cut = &text[..text.len() / 2];
        assert_eq!(fuzz::check(problem, cut), is_document(problem, cut));
    }
}

/// (It would abort.)
fn noise_breaks_no_reader<P: Problem>(problem: &P) {
    for text in hostile() {
        fuzz::check_text(problem, &text);
    }
    let (mut whole, mut damaged) = (0, 0);
    for seed in 0..200 {
        let mut data = vec![0; ROOM];
        let room = if seed % 4 == 0 { 16 } else { ROOM };
        let size = fuzz::fresh_text(problem, &mut data, room, seed);
        assert!(size <= room);
        fuzz::check_text(problem, &data[..size]);
        if is_document(problem, &data[..size]) { whole += 1 } else { damaged += 1 }
    }
    assert!(whole > 10 && damaged > 10, "{whole} whole, {damaged} damaged");
}

/// The process that fails: this program again, with the test that calls this
/// and the subject in its environment.
const CHILD: &str = "DUIPAI_TEST_CHILD";

fn child<P: Problem>(problem: &P, out: &Path, set: &[(&str, &str)]) -> Output {
    let mut command = Command::new(std::env::current_exe().expect("a path"));
    let test =
        format!("fuzz_glue::{}::a_disagreement_is_kept_minimised_and_aborts", problem.about().name);
    command.args(["--exact", &test, "--nocapture"]).env(CHILD, "1").env(OUT_VARIABLE, out);
    command.env_remove(SUBJECT_VARIABLE).env_remove(QUIET_VARIABLE);
    command.envs(set.iter().copied()).output().expect("it starts")
}

/// What a target does for some thousand executions.
fn fuzz_a_little<P: Problem>(problem: &P) {
    fuzz::init(problem);
    let mut text = Vec::new();
    for seed in 0..3000 {
        text = mutated(problem, &text, ROOM, seed);
        assert!(fuzz::check(problem, &text));
    }
}

fn inputs(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("readable").path());
    paths
        .flat_map(|path| if path.is_dir() { inputs(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
        .collect()
}

#[cfg(unix)]
fn a_disagreement_is_kept_minimised_and_aborts<P: Problem>(problem: &P) {
    use std::os::unix::process::ExitStatusExt;

    if std::env::var_os(CHILD).is_some() {
        return fuzz_a_little(problem);
    }
    /// Abort, on all systems that have signals.
    const SIGABRT: i32 = 6;
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    // The first one is as good as any: fuzz/find_mutants.sh goes through all.
    let mutant = format!("mutant:{}", problem.mutants()[0].name);

    let failed = child(problem, &out, &[(SUBJECT_VARIABLE, &mutant)]);
    let shown = String::from_utf8_lossy(&failed.stderr);
    assert_eq!(failed.status.signal(), Some(SIGABRT), "{shown}");
    assert!(shown.contains(&format!("duipai explain {}", problem.about().name)), "{shown}");
    // What cargo-fuzz prints lacks the subject.
    let again = shown.lines().find_map(|line| line.strip_prefix("with libFuzzer: ")).unwrap();
    let name = problem.about().name;
    let start =
        format!("DUIPAI_SUBJECT={mutant} cargo fuzz run -s none --no-trace-compares {name} ");
    assert!(again.starts_with(&start) && Path::new(&again[start.len()..]).is_file(), "{shown}");
    // How it was found stays beside what was made of it.
    let (raw, kept): (Vec<_>, Vec<_>) =
        inputs(&out).into_iter().partition(|path| path.parent().unwrap().ends_with("raw"));
    assert_eq!((raw.len(), kept.len()), (1, 1), "{raw:?} {kept:?}\n{shown}");
    let text = std::fs::read(&kept[0]).expect("a file");
    assert!(is_document(problem, &text) && text.len() < 200, "{}", String::from_utf8_lossy(&text));

    // As libFuzzer minimises by itself: a line, and nothing is kept.
    let quiet = folder.path().join("quiet");
    let failed = child(problem, &quiet, &[(SUBJECT_VARIABLE, &mutant), (QUIET_VARIABLE, "1")]);
    assert_eq!(failed.status.signal(), Some(SIGABRT));
    assert_eq!(inputs(&quiet), [] as [PathBuf; 0]);

    // Our own solver passes, and a subject that is not there is wrong usage.
    assert!(child(problem, &quiet, &[]).status.success());
    let wrong = child(problem, &quiet, &[(SUBJECT_VARIABLE, "mutant:none")]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("has no mutant `none`"));
}

#[cfg(not(unix))]
fn a_disagreement_is_kept_minimised_and_aborts<P: Problem>(problem: &P) {}
