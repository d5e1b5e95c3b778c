//! Fishing Game: laws, anchors, exhaustive comparisons, texts.

use crate::common::of_size;
use duipai::choices::{Choices, Odometer, Random};
use duipai::laws;
use duipai::problem::text::{canonical, order, parse, simpler};
use duipai::problem::{Lang, Problem, Scope, Size, TextError};
use duipai::problems::fishing::Fishing;
use duipai_reference::fishing::{Deal, cards, steps};
use std::time::Duration;

#[path = "../../benches/baselines/fishing.rs"]
#[allow(unreachable_pub)]
mod baseline;

#[test]
fn laws() {
    laws::check(&Fishing);
}

fn deal(text: &str) -> Deal {
    let deals = parse(&Fishing, text.as_bytes()).unwrap();
    assert_eq!(deals.len(), 1);
    deals[0].clone()
}

fn solved(text: &str) -> String {
    let mut out = Vec::new();
    Fishing.solve_text(Box::new(text.as_bytes()), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// All shapes of deals with n pairs a hand, as their plainest deals.
fn shapes(n: u32) -> Vec<Deal> {
    let mut odometer = Odometer::new();
    let mut all = Vec::new();
    while odometer.start() {
        all.push(of_size(&Fishing, Scope::Tiny, Size(n.into(), 0), &mut odometer));
    }
    all
}

/// A deal without own pairs.
fn no_own_pairs(n: u16) -> Deal {
    let range = |from: u16| (n * from + 1)..=(n * (from + 1));
    Deal::new([
        range(0).chain(range(1)).collect(),
        range(1).chain(range(2)).collect(),
        range(2).chain(range(0)).collect(),
    ])
    .unwrap()
}

#[test]
fn the_sample() {
    let sample = deal("1 1\n1 2\n3 3\n2 1\n");
    assert_eq!(cards::ways(&sample), 2);
    assert_eq!(steps::ways(&sample), 2);
    assert_eq!(Fishing.solve(&sample), 2);
    assert_eq!(solved("1 1\n1 2\n3 3\n2 1\n"), "2\n");
}

#[test]
fn anchors() {
    assert_eq!(Fishing.solve(&deal("1 1\n1 3\n1 2\n2 3\n")), 7);
    assert_eq!(Fishing.solve(&no_own_pairs(99)), 509_809_125);
    assert_eq!(baseline::fishing(&no_own_pairs(99)), 509_809_125);
}

/// Three different programs agree on every shape for n ≤ 2, also under other
/// names and orders.
#[test]
fn every_small_shape_card_by_card() {
    for (n, count) in [(1, 5), (2, 15)] {
        let shapes = shapes(n);
        assert_eq!(shapes.len(), count);
        for (at, plain) in shapes.iter().enumerate() {
            let want = cards::ways(plain);
            let mut random = Random::new(1, u64::from(n) << 32 | at as u64);
            for _ in 0..10 {
                let text = canonical(&Fishing, std::slice::from_ref(plain));
                let other = mixed(plain, &mut random);
                assert_eq!(cards::ways(&other), want, "{text}");
                assert_eq!(steps::ways(&other), want, "{text}");
                assert_eq!(Fishing.solve(&other), want, "{text}");
                assert_eq!(baseline::fishing(&other), want, "{text}");
            }
        }
    }
}

/// Other names and another order of the cards.
fn mixed(deal: &Deal, random: &mut Random) -> Deal {
    let random: &mut dyn Choices = random;
    let mut names: Vec<u16> = (1..=3 * deal.n() as u16).collect();
    random.shuffle(&mut names);
    let mut hands = deal
        .hands()
        .each_ref()
        .map(|hand| hand.iter().map(|value| names[usize::from(*value) - 1]).collect::<Vec<_>>());
    for hand in &mut hands {
        random.shuffle(hand);
    }
    Deal::new(hands).unwrap()
}

/// The card by card recursion on larger deals with many own pairs.
#[test]
fn larger_deals_card_by_card() {
    let mut walked = 0;
    for n in 3..=4 {
        for deal in shapes(n) {
            if cards::cost(&deal).is_some_and(|cost| cost < Duration::from_millis(100)) {
                walked += 1;
                assert_eq!(cards::ways(&deal), steps::ways(&deal));
                assert_eq!(cards::ways(&deal), Fishing.solve(&deal));
            }
        }
    }
    assert!(walked >= 20, "{walked}");
}

#[test]
fn every_shape_with_a_memory() {
    for n in 3..=8 {
        for deal in shapes(n) {
            let want = steps::ways(&deal);
            assert_eq!(Fishing.solve(&deal), want, "{deal:?}");
            assert_eq!(baseline::fishing(&deal), want, "{deal:?}");
        }
    }
    for deal in shapes(12).iter().step_by(7) {
        assert_eq!(Fishing.solve(deal), steps::ways(deal), "{deal:?}");
    }
}

/// Where the table of small deals ends, passes begin.
#[test]
fn middle_sizes_against_the_baseline() {
    for n in [31, 32, 33, 34, 40, 57] {
        for i in 0..6 {
            let deal = of_size(&Fishing, Scope::Full, Size(n, 0), &mut Random::new(5, i));
            assert_eq!(Fishing.solve(&deal), baseline::fishing(&deal), "{deal:?}");
        }
    }
}

/// n = 2000 is read and solved; few cards are left after the first discard, so
/// that it does not take seconds.
#[test]
fn the_largest_deal() {
    let n = 2000u16;
    let left = 50;
    let small = no_own_pairs(left);
    let mut hands = small.hands().clone();
    let mut value = 3 * left;
    for hand in &mut hands {
        for _ in left..n {
            value += 1;
            hand.extend([value, value]);
        }
    }
    let large = Deal::new(hands).unwrap();
    assert_eq!(Fishing.solve(&large), Fishing.solve(&small));
    let text = canonical(&Fishing, std::slice::from_ref(&large));
    assert_eq!(solved(&text), format!("{}\n", Fishing.solve(&small)));
    assert!(Fishing.promised(&large).is_err());
    assert!(Fishing.promised(&small).is_ok());
    assert_eq!((cards::cost(&large), steps::cost(&large)), (None, None));
}

/// A document is solved in chunks, with one table for all of them.
#[test]
fn many_deals_in_one_document() {
    for n in [1, 40] {
        let mut random = Random::new(8, n);
        let size = Size(n, 0);
        let some: Vec<Deal> =
            (0..50).map(|_| of_size(&Fishing, Scope::Full, size, &mut random)).collect();
        let cases: Vec<Deal> = some.iter().cycle().take(5000).cloned().collect();
        let want: String =
            Fishing.solve_all(&cases).iter().map(|ways| format!("{ways}\n")).collect();
        let text = canonical(&Fishing, &cases);
        assert_eq!(solved(&text), want);
        // Damaged at its end: what stands before the damage is answered.
        let mut out = Vec::new();
        let result = Fishing.solve_text(Box::new(&text.as_bytes()[..text.len() - 2]), &mut out);
        assert!(matches!(result, Err(TextError::Input(_))), "{result:?}");
        assert_eq!(out.iter().filter(|byte| **byte == b'\n').count(), 4999);
        assert!(want.as_bytes().starts_with(&out));
    }
}

/// Moving the players up is no symmetry, because A begins.
#[test]
fn the_order_of_the_players_matters() {
    let differs = shapes(3).iter().any(|deal| {
        let mut hands = deal.hands().clone();
        hands.rotate_left(1);
        Fishing.solve(&Deal::new(hands).unwrap()) != Fishing.solve(deal)
    });
    assert!(differs);
}

const VALID: &str = "2 2\n1 2 3 4\n1 5 2 6\n3 5 4 6\n1 1 2 3\n2 4 5 3\n4 5 6 6\n";

#[test]
fn any_white_space_is_accepted() {
    let want = parse(&Fishing, VALID.as_bytes()).unwrap();
    let crlf = VALID.replace('\n', "\r\n");
    let tabs = VALID.replace(' ', "\t  ");
    let one_line = VALID.replace('\n', " ");
    let blank_lines = format!("\n\n{VALID}\n \n\t\r\n");
    let one_a_line = VALID.replace(' ', "\n\n");
    let zeros = VALID.replace(' ', " 00");
    let all =
        [&crlf, &tabs, &one_line, &blank_lines, &one_a_line, &zeros, VALID.trim_end() as &str];
    for text in all {
        assert_eq!(parse(&Fishing, text.as_bytes()).as_ref(), Ok(&want), "{text:?}");
        assert_eq!(solved(text), solved(VALID), "{text:?}");
    }
}

#[test]
fn bad_texts_are_refused_with_a_reason() {
    let third = "expected card 2 of the 2 of player C in deal 1 to be a value that has occurred at \
                 most once so far, found `1` for the third time";
    let long = "9".repeat(100);
    let long = format!("1 1\n1 2 {long}\n");
    let shown = format!(
        "2:5: expected card 1 of the 2 of player B in deal 1 {RANGE}, found `{}…`",
        &long[8..48]
    );
    const RANGE: &str = "(a whole number from 1 to 3)";
    let card = |player, rest: &str| {
        format!("expected card 2 of the 2 of player {player} in deal 1 {RANGE}, {rest}")
    };
    for (text, want) in [
        ("", "1:1: expected n (a whole number from 1 to 2000), found the end of the file".to_owned()),
        ("\n \n", "3:1: expected n (a whole number from 1 to 2000), found the end of the file".into()),
        ("0 1", "1:1: expected n (a whole number from 1 to 2000), found `0`".into()),
        ("2001 1", "1:1: expected n (a whole number from 1 to 2000), found `2001`".into()),
        ("-1 1", "1:1: expected n (a whole number from 1 to 2000), found `-1`".into()),
        ("1.0 1", "1:1: expected n (a whole number from 1 to 2000), found `1.0`".into()),
        ("1", "1:2: expected T, the number of deals (a whole number from 1), found the end of the file".into()),
        ("1 0\n", "1:3: expected T, the number of deals (a whole number from 1), found `0`".into()),
        ("1 x\n", "1:3: expected T, the number of deals (a whole number from 1), found `x`".into()),
        ("1 18446744073709551616\n", "1:3: expected T, the number of deals (a whole number from 1), found `18446744073709551616`".into()),
        ("1 1\n1 2\n3\n", format!("4:1: {}", card("B", "found the end of the file"))),
        ("1 1\n1 2\n3 a\n2 1\n", format!("3:3: {}", card("B", "found `a`"))),
        ("1 1\n1 2\n3 0\n2 1\n", format!("3:3: {}", card("B", "found `0`"))),
        ("1 1\n1 2\n3 4\n2 1\n", format!("3:3: {}", card("B", "found `4`"))),
        ("1 1\n1 2\n3 -3\n2 1\n", format!("3:3: {}", card("B", "found `-3`"))),
        ("1 1\n1 2\n3 +3\n2 1\n", format!("3:3: {}", card("B", "found `+3`"))),
        ("1 1\n1 2\n3 65539\n2 1\n", format!("3:3: {}", card("B", "found `65539`"))),
        ("1 1\n1 2\n3 3.\n2 1\n", format!("3:3: {}", card("B", "found `3.`"))),
        (&long, shown),
        ("1 1\n1 2\n3 1\n2 1\n", format!("4:3: {third}")),
        ("1 1\n1 2\n3 3\n2 1\n1", "5:1: expected the end of the file after the only deal, found `1`".into()),
        (
            "1 2\n1 2\n3 3\n2 1\n1 1 2 2 3 3\nx",
            "6:1: expected the end of the file after the last of 2 deals, found `x`".into(),
        ),
        (
            "1 2\n1 2\n3 3\n2 1\n",
            "5:1: expected card 1 of the 2 of player A in deal 2 (a whole number from 1 to 3), \
             found the end of the file"
                .into(),
        ),
        ("1 99999999999\n1 2\n3 3\n2 1\n7", format!(
            "5:1: expected card 1 of the 2 of player A in deal 2 {RANGE}, found `7`"
        )),
    ] {
        refused(text.as_bytes(), &want);
    }
    refused(b"1 1\n1 2\n3 \xFF\n2 1\n", "3:3: expected text in UTF-8, found the byte 0xFF");
    refused(
        b"1 1\n1 2\n3 3\n2 1\n\x00",
        "5:1: expected the end of the file after the only deal, found `\\0`",
    );
    refused(
        b"\xEF\xBB\xBF1 1\n",
        "1:1: expected plain text, found a UTF-8 byte order mark; save the file without it",
    );
}

/// Reader and solver both say exactly this.
fn refused(text: &[u8], want: &str) {
    let shown = String::from_utf8_lossy(text);
    match parse(&Fishing, text) {
        Ok(_) => panic!("accepted:\n{shown}"),
        Err(error) => assert_eq!(error.to_string(), want, "for\n{shown}"),
    }
    match Fishing.solve_text(Box::new(text), &mut Vec::new()) {
        Ok(()) => panic!("solved:\n{shown}"),
        Err(error) => assert_eq!(error.to_string(), want, "for\n{shown}"),
    }
}

/// A document cut off anywhere is refused, save where only its last newline is
/// gone.
#[test]
fn every_truncation() {
    for end in 0..VALID.len() - 1 {
        let text = &VALID.as_bytes()[..end];
        assert!(parse(&Fishing, text).is_err(), "{end}");
        let mut out = Vec::new();
        assert!(Fishing.solve_text(Box::new(text), &mut out).is_err(), "{end}");
        assert!(solved(VALID).as_bytes().starts_with(&out));
    }
}

/// Greedy descent, as the minimiser does it, from large deals.
#[test]
fn descent_ends_at_plain_small_deals() {
    let descend = |start: Deal, fails: &dyn Fn(&Deal) -> bool| {
        let mut current = start;
        loop {
            let next = simpler(&Fishing, &current).find(|next| fails(next));
            let Some(next) = next else { break };
            assert!(order(&Fishing, &next) < order(&Fishing, &current));
            current = next;
        }
        canonical(&Fishing, std::slice::from_ref(&current))
    };
    for mutant in Fishing.mutants() {
        let duipai::problem::Program::Cases(wrong) = mutant.program else { continue };
        let fails = |deal: &Deal| wrong(&Fishing, deal) != Fishing.solve(deal);
        let least = (1..=5)
            .find_map(|n| {
                let failing = shapes(n).into_iter().filter(|deal| fails(deal));
                failing.map(|deal| canonical(&Fishing, &[deal])).min()
            })
            .unwrap();
        for i in 0..20 {
            let start = of_size(&Fishing, Scope::Full, Size(20, 0), &mut Random::new(30, i));
            if fails(&start) {
                assert_eq!(descend(start, &fails), least, "{}", mutant.name);
            }
        }
    }
    // Nothing but the order of B's cards.
    let start = of_size(&Fishing, Scope::Full, Size(9, 0), &mut Random::new(31, 1));
    let text = descend(start, &|deal| deal.hands()[1].is_sorted());
    assert_eq!(text, "1 1\n1 1\n2 2\n3 3\n");
}

#[test]
fn explanations_fit_a_terminal() {
    let mut deals: Vec<Deal> = (1..=4).flat_map(shapes).collect();
    deals.push(no_own_pairs(5));
    deals.push(no_own_pairs(99));
    for deal in &deals {
        for lang in [Lang::En, Lang::Zh] {
            let text = plain(&Fishing.explain(deal, lang));
            for line in text.lines() {
                let columns: usize =
                    line.chars().map(|c| if c as u32 >= 0x2E80 { 2 } else { 1 }).sum();
                assert!(columns <= 80, "{columns}: {line}");
            }
            let answer = Fishing.solve(deal).to_string();
            assert!(text.trim_end().ends_with(&answer), "{text}");
        }
    }
    let text = plain(&Fishing.explain(&deal("1 1\n1 3\n1 2\n2 3\n"), Lang::En));
    assert_eq!(text, EXPLAINED);
}

const EXPLAINED: &str = "\
n = 1: 3 values, two cards of each, 2 cards a hand
  A  own pairs: 0, cards left: 2
     1 3
  B  own pairs: 0, cards left: 2
     1 2
  C  own pairs: 0, cards left: 2
     2 3
Pairs split between two players: B-C 1, A-C 1, A-B 1
Round 1
  B-C A-C A-B  ways so far × ways from here
    1   1   1  1 × 7
Round 2
  B-C A-C A-B  ways so far × ways from here
    2   0   0  1 × 2
    0   0   2  2 × 2
Round 3
  B-C A-C A-B  ways so far × ways from here
    0   0   1  2 × 1
Cut, because a round made no pair: 2 ways
Over inside a round: 2 ways
Over at the end of a round: 5 ways
In all: 7 ways
Number of ways modulo 1000000007: 7
";

/// Without the escapes of styles.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut escape = false;
    for c in text.chars() {
        match c {
            '\u{1b}' => escape = true,
            'm' if escape => escape = false,
            _ if escape => {}
            c => out.push(c),
        }
    }
    out
}
