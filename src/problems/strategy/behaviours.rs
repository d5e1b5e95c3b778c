//! What the rules distinguish, and what of it a document shows.

use super::layout::words;
use super::solver::mask;
use super::solver::matches::{ENCOUNTERS, halves, play};
use super::solver::solve;
use crate::problem::Seen;
use duipai_reference::strategy::{Condition, Instance, Node, Operator, Program};

/// Pairs among the first so many programs are looked at: a few thousand
/// matches, which show whatever there is to see.
const PLAYED: usize = 64;

/// The phrases. The first 24 are the atoms, as [`mask::atom_index`] counts
/// them.
pub(super) const NAMES: &[&str] = &[
    "asks MY LAST1=TRADE",
    "asks MY LAST1=CHEAT",
    "asks MY LAST1=NULL",
    "asks MY LAST1#TRADE",
    "asks MY LAST1#CHEAT",
    "asks MY LAST1#NULL",
    "asks MY LAST2=TRADE",
    "asks MY LAST2=CHEAT",
    "asks MY LAST2=NULL",
    "asks MY LAST2#TRADE",
    "asks MY LAST2#CHEAT",
    "asks MY LAST2#NULL",
    "asks YOUR LAST1=TRADE",
    "asks YOUR LAST1=CHEAT",
    "asks YOUR LAST1=NULL",
    "asks YOUR LAST1#TRADE",
    "asks YOUR LAST1#CHEAT",
    "asks YOUR LAST1#NULL",
    "asks YOUR LAST2=TRADE",
    "asks YOUR LAST2=CHEAT",
    "asks YOUR LAST2=NULL",
    "asks YOUR LAST2#TRADE",
    "asks YOUR LAST2#CHEAT",
    "asks YOUR LAST2#NULL",
    "AND and OR in one condition",
    "how AND and OR group decides a choice",
    "how AND and OR group decides a total",
    "a condition of four atoms or more",
    "a program without IF",
    "an IF inside an IF",
    "IFs nested three deep or more",
    "an IF in a THEN part",
    "an IF in an ELSE part",
    "NULL decides the first encounter",
    "NULL decides the second encounter",
    "the encounter before last decides a choice",
    "a word broken by blanks or tabs",
    "a word broken by a line end",
    "words without white space between them",
    "white space around `=` or `#`",
    "several programs on a line",
    "a program over several lines",
    "a blank line",
    "`#` operator first on its line",
    "`#` operator alone on its line",
    "CRLF",
    "text behind the final `#`",
    "no final `#`",
    "no line end at the end of the file",
    "a negative total",
    "a total of zero in company",
    "a total of one digit",
    "a total of two digits",
    "a total of two digits and sign",
    "a total of three digits",
    "a total of three digits and sign",
    "the total -180",
    "no program",
    "a program alone",
    "ten programs or more",
    "two equal programs",
    "a match in which both always trade",
    "a match in which both always cheat",
    "a match in which one always cheats, the other never",
    "a match that ends up repeating every 2 encounters",
    "a match that ends up repeating every 3 encounters or more",
];

const AND_AND_OR: usize = 24;
const GROUPING_CHOICE: usize = 25;
const GROUPING_TOTAL: usize = 26;
const LONG_CHAIN: usize = 27;
const NO_IF: usize = 28;
const DEPTH_TWO: usize = 29;
const DEPTH_THREE: usize = 30;
const IN_THEN: usize = 31;
const IN_ELSE: usize = 32;
const NULL_FIRST: usize = 33;
const NULL_SECOND: usize = 34;
const LAST2_DECIDES: usize = 35;
const BROKEN_BY_BLANK: usize = 36;
const BROKEN_BY_LINE: usize = 37;
const TOGETHER: usize = 38;
const AROUND_TEST: usize = 39;
const SEVERAL_ON_LINE: usize = 40;
const OVER_LINES: usize = 41;
const BLANK_LINE: usize = 42;
const HASH_FIRST: usize = 43;
const HASH_ALONE: usize = 44;
const CRLF: usize = 45;
const AFTER_END: usize = 46;
const NO_HASH: usize = 47;
const NO_LINE_END: usize = 48;
const NEGATIVE: usize = 49;
const ZERO: usize = 50;
const ONE_DIGIT: usize = 51;
const TWO_DIGITS: usize = 52;
const TWO_DIGITS_SIGN: usize = 53;
const THREE_DIGITS: usize = 54;
const THREE_DIGITS_SIGN: usize = 55;
const MINUS_180: usize = 56;
const NO_PROGRAM: usize = 57;
const ALONE: usize = 58;
const TEN: usize = 59;
const EQUAL: usize = 60;
const ALL_TRADE: usize = 61;
const ALL_CHEAT: usize = 62;
const EXPLOITED: usize = 63;
const PERIOD_TWO: usize = 64;
const PERIOD_MORE: usize = 65;

