//! `docs/json.md` describes every field that is printed, and no other.

use crate::common::{json, write};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use tempfile::tempdir;

const PAGE: &str = include_str!("../../docs/json.md");

/// Fields by heading: the first cells of the table's rows.
fn described() -> BTreeMap<String, BTreeSet<String>> {
    let mut headings: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut heading = None;
    for line in PAGE.lines() {
        if let Some(title) = line.strip_prefix("### ") {
            heading = Some(title.replace('`', ""));
        } else if let (Some(heading), Some(row)) = (&heading, line.strip_prefix("| `")) {
            let cell = row.split_once(" |").unwrap().0;
            let names = cell.split(", ").map(|name| name.replace('`', ""));
            headings.entry(heading.clone()).or_default().extend(names);
        }
    }
    headings
}

#[test]
fn every_field_is_described_and_every_described_one_is_printed() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    write(path, &[("f/nim/a.in", "1 2\n"), ("f/nim/b.in", "1\n")]);
    let mut printed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (verb, arguments) in [
        ("run", "run nim --cases 100 --seed 1 -s mutant:parity"),
        ("replay", "replay f"),
        ("replay", "replay f -s mutant:parity"),
        ("exhaust", "exhaust nim --size 2 -s mutant:parity"),
    ] {
        let (_, events) = json(path, arguments);
        assert_eq!(events[0]["event"], "start");
        assert_eq!(events[events.len() - 1]["event"], "end");
        for event in [&events[0], &events[events.len() - 1]] {
            assert!(PAGE.contains(&format!("now **{}**", event["schema"])));
        }
        for value in events {
            let name = value["event"].as_str().unwrap();
            let heading = match name {
                "finding" => name.to_owned(),
                _ => format!("{name} of {verb}"),
            };
            let Value::Object(fields) = &value else { panic!("an object: {value}") };
            printed.entry(heading).or_default().extend(fields.keys().cloned());
        }
    }
    let mut described = described();
    // Printed only of what does not repeat, which nothing in process does.
    assert!(described.get_mut("finding").unwrap().remove("flaky"));
    // A fixture that failed has the fields of a finding as well.
    let finding = described["finding"].clone();
    described.get_mut("fixture of replay").unwrap().extend(finding);
    assert_eq!(printed, described);
}
