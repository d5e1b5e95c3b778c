//! Poker Game: Decision.

use crate::common::of_size;
use duipai::choices::{Choices, Odometer, Random, Zeros};
use duipai::laws;
use duipai::problem::text::{canonical, order, parse, simpler, write};
use duipai::problem::{Lang, Layout, Problem, Program, Scope, Seen, Size, TextError};
use duipai::problems::poker::{Answer, Instance, Poker};
use duipai_reference::poker as reference;
use std::io::{BufRead, BufReader, Read};

const DEAL: Size = Size(1, 0);

const SAMPLE: &str = "\
9
JC 4H
TS 5D
JS JH JD 4S 4C 4D
JC 4H
TS 5D
TH TC TD 5S 5H 5C
JC 4H
TS 5D
4S JS 5S TH TC TD
7C 3C
7H TH
3S 3H 3D 2C 4H 5S
7C 3C
7H TH
2H 4H 5H 6H 8H 9H
7C 3C
7H TH
TS 3S 2S 2H 4C 4D
2D KH
4D JC
2S 2H 2C KS KC KD
2D KH
4D JC
4S 4H 4C JS JH JD
2D KH
4D JC
2S KS 4S JS JH JD
";
const SAMPLE_ANSWERS: &str = "Alice\nBob\nDraw\nAlice\nBob\nDraw\nAlice\nBob\nDraw\n";

fn deals(text: &str) -> Vec<Instance> {
    parse(&Poker, text.as_bytes()).unwrap()
}

fn solved(text: &[u8]) -> Result<String, String> {
    solved_from(Box::new(text))
}

fn solved_from(input: Box<dyn BufRead + '_>) -> Result<String, String> {
    let mut out = Vec::new();
    match Poker.solve_text(input, &mut out) {
        Ok(()) => Ok(String::from_utf8(out).unwrap()),
        Err(error) => Err(error.to_string()),
    }
}

fn printed(answers: impl IntoIterator<Item = Answer>) -> String {
    let mut text = String::new();
    for answer in answers {
        Poker.print(&answer, &mut text).unwrap();
    }
    text
}

fn generated(scope: Scope, seed: u64, count: u64) -> Vec<Instance> {
    (0..count).map(|i| of_size(&Poker, scope, DEAL, &mut Random::new(seed, i))).collect()
}

#[test]
fn laws() {
    laws::check(&Poker);
}

#[test]
fn the_sample_of_the_statement() {
    assert_eq!(canonical(&Poker, &deals(SAMPLE)), SAMPLE);
    assert_eq!(solved(SAMPLE.as_bytes()).unwrap(), SAMPLE_ANSWERS);
    assert_eq!(printed(deals(SAMPLE).iter().map(reference::solve)), SAMPLE_ANSWERS);
    assert_eq!(printed(deals(SAMPLE).iter().map(|deal| Poker.solve(deal))), SAMPLE_ANSWERS);
}

/// Deals whose answer follows from the rules by a short argument.
#[test]
fn anchors() {
    let anchors = [
        // Each can answer a pick with the same rank in the other suit.
        ("KS AS\nKH AH\nTS JS QS TH JH QH\n", "Draw"),
        // No flush, no straight: the pair of aces wins whatever is picked.
        ("AC AD\nKH KS\n2C 4D 6H 8S TC QD\n", "Alice"),
        ("KH KS\nAC AD\n2C 4D 6H 8S TC QD\n", "Bob"),
        // Suits break no ties.
        ("AC KC\nAD KD\n2C 2D 3H 3S 4C 4D\n", "Draw"),
    ];
    for (text, want) in anchors {
        let text = format!("1\n{text}");
        let deal = deals(&text)[0];
        assert_eq!(reference::solve(&deal).word(), want, "{text}");
        assert_eq!(Poker.solve(&deal).word(), want, "{text}");
    }
}

/// Single deals, blocks of deals and the whole program against every order of
/// picking, with the generator's own mixture.
#[test]
fn all_programs_agree_with_the_naive_one() {
    let cases = generated(Scope::Full, 41, 3_000);
    let want: Vec<Answer> = cases.iter().map(reference::solve).collect();
    let single: Vec<Answer> = cases.iter().map(|deal| Poker.solve(deal)).collect();
    assert_eq!(single, want);
    assert_eq!(Poker.solve_all(&cases), want);
    assert_eq!(solved(canonical(&Poker, &cases).as_bytes()).unwrap(), printed(want));
}

