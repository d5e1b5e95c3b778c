//! Another program under test: against our solver, which an oracle confirms.

use super::{Check, Runs, TestError, Testbed, is_wrong};
use crate::document::Document;
use crate::failure::{Accused, Evidence, Failure};
use crate::panics;
use crate::problem::text;
use crate::problem::{Problem, Program};
use crate::process::{CommandLine, Limits, Outcome};
use crate::verdict::{Crash, Judgement, Verdict};
use crate::watch::{Cost, Phase, Slot};
use std::time::Duration;

/// How long an oracle may take (as it predicts itself) for one instance before
/// a disagreement is left unconfirmed: a person waits for it, once a finding.
const CONFIRMATION: Duration = Duration::from_secs(5);

/// How long the oracles may take (as they predict themselves) for a document on
/// which subject and solver agree: about what it costs to start a process, so
/// that at worst the rate halves. The first instances are asked about.
const SECOND_OPINION: Duration = Duration::from_millis(1);

/// What came back from a subject.
enum Given<P: Problem> {
    Answers(Vec<P::Answer>),
    Output {
        output: Vec<u8>,
        stderr: Vec<u8>,
    },
    Died {
        verdict: Verdict,
        output: Vec<u8>,
        said: Vec<String>,
    },
    /// It could not be run, which is not its fault.
    Lost(String),
}

impl<P: Problem> Testbed<P> {
    pub(super) fn test_mutant(
        &self,
        program: Program<P>,
        document: &Document<P>,
        slot: &Slot,
    ) -> Check<P> {
        let given = slot.during(Phase::Subject, &document.text, || {
            panics::catch(|| self.run_in_process(program, document))
        });
        self.compare(document, slot, || match given {
            Ok(given) => given,
            Err(panicked) => Given::Died {
                verdict: Verdict::Re(Crash::Panic(panicked.place)),
                output: Vec::new(),
                said: vec![panicked.message],
            },
        })
    }

    fn run_in_process(&self, program: Program<P>, document: &Document<P>) -> Given<P> {
        match program {
            Program::Cases(run) => {
                Given::Answers(document.cases.iter().map(|case| run(&self.problem, case)).collect())
            }
            Program::Text(run) => match run(&self.problem, &document.text) {
                Ok(output) => Given::Output { output: output.into_bytes(), stderr: Vec::new() },
                Err(complaint) => Given::Died {
                    // What a program does that refuses its input: it ends with code 1.
                    verdict: Verdict::Re(Crash::Exit(1)),
                    output: Vec::new(),
                    said: vec![complaint],
                },
            },
        }
    }

    pub(super) fn test_external(
        &self,
        command: &CommandLine,
        limits: &Limits,
        document: &Document<P>,
        slot: &Slot,
        cancel: &dyn Fn() -> bool,
    ) -> Check<P> {
        let runs = self.runs;
        self.compare(document, slot, || {
            let (outcome, again) = run_external(command, limits, &document.text, runs, cancel);
            slot.note(Cost { cpu: outcome.cpu, wall: outcome.wall, again });
            given(outcome, command)
        })
    }

    /// A subject against our solver; a disagreement is confirmed with an oracle
    /// where one can follow, and agreement as far as that is cheap.
    fn compare(
        &self,
        document: &Document<P>,
        slot: &Slot,
        run: impl FnOnce() -> Given<P>,
    ) -> Check<P> {
        let wanted = slot.during(Phase::Solver, &document.text, || {
            panics::catch(|| self.problem.solve_all(&document.cases))
        });
        let wanted = match wanted {
            Ok(wanted) => wanted,
            Err(panicked) => {
                let mut failure = Failure::panic(panicked);
                failure.accused = Accused::Solver;
                return Check::Failed(Box::new(failure));
            }
        };
        let mut said = Vec::new();
        let (judgement, given) = match run() {
            Given::Answers(given) if given == wanted => {
                return self.agreed(document, slot, wanted);
            }
            Given::Answers(given) => {
                let printed = text::show_all(&self.problem, &given).into_bytes();
                match self.judge_answers(document, &wanted, &given, &printed) {
                    None => return self.agreed(document, slot, wanted),
                    Some(judgement) => (judgement, printed),
                }
            }
            Given::Output { output, stderr } => {
                let judgement = self.problem.judge(&document.cases, &wanted, &output);
                if judgement.verdict.is_ac() {
                    return self.agreed(document, slot, wanted);
                }
                // A sanitizer that goes on, a warning of a runtime.
                said = lines(&stderr);
                (judgement, output)
            }
            Given::Lost(why) => return Check::Trouble(TestError::Lost(why)),
            Given::Died { verdict, output, said: last } => {
                said = last;
                (Judgement::died(verdict), output)
            }
        };
        self.confirm(document, slot, wanted, judgement, given, said)
    }

