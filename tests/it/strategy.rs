//! The problem strategy: the laws, anchors from the statement, comparisons of
//! every small case, and texts that must be refused.

use crate::common::of_size;
use duipai::choices::{Choices, Odometer, Random, Zeros};
use duipai::problem::text::{canonical, parse, simpler, write};
use duipai::problem::{Lang, Layout, Problem, Scope, Size, TextError};
use duipai::problems::strategy::Strategy;
use duipai::verdict::Verdict;
use duipai_reference::InputError;
use duipai_reference::strategy::{self as reference, Choice, Instance, Program};
use std::io::{self, BufRead, BufReader, Read};

#[test]
fn laws() {
    duipai::laws::check(&Strategy);
}

/// What the solver, as a whole program, prints.
fn solved(text: &str) -> Result<String, InputError> {
    through(Box::new(text.as_bytes()))
}

fn through(input: Box<dyn BufRead + '_>) -> Result<String, InputError> {
    let mut out = Vec::new();
    match Strategy.solve_text(input, &mut out) {
        Ok(()) => Ok(String::from_utf8(out).expect("digits")),
        Err(TextError::Input(error)) => {
            assert!(out.is_empty(), "printed ahead of an error");
            Err(error)
        }
        Err(other) => panic!("{other}"),
    }
}

/// What the reference's reader and interpreter print.
fn interpreted(text: &str) -> Result<String, InputError> {
    let cases = parse(&Strategy, text.as_bytes())?;
    assert_eq!(cases.len(), 1, "one instance an input");
    let mut out = String::new();
    Strategy.print(&reference::solve(&cases[0]), &mut out).expect("always printable");
    Ok(out)
}

/// Both, which must agree.
fn both(text: &str) -> Result<String, InputError> {
    let (fast, naive) = (solved(text), interpreted(text));
    assert_eq!(fast, naive, "solver (left), reference (right), for\n{text}");
    fast
}

const TIT_FOR_TAT: &str = "IF YOUR LAST1=CHEAT THEN CHEAT ELSE TRADE.\n";

#[test]
fn anchors() {
    for (text, want) in [
        // The official sample.
        (
            "CHEAT.\nIF MY LAST1 = CHEAT THEN TRADE ELSE CHEAT.\n\
             IFYOURLAST2=NULLTHENTRADEELSEIFYOURLAST1=TRADETHENTRADE\nELSECHEAT.\n#\n",
            "  1\n-12\n-13\n",
        ),
        // Nobody, and a program alone.
        ("", ""),
        ("#", ""),
        (" \t\r\n \n# TRADE.", ""),
        ("TRADE.", "  0\n"),
        // Ten times +1, −1, +2 and −2.
        ("TRADE.TRADE.", " 10\n 10\n"),
        ("CHEAT.CHEAT.", "-10\n-10\n"),
        ("CHEAT.\nTRADE.\n#\n", " 20\n-20\n"),
        // Cheated once, then nine times −1.
        (&format!("{TIT_FOR_TAT}CHEAT.\n#\n"), "-11\n -7\n"),
        // YOUR LAST2=NULL holds in the first two encounters: two times −2,
        // then eight times −1.
        ("IF YOUR LAST2=NULL THEN TRADE ELSE CHEAT.CHEAT.", "-12\n -4\n"),
        // NULL is neither TRADE nor CHEAT: a CHEAT in the first encounter only.
        ("IF YOUR LAST1#TRADE THEN CHEAT ELSE TRADE.TRADE.", " 11\n  7\n"),
        // a AND (a OR b) is a: never. (a AND a) OR b would be b: at once.
        (
            "IF MY LAST2=CHEAT AND MY LAST2=CHEAT OR MY LAST1#CHEAT THEN CHEAT ELSE TRADE.TRADE.",
            " 10\n 10\n",
        ),
        // a OR (not a AND b): every other time. (a OR not a) AND b is b: never.
        (
            "IF MY LAST1#CHEAT OR MY LAST1=CHEAT AND MY LAST2=CHEAT THEN CHEAT ELSE TRADE.TRADE.",
            " 15\n -5\n",
        ),
        // The largest total and the smallest.
        (&format!("TRADE.\n{}#\n", "CHEAT.\n".repeat(9)), &format!("-180\n{}", "-60\n".repeat(9))),
    ] {
        assert_eq!(both(text).as_deref(), Ok(want), "for\n{text}");
    }
}

