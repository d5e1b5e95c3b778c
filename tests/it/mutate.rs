//! `duipai run --mutate`: fixtures as a source of instances.

use crate::common::{command, json, of, write};
use std::path::Path;
use tempfile::tempdir;

fn checksum(folder: &Path, arguments: &str) -> String {
    let (code, events) = json(folder, &format!("run nim --mutate --seed 5 {arguments}"));
    assert_eq!(code, 0);
    of(&events, "end")[0]["checksum"].as_str().unwrap().to_owned()
}

#[test]
fn a_case_depends_on_seed_index_and_instances_alone() {
    let folder = tempdir().unwrap();
    write(
        folder.path(),
        &[
            ("one/nim/a.in", "2 3 4\n"),
            ("one/nim/b.in", "3 1 2 3\n"),
            // The same instances under other names, in another layout, one twice.
            ("same/x/nim/z.in", "2 3\n4\n"),
            ("same/nim/y.in", "3 1 2 3\n"),
            ("same/nim/w.in", "2 3 4\n"),
            ("other/nim/a.in", "2 3 5\n"),
            ("other/nim/b.in", "3 1 2 3\n"),
        ],
    );
    let of = |arguments: &str| checksum(folder.path(), arguments);
    let one = of("--corpus one --cases 500 -j 1");
    assert_eq!(of("--corpus one --cases 500 -j 4"), one);
    assert_eq!(of("--corpus same --cases 500"), one);
    assert_ne!(of("--corpus other --cases 500"), one);
    // In two parts: sums of the same cases.
    let part = |text: &str| u64::from_str_radix(&of(text), 16).unwrap();
    let sum =
        part("--corpus one --cases 200").wrapping_add(part("--corpus one --from 200 --cases 300"));
    assert_eq!(format!("{sum:016x}"), one);
}

#[test]
fn cases_are_near_the_fixtures() {
    let folder = tempdir().unwrap();
    // The generator at small scope never makes this many piles, and few changes
    // do not lead down to three.
    write(folder.path(), &[("nim/a.in", "12 1 1 1 1 1 1 1 1 1 1 1 1\n")]);
    let (_, events) = json(folder.path(), "run nim --mutate --corpus nim --cases 300");
    let behaviours = &of(&events, "summary")[0]["behaviours"];
    assert_eq!(behaviours["no pile"], 0);
    assert_eq!(behaviours["equal neighbours"], 300);
    assert_eq!(of(&events, "start")[0]["source"], "mutate");
}

#[test]
fn a_finding_says_how_to_make_it_again() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    write(path, &[("my corpus/nim/a.in", "2 3 4\n")]);
    let arguments =
        "run nim --mutate --corpus 'my corpus' --seed 9 -s mutant:parity --no-minimize -j 2";
    let (code, events) = json(path, arguments);
    assert_eq!(code, 1);
    let finding = of(&events, "finding")[0];
    let (seed, index) = (&finding["seed"], &finding["index"]);
    let command = finding["regenerate"].as_str().unwrap();
    assert_eq!(
        command,
        format!(
            "nim_in_full run --seed {seed} --at {index} --mutate --corpus 'my corpus' --subject mutant:parity"
        )
    );
    let description = path.join(finding["file"].as_str().unwrap()).with_extension("desc");
    let description = std::fs::read_to_string(description).unwrap();
    assert!(description.contains("\nsnapshot: "), "{description}");
    let again = format!("{} --no-minimize", command.strip_prefix("nim_in_full ").unwrap());
    let (code, events) = json(path, &again);
    assert_eq!(code, 1);
    assert_eq!(of(&events, "finding")[0]["input"], finding["input"]);
}

#[test]
fn what_cannot_be_mutated_is_said() {
    let folder = tempdir().unwrap();
    write(folder.path(), &[("empty/x.txt", ""), ("bad/nim/a.in", "2 3 x\n")]);
    for (arguments, said) in [
        ("run nim --mutate --corpus empty", "there is no fixture of nim to mutate below empty"),
        ("run nim --mutate", "there is no fixture of nim to mutate in the built-in corpus"),
        ("run --mutate", "there is no fixture to mutate"),
        ("run nim --mutate --corpus bad", "bad/nim/a.in:1:5"),
        ("run nim --corpus empty", "--mutate"),
        ("run nim --mutate --scope full", "cannot be used with"),
    ] {
        let output = command(folder.path(), arguments).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(message.contains(said), "{arguments}: {message}");
    }
}
