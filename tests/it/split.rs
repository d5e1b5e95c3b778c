//! 张昌蒲严教: the laws, the rulings, and the solver against the naive program.

use crate::common::of_size;
use duipai::choices::{Choices, Odometer, Random};
use duipai::problem::text::{canonical, order, parse, simpler, write};
use duipai::problem::{BrokenPromise, Lang, Layout, Problem, Scope, Size, TextError};
use duipai::problems::split::{Answer, Instance, Listing, Split, count};
use duipai::verdict::Verdict;
use duipai_reference::split as reference;

#[path = "../../benches/baselines/split.rs"]
mod baseline;

fn cards(values: &[u8]) -> Instance {
    Instance { values: values.to_vec() }
}

fn printed(answer: &Answer) -> String {
    let mut text = String::new();
    Split.print(answer, &mut text).unwrap();
    text
}

/// What the whole program makes of a text.
fn solved(text: &[u8]) -> Result<String, TextError> {
    let mut out = Vec::new();
    Split.solve_text(Box::new(text), &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

fn listing(answer: Answer) -> Listing {
    match answer {
        Answer::Listing(listing) => listing,
        Answer::TooMany { count } => panic!("{count} schemes"),
    }
}

fn view(name: &str, instance: &Instance) -> String {
    let view = Split.views().iter().find(|view| view.name == name).unwrap();
    (view.run)(&Split, instance).unwrap()
}

#[test]
fn laws() {
    duipai::laws::check(&Split);
}

#[test]
fn any_number_of_equal_cards_may_be_left_over() {
    assert_eq!(solved(b"1 1 1 1\n").unwrap(), "方案1：1+1=1+1\n方案2：1=1\n");
}

#[test]
fn the_listing_is_in_canonical_order() {
    let want = "方案1：1+1+12=2+12\n方案2：1+12=1+12\n方案3：1+1=2\n方案4：1=1\n方案5：12=12\n";
    assert_eq!(solved(b"12 2 1 12 1").unwrap(), want);
    // Ties by the left side as a sequence of numbers, 2 before 10, then by the
    // right side.
    let all = solved(b"10 2 3 5 8 9 1 1").unwrap();
    let four: Vec<&str> = all
        .lines()
        .filter_map(|line| line.split('：').nth(1))
        .filter(|scheme| scheme.matches(['+', '=']).count() == 3 && scheme.starts_with("1+"))
        .collect();
    let want = ["1+1+3=5", "1+1+8=10", "1+2+5=8", "1+3+5=9", "1+9=2+8", "1+10=2+9", "1+10=3+8"];
    assert_eq!(four, want);
}

#[test]
fn no_scheme_prints_nothing() {
    assert_eq!(solved(b"1 2 4 8").unwrap(), "");
    assert_eq!(solved(b"13").unwrap(), "");
}

/// Every multiset of a size, as the odometer gives them.
fn all_hands(size: u32) -> Vec<Instance> {
    let mut hands = Vec::new();
    let mut odometer = Odometer::new();
    while odometer.start() {
        hands.push(of_size(&Split, Scope::Tiny, Size(size.into(), 0), &mut odometer));
    }
    hands
}

#[test]
fn solver_and_naive_program_agree_on_every_small_hand() {
    let mut hands = 0;
    for size in 1..=6 {
        for instance in all_hands(size) {
            hands += 1;
            let want = reference::solve(&instance);
            assert_eq!(Split.solve(&instance), want, "{instance:?}");
            let text = canonical(&Split, std::slice::from_ref(&instance));
            assert_eq!(solved(text.as_bytes()).unwrap(), printed(&want), "{text}");
            let number = listing(want).len();
            assert_eq!(view("count", &instance), format!("{number}\n"), "{text}");
        }
    }
    // C(19, 6) − 1 multisets of up to six values.
    assert_eq!(hands, 27_131);
}

#[test]
fn solver_and_naive_program_agree_on_seven_cards() {
    let hands = all_hands(7);
    assert_eq!(27_131 + hands.len(), 77_519);
    // A third of them, and in another order of input.
    let mut random = Random::new(7, 0);
    for mut instance in hands.into_iter().step_by(3) {
        let want = reference::solve(&instance);
        <dyn Choices>::shuffle(&mut random, &mut instance.values);
        assert_eq!(Split.solve(&instance), want, "{instance:?}");
    }
}

#[test]
fn solver_and_naive_program_agree_on_contest_size() {
    for i in 0..30 {
        let mut random = Random::new(8, i);
        let instance = of_size(&Split, Scope::Full, Size(9 + i % 3, 0), &mut random);
        assert_eq!(Split.solve(&instance), reference::solve(&instance), "{instance:?}");
    }
}

#[test]
fn the_baseline_agrees() {
    for i in 0..200 {
        let mut random = Random::new(9, i);
        let instance = of_size(&Split, Scope::Small, Size(1 + i % 10, 0), &mut random);
        assert_eq!(baseline::text(&instance), printed(&Split.solve(&instance)), "{instance:?}");
    }
}

/// The count modulo a prime below 2⁴⁰, by plain multiplication of polynomials.
fn plain_count(copies: &[u32; 13], prime: u64) -> u64 {
    let sum: usize = (1..).zip(copies).map(|(v, c)| v * *c as usize).sum();
    // ways[i]: deals in which left minus right is i − sum.
    let mut ways = vec![0u64; 2 * sum + 1];
    ways[sum] = 1;
    let mut symmetric = 1;
    for (value, copies) in (1i64..).zip(copies) {
        let copies = i64::from(*copies);
        let mut next = vec![0u64; ways.len()];
        for difference in -copies..=copies {
            let deals =
                (0..=copies).filter(|left| (0..=copies - left).contains(&(left - difference)));
            let deals = deals.count() as u64;
            let shift = value * difference;
            let (from, to) = ((-shift).max(0) as usize, shift.max(0) as usize);
            let length = ways.len().saturating_sub(from + to);
            for (next, ways) in next[to..].iter_mut().zip(&ways[from..]).take(length) {
                *next += deals * ways;
            }
        }
        ways = next.into_iter().map(|ways| ways % prime).collect();
        symmetric = symmetric * (copies as u64 / 2 + 1) % prime;
    }
    let half = prime.div_ceil(2);
    (u128::from((ways[sum] + symmetric) % prime) * u128::from(half) % u128::from(prime)) as u64
}

#[test]
fn counts_are_exact_beyond_any_listing() {
    // The numbers need one word, two, three and four.
    let decks = [
        [4; 13],
        [8; 13],
        [80; 13],
        [240; 13],
        [0, 3, 0, 5, 0, 20, 0, 0, 0, 7, 0, 0, 0],
        [40, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 41],
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
        [0, 0, 60, 0, 0, 0, 0, 0, 60, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 2_001, 0, 0, 0, 0, 0, 0],
    ];
    // A prime between 2³⁹ and 2⁴⁰: sums of all deals of a value fit 64 bits.
    const PRIME: u64 = (1 << 40) - 87;
    for deck in decks {
        let want = (plain_count(&deck, PRIME) + PRIME - 1) % PRIME;
        assert_eq!(count(&deck) % PRIME, want.into(), "{deck:?}");
    }
    assert_eq!(count(&[0; 13]), 0u32.into());
    // One value: k copies on each side, for k from 1 to half of them.
    assert_eq!(count(&[0, 0, 0, 0, 0, 0, 2_001, 0, 0, 0, 0, 0, 0]), 1_000u32.into());
}

#[test]
fn counts_of_two_values_are_exact_for_thousands_of_cards() {
    for copies in [5, 12, 30, 80, 300, 5_000] {
        // Values 5 and 10 balance where l − r of the first is twice r − l of
        // the second; a difference of d leaves ⌊(c − |d|) / 2⌋ + 1 ways.
        let bound = i64::from(copies);
        let ways = |d: i64| match bound - d.abs() {
            spare if spare < 0 => 0,
            spare => i128::from(spare / 2 + 1),
        };
        let ordered: i128 = (-bound..=bound).map(|d| ways(2 * d) * ways(d)).sum();
        let symmetric = i128::from(copies / 2 + 1).pow(2);
        let mut deck = [0; 13];
        (deck[4], deck[9]) = (copies, copies);
        let want = ((ordered + symmetric) / 2 - 1) as u128;
        assert_eq!(count(&deck), want.into(), "{copies} copies of 5 and 10");
    }
}

#[test]
fn a_listing_that_is_too_long_is_refused_before_anything_is_printed() {
    let deck: Vec<u8> = (1..=13).flat_map(|value| [value; 4]).collect();
    let instance = cards(&deck);
    let exact = count(&[4; 13]);
    let answer = Split.solve(&instance);
    assert_eq!(answer, Answer::TooMany { count: exact.clone() });
    let mut text = "before".to_owned();
    let refusal = Split.print(&answer, &mut text).unwrap_err();
    assert!(refusal.to_string().starts_with(&format!("{exact} schemes are too many")));
    assert_eq!(text, "before");
    let input = canonical(&Split, std::slice::from_ref(&instance));
    let mut out = Vec::new();
    let error = Split.solve_text(Box::new(input.as_bytes()), &mut out).unwrap_err();
    assert!(matches!(error, TextError::Refused(1, why) if why == refusal));
    assert!(out.is_empty());
    assert_eq!(view("count", &instance), format!("{exact}\n"));
    assert_eq!(Split.judge(&[instance], &[answer], b"").verdict, Verdict::Je);
}

#[test]
fn many_copies_of_few_values_are_listed() {
    // Sides of hundreds of cards: another way of writing.
    for (copies, other) in [(3_000, 13), (1_501, 2), (200, 7)] {
        let mut hand = vec![1u8; copies];
        hand.push(other);
        let instance = cards(&hand);
        let answer = Split.solve(&instance);
        let text = solved(canonical(&Split, std::slice::from_ref(&instance)).as_bytes()).unwrap();
        assert_eq!(text, printed(&answer));
        let (c, o) = (copies, usize::from(other));
        // Without the other card k against k; with it k against k + other.
        assert_eq!(listing(answer).len(), c / 2 + (c - o) / 2 + 1, "{copies}, {other}");
    }
    // 40,000 aces would print 800 million cards.
    assert!(matches!(Split.solve(&cards(&[1; 40_000])), Answer::TooMany { .. }));
}

#[test]
fn every_way_to_write_the_cards_is_accepted() {
    let want = cards(&[10, 1, 9]);
    for text in [
        "10 1 9\n",
        "10 1 9",
        "10 1 9\r\n",
        "10\t1   9  \n",
        "  10 1 9\n\n\n",
        "\n \r\n10 1 9\r\n\r\n \t",
        "010 01 0009\n",
        "10\x0c1 9\n",
    ] {
        assert_eq!(parse(&Split, text.as_bytes()), Ok(vec![want.clone()]), "{text:?}");
        assert_eq!(solved(text.as_bytes()).unwrap(), "方案1：1+9=10\n", "{text:?}");
    }
}

#[test]
fn bad_inputs_are_named() {
    let card = "expected the value of a card (a whole number from 1 to 13)";
    let end = "expected the end of the file after the line of cards";
    let table: &[(&[u8], String)] = &[
        (b"", format!("1:1: {card}, found the end of the file")),
        (b" \r\n\n", format!("3:1: {card}, found the end of the file")),
        (b"1 2 0\n", format!("1:5: {card}, found `0`")),
        (b"14\n", format!("1:1: {card}, found `14`")),
        (b"1 -2\n", format!("1:3: {card}, found `-2`")),
        (b"1 +2\n", format!("1:3: {card}, found `+2`")),
        (b"1 2.5", format!("1:3: {card}, found `2.5`")),
        (b"A K\n", format!("1:1: {card}, found `A`")),
        (b"1,2\n", format!("1:1: {card}, found `1,2`")),
        (
            b"7 99999999999999999999999999",
            format!("1:3: {card}, found `99999999999999999999999999`"),
        ),
        (b"1 2\n3 4\n", format!("2:1: {end}, found `3`")),
        (b"1 2\n\n  x\n", format!("3:3: {end}, found `x`")),
        (b"1 \xFF\n", "1:3: expected text in UTF-8, found the byte 0xFF".to_owned()),
        (b"1\n\x80", "2:1: expected text in UTF-8, found the byte 0x80".to_owned()),
        (b"1 \0 2", format!("1:3: {card}, found `\\0`")),
        ("１ 2".as_bytes(), format!("1:1: {card}, found `１`")),
        (
            b"\xEF\xBB\xBF1 2\n",
            "1:1: expected plain text, found a UTF-8 byte order mark; save the file without it"
                .to_owned(),
        ),
    ];
    for (text, want) in table {
        let shown = String::from_utf8_lossy(text);
        assert_eq!(parse(&Split, text).unwrap_err().to_string(), *want, "{shown}");
        assert_eq!(solved(text).unwrap_err().to_string(), *want, "{shown}");
    }
}

#[test]
fn a_text_cut_anywhere_is_read_or_refused() {
    let text = b"\r\n 13 1\t12 10  3 \r\n \r\n";
    for end in 0..=text.len() {
        let cut = &text[..end];
        // Cut before the first card, there is none; any later, what is left is
        // a valid line.
        assert_eq!(parse(&Split, cut).is_ok(), end > 3, "{end}");
        assert_eq!(solved(cut).is_ok(), end > 3, "{end}");
    }
}

#[test]
fn only_hands_of_contest_size_are_promised() {
    assert_eq!(Split.promised(&cards(&[1; 11])), Ok(()));
    let broken = Split.promised(&cards(&[1; 12])).unwrap_err();
    let want = "12 cards, but the published programs hold at most 11";
    assert_eq!(broken, BrokenPromise(want.to_owned()));
}

#[test]
fn contest_layout_is_plain() {
    let mut random = Random::new(3, 3);
    let mut text = String::new();
    write(&Split, &[cards(&[13, 1, 10])], Layout::Contest, &mut random, &mut text);
    assert_eq!(text, "13 1 10\n");
}

fn judged(hand: &[u8], output: &[u8]) -> (Verdict, String) {
    let instance = cards(hand);
    let answer = reference::solve(&instance);
    let judgement = Split.judge(&[instance], &[answer], output);
    (judgement.verdict, judgement.message)
}

#[test]
fn the_judge_leaves_free_what_is_free() {
    // Two schemes of three cards, in either order, and either side left.
    let hand = [1, 1, 2, 3];
    for output in [
        "方案1：1+1=2\n方案2：1+2=3\n方案3：1=1\n",
        "方案1：1+2=3\n方案2：1+1=2\n方案3：1=1\n",
        "方案1：3=1+2\n方案2：2=1+1\n方案3：1=1",
        "方案1：1+1=2  \r\n方案2：3=1+2\r\n方案3：1=1\r\n\r\n",
    ] {
        assert_eq!(judged(&hand, output.as_bytes()), (Verdict::Ac, String::new()), "{output}");
    }
    assert_eq!(judged(&[1, 2], b"\n").0, Verdict::Ac);
}

#[test]
fn the_judge_says_what_is_wrong() {
    let hand = [1, 1, 2, 3];
    let table = [
        ("", "missing scheme `1+1=2`: 0 lines for 3 schemes"),
        ("方案1：1+1=2\n方案2：1=1\n", "missing scheme `1+2=3`: 2 lines for 3 schemes"),
        (
            "方案1：1+1=2\n方案2：1+2=3\n方案3：1+1=2\n方案4：1=1\n",
            "line 3: `方案3：1+1=2` repeats line 1",
        ),
        (
            "方案1：1+1=2\n方案2：1+2=3\n方案3：2=1+1\n方案4：1=1\n",
            "line 3: `方案3：2=1+1` is the mirror image of line 1",
        ),
        ("方案1：1+1=3\n", "line 1: false scheme `1+1=3`: 2 against 3"),
        (
            "方案1：1+1+1=3\n",
            "line 1: false scheme `1+1+1=3`: it uses 3 cards of value 1, but there are 2",
        ),
        (
            "方案1：13=13\n",
            "line 1: false scheme `13=13`: it uses 2 cards of value 13, but there are 0",
        ),
        (
            "方案1：1+1=2\n方案2：1=1\n方案3：1+2=3\n",
            "line 3: wrong order, `方案3：1+2=3` uses 3 cards but the line before only 2",
        ),
        ("方案2：1+1=2\n", "line 1: wrong number `2`, wanted 1"),
        ("方案01：1+1=2\n", "line 1: wrong number `01`, wanted 1"),
        ("方案1：2+1=3\n", "line 1: values do not ascend (1 after 2) in `方案1：2+1=3`"),
        ("方案1：=\n", "line 1: a value is missing in `方案1：=`"),
        ("方案1：1+=1\n", "line 1: a value is missing in `方案1：1+=1`"),
        ("方案1：1=01\n", "line 1: `01` is not the value of a card in `方案1：1=01`"),
        ("方案1：14=1\n", "line 1: `14` is not the value of a card in `方案1：14=1`"),
        ("方案1：1 = 1\n", "line 1: `1 ` is not the value of a card in `方案1：1 = 1`"),
        ("方案1:1=1\n", "line 1: wanted the full-width colon `：`, got `:` in `方案1:1=1`"),
        ("1=1\n", "line 1: wanted `方案1：` and a scheme, got `1=1`"),
        ("方案1：1+1=2\n\n方案2：1=1\n", "line 2: wanted `方案2：` and a scheme, got ``"),
        ("方案1：1+1\n", "line 1: wanted `方案1：` and a scheme, got `方案1：1+1`"),
    ];
    for (output, want) in table {
        assert_eq!(judged(&hand, output.as_bytes()), (Verdict::Wa, want.to_owned()), "{output}");
    }
    let (verdict, message) = judged(&[1, 2, 4, 8], "方案1：1=1\n".as_bytes());
    assert_eq!(verdict, Verdict::Wa);
    assert!(message.contains("false scheme"), "{message}");
}

#[test]
fn the_judge_survives_anything() {
    let hand = [1, 1, 2, 3];
    let mut huge = "方案1：".as_bytes().to_vec();
    huge.extend(std::iter::repeat_n(b"1+".as_slice(), 1 << 20).flatten());
    let outputs: [Vec<u8>; 5] = [
        huge,
        vec![0xFF; 1 << 20],
        "方案1：1=1\n".repeat(100_000).into_bytes(),
        b"\xE6\x96\xB9\xE6\xA1\x88".to_vec(),
        format!("方案{}：1=1\n", "9".repeat(1 << 20)).into_bytes(),
    ];
    for output in outputs {
        let (verdict, message) = judged(&hand, &output);
        assert_eq!(verdict, Verdict::Wa);
        assert!(message.chars().count() < 200, "{message}");
    }
}

#[test]
fn the_penalty_view_marks_what_leaves_more_than_one_card() {
    let want = "方案1：1+1=2\n方案2：1+2=3\n方案3：1=1 *\n";
    assert_eq!(view("penalty", &cards(&[3, 2, 1, 1])), want);
}

/// Greedy descent to where nothing simpler still fails.
fn smallest(mut instance: Instance, fails: impl Fn(&Instance) -> bool) -> Instance {
    loop {
        let next = simpler(&Split, &instance).find(&fails);
        let Some(next) = next else { return instance };
        assert!(order(&Split, &next) < order(&Split, &instance));
        instance = next;
    }
}

#[test]
fn mistakes_shrink_to_the_smallest_hand_of_all() {
    for mutant in Split.mutants() {
        let duipai::problem::Program::Cases(run) = mutant.program else { continue };
        let fails = |instance: &Instance| run(&Split, instance) != Split.solve(instance);
        let smallest_of = |seed| {
            let mut random = Random::new(21, seed);
            Some(Split.generate(Scope::Small, &mut random)).filter(fails)
        };
        // The smallest of all hands that fail, ascending as the odometer makes
        // them or in the least order of texts.
        let smallest_size = (1..).find(|size| all_hands(*size).iter().any(fails)).unwrap();
        let all = all_hands(smallest_size);
        let want = all.iter().filter(|hand| fails(hand)).min_by_key(|hand| order(&Split, hand));
        for instance in (0..).filter_map(smallest_of).take(20) {
            let small = smallest(instance, fails);
            assert_eq!(Some(&small), want, "{}", mutant.name);
        }
    }
}

#[test]
fn explanations_fit_a_terminal() {
    let hands: [Vec<u8>; 8] = [
        vec![1],
        vec![1, 1, 2, 3],
        vec![13; 11],
        (1..=13).collect(),
        vec![1; 300],
        (1..=13).flat_map(|v| [v; 40]).collect(),
        vec![13, 12, 13, 12, 11, 1, 2, 10, 9, 9],
        vec![1, 13, 1, 13, 1, 13, 12],
    ];
    for hand in &hands {
        for lang in [Lang::En, Lang::Zh] {
            let styled = Split.explain(&cards(hand), lang);
            let plain = without_escapes(&styled);
            assert!(plain.ends_with('\n'));
            for line in plain.lines() {
                let columns: usize =
                    line.chars().map(|c| if c >= '\u{2E80}' { 2 } else { 1 }).sum();
                assert!(columns <= 80, "{columns} columns: {line}");
            }
        }
    }
    let plain = without_escapes(&Split.explain(&cards(&[3, 2, 1, 1]), Lang::En));
    let want = "4 cards, sum 7: 1 1 2 3
3 schemes

方案1：1+1=2
    1|1|
    2--|
    2 each; left over: 3

方案2：1+2=3
    1|2--|
    3----|
    3 each; left over: 1

方案3：1=1
    1|
    1|
    1 each; left over, 2 cards: 2 3
";
    assert_eq!(plain, want);
}

/// Without escape sequences (`ESC [ … m`).
fn without_escapes(styled: &str) -> String {
    let mut plain = String::new();
    let mut escaped = false;
    for c in styled.chars() {
        match (escaped, c) {
            (false, '\u{1B}') => escaped = true,
            (true, 'm') => escaped = false,
            (true, _) => {}
            (false, c) => plain.push(c),
        }
    }
    plain
}