    /// Subject and solver agree: a mistake that they share would show only
    /// against an oracle.
    fn agreed(&self, document: &Document<P>, slot: &Slot, wanted: Vec<P::Answer>) -> Check<P> {
        let mut left = SECOND_OPINION;
        for (case, (instance, answer)) in document.cases.iter().zip(&wanted).enumerate() {
            let Some((oracle, cost)) = self.affordable_oracle(instance, left) else { break };
            left -= cost;
            match self.ask(oracle, instance, document, slot) {
                Err(trouble) => return Check::Trouble(trouble),
                Ok(want) if want != *answer => {
                    let failure = self.refuted(oracle, case, &want, answer, Accused::Solver);
                    return Check::Failed(Box::new(failure));
                }
                Ok(_) => {}
            }
        }
        Check::Passed(wanted)
    }

    /// Before somebody is accused of a wrong answer, the solver's answer is
    /// checked by an oracle.
    fn confirm(
        &self,
        document: &Document<P>,
        slot: &Slot,
        wanted: Vec<P::Answer>,
        judgement: Judgement,
        given: Vec<u8>,
        said: Vec<String>,
    ) -> Check<P> {
        let (mut confirmed_by, mut notes) = (None, Vec::new());
        if is_wrong(&judgement) {
            let suspects: Vec<usize> = match judgement.case {
                Some(case) => vec![case],
                None => (0..document.cases.len()).collect(),
            };
            let mut confirmed = true;
            for case in suspects {
                let (Some(instance), Some(answer)) = (document.cases.get(case), wanted.get(case))
                else {
                    continue;
                };
                let Some((oracle, _)) = self.affordable_oracle(instance, CONFIRMATION) else {
                    confirmed = false;
                    continue;
                };
                match self.ask(oracle, instance, document, slot) {
                    Err(trouble) => return Check::Trouble(trouble),
                    Ok(want) if want != *answer => {
                        let accused = Accused::Solver;
                        let failure = self.refuted(oracle, case, &want, answer, accused);
                        return Check::Failed(Box::new(Failure { said, ..failure }));
                    }
                    Ok(_) => confirmed_by = Some(oracle.name),
                }
            }
            if !confirmed {
                notes.push("no oracle can follow: only our solver says so".to_owned());
            }
        }
        Check::Failed(Box::new(Failure {
            judgement,
            accused: Accused::Subject,
            evidence: Evidence::Solver { confirmed_by },
            want: self.wanted(&wanted),
            given,
            said,
            notes,
        }))
    }

    /// Answers of a program in process: they must be equal. The judge says in
    /// words what is wrong, if it minds at all.
    fn judge_answers(
        &self,
        document: &Document<P>,
        wanted: &[P::Answer],
        given: &[P::Answer],
        printed: &[u8],
    ) -> Option<Judgement> {
        let case = wanted.iter().zip(given).position(|(want, given)| want != given)?;
        let judged = self.problem.judge(&document.cases, wanted, printed);
        let wrong = Judgement::wrong(Some(case), "the answers differ");
        Some(match judged.verdict {
            Verdict::Ac => wrong,
            _ => Judgement { message: judged.message, class: judged.class, ..wrong },
        })
    }
}

/// Runs a command. Returns whether it was run twice.
fn run_external(
    command: &CommandLine,
    limits: &Limits,
    text: &str,
    runs: Runs,
    cancel: &dyn Fn() -> bool,
) -> (Outcome, bool) {
    let input = text.as_bytes();
    match runs {
        Runs::Once => (command.run(input, limits, cancel), false),
        Runs::Alone => (command.run_alone(input, limits, cancel), false),
        Runs::Doubted => {
            let outcome = command.run(input, limits, cancel);
            // One slow run may be the machine's fault, or that of the programs
            // that we run beside it; a second one without them is the program's.
            if outcome.verdict.as_ref().is_err_and(Verdict::is_of_time) && !cancel() {
                (command.run_alone(input, limits, cancel), true)
            } else {
                (outcome, false)
            }
        }
    }
}

/// What came back from a command.
fn given<P: Problem>(outcome: Outcome, command: &CommandLine) -> Given<P> {
    match outcome.verdict {
        Ok(()) => Given::Output { output: outcome.stdout, stderr: outcome.stderr },
        Err(Verdict::Je) => Given::Lost(match outcome.trouble {
            Some(trouble) => trouble.to_string(),
            None => format!("{command} could not be run"),
        }),
        Err(verdict) => {
            let said = lines(&outcome.stderr);
            let verdict = match verdict {
                Verdict::Re(crash) => Verdict::Re(crash.named(&outcome.stderr)),
                other => other,
            };
            Given::Died { verdict, output: outcome.stdout, said }
        }
    }
}

/// What a program said on standard error.
fn lines(stderr: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(stderr).trim().lines().map(str::to_owned).collect()
}
