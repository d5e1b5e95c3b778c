//! `duipai exhaust`, over Nim: what it visits, what it claims.

use crate::common::{command, events, json, of, run};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::tempdir;

/// Sorted lists of this many piles with this many stones in all: either the
/// least pile is 1 and goes, or every pile loses a stone.
fn lists(piles: u32, stones: u32) -> u64 {
    match (piles, stones) {
        (0, 0) => 1,
        (0, _) => 0,
        _ if stones < piles => 0,
        _ => lists(piles - 1, stones - 1) + lists(piles, stones - piles),
    }
}

/// The sizes of Nim that can be visited, up to this many piles.
fn sizes(most: u32) -> Vec<(u32, u32)> {
    let more = (1..=most).flat_map(|piles| (piles..piles + 10).map(move |stones| (piles, stones)));
    std::iter::once((0, 0)).chain(more).collect()
}

fn count(sizes: &[(u32, u32)]) -> u64 {
    sizes.iter().map(|(piles, stones)| lists(*piles, *stones)).sum()
}

fn claim(events: &[Value]) -> String {
    of(events, "end")[0]["claim"].as_str().unwrap().to_owned()
}

#[test]
fn every_representative_is_visited_and_claimed() {
    let folder = tempdir().unwrap();
    let (code, events) = json(folder.path(), "exhaust nim --size 2");
    assert_eq!(code, 0);
    let sizes = sizes(2);
    let seen = of(&events, "size");
    assert_eq!(seen.len(), sizes.len());
    for (seen, (piles, stones)) in seen.iter().zip(&sizes) {
        let count = lists(*piles, *stones);
        assert_eq!(seen["size"], json!([piles, stones]));
        assert_eq!((&seen["made"], &seen["agree"]), (&json!(count), &json!(count)), "{seen}");
        assert_eq!(seen["oracles"]["moves"], count);
        assert_eq!(seen["done"], true);
    }
    let total = count(&sizes);
    assert_eq!(of(&events, "end")[0]["verified"], total);
    assert_eq!(
        claim(&events),
        format!(
            "all {total} sorted lists of piles agree (0 piles, 0 stones; \
             1 pile, 1 to 10 stones; 2 piles, 2 to 11 stones)"
        )
    );
    // Both counts of the last size; it is the last one of its row as well.
    assert_eq!(claim(&json(folder.path(), "exhaust nim --size 2,11").1), claim(&events));
    let (_, fewer) = json(folder.path(), "exhaust nim --size 2,3");
    assert_eq!(of(&fewer, "end")[0]["verified"], total - count(&sizes[13..]));
    assert!(claim(&fewer).ends_with("; 2 piles, 2 to 3 stones)"), "{}", claim(&fewer));
}

#[test]
fn nothing_is_claimed_of_what_no_oracle_follows() {
    let folder = tempdir().unwrap();
    let (code, events) = json(folder.path(), "exhaust nim --time 1m");
    assert_eq!(code, 0);
    let all = sizes(4);
    let (unfollowed, followed): (Vec<_>, Vec<_>) =
        all.iter().copied().partition(|(_, stones)| *stones > 12);
    let end = of(&events, "end")[0];
    assert_eq!(end["verified"], count(&followed));
    let made: u64 = of(&events, "size").iter().map(|size| size["made"].as_u64().unwrap()).sum();
    assert_eq!(made, count(&all));
    let said = claim(&events);
    let start = format!("all {} sorted lists of piles that an oracle can", count(&followed));
    assert!(said.starts_with(&start) && said.ends_with("4 piles, 4 to 12 stones)"), "{said}");
    let remarks = end["remarks"].to_string();
    let more = format!("No oracle can follow {} more within 5 s", count(&unfollowed));
    assert!(remarks.contains(&more) && remarks.contains("(4 piles, 13 stones)"), "{remarks}");
    assert!(remarks.contains("No larger size can be visited"), "{remarks}");
}

#[test]
fn a_mutant_is_found_shown_and_kept_as_in_a_run() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let (code, visited) = json(path, "exhaust nim -s mutant:parity --out visited");
    assert_eq!(code, 1);
    let (code, campaign) = json(path, "run nim -s mutant:parity --seed 1 --out campaign");
    assert_eq!(code, 1);
    let (visited_finding, campaign_finding) =
        (of(&visited, "finding")[0], of(&campaign, "finding")[0]);
    // Both end at the least input that fails: two stones.
    for key in ["input", "want", "given", "verdict", "message", "according_to"] {
        assert_eq!(visited_finding[key], campaign_finding[key]);
    }
    assert_eq!(visited_finding["input"], "1 2\n");
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(visited_finding), keys(campaign_finding));
    let file = Path::new(visited_finding["file"].as_str().unwrap());
    assert_eq!(std::fs::read_to_string(path.join(file)).unwrap(), "1 2\n");
    for extension in ["ans", "desc"] {
        assert!(path.join(file).with_extension(extension).exists());
    }
    assert!(claim(&visited).starts_with("all 2 sorted lists of piles agree"));
    assert!(claim(&visited).ends_with("; the next one differs"));

    let command = visited_finding["regenerate"].as_str().unwrap();
    assert_eq!(command, "nim_in_full exhaust --size 1,2 --subject mutant:parity");
    let arguments = command.strip_prefix("nim_in_full ").unwrap();
    let (code, again) = json(path, arguments);
    assert_eq!(code, 1);
    assert_eq!(of(&again, "finding")[0]["input"], "1 2\n");
    let text = run(path, arguments).1;
    assert!(text.contains("wanted: solver and oracle moves"), "{text}");
    assert!(text.contains("regenerate: nim_in_full exhaust --size 1,2"), "{text}");
    assert!(text.contains("checked by\nnim_in_full exhaust."), "{text}");
}