/// Blocks and single deals, over all deals of three ranks.
#[test]
fn all_deals_of_three_ranks() {
    let mut odometer = Odometer::new();
    let mut cases = Vec::new();
    while odometer.start() {
        cases.push(of_size(&Poker, Scope::Tiny, DEAL, &mut odometer));
    }
    assert_eq!(cases.len(), 83_160);
    let blocks = Poker.solve_all(&cases);
    for (index, (deal, answer)) in cases.iter().zip(&blocks).enumerate() {
        assert_eq!(Poker.solve(deal), *answer, "{deal:?}");
        // The naive program takes a thousand times as long.
        if index % 60 == 0 {
            assert_eq!(reference::solve(deal), *answer, "{deal:?}");
        }
    }
}

/// Documents whose length is no multiple of a block, from readers that give few
/// bytes at a time.
#[test]
fn blocks_across_chunks() {
    let cases = generated(Scope::Full, 42, 321);
    let answers = Poker.solve_all(&cases);
    for count in [1, 63, 64, 65, 127, 128, 129, 321] {
        let text = canonical(&Poker, &cases[..count]);
        let want = printed(answers[..count].iter().copied());
        for capacity in [1, 7, 30, 1919, 1920, 1921, 5000] {
            let input = BufReader::with_capacity(capacity, text.as_bytes());
            assert_eq!(solved_from(Box::new(input)).unwrap(), want, "{count} deals, {capacity}");
        }
    }
}

/// A block that is not plain goes to the careful reader, with all after it.
#[test]
fn odd_places_in_long_documents() {
    let cases = generated(Scope::Full, 43, 200);
    let text = canonical(&Poker, &cases);
    let want = printed(Poker.solve_all(&cases));
    let lines: Vec<&str> = text.lines().collect();
    for line in [0, 1, 2, 3, 190, 192, 193, 194, 385, 590, 600] {
        for (odd, valid) in [
            (format!("{} ", lines[line]), true),
            (format!(" {}", lines[line]), true),
            (format!("{}\r", lines[line]), true),
            (lines[line].replacen(' ', "\n\n", 1), true),
            (format!("{} 2X", lines[line]), false),
            (format!("{}\u{FEFF}", lines[line]), false),
            (lines[line].to_lowercase().replace(char::is_numeric, "?"), false),
        ] {
            let mut lines = lines.clone();
            lines[line] = &odd;
            let text = format!("{}\n", lines.join("\n"));
            let read = parse(&Poker, text.as_bytes()).map_err(|error| error.to_string());
            assert_eq!(read.is_ok(), valid, "{odd:?} at {line}");
            match read {
                Ok(read) => {
                    assert_eq!(read, cases);
                    assert_eq!(solved(text.as_bytes()).unwrap(), want);
                }
                Err(error) => assert_eq!(solved(text.as_bytes()).unwrap_err(), error),
            }
        }
    }
}

/// What has been answered ahead of an error is printed.
#[test]
fn answers_before_an_error_are_printed() {
    let cases = generated(Scope::Full, 44, 150);
    let good = canonical(&Poker, &cases);
    let text = good.replacen("150\n", "151\n", 1);
    let mut out = Vec::new();
    let error = Poker.solve_text(Box::new(text.as_bytes()), &mut out).unwrap_err();
    assert!(matches!(error, TextError::Input(_)));
    assert_eq!(error.to_string(), "452:1: expected deal 151 of 151, found the end of the file");
    assert_eq!(String::from_utf8(out).unwrap(), printed(Poker.solve_all(&cases)));
}

/// A reader that breaks off.
struct Broken<'t>(&'t [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::Error::other("the disk is gone")),
            count => Ok(count),
        }
    }
}

#[test]
fn a_reader_that_fails_is_reported_where_it_failed() {
    let text = canonical(&Poker, &generated(Scope::Full, 45, 130));
    for end in [0, 2, 4, 40, 1_930, 3_000, 3_903] {
        let broken = || BufReader::with_capacity(512, Broken(&text.as_bytes()[..end]));
        let read: Result<Vec<_>, _> = Poker.read(Box::new(broken())).collect();
        let error = read.unwrap_err().to_string();
        assert!(error.ends_with("cannot read on: the disk is gone"), "{error}");
        assert_eq!(solved_from(Box::new(broken())).unwrap_err(), error);
    }
}