/// Marks what occurs.
pub(super) fn observe(cases: &[Instance], text: &str, seen: &mut Seen) {
    for instance in cases {
        let programs = &instance.programs;
        let tables: Vec<Table> = programs.iter().map(Table::of).collect();
        seen.mark_if(programs.is_empty(), NO_PROGRAM);
        seen.mark_if(programs.len() == 1, ALONE);
        seen.mark_if(programs.len() >= 10, TEN);
        for (program, table) in programs.iter().zip(&tables) {
            language(program, table, seen);
        }
        matches(programs, &tables, seen);
        totals(instance, seen);
    }
    if let [instance] = cases {
        layout(instance, text, seen);
    }
}

/// What a program chooses: by the rules, and if AND and OR grouped to the left.
struct Table {
    right: u32,
    left: u32,
}

impl Table {
    fn of(program: &Program) -> Self {
        Self { right: mask::compile(program), left: compile_to_the_left(program) }
    }
}

/// What the words of a program show.
fn language(program: &Program, table: &Table, seen: &mut Seen) {
    let mut around = Vec::new();
    for node in program.nodes() {
        match node {
            Node::If(condition) => {
                for atom in condition.iter() {
                    seen.mark(mask::index(&atom));
                }
                let has = |operator| condition.rest.iter().any(|(o, _)| *o == operator);
                seen.mark_if(has(Operator::And) && has(Operator::Or), AND_AND_OR);
                seen.mark_if(condition.atoms() >= 4, LONG_CHAIN);
                seen.mark_if(around.last() == Some(&true), IN_THEN);
                seen.mark_if(around.last() == Some(&false), IN_ELSE);
                around.push(true);
                seen.mark_if(around.len() >= 2, DEPTH_TWO);
                seen.mark_if(around.len() >= 3, DEPTH_THREE);
            }
            Node::Do(_) => {
                while around.last() == Some(&false) {
                    around.pop();
                }
                if let Some(in_then) = around.last_mut() {
                    *in_then = false;
                }
            }
        }
    }
    seen.mark_if(matches!(program.nodes(), [Node::Do(_)]), NO_IF);
    seen.mark_if(table.right != table.left, GROUPING_CHOICE);
    let two = table.right >> mask::TWO;
    seen.mark_if((1..4).any(|older| two >> (4 * older) & 0xF != two & 0xF), LAST2_DECIDES);
}

/// The table of a program whose AND and OR group to the left.
fn compile_to_the_left(program: &Program) -> u32 {
    let to_the_left = |condition: &Condition| {
        let first = mask::atom(&condition.first);
        condition.rest.iter().fold(first, |left, (operator, atom)| match operator {
            Operator::And => left & mask::atom(atom),
            Operator::Or => left | mask::atom(atom),
        })
    };
    mask::compile_with(program, to_the_left)
}

/// What matches show.
fn matches(programs: &[Program], tables: &[Table], seen: &mut Seen) {
    let programs = &programs[..programs.len().min(PLAYED)];
    let right: Vec<_> = tables.iter().map(|table| halves(table.right)).collect();
    let left: Vec<_> = tables.iter().map(|table| halves(table.left)).collect();
    for i in 0..programs.len() {
        for j in 0..i {
            let same = tables[i].right == tables[j].right;
            seen.mark_if(same && programs[i] == programs[j], EQUAL);
            let pairs = play(right[i].own | right[j].other);
            let cheats =
                |pairs: u32| [pairs & 0xAAAAA, pairs & 0x55555].map(|bits| bits.count_ones());
            // Few programs depend on the grouping.
            if [i, j].iter().any(|index| tables[*index].right != tables[*index].left) {
                let other = play(left[i].own | left[j].other);
                seen.mark_if(cheats(pairs) != cheats(other), GROUPING_TOTAL);
            }
            match cheats(pairs) {
                [0, 0] => seen.mark(ALL_TRADE),
                [10, 10] => seen.mark(ALL_CHEAT),
                [10, 0] | [0, 10] => seen.mark(EXPLOITED),
                _ => {}
            }
            // The last encounters equal those so many before; two periods at
            // least are needed to call it a repetition.
            let repeats = |period: u32| {
                let bits = 2 * (ENCOUNTERS as u32 - 4 - period);
                (pairs ^ pairs >> (2 * period)) & ((1 << bits) - 1) == 0
            };
            if !repeats(1) {
                seen.mark_if(repeats(2), PERIOD_TWO);
                seen.mark_if(!repeats(2) && repeats(3), PERIOD_MORE);
            }
            // Would a memory that starts with TRADE choose otherwise?
            for (table, first) in [
                (tables[i].right, pairs >> 18 & 3),
                (tables[j].right, (pairs >> 19 & 1) | (pairs >> 18 & 1) << 1),
            ] {
                let choice = |history: u32| table >> history & 1;
                seen.mark_if(choice(0) != choice(mask::TWO), NULL_FIRST);
                seen.mark_if(choice(mask::ONE + first) != choice(mask::TWO + first), NULL_SECOND);
            }
        }
    }
}

