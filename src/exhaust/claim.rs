//! What a visit has shown, in words.

use super::{Counts, ORACLE_BUDGET, Visit};
use crate::campaign::End;
use crate::problem::{Info, Size};
use crate::program;
use crate::subject::SubjectSpec;
use crate::words::thousands;

impl Visit {
    /// A sentence that states what has been verified, and no more than that.
    pub fn claim(&self, info: &Info, subject: &SubjectSpec) -> String {
        let done = self.sizes.iter().take_while(|counts| counts.is_done()).count();
        let (done, begun) = self.sizes.split_at(done);
        let qualified = self.qualifiers(subject);
        let what = format!("{}{qualified}", info.universe.what);
        let all: u64 = done.iter().map(Counts::verified).sum();
        // A size of which nothing was compared is no part of the claim.
        let finished =
            sizes_in_words(done.iter().filter(|c| c.verified() > 0), &info.about.size_units);
        let mut claim = match (done, all) {
            ([], _) => format!("no size was finished of the {what}"),
            (_, 0) => format!("nothing was compared of the {what}"),
            (_, 1) => format!("the only one of the {what} agrees ({finished})"),
            _ => format!("all {} {what} agree ({finished})", thousands(all)),
        };
        let mut also = Vec::new();
        for counts in begun.iter().filter(|counts| counts.verified() > 0) {
            let size = counts.size.describe(&info.about.size_units);
            also.push(format!("{} of {size}", thousands(counts.verified())));
        }
        if !also.is_empty() {
            let also = also.join(" and ");
            claim += &if done.is_empty() {
                format!(": {also} agree")
            } else {
                format!(", and so do {also}")
            };
        }
        claim += match (self.findings > 0, self.end) {
            (true, _) if self.together => "; some differ when they stand in one document",
            (true, End::Done) if all == 0 && also.is_empty() => "; the first one differs",
            (true, End::Done) => "; the next one differs",
            (true, _) => "; one differs",
            (false, End::Trouble) => "; then an oracle failed",
            (false, End::Time) => "; then the time was over",
            (false, End::Interrupted) => "; then it was interrupted",
            (false, _) => "",
        };
        claim
    }

    /// What has to be known to understand the claim, a sentence each.
    pub fn remarks(&self, info: &Info, subject: &SubjectSpec) -> Vec<String> {
        let mut remarks = Vec::new();
        let verified: u64 = self.sizes.iter().map(Counts::verified).sum();
        if verified == 0 {
            // Nothing was compared: nothing to explain.
        } else if *subject == SubjectSpec::Solver {
            let mut asked = Vec::new();
            for (place, (name, _)) in info.oracles.iter().enumerate() {
                let count: u64 = self.sizes.iter().map(|counts| counts.followed[place]).sum();
                let count = match count {
                    0 => "none".to_owned(),
                    count if count == verified => "all".to_owned(),
                    count => thousands(count),
                };
                asked.push(format!("{name} ({count})"));
            }
            let plural = if asked.len() == 1 { "" } else { "s" };
            remarks.push(format!(
                "To agree means: the solver gives the answers of the oracle{plural} {}.",
                asked.join(", ")
            ));
        } else {
            remarks.push(format!(
                "To agree means: the subject gives our solver's answers, which are checked by\n\
                 {} exhaust{}.",
                program::word(),
                program::problem(&info.about.name)
            ));
        }
        let unfollowed: u64 = self.sizes.iter().map(|counts| counts.unfollowed).sum();
        if unfollowed > 0 {
            let checked = if info.relations.is_empty() {
                "there only reading and printing were checked"
            } else {
                "there only the relations were checked"
            };
            let these = self.sizes.iter().filter(|counts| counts.unfollowed > 0);
            remarks.push(format!(
                "No oracle can follow {} more within {} s ({}): {checked}.",
                thousands(unfollowed),
                ORACLE_BUDGET.as_secs(),
                sizes_in_words(these, &info.about.size_units)
            ));
        }
        let skipped: u64 = self.sizes.iter().map(|counts| counts.skipped).sum();
        if skipped > 0 {
            remarks.push(format!(
                "{} more were not given to the subject: the statement promises otherwise.",
                thousands(skipped)
            ));
        }
        remarks.push(if info.universe.complete {
            "Every instance of these sizes has the same answer as one of the representatives,\n\
             up to names and order."
                .to_owned()
        } else {
            "They are a selection: there are other instances of these sizes.".to_owned()
        });
        if self.end == End::Done && self.findings == 0 && self.at_largest {
            remarks.push("No larger size can be visited completely.".to_owned());
        }
        remarks
    }