/// White space stands anywhere, also where it changes nothing but the look.
#[test]
fn white_space_is_free() {
    let want = both(&format!("{TIT_FOR_TAT}CHEAT.\nIF MY LAST2#NULL THEN TRADE ELSE CHEAT.\n#\n"));
    let want = want.expect("valid");
    for text in [
        "IF YOUR LAST1=CHEAT THEN CHEAT ELSE TRADE.\r\nCHEAT.\r\nIF MY LAST2#NULL THEN TRADE ELSE \
         CHEAT.\r\n#\r\n",
        "IF YOUR LAST1=CHEAT THEN CHEAT ELSE TRADE.CHEAT. IF MY LAST2#NULL THEN TRADE ELSE CHEAT.#",
        "IFYOURLAST1=CHEATTHENCHEATELSETRADE.CHEAT.IFMYLAST2#NULLTHENTRADEELSECHEAT.",
        "\n\n\tI F Y O\tUR LA\nST 1\n=\nCHE AT THEN CHEAT ELSE TRADE\n.CHEAT.\nIF MY LAST2\n#\nNULL \
         THEN TRADE ELSE CHEAT.\n\n\n#",
        "IF YOUR LAST1=CHEAT THEN CHEAT ELSE TRADE.\nCHEAT.\nIF MY LAST2\n# NULL THEN TRADE ELSE \
         CHEAT.\n#\nCHEAT.\n\u{0}trade",
        "IF  YOUR   LAST1  =  CHEAT THEN CHEAT\n\nELSE TRADE .\nCHEAT .\nIF MY LAST2 # NULL THEN \
         TRADE ELSE CHEAT .\n \n\n",
    ] {
        assert_eq!(both(text).as_ref(), Ok(&want), "for\n{text}");
    }
    let mut bytes = b"TRADE.\nTRADE.\n# ".to_vec();
    bytes.extend([0xFF, 0xFE, 0x00]);
    assert_eq!(through(Box::new(bytes.as_slice())).as_deref(), Ok(" 10\n 10\n"));
    assert!(parse(&Strategy, &bytes).is_ok());
}

#[test]
fn bad_inputs_are_named() {
    for (text, want) in [
        ("X", "1:1: expected TRADE, CHEAT, IF or the final `#`, found `X`"),
        ("TRADE.\n  Trade.", "2:4: expected TRADE, found `Trade` (keywords are in upper case)"),
        (
            "TRADE.\ntrade.",
            "2:1: expected TRADE, CHEAT, IF or the final `#`, found `trade` (keywords are in upper \
             case)",
        ),
        (".", "1:1: expected TRADE, CHEAT, IF or the final `#`, found `.`"),
        ("TRADE", "1:6: expected `.` at the end of the program, found the end of the file"),
        ("TRADE\n#\n", "2:1: expected `.` at the end of the program, found `#`"),
        ("TRADE CHEAT.", "1:7: expected `.` at the end of the program, found `CHEAT`"),
        ("TRAED.", "1:4: expected TRADE, found `TRAED`"),
        ("TRA\nD\n", "3:1: expected TRADE, found `TRAD` and the end of the file"),
        ("T.", "1:2: expected TRADE, found `T.`"),
        ("IF", "1:3: expected MY or YOUR, found the end of the file"),
        ("IF THEN TRADE ELSE CHEAT.", "1:4: expected MY or YOUR, found `THEN`"),
        ("IF MINE", "1:5: expected MY, found `MINE`"),
        ("IF MY LAST", "1:11: expected LAST1 or LAST2, found `LAST` and the end of the file"),
        ("IF MY LAST3=NULL", "1:11: expected LAST1 or LAST2, found `LAST3`"),
        ("IF MY LAST0=NULL", "1:11: expected LAST1 or LAST2, found `LAST0`"),
        (
            "IF MY LAST99999999999999999999999=NULL",
            "1:11: expected LAST1 or LAST2, found `LAST99999999999999999999…`",
        ),
        ("IF MY LAST12=NULL", "1:12: expected `=` or `#`, found `2`"),
        ("IF MY LAST1<TRADE", "1:12: expected `=` or `#`, found `<`"),
        ("IF MY LAST1==TRADE", "1:13: expected TRADE, CHEAT or NULL, found `=`"),
        ("IF MY LAST1!=TRADE", "1:12: expected `=` or `#`, found `!`"),
        ("IF MY LAST1=0", "1:13: expected TRADE, CHEAT or NULL, found `0`"),
        ("IF MY LAST1=NUL", "1:16: expected NULL, found `NUL` and the end of the file"),
        ("IF MY LAST1=NULL,", "1:17: expected AND, OR or THEN, found `,`"),
        ("IF (MY LAST1=NULL)", "1:4: expected MY or YOUR, found `(`"),
        ("IF MY LAST1=NULL\nXOR", "2:1: expected AND, OR or THEN, found `XOR`"),
        ("IF MY LAST1=NULL AND THEN", "1:22: expected MY or YOUR, found `THEN`"),
        ("IF MY LAST1=NULL THEN .", "1:23: expected TRADE, CHEAT or IF, found `.`"),
        ("IF MY LAST1=NULL THEN TRADE.", "1:28: expected ELSE, found `.`"),
        (
            "IF MY LAST1=NULL THEN TRADE ELSE\n\n",
            "3:1: expected TRADE, CHEAT or IF, found the end of \
          the file",
        ),
        ("IF MY LAST1=NULL THEN TRADE ELSE # \n", "1:34: expected TRADE, CHEAT or IF, found `#`"),
        ("TRADE.\n\u{FEFF}", "2:1: expected TRADE, CHEAT, IF or the final `#`, found `\\u{feff}`"),
        (
            "\u{FEFF}TRADE.",
            "1:1: expected TRADE, CHEAT, IF or the final `#`, found a UTF-8 byte order mark; save \
             the file without it",
        ),
        ("TRADE.\n策略", "2:1: expected TRADE, CHEAT, IF or the final `#`, found `策`"),
        ("TRADE.\u{B}", "1:7: expected TRADE, CHEAT, IF or the final `#`, found `\\u{b}`"),
        ("TRADE.\0", "1:7: expected TRADE, CHEAT, IF or the final `#`, found `\\0`"),
        ("10\nTRADE.\n", "1:1: expected TRADE, CHEAT, IF or the final `#`, found `10`"),
    ] {
        assert_eq!(both(text).map_err(|error| error.to_string()), Err(want.to_owned()));
    }
    for (bytes, want) in [
        (
            &b"TRADE.\n\xFFTRADE."[..],
            "2:1: expected TRADE, CHEAT, IF or the final `#`, found the byte 0xFF",
        ),
        (&b"TRA\xE7\xAD."[..], "1:4: expected TRADE, found `TRA` and the byte 0xE7"),
    ] {
        let error = parse(&Strategy, bytes).expect_err("no text");
        assert_eq!(error.to_string(), want);
        assert_eq!(through(Box::new(bytes)), Err(error));
    }
}