fn totals(instance: &Instance, seen: &mut Seen) {
    if instance.programs.len() < 2 {
        return;
    }
    for total in solve(instance).totals {
        seen.mark_if(total < 0, NEGATIVE);
        seen.mark_if(total == -180, MINUS_180);
        match total {
            0 => seen.mark(ZERO),
            1..=9 => seen.mark(ONE_DIGIT),
            10..=99 => seen.mark(TWO_DIGITS),
            -99..=-10 => seen.mark(TWO_DIGITS_SIGN),
            100..=999 => seen.mark(THREE_DIGITS),
            -999..=-100 => seen.mark(THREE_DIGITS_SIGN),
            _ => {}
        }
    }
}

/// What the layout shows: the words of the programs are found again in the
/// text, and the white space ahead of each character is looked at.
fn layout(instance: &Instance, text: &str, seen: &mut Seen) {
    let mut rest = text.as_bytes();
    let mut crlf = false;
    for (number, program) in instance.programs.iter().enumerate() {
        let mut last = "";
        for (index, word) in words(program).into_iter().enumerate() {
            let ahead = gap(&mut rest);
            crlf |= has_crlf(ahead);
            // Nearly always the word follows whole.
            match rest.strip_prefix(word.text.as_bytes()) {
                Some(after) => rest = after,
                None => {
                    for (place, letter) in word.text.bytes().enumerate() {
                        let white = if place == 0 { &[] } else { gap(&mut rest) };
                        match rest.split_first() {
                            Some((first, after)) if *first == letter => rest = after,
                            // Not the text of this instance.
                            _ => return,
                        }
                        if !white.is_empty() {
                            crlf |= has_crlf(white);
                            let line = white.contains(&b'\n');
                            seen.mark(if line { BROKEN_BY_LINE } else { BROKEN_BY_BLANK });
                        }
                    }
                }
            }
            let line_ahead = ahead.contains(&b'\n');
            if index == 0 {
                seen.mark_if(number > 0 && !line_ahead, SEVERAL_ON_LINE);
            } else {
                seen.mark_if(line_ahead, OVER_LINES);
                seen.mark_if(word.apart && ahead.is_empty(), TOGETHER);
                let test = |word: &str| word == "#" || word == "=";
                seen.mark_if(!ahead.is_empty() && (test(word.text) || test(last)), AROUND_TEST);
            }
            if word.text == "#" && line_ahead {
                seen.mark(HASH_FIRST);
                let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
                seen.mark_if(line.trim_ascii().is_empty(), HASH_ALONE);
            }
            let lines = ahead.iter().filter(|byte| **byte == b'\n').count();
            seen.mark_if(lines > 1, BLANK_LINE);
            last = word.text;
        }
    }
    crlf |= has_crlf(gap(&mut rest));
    seen.mark_if(crlf, CRLF);
    seen.mark_if(rest.is_empty(), NO_HASH);
    let after_end = rest.strip_prefix(b"#").is_some_and(|after| !after.trim_ascii().is_empty());
    seen.mark_if(after_end, AFTER_END);
    seen.mark_if(!text.is_empty() && !text.ends_with('\n'), NO_LINE_END);
}

/// Takes the white space up to the next character.
fn gap<'t>(rest: &mut &'t [u8]) -> &'t [u8] {
    let white = rest.iter().take_while(|byte| b" \t\r\n".contains(byte)).count();
    let (gap, after) = rest.split_at(white);
    *rest = after;
    gap
}

fn has_crlf(white: &[u8]) -> bool {
    white.windows(2).any(|two| two == b"\r\n")
}
