//! A shell is the judge of what a shell would do.

use super::*;
use std::process::Command;

/// What is special, how it is shown, and what it means.
#[test]
fn what_only_a_shell_acts_on_is_refused() {
    use Meaning::*;
    for (line, what, meaning) in [
        ("./sol | ./post", "|", Control),
        ("./sol|./post", "|", Control),
        ("./sol && false", "&&", Control),
        ("./sol || true", "||", Control),
        ("./sol &", "&", Control),
        ("ulimit -s unlimited; ./sol", ";", Control),
        ("(./sol)", "(", Control),
        ("./sol\n./post", "\n", LineEnd),
        ("./sol > out", ">", Redirection),
        ("./sol < in", "<", Redirection),
        ("./sol 2>&1", ">", Redirection),
        ("./sol # twice", "#", Comment),
        ("# ./sol", "#", Comment),
        ("~/sol", "~", Home),
        ("python3 ~/sol.py", "~", Home),
        ("./sol $HOME", "$HOME", Substitution),
        ("./sol ${HOME}", "${", Substitution),
        ("./sol $(date)", "$(", Substitution),
        ("./sol \"$HOME\"", "$HOME", Substitution),
        ("./sol $?", "$?", Substitution),
        ("./sol $'a'", "$'", Substitution),
        ("./sol `date`", "`", Substitution),
        ("./sol \"`date`\"", "`", Substitution),
        ("./sol *.txt", "*", Pattern),
        ("./sol ?", "?", Pattern),
        ("./sol [ab]", "[ab]", Pattern),
        ("./sol x[0-9]y", "[0-9]", Pattern),
        ("A=1 ./sol", "A=1", Assignment),
        ("A=1 B_2=x ./sol", "A=1", Assignment),
        ("A= ./sol", "A=", Assignment),
        ("A='x y' ./sol", "A='x", Assignment),
    ] {
        let Err(Refused::Shell(found, from, to)) = split(line) else { panic!("{line}") };
        assert_eq!((&line[from..to], found), (what, meaning), "{line}");
    }
}

#[test]
fn what_is_quoted_or_special_to_nobody_is_a_word() {
    for (line, words) in [
        ("./a.out", &["./a.out"][..]),
        (" python3\tsol.py \n", &["python3", "sol.py"]),
        ("\n./sol", &["./sol"]),
        ("sh -c './a | ./b > c # d'", &["sh", "-c", "./a | ./b > c # d"]),
        ("'a b'\"c d\"e\\ f", &["a bc de f"]),
        (r"./sol \$HOME \* \# \~ \|", &["./sol", "$HOME", "*", "#", "~", "|"]),
        (r#"./sol "\$HOME" "\a" "it's""#, &["./sol", "$HOME", "\\a", "it's"]),
        (
            "./sol a#b a~b $ a$ 100% --x=1 [ ] [] {a,b}",
            &["./sol", "a#b", "a~b", "$", "a$", "100%", "--x=1", "[", "]", "[]", "{a,b}"],
        ),
        ("env A=1 ./sol", &["env", "A=1", "./sol"]),
        ("'A'=1 x", &["A=1", "x"]),
        ("1=2", &["1=2"]),
        ("python3 \\\n sol.py", &["python3", "sol.py"]),
        ("./sol ''", &["./sol", ""]),
        ("", &[]),
    ] {
        assert_eq!(split(line).unwrap(), words, "{line}");
    }
    for line in ["'", "a\"", "a\\", "\"\\\"", "'a' | 'b"] {
        assert_eq!(split(line), Err(Refused::Unbalanced), "{line}");
    }
}

/// Lines of all that is special, some 2,000, in an empty folder: what is
/// accepted means the same to a shell.
#[test]
fn what_is_accepted_means_the_same_to_a_shell() {
    const PIECES: [&str; 24] = [
        "a", "b", "1", "A", " ", " ", "\t", "\n", "'", "'", "\"", "\"", "\\", "$", "`", "#", "~",
        "*", "?", "[", "]", "=", "|", "!",
    ];
    let folder = tempfile::tempdir().unwrap();
    // A congruential generator (Knuth's MMIX) will do to pick pieces.
    let mut state = 1_u64;
    let mut pick = |most: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % most
    };
    let mut accepted = Vec::new();
    let mut refused = 0;
    while accepted.len() < 2_000 {
        let length = 1 + pick(9);
        let line: String = (0..length).map(|_| PIECES[pick(PIECES.len())]).collect();
        match split(&line) {
            Ok(words) => accepted.push((line, words)),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 500, "{refused}");
    // One shell for all: each line's words, ended by bytes that are in none.
    let mut script =
        String::from("show() { for w; do printf '%s\\001' \"$w\"; done; printf '\\002'; }\n");
    for (line, _) in &accepted {
        // A line end behind each, and one more for a backslash to take away.
        script += &format!("show {}\n\n", line.trim_start_matches(['\n', ' ', '\t']));
    }
    let output = Command::new("sh").arg("-c").arg(&script).current_dir(folder.path()).output();
    let output = String::from_utf8(output.unwrap().stdout).unwrap();
    let mut shown = output.split_terminator('\u{2}');
    for (line, words) in &accepted {
        let shell: Vec<_> = shown.next().unwrap().split_terminator('\u{1}').collect();
        assert_eq!(&shell, words, "{line:?}");
    }
}

#[test]
fn a_quoted_word_is_read_by_a_shell_as_it_was() {
    for word in
        ["", "./a.out", "a b", "it's", "\"", "$X `d` \\ 'q' \"", "it's!", "A=1", "猪", "*", "\n"]
    {
        let script = format!("printf %s {}", for_shell(word));
        let output = Command::new("sh").arg("-c").arg(&script).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), word, "{script}");
    }
    assert_eq!(for_shell("sh -c './a | ./b'"), "\"sh -c './a | ./b'\"");
}