/// Every beginning of a text is either refused by both with one message, or
/// valid for both, whatever pieces it arrives in.
#[test]
fn truncation_anywhere() {
    let text = "IF YOUR LAST1=CHEAT OR\r\nMY LAST2#NULL THEN CH EAT ELSE\n# IF".replace('#', "=")
        + " MY LAST1=TRADE THEN TRADE ELSE CHEAT.\nTRADE. CHEAT.\n#\n";
    let mut valid = 0;
    for end in 0..=text.len() {
        let whole = both(&text[..end]);
        valid += u32::from(whole.is_ok());
        for piece in [1, 3, 16] {
            let input = BufReader::with_capacity(piece, &text.as_bytes()[..end]);
            assert_eq!(through(Box::new(input)), whole, "in pieces of {piece}");
        }
    }
    assert!(valid >= 1, "the empty text");
}

/// An input that fails behind its first bytes.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Err(io::Error::other("the disk is gone"));
        }
        self.0.read(buffer)
    }
}

#[test]
fn a_failing_input_is_no_end_of_file() {
    for (text, want) in [
        ("TRADE.\n", "2:1: cannot read on: the disk is gone"),
        ("TRADE.\nTRA", "2:4: cannot read on: the disk is gone"),
        ("TRADE.\nIF MY", "2:6: cannot read on: the disk is gone"),
    ] {
        let input = || Box::new(BufReader::with_capacity(4, Failing(text.as_bytes())));
        let read = Strategy.read(input()).next().expect("one item");
        assert_eq!(read.map_err(|error| error.to_string()), Err(want.to_owned()));
        assert_eq!(through(input()).map_err(|error| error.to_string()), Err(want.to_owned()));
    }
    // What follows the `#` is never read.
    let input = || Box::new(BufReader::with_capacity(4, Failing(b"TRADE.\n#")));
    assert_eq!(through(input()).as_deref(), Ok("  0\n"));
    assert!(Strategy.read(input()).all(|case| case.is_ok()));
}

/// On the stack that a thread gets by default, and no more.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.expect("a thread").join().expect("no panic");
}

