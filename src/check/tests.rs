//! What is found, how small it gets, and what is said of it.

use super::*;
use arbitrary::Arbitrary;
use std::cell::Cell;
use std::num::NonZeroU8;

/// However busy the machine is.
const LONG: Duration = Duration::from_secs(3600);

fn numbers(choices: &mut dyn Choices) -> Vec<u32> {
    choices.list(0, 30, |choices| choices.between(1, 1_000_000_000))
}

/// What is said, of a comparison that must fail.
fn said<T: Debug, A: PartialEq + Debug>(
    comparison: Comparison<impl Fn(&mut dyn Choices) -> T, impl Fn(&T) -> A, impl Fn(&T) -> A>,
) -> String {
    comparison.time(LONG).outcome().unwrap_err()
}

/// The lines below `input`.
fn input(message: &str) -> String {
    let (_, below) = message.split_once("\ninput\n").expect("an input");
    below.lines().take_while(|line| line.starts_with("  ")).map(str::trim_start).collect()
}

/// `DUIPAI_SEED=1 DUIPAI_AT=2`, as numbers.
fn repeated(message: &str) -> (u64, u64) {
    let value = |variable: &str| {
        let (_, behind) = message.split_once(&format!("{variable}=")).expect("a line");
        behind.split(' ').next().unwrap().parse().unwrap()
    };
    (value(SEED_VARIABLE), value(AT_VARIABLE))
}

/// Whether no neighbours are equal; wrong where only the last two are.
fn distinct(list: &[u32]) -> bool {
    list.windows(2).rev().skip(1).all(|pair| pair[0] != pair[1])
}

fn distinct_naive(list: &[u32]) -> bool {
    list.windows(2).all(|pair| pair[0] != pair[1])
}

#[test]
fn what_differs_is_the_smallest_that_does() {
    for seed in 0..5 {
        let wrong =
            Comparison::new(numbers, |list| distinct(list), |list| distinct_naive(list)).seed(seed);
        let message = said(wrong);
        assert_eq!(input(&message), "[1, 1]");
        assert!(message.starts_with("the two functions differ\nminimised from "), "{message}");
        assert!(message.contains("; 1-minimal: no single simplification still fails\n"));
        assert!(message.contains("\n- wanted   + given\n- false\n+ true\n"), "{message}");
        assert_eq!(repeated(&message).0, seed);
    }
    // However the list is made.
    let plain = |choices: &mut dyn Choices| -> Vec<u32> {
        let n = choices.up_to(30);
        (0..n).map(|_| choices.between(1, 1_000_000_000)).collect()
    };
    let message = said(Comparison::new(plain, |list| distinct(list), |list| distinct_naive(list)));
    assert_eq!(input(&message), "[1, 1]");
}

#[test]
fn seed_and_index_repeat_it() {
    let wrong = || Comparison::new(numbers, |list| distinct(list), |list| distinct_naive(list));
    let without_time = |message: String| {
        let (before, behind) = message.split_once(" tries, ").unwrap();
        format!("{before}{}", behind.split_once(" s;").unwrap().1)
    };
    let first = said(wrong().seed(3));
    let (seed, index) = repeated(&first);
    let again = said(wrong().seed(seed).at(index));
    assert_eq!(without_time(again), without_time(first.clone()));
    assert!(first.ends_with(&format!("cargo test {}\n", report::name().unwrap())), "{first}");
    // Alone: the case ahead of it holds.
    assert_eq!(wrong().seed(seed).at(index - 1).outcome(), Ok(1));
}

#[test]
fn a_panic_of_the_fast_function_is_a_finding() {
    let fast = |list: &Vec<u32>| match list[..] {
        [.., 7] => panic!("the last is seven"),
        [_, _, third, ..] if third > 500 => panic!("the third is {third}"),
        _ => list.len(),
    };
    let message = said(Comparison::new(numbers, fast, |list| list.len()).seed(1));
    // It keeps its place: a list that ends with 7 is smaller.
    assert_eq!(input(&message), "[1, 1, 501]");
    let head = message.lines().next().unwrap();
    let (who, why) = head.split_once("check/tests.rs:").expect(head);
    assert!(who.starts_with("the fast function panicked at "), "{head}");
    assert!(why.ends_with(": the third is 501"), "{head}");
    assert!(!message.contains("wanted"), "{message}");
}

#[test]
fn a_panic_of_the_naive_function_is_its_own() {
    let naive = |list: &Vec<u32>| list.iter().max().copied().unwrap();
    // Nothing is said of the fast one, though it panics too.
    let message = said(Comparison::new(numbers, |list| list[0], naive));
    assert!(message.starts_with("the naive function panicked at "), "{message}");
    assert!(message.contains("called `Option::unwrap()` on a `None` value"), "{message}");
    assert_eq!(input(&message), "[]");
}

#[test]
fn what_cannot_be_made_is_nobodys_but_makes() {
    let make = |choices: &mut dyn Choices| {
        let number = choices.below(1000);
        assert!(number < 900, "no more cards");
        number
    };
    let message = said(Comparison::new(make, |n| n + 1, |n| n + 1));
    assert!(message.starts_with("what makes the inputs, or shows them, panicked at "));
    assert!(message.contains(": no more cards\nneither function was asked\n"), "{message}");
    let (seed, index) = repeated(&message);
    assert_eq!(Comparison::new(make, |n| n + 1, |n| n + 1).seed(seed).at(index).outcome(), {
        Err(message)
    });
    // On the way down it is only a candidate that does not count.
    let make = |choices: &mut dyn Choices| {
        let number = choices.below(1000);
        assert!(number != 100, "this one is missing");
        number
    };
    let message = said(Comparison::new(make, |n| *n < 100, |_| true).cases(200).seed(2));
    assert_eq!(input(&message), "101");
}

