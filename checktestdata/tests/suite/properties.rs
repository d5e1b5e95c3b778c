//! No bytes make it panic or hang, and what is valid stays so.

use checktestdata::{Options, Style, check, parse};
use proptest::prelude::*;

const STYLE: Style<'_> = Style { program: "p.ctd", input: "i.in", colours: true };

/// Few steps, so that endless loops end at once.
fn options(whitespace_ok: bool) -> Options {
    Options { whitespace_ok, idle_steps: 10_000 }
}

/// Whatever comes, there is an answer, and messages are drawn.
fn answer(source: &[u8], input: &[u8], whitespace_ok: bool) {
    match parse(source) {
        Err(error) => {
            let _ = (error.to_string(), error.picture(&STYLE));
        }
        Ok(program) => {
            for warning in &program.warnings {
                let _ = warning.picture(&program, &STYLE);
            }
            if let Err(error) = check(&program, input, &options(whitespace_ok)) {
                let _ = (error.to_string(), error.picture(&program, &STYLE));
            }
        }
    }
}

/// Every word of the language at least once.
const PROGRAMS: &[&str] = &[
    "INT(1,10^5,n) NEWLINE REPI(i,n,SPACE) INT(-5,n*2,a[i]) END NEWLINE ASSERT(UNIQUE(a) || n>3)",
    "FLOAT(-1.5,1e3,x) SPACE FLOATP(0,1,1,3,y[1,2],FIXED) NEWLINE FLOAT(0,1,z,SCIENTIFIC) NEWLINE ASSERT(x+y[1,2] < 3/2.0)",
    "WHILE(!ISEOF,NEWLINE) REGEX(\"([a-z]{1,3}|[]^x-]*)+\\\\.\",s) IF(STRLEN(s)%2==0 && !MATCH(\"\\n\")) STRING(s) ELSE SPACE END END",
    "SET(k[1]=\"a\",k[2]=-2^3^1,j=1) REP(2) WHILEI(w,w<3) INT(0,9,v[w]) END UNSET(v,j) END ASSERT(INARRAY(3,v) == 1==1) #@ note",
    "INT({{n}},3) EOF # \"end\"\nASSERT(!(1<=2 && 2>=1) || (1!=2))",
];

const INPUTS: &[&str] = &["3\n1 2 3\n", "0.5 0.25\n1e-1\n", "ab.  \ncd.", "123 456", "0\n\n", ""];

/// A text with some bytes changed, removed, doubled or moved.
fn mutated(texts: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>(), 0..5_u8);
    (prop::sample::select(texts), prop::collection::vec(edit, 0..6)).prop_map(|(text, edits)| {
        let mut text = text.as_bytes().to_vec();
        for (first, second, byte, kind) in edits {
            if text.is_empty() {
                break;
            }
            let (a, b) = (first.index(text.len()), second.index(text.len()));
            let range = a.min(b)..a.max(b);
            match kind {
                0 => text[a] = byte,
                1 => text.insert(a, byte),
                2 => drop(text.remove(a)),
                3 => drop(text.drain(range)),
                _ => {
                    let part = text[range].to_vec();
                    text.splice(a..a, part);
                }
            }
        }
        text
    })
}

fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "SPACE",
        "NEWLINE",
        "EOF",
        "INT",
        "FLOAT",
        "FLOATP",
        "STRING",
        "REGEX",
        "ASSERT",
        "SET",
        "UNSET",
        "REP",
        "REPI",
        "WHILE",
        "WHILEI",
        "IF",
        "ELSE",
        "END",
        "MATCH",
        "ISEOF",
        "UNIQUE",
        "INARRAY",
        "STRLEN",
        "FIXED",
        "SCIENTIFIC",
        "(",
        ")",
        "[",
        "]",
        ",",
        "=",
        "==",
        "<",
        "!=",
        "!",
        "&&",
        "||",
        "+",
        "-",
        "*",
        "/",
        "%",
        "^",
        "0",
        "1",
        "7",
        "1.5",
        "1e9",
        "\"a\"",
        "\"[a-z]*\"",
        "a",
        "n",
    ]);
    prop::collection::vec(word, 0..30).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn no_bytes_panic(source in prop::collection::vec(any::<u8>(), 0..200), input in prop::collection::vec(any::<u8>(), 0..50)) {
        answer(&source, &input, false);
    }

    #[test]
    fn no_words_panic(source in words(), input in prop::sample::select(INPUTS)) {
        answer(source.as_bytes(), input.as_bytes(), true);
    }

    #[test]
    fn no_mutated_program_panics(source in mutated(PROGRAMS), input in mutated(INPUTS), whitespace_ok: bool) {
        answer(&source, &input, whitespace_ok);
    }

    #[test]
    fn no_pattern_panics(pattern in "[ab.*+?{}()|\\[\\]^$\\\\0-9,:-]{0,20}", input in "[ab0\\n-]{0,10}") {
        let literal: String = pattern.chars().flat_map(|c| if c == '\\' { vec!['\\', c] } else { vec![c] }).collect();
        answer(format!("REGEX(\"{literal}\")").as_bytes(), input.as_bytes(), false);
    }

    #[test]
    fn numbers_in_range_match_and_others_do_not(low: i64, high: i64, number in prop_oneof![any::<i64>(), -9..9_i64]) {
        let program = parse(format!("INT({low},{high})")).unwrap();
        let matches = check(&program, number.to_string().as_bytes(), &options(false)).is_ok();
        prop_assert_eq!(matches, (low..=high).contains(&number));
    }

    /// What is matched without blanks that vary is matched with them.
    #[test]
    fn whitespace_ok_takes_what_strict_takes(numbers in prop::collection::vec(0..100_u32, 1..10)) {
        let program = parse("INT(0,9,n) NEWLINE REP(n,SPACE) INT(0,99) END NEWLINE").unwrap();
        let words: Vec<_> = numbers.iter().map(u32::to_string).collect();
        let text = format!("{}\n{}\n", numbers.len(), words.join(" "));
        prop_assert!(check(&program, text.as_bytes(), &options(false)).is_ok());
        let loose = text.replace(' ', " \t ").replace('\n', "\r\n ");
        prop_assert!(check(&program, loose.as_bytes(), &options(true)).is_ok());
        prop_assert!(check(&program, loose.as_bytes(), &options(false)).is_err());
    }
}