/// IFs inside one another need text, not stack.
#[test]
fn deep_nesting() {
    const DEPTH: usize = 100_000;
    on_a_small_stack(|| {
        let head = "IF MY LAST1=CHEAT THEN ";
        let deep_else = "IF MY LAST1=CHEAT THEN CHEAT ELSE ".repeat(DEPTH) + "TRADE.\nCHEAT.\n";
        let deep_then =
            head.repeat(DEPTH) + "CHEAT" + &" ELSE TRADE".repeat(DEPTH) + ".\nCHEAT.\n#\n";
        for text in [deep_else, deep_then] {
            assert_eq!(both(&text).as_deref(), Ok("-20\n 20\n"));
            let instance = parse(&Strategy, text.as_bytes()).expect("valid").remove(0);
            assert_eq!(instance.clone(), instance);
            assert_eq!(instance.atoms(), DEPTH);
            let again = canonical(&Strategy, std::slice::from_ref(&instance));
            assert_eq!(again.trim_end_matches("#\n"), text.trim_end_matches("#\n"));
            let simpler = simpler(&Strategy, &instance).take(8).count();
            assert_eq!(simpler, 8);
            let other = Strategy.neighbour(&instance, &mut Random::new(1, 1));
            assert!(!other.programs.is_empty());
            assert!(!Strategy.explain(&instance, Lang::En).is_empty());
            assert!(Strategy.promised(&instance).is_err());
        }
        // Cut short: one message.
        let error = both(&head.repeat(DEPTH)).expect_err("no statement");
        assert_eq!(
            error.to_string(),
            format!("1:{}: expected TRADE, CHEAT or IF, found the end of the file", 23 * DEPTH + 1)
        );
        let text = head.repeat(DEPTH) + "TRADE" + &" ELSE CHEAT".repeat(DEPTH - 1) + ".";
        assert!(both(&text).expect_err("an ELSE is missing").message.contains("expected ELSE"));
        // A chain as long.
        let chain = format!(
            "IF {}MY LAST1=NULL THEN CHEAT ELSE TRADE.TRADE.",
            "MY LAST1=TRADE OR ".repeat(DEPTH)
        );
        // CHEAT at first and after every TRADE: five times.
        assert_eq!(both(&chain).as_deref(), Ok(" 15\n -5\n"));
    });
}

fn list(programs: impl IntoIterator<Item = Program>) -> Instance {
    Instance { programs: programs.into_iter().collect() }
}

/// All lists with up to two atoms of up to two programs, and some of three
/// programs, are visited, as many as there are, and solver and reference agree.
#[test]
fn small_lists_completely() {
    let mut visited = 0u64;
    for (size, every, want) in [
        (Size(0, 0), 1, 1),
        (Size(1, 0), 1, 2),
        (Size(1, 1), 1, 96),
        (Size(1, 2), 1, 13_824),
        (Size(2, 0), 1, 3),
        (Size(2, 1), 1, 192),
        // Programs with 2 and 0 atoms, or an unordered pair with 1 each.
        (Size(2, 2), 1, 13_824 * 2 + 96 * 97 / 2),
        (Size(3, 1), 1, 96 * 3),
        (Size(3, 2), 7, 13_824 * 3 + 96 * 97 / 2 * 2),
    ] {
        let (mut odometer, mut count) = (Odometer::new(), 0);
        while odometer.start() {
            count += 1;
            let instance = of_size(&Strategy, Scope::Tiny, size, &mut odometer);
            if count % every == 0 {
                assert_eq!(Strategy.solve(&instance), reference::solve(&instance));
                visited += 1;
            }
        }
        assert_eq!(count, want, "lists of size {size:?}");
    }
    assert!(visited > 50_000);
}

/// The odometer's pairs with three atoms are all different. (The laws look at
/// smaller sizes.)
#[test]
fn pairs_of_three_atoms_are_distinct() {
    use std::hash::{BuildHasher, RandomState};
    let hasher = RandomState::new();
    let mut odometer = Odometer::new();
    let mut seen = Vec::new();
    while odometer.start() {
        let instance = of_size(&Strategy, Scope::Tiny, Size(2, 3), &mut odometer);
        seen.push(hasher.hash_one(&instance));
        if seen.len() % 97 == 0 {
            assert_eq!(Strategy.solve(&instance), reference::solve(&instance));
        }
    }
    // Programs with 3 and 0 atoms, or with 2 and 1.
    let all = 2_211_840 * 2 + 13_824 * 96;
    assert_eq!(seen.len(), all);
    seen.sort_unstable();
    seen.dedup();
    // Equal 64-bit hashes of different pairs are expected once in a million runs.
    assert_eq!(seen.len(), all);
}

