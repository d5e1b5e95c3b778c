//! What people see: on terminals of any width, on those that cannot move their
//! cursor, and whatever a program prints.

#![cfg(target_os = "linux")]

use assert_cmd::cargo::cargo_bin;
use quick_junit::Report;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{self, File, OpenOptions};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::tempdir;

fn duipai(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(cargo_bin!("duipai"));
    command.args(shlex::split(arguments).unwrap()).current_dir(folder).stdin(Stdio::null());
    command.env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
    command
}

/// All that it shows on a terminal of so many columns.
fn on_terminal(folder: &Path, columns: u16, kind: &str, arguments: &str) -> String {
    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
    let its = OpenOptions::new().read(true).write(true).open(name).unwrap();
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&its, size).unwrap();
    let mut command = duipai(folder, arguments);
    let (out, err) = (its.try_clone().unwrap(), its.try_clone().unwrap());
    let mut child = command.env("TERM", kind).stdout(out).stderr(err).spawn().unwrap();
    drop((command, its));
    let mut shown = Vec::new();
    // Ends with an error as soon as nobody holds the other end.
    let _ = File::from(ours).read_to_end(&mut shown);
    child.wait().unwrap();
    String::from_utf8(shown).unwrap().replace("\r\n", "\n")
}

/// What it prints elsewhere.
fn printed(folder: &Path, arguments: &str) -> String {
    let output = duipai(folder, arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn program(folder: &Path, content: impl AsRef<[u8]>) {
    let path = folder.join("subject");
    fs::write(&path, content).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The blanks between words do not count: lines may be broken there.
fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

#[test]
fn narrow_terminals_break_lines_between_words_and_lose_none() {
    let folder = tempdir().unwrap();
    let arguments = "replay --problem split -s mutant:no-equal-sides";
    let wide = printed(folder.path(), arguments);
    assert!(wide.lines().any(|line| line.len() > 60), "{wide}");
    for columns in [33, 60, 250] {
        let shown = on_terminal(folder.path(), columns, "xterm", arguments);
        assert_eq!(words(&shown), words(&wide));
        for line in shown.lines() {
            // Wider is only what has no blank: a name.
            let fits = line.chars().count() <= usize::from(columns);
            assert!(fits || !line.trim_start().contains(' '), "{line}");
        }
    }
    // The columns of the table become words where there is no room for them.
    let arguments = "run split pigs --cases 50 --seed 1 --behaviours";
    for columns in [40, 79, 80, 200] {
        let shown = on_terminal(folder.path(), columns, "dumb", arguments);
        for what in ["distinct", "per second", "behaviours", "agree", "evidence,", "checksum"] {
            assert!(shown.contains(what), "{shown}");
        }
        for line in shown.lines() {
            assert!(line.chars().count() <= usize::from(columns), "{line}");
        }
    }
}

/// Commands are there to be copied, whatever the width.
#[test]
fn commands_are_never_broken() {
    let folder = tempdir().unwrap();
    let arguments = "run split --seed 1 -s mutant:no-equal-sides";
    let wide = printed(folder.path(), arguments);
    let narrow = on_terminal(folder.path(), 40, "dumb", arguments);
    let commands = |text: &str| -> Vec<String> {
        let ours = |line: &&str| line.contains(": ") && line.contains("duipai run split");
        text.lines().filter(ours).map(str::to_owned).collect()
    };
    assert_eq!(commands(&wide).len(), 1);
    assert_eq!(commands(&narrow), commands(&wide));
}

/// A terminal that cannot move its cursor (Emacs, some of those that test) shows
/// the same notes.
#[test]
fn nothing_is_lost_on_a_terminal_that_cannot_move_its_cursor() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("out"), "").unwrap();
    for kind in ["xterm", "dumb"] {
        let arguments = "run pigs -s mutant:self-nullify --seed 3 -j 1 --out out";
        let shown = on_terminal(folder.path(), 200, kind, arguments);
        assert!(shown.contains("could not be kept"), "{kind}: {shown}");
        assert!(shown.contains("found, minimising"), "{kind}: {shown}");
        assert!(kind == "xterm" || !shown.contains('\u{1b}'), "{shown:?}");
    }
}

/// The end of a run of a program that ended well, with a wrong answer, and said
/// something; likewise of one that died.
#[test]
fn standard_error_is_shown_by_its_ends_and_kept_whole() {
    let folder = tempdir().unwrap();
    let arguments = "run split --seed 1 -j 1 --cases 1 --no-minimize --time-limit 20s -s ./subject";
    for (lines, exit) in [(3, 0), (20, 1), (9000, 0), (9000, 1)] {
        let script = format!("cat >/dev/null; seq -f 'said %.0f' {lines} >&2; exit {exit}");
        program(folder.path(), format!("#!/bin/sh\n{script}\n"));
        let shown = printed(folder.path(), arguments);
        let said: Vec<_> = shown.lines().filter_map(|line| line.strip_prefix("  said ")).collect();
        let mut expected: Vec<_> = (1..=lines).map(|line| line.to_string()).collect();
        if lines > 20 {
            expected.drain(10..lines - 10);
            assert!(shown.contains("  … 8980 more lines\n"), "{shown}");
        }
        assert_eq!(said, expected);
        let [file] = &duipai::store::files_below(folder.path(), "desc").unwrap()[..] else {
            panic!("one description")
        };
        let description = fs::read_to_string(file).unwrap();
        assert_eq!(description.matches("  said ").count(), lines);
        fs::remove_dir_all(folder.path().join("duipai-out")).unwrap();
    }
}

#[test]
fn an_output_in_another_encoding_is_named() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.in"), "1 1\n").unwrap();
    for (octal, name) in [
        (r"\267\275\260\270\061\243\272\061\075\061\n", "GBK"),
        (r"\377\376F\0i\0r\0s\0t\0\n\0", "UTF-16LE"),
        (r"\357\273\2771\n", "byte order mark"),
    ] {
        program(folder.path(), format!("#!/bin/sh\ncat >/dev/null; printf '{octal}'\n"));
        let replayed = printed(folder.path(), "replay a.in --problem split -s ./subject");
        assert!(replayed.contains("the output: it "), "{replayed}");
        assert!(replayed.contains(name), "{replayed}");
        let output = Command::new(folder.path().join("subject")).stdin(Stdio::null()).output();
        fs::write(folder.path().join("out"), output.unwrap().stdout).unwrap();
        assert!(printed(folder.path(), "judge split a.in out").contains(name));
    }
    let utf_16: Vec<u8> = "\u{feff}1 1\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("b.in"), utf_16).unwrap();
    let refused = duipai(folder.path(), "explain split b.in").output().unwrap();
    let refused = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.contains("b.in:1:1") && refused.contains("UTF-16LE"), "{refused}");
}

