//! How soon each planted mutant is found.

use crate::timing::seconds;
use crate::{config, table};
use duipai::campaign::{Event, Report};
use duipai::finding::Origin;
use duipai::problems::PROBLEMS;
use duipai::subject::SubjectSpec;
use std::path::Path;

/// Runs with as many seeds: an odd number, for the one in the middle.
const SEEDS: u64 = 9;
/// More cases than any mutant should need.
const CASES: u64 = 200_000;

/// Measures and prints all rows.
pub(crate) fn run(chosen: &dyn Fn(&str) -> bool, out: &Path) {
    let mut rows = Vec::new();
    for problem in PROBLEMS.iter().filter(|problem| chosen(&problem.info().about.name)) {
        for (mutant, _) in problem.info().mutants {
            let mut runs = Vec::new();
            for seed in 1..=SEEDS {
                let subject = SubjectSpec::Mutant(mutant.to_owned());
                let Ok(mut campaign) = problem.campaign(config(subject, seed, CASES, out)) else {
                    continue;
                };
                let mut found = None;
                campaign.run(None, &|| false, &mut |event| {
                    if let Event::Report(Report::Finding { finding, .. }) = event {
                        let case = finding.origin.as_ref().and_then(Origin::case);
                        found = case.map(|(_, index)| index + 1);
                    }
                });
                let time = campaign.stats().elapsed.as_secs_f64();
                runs.push((found.unwrap_or(u64::MAX), time));
            }
            runs.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
            let cases = |run: Option<&(u64, f64)>| match run {
                Some((u64::MAX, _)) | None => "not found".to_owned(),
                Some((cases, _)) => cases.to_string(),
            };
            let mut times: Vec<f64> = runs.iter().map(|run| run.1).collect();
            times.sort_unstable_by(f64::total_cmp);
            rows.push(vec![
                problem.info().about.name.to_string(),
                mutant.to_owned(),
                cases(runs.get(runs.len() / 2)),
                cases(runs.last()),
                times.get(times.len() / 2).map_or(String::new(), |time| seconds(*time)),
                times.last().map_or(String::new(), |time| seconds(*time)),
            ]);
        }
    }
    table::print(
        &format!(
            "Mutants (planted mutants): the number of the case that shows one, and the time until it is on\n\
             disk (one thread, not minimised), over {SEEDS} seeds."
        ),
        &["problem", "mutant", "cases, median", "worst", "time, median", "worst"],
        &rows,
    );
}