/// Many programs: groups, the table over all masks, bit planes, weights.
#[test]
fn many_programs() {
    let mut random = Random::new(174, 1);
    for (programs, atoms) in [(40, 100), (70, 300), (150, 600), (300, 200)] {
        let instance = of_size(&Strategy, Scope::Full, Size(programs, atoms), &mut random);
        assert_eq!(Strategy.solve(&instance), reference::solve(&instance));
    }
    // A list several times over.
    let base = of_size(&Strategy, Scope::Full, Size(60, 200), &mut random).programs;
    let instance = list(base.iter().cycle().take(170).cloned());
    assert_eq!(Strategy.solve(&instance), reference::solve(&instance));
}

#[test]
fn a_long_text_of_short_programs() {
    // Longer than any buffer, with words at every offset of its borders.
    let text = format!("{TIT_FOR_TAT}CHEAT.\n").repeat(20_000) + "#";
    let out = solved(&text).expect("valid");
    // Against its like 39,998 programs do the same all ten times.
    let (tit, cheat) = (19_999 * 10 - 20_000 * 11, -19_999 * 10 - 20_000 * 7);
    assert_eq!(out, format!("{tit:>3}\n{cheat:>3}\n").repeat(20_000));
}

#[test]
fn the_judge() {
    let instance = list([Choice::Cheat, Choice::Trade, Choice::Trade].map(Program::always));
    let want = [Strategy.solve(&instance)];
    let judge = |got: &str| Strategy.judge(std::slice::from_ref(&instance), &want, got.as_bytes());
    for (got, verdict, message) in [
        (" 40\n-10\n-10\n", Verdict::Ac, ""),
        (" 40\r\n-10 \r\n-10", Verdict::Ac, ""),
        (
            "40\n-10\n-10\n",
            Verdict::Pe,
            "program 1 (line 1): the total is right, but wanted ` 40`, got `40`",
        ),
        (
            " 40\n-10 -10\n",
            Verdict::Pe,
            "program 2 (line 2): the total is right, but wanted `-10`, got `-10 -10`",
        ),
        (" 40\n-10\n 10\n", Verdict::Wa, "program 3 (line 3): wanted `-10`, got `10`"),
        (" 40\n-10\n", Verdict::Wa, "program 3 (line 3): wanted `-10`, but the output ends"),
        ("", Verdict::Wa, "program 1 (line 1): wanted `40`, but the output ends"),
        (
            " 40\n-10\n-10\n  0\n",
            Verdict::Wa,
            "`0` after the last total, where the output should end",
        ),
        ("040\n-10\n-10\n", Verdict::Wa, "program 1 (line 1): wanted `40`, got `040`"),
    ] {
        let judgement = judge(got);
        assert_eq!((judgement.verdict, judgement.message.as_str()), (verdict, message), "{got:?}");
    }
}

#[test]
fn contest_layout_keeps_its_promises() {
    for i in 0..500 {
        let mut random = Random::new(7, i);
        let instance = Strategy.generate(Scope::Small, &mut random);
        let mut text = String::new();
        write(&Strategy, std::slice::from_ref(&instance), Layout::Contest, &mut random, &mut text);
        assert!(text.ends_with("#\n"));
        let lines: Vec<&str> = text.lines().collect();
        let starts_with_hash = lines.iter().filter(|line| line.trim().starts_with('#')).count();
        assert_eq!(starts_with_hash, 1, "{text}");
        let stops = lines.iter().filter(|line| line.ends_with('.')).count();
        let programs = Strategy.size(&instance).0 as usize;
        assert_eq!((stops, text.matches('.').count()), (programs, programs));
        // Whole words: without white space ahead of it, each is found as it is.
        for line in &lines {
            for word in line.split(['=', '#', '.', ' ']).filter(|word| word.len() < 6) {
                let known = [
                    "", "IF", "MY", "YOUR", "LAST1", "LAST2", "TRADE", "CHEAT", "NULL", "AND",
                    "OR", "THEN", "ELSE",
                ];
                let joined = known.iter().any(|known| word.starts_with(known));
                assert!(known.contains(&word) || joined, "`{word}` in {text}");
            }
        }
    }
}

