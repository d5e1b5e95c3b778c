//! Matching, one byte at a time.

use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson::{self, NFA};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};
use regex_syntax::hir::{Class, Hir, HirKind};

use super::parse::{self, Parsed};
use super::{PatternError, Remark};

/// The automaton of an expression may take this much: some 500,000 repeated
/// characters. (A single repeated class, such as `[a-z]{1,1000000}`, needs none.)
const MAX_AUTOMATON_BYTES: usize = 64 << 20;

/// What the lazily built states may take; they are dropped when there are more.
const CACHE_BYTES: usize = 4 << 20;

/// A regular expression that can be matched.
#[derive(Debug)]
pub struct Regex {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A class of bytes, so many times: by far the most frequent expression, and
    /// counting is enough.
    Run {
        class: Box<[bool; 256]>,
        min: u64,
        max: u64,
    },
    Automaton {
        dfa: Box<DFA>,
        cache: Box<Cache>,
    },
}

/// A match under way.
#[derive(Debug)]
pub struct Matching<'a> {
    state: State<'a>,
    /// Bytes taken.
    length: u64,
    /// The longest match among them.
    longest: Option<u64>,
}

#[derive(Debug)]
enum State<'a> {
    Run { class: &'a [bool; 256], min: u64, max: u64 },
    Automaton { dfa: &'a DFA, cache: &'a mut Cache, id: LazyStateID },
}

impl Regex {
    /// The expression of a pattern.
    ///
    /// # Errors
    ///
    /// When it is none, or its automaton would be too large.
    pub fn new(pattern: &[u8]) -> Result<Self, PatternError> {
        let Parsed { hir, .. } = parse::parse(pattern)?;
        if let Some(run) = run(&hir) {
            return Ok(Self { kind: run });
        }
        let too_large = |reason: String| PatternError { at: 0, reason };
        let nfa = thompson::Compiler::new()
            .configure(
                NFA::config()
                    .utf8(false)
                    .which_captures(thompson::WhichCaptures::None)
                    .nfa_size_limit(Some(MAX_AUTOMATON_BYTES)),
            )
            .build_from_hir(&hir)
            .map_err(|_| {
                too_large(format!("its automaton needs more than {MAX_AUTOMATON_BYTES} bytes"))
            })?;
        // All matches are followed, so that the last one seen is the longest.
        let config = DFA::config()
            .match_kind(MatchKind::All)
            .cache_capacity(CACHE_BYTES)
            .skip_cache_capacity_check(true);
        let dfa = DFA::builder()
            .configure(config)
            .build_from_nfa(nfa)
            .map_err(|error| too_large(error.to_string()))?;
        let cache = Box::new(dfa.create_cache());
        Ok(Self { kind: Kind::Automaton { dfa: Box::new(dfa), cache } })
    }

    /// What other tools read otherwise.
    pub(crate) fn remarks(pattern: &[u8]) -> Result<Vec<Remark>, PatternError> {
        Ok(parse::parse(pattern)?.remarks)
    }

    /// Begins a match.
    pub fn start(&mut self) -> Matching<'_> {
        match &mut self.kind {
            Kind::Run { class, min, max } => {
                let longest = (*min == 0).then_some(0);
                let state = State::Run { class, min: *min, max: *max };
                Matching { state, length: 0, longest }
            }
            Kind::Automaton { dfa, cache } => {
                let config = start::Config::new().anchored(Anchored::Yes);
                let dead = LazyStateID::default();
                let id = dfa.start_state(cache, &config).unwrap_or(dead);
                Matching { state: State::Automaton { dfa, cache, id }, length: 0, longest: None }
            }
        }
    }
}

impl Matching<'_> {
    /// Takes a byte, or the end of the input. Returns whether a longer match is
    /// still possible: if not, nothing more may be given to it.
    pub fn take(&mut self, byte: Option<u8>) -> bool {
        match &mut self.state {
            State::Run { class, min, max } => {
                let Some(byte) = byte else { return false };
                if self.length == *max || !class[usize::from(byte)] {
                    return false;
                }
                self.length += 1;
                if self.length >= *min {
                    self.longest = Some(self.length);
                }
                self.length < *max
            }
            State::Automaton { dfa, cache, id } => {
                // The cache is cleared as often as it takes, so that there is no
                // failure; a state that cannot be had ends the match.
                let next = match byte {
                    Some(byte) => dfa.next_state(cache, *id, byte),
                    None => dfa.next_eoi_state(cache, *id),
                };
                let Ok(next) = next else { return false };
                *id = next;
                // A match is seen one byte late.
                if next.is_match() {
                    self.longest = Some(self.length);
                }
                self.length += u64::from(byte.is_some());
                byte.is_some() && !next.is_dead() && !next.is_quit()
            }
        }
    }

    /// The length of the longest match of the bytes taken.
    pub fn longest(&self) -> Option<u64> {
        self.longest
    }
}