#[test]
fn bad_inputs_are_refused_with_their_place() {
    const ONE: &str = "JC 4H\nTS 5D\nJS JH JD 4S 4C 4D\n";
    let card = |place: &str, found: &str| {
        format!("expected {place} (a rank and a suit, such as `TH`), found `{found}`")
    };
    let whole = "expected the number of deals (a whole number from 1), found";
    let table: Vec<(String, String, String)> = vec![
        (String::new(), "1:1".into(), format!("{whole} the end of the file")),
        (" \n\t\r\n".into(), "3:1".into(), format!("{whole} the end of the file")),
        (format!("0\n{ONE}"), "1:1".into(), format!("{whole} `0`")),
        ("0\n".into(), "1:1".into(), format!("{whole} `0`")),
        ("-1\n".into(), "1:1".into(), format!("{whole} `-1`")),
        ("1.0\n".into(), "1:1".into(), format!("{whole} `1.0`")),
        ("18446744073709551616\n".into(), "1:1".into(), format!("{whole} `18446744073709551616`")),
        (ONE.into(), "1:1".into(), format!("{whole} `JC`")),
        ("1\n".into(), "2:1".into(), "expected deal 1 of 1, found the end of the file".into()),
        (
            format!("2\n{ONE}"),
            "5:1".into(),
            "expected deal 2 of 2, found the end of the file".into(),
        ),
        (
            format!("18446744073709551615\n{ONE}"),
            "5:1".into(),
            "expected deal 2 of 18446744073709551615, found the end of the file".into(),
        ),
        (
            format!("1\n{ONE}JC 4H"),
            "5:1".into(),
            "expected the end of the file after the only deal, found `JC`".into(),
        ),
        (
            format!("2\n{ONE}{ONE}\n\n x"),
            "10:2".into(),
            "expected the end of the file after the last of 2 deals, found `x`".into(),
        ),
        (
            "1\nJC 4H\nTS 5D\nJS JH JD 4S 4C\n".into(),
            "5:1".into(),
            "expected the sixth community card, found the end of the file".into(),
        ),
        ("1\nJC 4H TS".into(), "2:9".into(), {
            "expected Bob's second card, found the end of the file".into()
        }),
        (
            "1\nJC 4H\nTS JC\nJS JH JD 4S 4C 4D\n".into(),
            "3:4".into(),
            "expected Bob's second card, another than those before it in the deal, \
             found `JC` again"
                .into(),
        ),
        ("1\n10H 4H\n".into(), "2:1".into(), card("Alice's first card", "10H")),
        ("1\nTH 4\n".into(), "2:4".into(), card("Alice's second card", "4")),
        ("1\nTH 4H\nKSQS\n".into(), "3:1".into(), card("Bob's first card", "KSQS")),
        (
            "1\n1H 4H\n".into(),
            "2:1".into(),
            "expected Alice's first card to start with its rank (one of AKQJT98765432), \
             found `1H`"
                .into(),
        ),
        (
            "1\njH 4H\n".into(),
            "2:1".into(),
            "expected Alice's first card to start with its rank (one of AKQJT98765432), \
             found `jH`"
                .into(),
        ),
        (
            "1\nTH\n4X\n".into(),
            "3:1".into(),
            "expected Alice's second card to end with its suit (one of SHCD), found `4X`".into(),
        ),
        (
            "1\nTH 4♥\n".into(),
            "2:4".into(),
            "expected Alice's second card to end with its suit (one of SHCD), found `4♥`".into(),
        ),
        (
            "\u{FEFF}1\n".into(),
            "1:1".into(),
            "expected plain text, found a UTF-8 byte order mark; save the file without it".into(),
        ),
    ];
    for (text, place, message) in table {
        let want = format!("{place}: {message}");
        assert_eq!(parse(&Poker, text.as_bytes()).unwrap_err().to_string(), want, "{text:?}");
        assert_eq!(solved(text.as_bytes()).unwrap_err(), want, "{text:?}");
    }
    let noise = b"1\nTH 4\xFF\n";
    let want = "2:5: expected text in UTF-8, found the byte 0xFF";
    assert_eq!(parse(&Poker, noise).unwrap_err().to_string(), want);
    assert_eq!(solved(noise).unwrap_err(), want);
}