/// What a text may have in contest layout, and what it may not.
#[test]
fn contest_layout_is_told_from_free_layout() {
    let is_contest = |text: &str| {
        let cases = parse(&Strategy, text.as_bytes()).unwrap();
        Strategy.in_contest_layout(&cases, text)
    };
    for text in [
        "#\n",
        "TRADE.\nCHEAT.\n#\n",
        "IF MY LAST1 = CHEAT THEN TRADE ELSE CHEAT.\n#\n",
        "IFMYLAST1#NULLTHENTRADE\nELSECHEAT.\n#\n",
        "IF\nMY\nLAST1=TRADE  AND YOUR LAST2 #NULL\nTHEN CHEAT ELSE TRADE.\n#\n",
    ] {
        assert!(is_contest(text), "{text}");
    }
    for text in [
        "",
        "#",
        " #\n",
        "#\n\n",
        "TRADE.\n",
        "TRADE.#\n",
        "TRADE. CHEAT.\n#\n",
        "TRADE .\n#\n",
        " TRADE.\n#\n",
        "TRADE.\n\nCHEAT.\n#\n",
        "TRADE.\r\n#\r\n",
        "TRA DE.\n#\n",
        "TRADE.\n#\nTRADE.\n",
        "IF MY LAST1\n#NULL THEN CHEAT ELSE CHEAT.\n#\n",
        "IF MY LAST1#\nNULL THEN CHEAT ELSE CHEAT.\n#\n",
        "IF MY\tLAST1#NULL THEN CHEAT ELSE CHEAT.\n#\n",
        "IF MY LAST1#NULL\n THEN CHEAT ELSE CHEAT.\n#\n",
    ] {
        assert!(!is_contest(text), "{text}");
    }
}

#[test]
fn promises() {
    let ten = list((0..10).map(|_| Program::always(Choice::Trade)));
    assert_eq!(Strategy.promised(&ten), Ok(()));
    assert_eq!(Strategy.promised(&Instance::default()), Ok(()));
    let eleven = list((0..11).map(|_| Program::always(Choice::Trade)));
    assert!(Strategy.promised(&eleven).is_err());
    let long = of_size(&Strategy, Scope::Full, Size(1, 40), &mut Zeros);
    let refusal = Strategy.promised(&long).expect_err("40 atoms").to_string();
    assert!(refusal.contains("program 1 has") && refusal.contains("255"), "{refusal}");
}

/// Lines of at most 80 columns, a Chinese character being two.
#[test]
fn explanations_fit_a_terminal() {
    for i in 0..60 {
        let mut random = Random::new(8, i);
        let scope = if random.below(2) == 0 { Scope::Small } else { Scope::Full };
        let instance = Strategy.generate(scope, &mut random);
        for lang in [Lang::En, Lang::Zh] {
            for line in without_styles(&Strategy.explain(&instance, lang)).lines() {
                let columns: usize =
                    line.chars().map(|c| if c >= '\u{2E80}' { 2 } else { 1 }).sum();
                assert!(columns <= 80, "{columns} columns: {line}");
            }
        }
    }
    let text = format!("{TIT_FOR_TAT}CHEAT.\n");
    let instance = parse(&Strategy, text.as_bytes()).expect("valid").remove(0);
    let shown = without_styles(&Strategy.explain(&instance, Lang::En));
    assert!(shown.contains("Program 1 against program 2"), "{shown}");
    assert!(shown.contains("-2  -1  -1"), "{shown}");
}

/// The text without escape sequences.
fn without_styles(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            chars.by_ref().find(|c| c.is_ascii_alphabetic());
        } else {
            out.push(c);
        }
    }
    out
}

/// Greedy simplification of a failure ends at something tiny.
#[test]
fn failures_shrink_to_almost_nothing() {
    use duipai::problem::Program as Subject;
    for mutant in Strategy.mutants() {
        let Subject::Cases(run) = mutant.program else { continue };
        let fails = |instance: &Instance| run(&Strategy, instance) != Strategy.solve(instance);
        for start in [0, 10_000] {
            let mut instance = (start..)
                .map(|i| {
                    let mut random = Random::new(9, i);
                    Strategy.generate(Scope::Small, &mut random)
                })
                .find(fails)
                .expect("every mutant is found");
            loop {
                let next = simpler(&Strategy, &instance).find(fails);
                let Some(next) = next else { break };
                instance = next;
            }
            let Size(programs, atoms) = Strategy.size(&instance);
            assert!(
                programs <= 3 && atoms <= 3,
                "{}:\n{}",
                mutant.name,
                canonical(&Strategy, &[instance])
            );
        }
    }
}
