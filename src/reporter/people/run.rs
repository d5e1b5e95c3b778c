//! The figures of a run in words.

use super::super::{Concluded, cases};
use crate::campaign::{End, Slowest, Stats};
use crate::problem::Info;
use crate::report::{self, Row};
use crate::reporter::checksum;
use crate::subject::SubjectSpec;
use crate::terminal::{FAINT, paragraphs};
use crate::words::{counted, thousands};

/// How far a campaign is.
pub(super) fn pace(info: &Info, stats: &Stats) -> String {
    let mut pace = format!(
        "{}: {}, {} per second",
        info.about.name,
        counted(stats.cases, "instance", "instances"),
        thousands(stats.rate() as u64)
    );
    let all = info.about.behaviours.len();
    if all > 0 {
        pace += &format!(", {}/{all} behaviours seen", stats.behaviours_seen());
    }
    pace
}

/// The table, the checksum and what it all means.
pub(super) fn conclusion(
    subject: &SubjectSpec,
    campaigns: &[Concluded<'_>],
    behaviours: bool,
    width: Option<usize>,
) -> String {
    let rows: Vec<_> = campaigns.iter().map(row).collect();
    let findings: u64 = campaigns.iter().map(|campaign| campaign.findings).sum();
    let mut out = String::from("\n");
    // Behind a finding, a long list would hide it.
    if behaviours || (campaigns.len() == 1 && findings == 0) {
        let told = |campaign: &&Concluded<'_>| !campaign.info.about.behaviours.is_empty();
        for Concluded { info, stats, .. } in campaigns.iter().filter(told) {
            let (name, names) = (&info.about.name, &info.about.behaviours);
            out += &report::behaviours(name, names, stats, width);
            out.push('\n');
        }
    }
    out += &report::table(&rows, width);
    let mut words = String::new();
    let skipped: u64 = campaigns.iter().map(|campaign| campaign.stats.skipped).sum();
    if skipped > 0 {
        words += &format!(
            "{FAINT}{} more were not given to the subject: the statement promises otherwise{FAINT:#}\n",
            thousands(skipped)
        );
    }
    for Concluded { info, stats, .. } in campaigns {
        if let Some(Slowest { index, instances, cost, .. }) = &stats.slowest {
            let (cpu, wall) = (cost.cpu.as_secs_f64(), cost.wall.as_secs_f64());
            let others = match instances - 1 {
                0 => String::new(),
                others => format!(" with {others} more in one input"),
            };
            words += &format!(
                "{FAINT}slowest: {} case {index}{others}, {cpu:.2} s of CPU time, {wall:.2} s on \
                 the clock{FAINT:#}\n",
                info.about.name
            );
        }
        if stats.passed_again > 0 {
            let runs = counted(stats.passed_again, "run", "runs");
            words += &format!(
                "{FAINT}{runs} exceeded the time limit and passed when repeated alone{FAINT:#}\n"
            );
        }
    }
    let unseen = rows.iter().any(|row| row.stats.behaviours_seen() < row.behaviours);
    if unseen && matches!(subject, SubjectSpec::Command(_)) {
        words += &format!(
            "{FAINT}behaviours that go beyond what the statement promises cannot occur{FAINT:#}\n"
        );
    }
    words += &format!("checksum {:016x}\n", checksum(campaigns));
    words += &meaning(campaigns, findings, subject);
    out + &paragraphs(&words, width)
}

fn row<'a>(campaign: &'a Concluded<'_>) -> Row<'a> {
    let (trouble, fine) = (campaign.trouble.is_some(), campaign.findings == 0);
    Row {
        problem: &campaign.info.about.name,
        stats: campaign.stats,
        behaviours: campaign.info.about.behaviours.len(),
        result: campaign.result(),
        good: fine && !trouble && campaign.end != End::Trouble,
    }
}

/// What the result means, in a sentence or two.
fn meaning(campaigns: &[Concluded<'_>], findings: u64, subject: &SubjectSpec) -> String {
    let troubled = campaigns.iter().any(|campaign| campaign.trouble.is_some());
    let interrupted = campaigns.iter().any(|campaign| campaign.end == End::Interrupted);
    if findings > 0 {
        let rest = if troubled {
            "Beyond them the run says nothing: the testbed itself failed.\n"
        } else if interrupted {
            "The run was interrupted: it may not have seen all.\n"
        } else {
            ""
        };
        return format!("The findings above are inputs on which the two programs differ.\n{rest}");
    }
    if troubled {
        return "The run says nothing: the testbed itself failed.\n".to_owned();
    }
    let cases = cases(campaigns);
    if cases == 0 {
        return "The run says nothing: it was interrupted before anything was checked.\n"
            .to_owned();
    }
    let cases = counted(cases, "instance", "instances");
    match subject {
        SubjectSpec::Solver => format!(
            "No disagreement on {cases}: solver and reference gave the same answers there.\n\
             That is evidence, not proof: a mistake that both share, or that shows only on \
             other instances, would not be seen.\n"
        ),
        SubjectSpec::Mutant(_) | SubjectSpec::Command(_) => format!(
            "No disagreement on {cases}: the subject gave the solver's answers there.\n\
             That is evidence, not proof: its mistake may show only on other or larger \
             instances (--scope full, more time, another --seed).\n"
        ),
    }
}
