//! What is run more than once, and what is not.
#![cfg(unix)]

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use tempfile::tempdir;

/// While an input is minimised, a candidate on which the program is right is run
/// once: by however many workers, by shrinking and by the visit that proves the
/// result smallest.
#[test]
fn no_candidate_that_passes_runs_twice() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    // Wrong where there are a 3 and a 6; says on what it was run.
    let script = "#!/bin/sh\nread -r line\n\
                  case \" $line \" in *' 6 '*) case \" $line \" in *' 3 '*)\n\
                  echo \"wrong $line\" >> \"$LOG\"; echo no; exit;; esac;; esac\n\
                  echo \"right $line\" >> \"$LOG\"\necho \"$line\" | \"$DUIPAI\" solve split\n";
    fs::write(path("sol"), script).unwrap();
    fs::set_permissions(path("sol"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(path("a.in"), "13 10 9 6 3 1\n").unwrap();
    for jobs in ["1", "4"] {
        let log = path(jobs);
        let output = Command::new(cargo_bin!("duipai"))
            .args(["minimize", "split", "a.in", "-s", "./sol", "--time-limit", "20s", "-j", jobs])
            .env("DUIPAI", cargo_bin!("duipai"))
            .env("LOG", &log)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let log = fs::read_to_string(log).unwrap();
        let right: Vec<_> = log.lines().filter(|line| line.starts_with("right ")).collect();
        let different: BTreeSet<_> = right.iter().collect();
        assert!(different.len() > 5, "{log}");
        assert_eq!(right.len(), different.len(), "with {jobs} jobs: {log}");
    }
}