#[derive(Debug, Clone, PartialEq)]
struct Hand {
    cards: Vec<u16>,
    trump: NonZeroU8,
}

// As `derive(Arbitrary)` does it, but for a trump that must not be 0.
impl<'a> Arbitrary<'a> for Hand {
    fn arbitrary(u: &mut ::arbitrary::Unstructured<'a>) -> ::arbitrary::Result<Self> {
        let (cards, trump) = (u.arbitrary()?, u.arbitrary()?);
        let trump = NonZeroU8::new(trump).ok_or(::arbitrary::Error::IncorrectFormat)?;
        Ok(Self { cards, trump })
    }
}

#[test]
fn an_arbitrary_type_is_made_and_shrunk() {
    let fast = |hand: &Hand| hand.cards.iter().filter(|card| **card >= 300).count() % 12;
    let naive = |hand: &Hand| hand.cards.iter().filter(|card| **card >= 300).count();
    let message = said(Comparison::new(crate::arbitrary::<Hand>, fast, naive));
    // Low bytes come first: 0, 2 is plainer than 44, 1.
    let shown = input(&message);
    let numbers =
        shown.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<u32>().ok());
    let (cards, trump): (Vec<u32>, Vec<u32>) = numbers.partition(|number| *number >= 300);
    assert_eq!((cards.len(), trump), (12, vec![1]), "{message}");
    assert!(message.contains("- 12\n+ 0\n"), "{message}");
    // Fixed sizes, empty types, and strings.
    let same = |number: &(u64, [i8; 3])| number.0;
    assert_eq!(
        Comparison::new(crate::arbitrary, same, same).cases(300).time(LONG).outcome(),
        Ok(300)
    );
    assert_eq!(Comparison::new(crate::arbitrary::<()>, |_| 1, |_| 1).cases(9).outcome(), Ok(9));
    let message = said(Comparison::new(
        crate::arbitrary::<String>,
        |text| text.len(),
        |text| text.chars().count(),
    ));
    assert!(input(&message).ends_with("\\u{80}\""), "{message}");
}

/// Lengths and values: every kind of them comes.
#[test]
fn arbitrary_lists_are_short_and_long() {
    let lengths = Cell::new([0_u32; 3]);
    let count = |list: &Vec<u32>| {
        let mut counts = lengths.get();
        counts[usize::from(!list.is_empty()) + usize::from(list.len() > 20)] += 1;
        lengths.set(counts);
    };
    Comparison::new(crate::arbitrary, count, |_| ()).cases(1_000).time(LONG).outcome().unwrap();
    assert!(lengths.get().iter().all(|count| *count > 30), "{:?}", lengths.get());
}

#[test]
fn a_type_that_cannot_be_made_is_told() {
    #[derive(Debug)]
    struct Never;
    impl<'a> Arbitrary<'a> for Never {
        fn arbitrary(_: &mut ::arbitrary::Unstructured<'a>) -> ::arbitrary::Result<Self> {
            Err(::arbitrary::Error::IncorrectFormat)
        }
    }
    let message = said(Comparison::new(crate::arbitrary::<Never>, |_| 0, |_| 0));
    assert!(message.contains("Never refuses 100 byte strings in a row: "), "{message}");
}

#[test]
fn nothing_found_says_how_much_was_compared() {
    let same = |list: &Vec<u32>| list.len();
    assert_eq!(Comparison::new(numbers, same, same).time(LONG).outcome(), Ok(10_000));
    assert_eq!(Comparison::new(numbers, same, same).cases(0).outcome(), Ok(1));
    // The last that there is.
    assert_eq!(Comparison::new(numbers, same, same).at(u64::MAX).outcome(), Ok(1));
    // One case, and the time is over.
    let slow = |_: &Vec<u32>| std::thread::sleep(Duration::from_millis(2));
    assert_eq!(Comparison::new(numbers, slow, slow).time(Duration::ZERO).outcome(), Ok(1));
}

/// A function that counts its calls gives no steady answers.
#[test]
fn what_does_not_repeat_is_said_so() {
    let calls = Cell::new(0);
    let moody = |_: &u32| {
        calls.set(calls.get() + 1);
        calls.get() == 5
    };
    let message = said(Comparison::new(|choices| choices.below(9), moody, |_| false));
    assert!(message.contains("\nnot steady: "), "{message}");
}

#[test]
fn answers_that_look_alike_are_said_to_differ() {
    let nan = |_: &u32| f64::NAN;
    let message = said(Comparison::new(|choices| choices.below(9), nan, nan));
    assert!(message.contains("\nwanted and given look alike, but `==` says"), "{message}");
}

#[test]
fn large_values_are_shown_in_lines_and_cut() {
    let make = |_: &mut dyn Choices| vec![123_456_789; 1_000];
    let fast = |list: &Vec<u32>| [&list[..500], &[0], &list[501..]].concat();
    let message = said(Comparison::new(make, fast, Vec::clone));
    assert!(message.contains("  … 802 more lines\n"), "{message}");
    assert!(message.contains("-     123456789,\n+     0,\n"), "{message}");
    assert!(message.lines().count() < 230, "{}", message.lines().count());
}
