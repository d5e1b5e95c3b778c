//! What a run says in the end, and what it says when there is nothing to say.

#![cfg(unix)]

use crate::common::{events, write};
use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

fn duipai(folder: &Path, arguments: &str) -> (i32, String) {
    let mut command = Command::new(cargo_bin!("duipai"));
    command.args(shlex::split(arguments).unwrap()).current_dir(folder).env("NO_COLOR", "1");
    let output = command.output().unwrap();
    let both = [&output.stdout[..], &output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(both).unwrap())
}

/// A program that computes for long on one case of many, and exceeds its limit
/// once on another one.
#[test]
fn the_slowest_case_and_what_passed_again_are_told() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let right = format!("exec '{}' solve split", cargo_bin!("duipai").display());
    write(
        path,
        &[(
            "subject.sh",
            &format!(
                "cat >input\n\
                 [ -s input ] || exit 0\n\
                 echo >>runs\n\
                 n=$(($(wc -l <runs)))\n\
                 [ $n = 2 ] && while :; do :; done\n\
                 i=0\n\
                 [ $n = 4 ] && cp input slow && while [ $i -lt 60000 ]; do i=$((i + 1)); done\n\
                 {right} <input\n"
            ),
        )],
    );
    let run = "run split --cases 5 --seed 1 -j 1 --time-limit 1s -s 'sh subject.sh'";
    let (code, said) = duipai(path, &format!("{run} --slowest slowest.in"));
    assert_eq!(code, 0, "{said}");
    // The third case is the fourth run.
    assert!(said.contains("slowest: split case 2, "), "{said}");
    assert!(said.contains("1 run exceeded the time limit and passed when repeated"), "{said}");
    let [slowest, slow] = ["slowest.in", "slow"].map(|name| fs::read(path.join(name)).unwrap());
    assert_eq!(slowest, slow);
    fs::remove_file(path.join("runs")).unwrap();
    let (_, said) = duipai(path, &format!("{run} --json"));
    let events = events(&said);
    let summary = events.iter().find(|event| event["event"] == "summary").unwrap();
    assert_eq!(summary["passed_again"], 1);
    assert_eq!(summary["slowest"]["index"], 2);
    assert_eq!(summary["slowest"]["instances"], 1);
    assert!(summary["slowest"]["cpu_seconds"].as_f64().unwrap() > 0.0, "{summary}");
}

/// What the statement promises not to come goes to our own programs only, and
/// who asks for such a case is told why nothing was run.
#[test]
fn a_case_that_is_not_promised_explains_itself() {
    let folder = tempdir().unwrap();
    let run = "run split --scope full --seed 1 --no-minimize";
    let told = |index| duipai(folder.path(), &format!("{run} --at {index} -s 'echo 1'"));
    let unpromised = (0..200).map(|index| (index, told(index)));
    let (index, (code, said)) = unpromised
        .into_iter()
        .find(|(_, (code, _))| *code == 2)
        .expect("full scope goes beyond the promise");
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("the statement promises"), "{said}");
    assert!(said.contains(&format!("case {index}: ")) && said.contains("cards"), "{said}");
    let (code, said) = duipai(folder.path(), &format!("{run} --at {index}"));
    assert_eq!(code, 0, "{said}");
}