/// A repeated class, if the expression is no more than that.
fn run(hir: &Hir) -> Option<Kind> {
    let (sub, min, max) = match hir.kind() {
        HirKind::Repetition(repetition) => {
            let max = repetition.max.map_or(u64::MAX, u64::from);
            (&*repetition.sub, u64::from(repetition.min), max)
        }
        _ => (hir, 1, 1),
    };
    let mut class = Box::new([false; 256]);
    match sub.kind() {
        HirKind::Class(Class::Bytes(bytes)) => {
            for range in bytes.iter() {
                class[usize::from(range.start())..=usize::from(range.end())].fill(true);
            }
        }
        HirKind::Literal(literal) if literal.0.len() == 1 => {
            class[usize::from(literal.0[0])] = true;
        }
        _ => return None,
    }
    Some(Kind::Run { class, min, max })
}

// A match has as many states as the expression at most, which the largest
// automaton can number.
const _: () = assert!(MAX_AUTOMATON_BYTES < StateID::MAX.as_usize());

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest match at the start of a text, and how much of it was looked
    /// at.
    fn longest(pattern: &str, text: &[u8]) -> Option<u64> {
        let mut regex =
            Regex::new(pattern.as_bytes()).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        let mut matching = regex.start();
        let mut bytes = text.iter().copied().map(Some).chain([None]);
        while bytes.next().is_some_and(|byte| matching.take(byte)) {}
        matching.longest()
    }

    #[test]
    fn the_longest_match_is_taken() {
        assert_eq!(longest("a|ab|abcd", b"abce"), Some(2));
        assert_eq!(longest("(a|ab)(c|bcd)(d*)", b"abcd"), Some(4));
        assert_eq!(longest("p|ps", b"ps"), Some(2));
        assert_eq!(longest("[a-z]+", b"abc1"), Some(3));
        assert_eq!(longest("[a-z]{2,3}", b"abcd"), Some(3));
        assert_eq!(longest("[a-z]{2,3}", b"a1"), None);
        assert_eq!(longest("a*", b"b"), Some(0));
        assert_eq!(longest("", b"b"), Some(0));
        assert_eq!(longest("b", b"ab"), None);
        assert_eq!(longest("(a|)b", b"b"), Some(1));
        assert_eq!(longest("[ab]{,2}c", b"abc"), Some(3));
    }

    #[test]
    fn a_dot_is_any_byte() {
        assert_eq!(longest(".*", b"a\n\0\xff"), Some(4));
        assert_eq!(longest(".+x", b"a\n\0\xffxy"), Some(5));
    }

    #[test]
    fn brackets_are_those_of_posix() {
        assert_eq!(longest("[]a]+", b"a]b"), Some(2));
        assert_eq!(longest("[^]a]+", b"b]"), Some(1));
        assert_eq!(longest("[a-]+", b"-a-b"), Some(3));
        assert_eq!(longest("[-a]+", b"-a-b"), Some(3));
        assert_eq!(longest("[a-c-_]+", b"b-_d"), Some(3));
        assert_eq!(longest("[[:digit:]x-]+", b"1x-a"), Some(3));
        assert_eq!(longest("[[.-.]a]+", b"-a-b"), Some(3));
        assert_eq!(longest("[\\.]+", b".\\x"), Some(2));
        assert_eq!(longest("[[]+", b"[[]"), Some(2));
    }

    #[test]
    fn anchors_hold_at_the_ends_only() {
        assert_eq!(longest("^ab$", b"ab"), Some(2));
        assert_eq!(longest("^ab$", b"ab\n"), None);
        assert_eq!(longest("ab$|a", b"ab\n"), Some(1));
        assert_eq!(longest("a^b", b"ab"), None);
    }

    #[test]
    fn escapes_are_for_punctuation() {
        assert_eq!(longest("\\(\\.\\)\\/\\\\", b"(.)/\\"), Some(5));
        assert_eq!(longest("a\\{2\\}", b"a{2}"), Some(4));
    }

    #[test]
    fn what_is_no_expression_is_refused_with_its_place() {
        for (pattern, at) in [
            ("*a", 0),
            ("a|*", 2),
            ("a**", 2),
            ("a{2}{3}", 4),
            ("(a", 0),
            ("a)", 1),
            ("a[b", 1),
            ("[]", 0),
            ("[z-a]", 1),
            ("a{3,2}", 1),
            ("a{", 2),
            ("a{x", 2),
            ("a{1,2", 5),
            ("\\d", 0),
            ("(a)\\1", 3),
            ("a\\", 1),
            ("[[:no:]]", 1),
            ("[[:digit:", 1),
            ("a{9999999999}", 2),
            ("{1}", 0),
        ] {
            let error = Regex::new(pattern.as_bytes()).map(|_| ()).unwrap_err();
            assert_eq!(error.at, at, "{pattern}: {error}");
        }
        let deep = "(".repeat(10_000);
        assert!(Regex::new(deep.as_bytes()).is_err());
        assert!(Regex::new(b"((a{1000}){1000}){1000}").is_err());
    }

    #[test]
    fn long_counts_match_in_time() {
        let text = vec![b'a'; 200_000];
        assert_eq!(longest("[a-z]{1,1000000}", &text), Some(200_000));
        assert_eq!(longest("[A-Z]?[a-z]{1,100000}", &text), Some(100_000));
    }
}
