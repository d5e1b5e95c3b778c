//! What a fuzz target is told by its environment and its arguments.

use crate::finding::DEFAULT_OUT;
use crate::problem::Problem;
use crate::shell;
use crate::subject::{LimitOverrides, Subject, SubjectSpec};
use crate::terminal::{plain, say};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The variable that chooses the subject: `solver` (default) or `mutant:NAME`.
pub const SUBJECT_VARIABLE: &str = "DUIPAI_SUBJECT";
/// The variable that chooses the folder of findings.
pub const OUT_VARIABLE: &str = "DUIPAI_OUT";
/// If set, a disagreement is told in a line and neither kept nor minimised.
/// Targets set it themselves under `-minimize_crash`.
pub const QUIET_VARIABLE: &str = "DUIPAI_FUZZ_QUIET";
/// If set, a line a second says where the time goes.
pub const TIMES_VARIABLE: &str = "DUIPAI_FUZZ_TIMES";

/// The subject's name, as the environment has it.
pub(super) fn subject_spec() -> &'static SubjectSpec {
    static SUBJECT: OnceLock<SubjectSpec> = OnceLock::new();
    SUBJECT.get_or_init(|| match std::env::var(SUBJECT_VARIABLE) {
        Ok(name) => name.parse().unwrap_or_default(),
        Err(_) => SubjectSpec::Solver,
    })
}

/// The subject. If there is none of that name, it is told and the process ends
/// with code 2, as the command line does for wrong usage.
pub(super) fn subject<P: Problem>(problem: &P) -> Subject<P> {
    let found = match subject_spec() {
        SubjectSpec::Command(command) => Err(format!(
            "`{command}` is neither `solver` nor `mutant:NAME`; \
             the programs of others are for `duipai run --subject`"
        )),
        spec => Subject::find(problem, spec, LimitOverrides::default())
            .map_err(|error| error.to_string()),
    };
    found.unwrap_or_else(|why| {
        say(&format!("{SUBJECT_VARIABLE}: {}", plain(&why)));
        std::process::exit(2);
    })
}

/// The command that runs the target on a file again.
pub(super) fn again(target: &str, file: &Path) -> String {
    let file = shell::quoted_path(file);
    let subject = match subject_spec() {
        SubjectSpec::Solver => String::new(),
        spec => format!("{SUBJECT_VARIABLE}={} ", shell::quoted(&spec.to_string())),
    };
    format!("{subject}cargo fuzz run {FLAGS} {target} {file}")
}

/// The flags of cargo-fuzz with which CONTRIBUTING.md runs the targets: stable
/// Rust takes them.
const FLAGS: &str = "-s none --no-trace-compares";

/// Where findings go.
pub(super) fn out() -> PathBuf {
    std::env::var_os(OUT_VARIABLE).map_or_else(|| PathBuf::from(DEFAULT_OUT), PathBuf::from)
}

/// Whether libFuzzer itself is minimising or merging: it then runs the target
/// on many inputs that are known to fail.
pub(super) fn quiet() -> bool {
    std::env::var_os(QUIET_VARIABLE).is_some() || has_flag("-merge") || has_flag(MINIMIZE_FLAG)
}

const MINIMIZE_FLAG: &str = "-minimize_crash";

/// Whether there is a flag that starts so (`-merge=1`, `-merge_inner=1`, …).
fn has_flag(start: &str) -> bool {
    std::env::args().any(|argument| argument.starts_with(start))
}

/// `-minimize_crash` starts this program again and again on the failing file,
/// half of the times without any flag that would tell. An environment does
/// reach those runs, and only a new process may be given one safely: so this
/// process is replaced by itself, once.
pub(super) fn tell_children_of_minimizing() {
    if !has_flag(MINIMIZE_FLAG) || std::env::var_os(QUIET_VARIABLE).is_some() {
        return;
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let mut arguments = std::env::args_os();
        let name = arguments.next().unwrap_or_default();
        if let Ok(program) = std::env::current_exe() {
            let mut again = std::process::Command::new(program);
            let error = again.arg0(name).args(arguments).env(QUIET_VARIABLE, "1").exec();
            // Without it, minimising takes longer and leaves findings behind.
            say(&format!("cannot start again with {QUIET_VARIABLE} set: {error}"));
        }
    }
}