/// No piece of a document is taken for a document, except where only white
/// space is missing.
#[test]
fn truncated_documents_are_refused() {
    for end in 0..SAMPLE.len() {
        let text = &SAMPLE.as_bytes()[..end];
        let read = parse(&Poker, text).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(read.is_ok(), end == SAMPLE.len() - 1, "{end} bytes");
        assert_eq!(solved(text).map(|_| ()), read);
    }
}

#[test]
fn any_white_space_is_accepted() {
    let want = deals(SAMPLE);
    for text in [
        SAMPLE.replace('\n', "\r\n"),
        SAMPLE.replace('\n', " "),
        SAMPLE.replace(' ', "\t\t"),
        SAMPLE.replace(' ', "\n"),
        SAMPLE.trim_end().to_owned(),
        format!("\n \r\n00{SAMPLE}\n\n \t\r\n"),
    ] {
        assert_eq!(deals(&text), want);
        assert_eq!(solved(text.as_bytes()).unwrap(), SAMPLE_ANSWERS);
    }
}

/// Every behaviour comes up often enough for a short run.
#[test]
fn behaviours_are_frequent() {
    let mut counts = vec![0; Poker.about().behaviours.len()];
    for deal in generated(Scope::Small, 46, 20_000) {
        let mut seen = Seen::default();
        Poker.observe(&[deal, deal], "", &mut seen);
        seen.iter().for_each(|behaviour| counts[behaviour] += 1);
    }
    for (name, count) in Poker.about().behaviours.iter().zip(counts) {
        assert!(count >= 10, "{name}: {count} of 20,000");
    }
}

/// From whatever deal a mutant is found with, taking the first simpler one
/// that still fails ends at low cards in order.
#[test]
fn simplifying_ends_at_readable_deals() {
    for mutant in Poker.mutants() {
        let Program::Cases(run) = mutant.program else { panic!("not a program over cases") };
        let fails = |deal: &Instance| run(&Poker, deal) != Poker.solve(deal);
        let mut deal = generated(Scope::Small, 47, 30_000).into_iter().find(fails).unwrap();
        loop {
            let simpler = simpler(&Poker, &deal).find(fails);
            match simpler {
                Some(simpler) => {
                    assert!(order(&Poker, &simpler) < order(&Poker, &deal));
                    deal = simpler;
                }
                None => break,
            }
        }
        let text = canonical(&Poker, &[deal]);
        let words: Vec<&str> = text.split_whitespace().skip(1).collect();
        for group in [&words[..2], &words[2..4], &words[4..]] {
            assert!(group.is_sorted(), "{}:\n{text}", mutant.name);
        }
        assert_eq!(words[0], "2C", "{}:\n{text}", mutant.name);
    }
}

#[test]
fn explanations_fit_a_terminal() {
    for deal in generated(Scope::Full, 48, 300) {
        for lang in [Lang::En, Lang::Zh] {
            let text = Poker.explain(&deal, lang);
            // Headline, cards, six picks, 20 splits; blank lines and titles.
            assert_eq!(text.lines().count(), 2 + 1 + 7 + 1 + 21);
            for line in text.lines() {
                assert!(columns(line) <= 80, "{}: {line}", columns(line));
            }
            let answer = Poker.solve(&deal);
            let headline = text.lines().next().unwrap();
            assert_eq!(headline.contains("Alice"), answer == Answer::Alice, "{headline}");
            assert_eq!(headline.contains("Bob"), answer == Answer::Bob, "{headline}");
        }
    }
}

/// Columns of a line on a terminal: escapes have none, Chinese characters two.
fn columns(line: &str) -> usize {
    let mut columns = 0;
    let mut escape = false;
    for c in line.chars() {
        match c {
            '\x1B' => escape = true,
            'm' if escape => escape = false,
            _ if escape => {}
            _ => columns += if c.is_ascii() { 1 } else { 2 },
        }
    }
    columns
}

#[test]
fn zeros_make_the_first_deal() {
    let deal = of_size(&Poker, Scope::Full, DEAL, &mut Zeros);
    let mut text = String::new();
    let zeros: &mut dyn Choices = &mut Zeros;
    write(&Poker, &[deal], Layout::Free, zeros, &mut text);
    assert_eq!(text, "1\n2C 2D\n2H 2S\n3C 3D 3H 3S 4C 4D\n");
    assert_eq!(simpler(&Poker, &deal).count(), 0, "nothing is smaller than the first text");
}
