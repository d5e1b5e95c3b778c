//! A thread that notices when a program in process hangs. Such a program cannot
//! be interrupted: the finding is written and the process ends.

use crate::failure::{Accused, Evidence, Failure, Wanted};
use crate::finding::{Finding, FindingStore};
use crate::problem::Layout;
use crate::program;
use crate::subject::{LimitOverrides, SubjectSpec};
use crate::terminal::say;
use crate::terminal::shown;
use crate::verdict::{Judgement, Verdict};
use crate::watch::{Phase, Slot, Vigil};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Watches the slots until it is dropped.
pub struct Watchdog {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// How often the slots are looked at: short against any sensible limit.
const LOOK: Duration = Duration::from_millis(100);

impl Watchdog {
    /// Writes the document on which a program hangs, says so and ends the
    /// process.
    pub fn of(
        problem: &str,
        slots: Arc<Vec<Slot>>,
        store: FindingStore,
        subject: SubjectSpec,
    ) -> Self {
        let problem: Arc<str> = problem.into();
        Self::start(slots, super::HANG, move |phase, text| {
            report_hang(&problem, &store, &subject, phase, text)
        })
    }

    /// Calls `hang`, which reports and says with what code to end the process,
    /// when a slot has been busy with one document for longer than `limit`.
    pub fn start(
        slots: Arc<Vec<Slot>>,
        limit: Duration,
        hang: impl Fn(Phase, Arc<str>) -> i32 + Send + 'static,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        // Where the system has no thread left nobody watches; all else goes on.
        let thread = std::thread::Builder::new().spawn(move || {
            let mut vigil = Vigil::start();
            while !stopped.load(Ordering::Relaxed) {
                std::thread::park_timeout(LOOK);
                if let Some((phase, text)) = vigil.look(&slots, limit) {
                    std::process::exit(hang(phase, text));
                }
            }
        });
        Self { stop, thread: thread.ok() }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Writes the document on which a program hangs and says so. Returns the exit
/// code: 1 for the subject, 3 for an oracle.
fn report_hang(
    problem: &Arc<str>,
    store: &FindingStore,
    subject: &SubjectSpec,
    phase: Phase,
    text: Arc<str>,
) -> i32 {
    let (who, code) = match phase {
        Phase::Subject => ("the subject", 1),
        Phase::Solver => ("the solver", 3),
        Phase::Oracle => ("an oracle", 3),
    };
    let verdict = if code == 1 { Verdict::Tle } else { Verdict::Je };
    let seconds = super::HANG.as_secs();
    let message = format!("{who} was still busy after {seconds} s");
    let finding = Finding {
        problem: Arc::clone(problem),
        text,
        failure: Failure {
            judgement: Judgement { message: message.clone(), ..Judgement::died(verdict) },
            accused: Accused::Subject,
            evidence: Evidence::Watchdog,
            want: Wanted::Nothing,
            given: Vec::new(),
            said: Vec::new(),
            notes: vec![format!(
                "to minimise a hang, run the program outside: --subject '{} solve{}'",
                program::word(),
                program::problem(problem)
            )],
        },
        subject: subject.clone(),
        // A child process never hangs here: its limits end it.
        limits: LimitOverrides::default(),
        layout: Layout::Free,
        origin: None,
        minimized: None,
    };
    match store.write_raw(&finding, None) {
        Ok(path) => {
            say(&format!("duipai: {}: {message}; the input is in {}", problem, shown(&path)))
        }
        Err(error) => {
            say(&format!("duipai: {}: {message}; {error}; the input follows", problem));
            // The process ends: there is nobody left to tell of a failure.
            let _ = writeln!(std::io::stdout().lock(), "{}", finding.text);
        }
    }
    code
}