    /// Which of the representatives the claim is about.
    fn qualifiers(&self, subject: &SubjectSpec) -> &'static str {
        let unfollowed = self.sizes.iter().any(|counts| counts.unfollowed > 0);
        let skipped = self.sizes.iter().any(|counts| counts.skipped > 0);
        match (unfollowed && *subject == SubjectSpec::Solver, skipped) {
            (false, false) => "",
            (true, false) => " that an oracle can follow",
            (false, true) => " that the statement allows",
            (true, true) => " that the statement allows and an oracle can follow",
        }
    }
}

impl Counts {
    /// On which the subject was compared with somebody and found right.
    pub fn verified(&self) -> u64 {
        self.agree - self.unfollowed
    }
}

/// Exactly these sizes: `1 to 7 cards`, or `1 pile, 1 to 10 stones; 2 piles, 2
/// to 11 stones`.
fn sizes_in_words<'a>(
    sizes: impl Iterator<Item = &'a Counts>,
    units: &[impl AsRef<str>],
) -> String {
    let sizes = sizes.map(|counts| counts.size);
    let [first_unit, second_unit] = match units {
        [] => ["", ""],
        [one] => [one.as_ref(), ""],
        [one, two, ..] => [one.as_ref(), two.as_ref()],
    };
    if units.len() < 2 {
        return counted(&runs(sizes.map(|Size(first, _)| first)), first_unit);
    }
    // The second counts for each first one; then first ones in a row that have
    // the same second ones.
    let mut rows: Vec<(u64, Vec<u64>)> = Vec::new();
    for Size(first, second) in sizes {
        match rows.last_mut() {
            Some((same, seconds)) if *same == first => seconds.push(second),
            _ => rows.push((first, vec![second])),
        }
    }
    let parts: Vec<_> = rows
        .chunk_by(|(_, one), (_, other)| one == other)
        .map(|rows| {
            let firsts = runs(rows.iter().map(|(first, _)| *first));
            let seconds = runs(rows[0].1.iter().copied());
            format!("{}, {}", counted(&firsts, first_unit), counted(&seconds, second_unit))
        })
        .collect();
    parts.join("; ")
}

/// Numbers with their unit; a single 1 in the singular.
fn counted(numbers: &str, unit: &str) -> String {
    if numbers == "1" { Size(1, 0).describe(&[unit]) } else { format!("{numbers} {unit}") }
}

/// Ascending numbers: `1 to 4, 6`.
fn runs(numbers: impl Iterator<Item = u64>) -> String {
    let numbers: Vec<u64> = numbers.collect();
    let runs: Vec<_> = numbers
        .chunk_by(|one, next| one + 1 == *next)
        .map(|run| match run {
            [one] => one.to_string(),
            [one, .., last] => format!("{one} to {last}"),
            [] => String::new(),
        })
        .collect();
    runs.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(sizes: &[(u64, u64)], units: &[impl AsRef<str>]) -> String {
        let counts = sizes.iter().map(|(first, second)| Counts {
            size: Size(*first, *second),
            made: 1,
            all_made: true,
            agree: 1,
            unfollowed: 0,
            skipped: 0,
            followed: Vec::new(),
        });
        sizes_in_words(counts.collect::<Vec<_>>().iter(), units)
    }

    /// Also where the last representative of a size had just been checked: larger
    /// sizes were not reached.
    #[test]
    fn the_end_of_the_time_is_said_between_two_sizes_too() {
        let problem = crate::problems::Split;
        let counts = Counts {
            made: 13,
            all_made: true,
            agree: 13,
            ..crate::exhaust::visitor::none_of(&problem, Size(1, 0))
        };
        let visit = |end| Visit {
            sizes: vec![counts.clone()],
            end,
            findings: 0,
            together: false,
            trouble: None,
            at_largest: false,
            elapsed: std::time::Duration::ZERO,
        };
        let info = Info::of(&problem);
        let claim = |end| visit(end).claim(&info, &SubjectSpec::Solver);
        assert!(claim(End::Time).ends_with("agree (1 card); then the time was over"));
        assert!(claim(End::Done).ends_with("agree (1 card)"));
    }

    #[test]
    fn sizes_are_named_exactly() {
        assert_eq!(words(&[(1, 0), (2, 0), (3, 0)], &["cards"]), "1 to 3 cards");
        assert_eq!(words(&[(1, 0), (2, 0), (4, 0)], &["cards"]), "1 to 2, 4 cards");
        let two = [(0, 0), (1, 1), (1, 2), (2, 1), (2, 2), (3, 1)];
        let said = "0 piles, 0 stones; 1 to 2 piles, 1 to 2 stones; 3 piles, 1 stone";
        assert_eq!(words(&two, &["piles", "stones"]), said);
    }
}