/// However much a program prints, and whatever: findings, descriptions, JSON and
/// JUnit stay of a size that people and programs can take.
#[test]
fn what_is_made_of_an_output_is_bounded() {
    let folder = tempdir().unwrap();
    for bytes in ["x", "\\n", "\\0", "1 ", "\\377"] {
        let script = "cat >/dev/null; yes | head -c 30000000";
        let script =
            format!("{script} | tr 'y\\n' '{bytes}{bytes}'; yes '\u{85}' | head -c 300000 >&2");
        program(folder.path(), format!("#!/bin/sh\n{script}\n"));
        let run = "run split --seed 1 -j 1 --cases 1 --no-minimize --time-limit 20s -s ./subject";
        let shown = printed(folder.path(), run);
        assert!(shown.contains("WA") && shown.len() < 30_000, "{}", shown.len());
        let json = printed(folder.path(), &format!("{run} --json"));
        assert!(json.contains(r#""given_bytes":30000000"#) && json.len() < 10_000_000);
        for file in duipai::store::files_below(folder.path(), "desc").unwrap() {
            assert!(fs::metadata(file).unwrap().len() < 3_000_000);
        }
    }
}

/// Every byte, and every character that is none of XML.
#[test]
fn junit_is_xml_whatever_a_program_says() {
    let folder = tempdir().unwrap();
    let mut said: Vec<u8> = (0..=255).collect();
    said.extend("\u{fffe}\u{ffff}\u{85}\u{2028}\u{10ffff}]]>&<猪\u{1b}[2J".bytes());
    fs::write(folder.path().join("said"), said).unwrap();
    fs::write(folder.path().join("a]]>&\u{ffff}.in"), "1 1\n").unwrap();
    program(folder.path(), "#!/bin/sh\ncat >/dev/null; cat said; cat said >&2; exit 1\n");
    printed(folder.path(), "replay . --problem split -j 1 --junit x.xml -s ./subject");
    let xml = fs::read_to_string(folder.path().join("x.xml")).unwrap();
    for c in xml.chars() {
        let fine = matches!(c, '\t' | '\n' | '\r' | ' '..='\u{7e}' | '\u{a0}'..='\u{d7ff}'
            | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
        assert!(fine, "{c:?}");
    }
    let report = Report::deserialize_from_str(&xml).unwrap();
    assert_eq!(report.test_suites[0].test_cases.len(), 1);
}