#[test]
fn the_finding_and_the_counts_do_not_depend_on_threads() {
    let folder = tempdir().unwrap();
    let result = |threads: u32| {
        let arguments = format!("exhaust nim -s mutant:parity --no-minimize -j {threads}");
        let (_, events) = json(folder.path(), &arguments);
        let sizes: Vec<_> = of(&events, "size").into_iter().cloned().collect();
        (of(&events, "finding")[0]["input"].clone(), sizes, claim(&events))
    };
    let alone = result(1);
    for threads in [2, 8] {
        assert_eq!(result(threads), alone);
    }
}

/// A right program that takes its time: everything takes five seconds.
fn slow() -> String {
    let solver = crate::common::example().to_str().unwrap();
    let words = ["sh", "-c", "sleep 0.03; exec \"$0\" solve nim", solver];
    let subject = shlex::try_join(words).unwrap();
    format!("-j 1 -s {} --time-limit 10s", shlex::try_quote(&subject).unwrap())
}

#[test]
fn the_end_of_the_time_is_said_and_only_what_was_visited_is_claimed() {
    let folder = tempdir().unwrap();
    let (code, events) = json(folder.path(), &format!("exhaust nim {} --time 1500ms", slow()));
    assert_eq!(code, 0);
    let sizes = of(&events, "size");
    let sum = |key: &str| sizes.iter().map(|size| size[key].as_u64().unwrap()).sum::<u64>();
    // The statement promises a pile: the empty list is not given to a program.
    assert_eq!(sum("skipped"), 1);
    let (agree, made) = (sum("agree"), sum("made"));
    assert!(0 < agree && agree < made && made < 165, "{agree} of {made}");
    let said = claim(&events);
    assert!(said.ends_with("; then the time was over"), "{said}");
    let done: u64 = sizes
        .iter()
        .take_while(|size| size["done"] == true)
        .map(|size| size["agree"].as_u64().unwrap())
        .sum();
    let of_what = "sorted lists of piles that the statement allows";
    assert!(said.starts_with(&format!("all {done} {of_what} agree")), "{said}");
}

#[test]
fn an_interruption_ends_it_in_good_order() {
    let folder = tempdir().unwrap();
    let mut child = command(folder.path(), &format!("exhaust nim {} --json", slow()))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Once it has begun, signals are handled.
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let begin = lines.next().unwrap().unwrap();
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let rest: Vec<_> = lines.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let events = events(&format!("{begin}\n{}", rest.join("\n")));
    assert!(claim(&events).ends_with("; then it was interrupted"), "{}", claim(&events));
    assert_eq!(of(&events, "finding").len(), 0);
}

#[test]
fn wrong_usage_is_said() {
    let folder = tempdir().unwrap();
    for (arguments, said) in [
        ("exhaust nim --size 2,x", "expected `7` or `2,3`"),
        ("exhaust nim --size", "a value is required"),
        ("exhaust nim --time 5", "a unit is missing"),
        ("exhaust nim -s mutant:none", "nim has no mutant `none`; it has parity"),
        ("exhaust nom", "there is no problem `nom`"),
    ] {
        let output = command(folder.path(), arguments).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(message.contains(said), "{arguments}: {message}");
        assert!(output.stdout.is_empty());
    }
}

/// A program is given many representatives in one document; when it crashes,
/// the right one is named.
#[test]
fn a_crash_is_pinned_on_the_first_that_crashes_alone() {
    let folder = tempdir().unwrap();
    let duipai = assert_cmd::cargo::cargo_bin!("duipai");
    let script = "\"$0\" solve fishing | awk '/^7$/ {exit 3} 1'";
    let subject = shlex::try_join(["sh", "-c", script, duipai.to_str().unwrap()]).unwrap();
    let result = |threads: &str| {
        let output = Command::new(duipai)
            .args(["exhaust", "fishing", "--size", "2", "--no-minimize", "--json"])
            .args(["-s", &subject, "-j", threads])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let events = events(&String::from_utf8(output.stdout).unwrap());
        let finding = of(&events, "finding")[0];
        assert_eq!(finding["verdict"], "RE");
        (finding["input"].as_str().unwrap().to_owned(), claim(&events))
    };
    let (input, said) = result("1");
    assert_eq!(result("3"), (input.clone(), said.clone()));
    assert!(said.ends_with(" agree; the next one differs"), "{said}");
    // It is the only one in its document, and its answer is the one.
    let file = folder.path().join("x.in");
    std::fs::write(&file, input).unwrap();
    let solved = Command::new(duipai).args(["solve", "fishing"]).arg(file).output().unwrap();
    assert_eq!(solved.stdout, b"7\n");
}
