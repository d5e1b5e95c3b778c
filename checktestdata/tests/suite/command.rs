//! The command.

use assert_cmd::Command;
use tempfile::TempDir;

/// Exit code, standard output, standard error.
fn run(folder: &TempDir, arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_checktestdata"))
        .current_dir(folder.path())
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("two.ctd", "INT(1,2) NEWLINE\n");
    write("constant.ctd", "INT({{n}},{{n}}) NEWLINE\n");
    write("bad.ctd", "INT(1,2 NEWLINE\n");
    write("endless.ctd", "WHILE(1==1) END\n");
    write("warned.ctd", "INT(2,1)\n");
    write("good.in", "2\n");
    write("wrong.in", "3\n");
    folder
}

#[test]
fn exit_codes_are_those_of_the_original() {
    let folder = folder();
    let ok = (0, "testdata ok!\n".to_string(), String::new());
    assert_eq!(run(&folder, &["two.ctd", "good.in"], ""), ok);
    assert_eq!(run(&folder, &["two.ctd"], "1\n"), ok);
    assert_eq!(run(&folder, &["two.ctd", "-"], "1\n"), ok);
    assert_eq!(run(&folder, &["-w", "two.ctd"], " 1 \n"), ok);
    assert_eq!(run(&folder, &["-c", "n=7", "constant.ctd"], "7\n"), ok);
    let (code, out, message) = run(&folder, &["two.ctd", "wrong.in"], "");
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(
        message.starts_with("error: wrong.in:1:1: expected an integer from 1 to 2, got `3`\n"),
        "{message}"
    );
    assert_eq!(run(&folder, &["-q", "two.ctd", "wrong.in"], ""), (1, String::new(), String::new()));
    assert_eq!(
        run(&folder, &["--quiet", "two.ctd", "good.in"], ""),
        (0, String::new(), String::new())
    );
}

#[test]
fn what_cannot_be_done_is_exit_code_two() {
    let folder = folder();
    for (arguments, message) in [
        (&["bad.ctd", "good.in"][..], "error: bad.ctd:1:9: expected `,` or `)`, got `NEWLINE`"),
        (&["endless.ctd", "good.in"], "error: endless.ctd:1:1: this loop never ends"),
        (&["none.ctd"], "error: cannot read none.ctd: "),
        (&["two.ctd", "none.in"], "error: cannot read none.in: "),
        (&["two.ctd", "."], "error: cannot read .: "),
        (
            &["constant.ctd"],
            "error: constant.ctd:1:5: unexpected `{`: no constant of this name is defined",
        ),
        (&["-c", "7=n", "constant.ctd"], "error: `7` is not the name of a constant"),
        (&["-c", "n", "constant.ctd"], "error: invalid value 'n'"),
        (&["-g", "two.ctd"], "error: this program checks data and does not generate it"),
        (&["--no-such"], "error: unexpected argument"),
        (&[], "error: the following required arguments"),
    ] {
        let (code, out, error) = run(&folder, arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(error.starts_with(message), "{arguments:?}: {error}");
    }
}

#[test]
fn commands_are_shown_with_debug() {
    let (code, _, log) = run(&folder(), &["-d", "two.ctd", "good.in"], "");
    assert_eq!(
        (code, log.as_str()),
        (0, "debug: 1:1: INT(1,2) at 1:1\ndebug: 1:10: NEWLINE at 1:2\n")
    );
}

#[test]
fn warnings_are_shown_unless_quiet() {
    let folder = folder();
    let (code, _, log) = run(&folder, &["warned.ctd", "good.in"], "");
    assert!(
        code == 1
            && log.starts_with("warning: warned.ctd:1:5: no number is in the range from 2 to 1"),
        "{log}"
    );
    assert_eq!(
        run(&folder, &["-q", "warned.ctd", "good.in"], ""),
        (1, String::new(), String::new())
    );
}
