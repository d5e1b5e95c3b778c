//! strategy: right. Reads white space away, parses to a tree, plays every match.

use std::io::Read;

enum Statement {
    Do(u8),
    If(Vec<(u8, Atom)>, Box<(Statement, Statement)>),
}

/// Whose choice, how long ago (1 or 2), whether it must be the value.
struct Atom {
    mine: bool,
    back: usize,
    equal: bool,
    value: Option<u8>,
}

struct Parser {
    text: Vec<u8>,
    at: usize,
}

impl Parser {
    fn takes(&mut self, word: &str) -> bool {
        let found = self.text[self.at..].starts_with(word.as_bytes());
        if found {
            self.at += word.len();
        }
        found
    }

    fn statement(&mut self) -> Statement {
        if self.takes("TRADE") {
            return Statement::Do(b'T');
        }
        if self.takes("CHEAT") {
            return Statement::Do(b'C');
        }
        assert!(self.takes("IF"));
        // Each atom with the operator behind it.
        let mut condition = Vec::new();
        loop {
            let atom = self.atom();
            if self.takes("AND") {
                condition.push((b'&', atom));
            } else if self.takes("OR") {
                condition.push((b'|', atom));
            } else {
                condition.push((b'.', atom));
                break;
            }
        }
        assert!(self.takes("THEN"));
        let then = self.statement();
        assert!(self.takes("ELSE"));
        Statement::If(condition, Box::new((then, self.statement())))
    }

    fn atom(&mut self) -> Atom {
        let mine = self.takes("MY");
        assert!(mine || self.takes("YOUR"));
        let back = if self.takes("LAST1") { 1 } else { 2 };
        assert!(back == 1 || self.takes("LAST2"));
        let equal = self.takes("=");
        assert!(equal || self.takes("#"));
        let value = if self.takes("TRADE") {
            Some(b'T')
        } else if self.takes("CHEAT") {
            Some(b'C')
        } else {
            assert!(self.takes("NULL"));
            None
        };
        Atom { mine, back, equal, value }
    }
}

fn choice(statement: &Statement, mine: &[u8], yours: &[u8]) -> u8 {
    match statement {
        Statement::Do(what) => *what,
        Statement::If(condition, parts) => {
            let (then, otherwise) = &**parts;
            let holds = condition.iter().rev().fold(false, |rest, (operator, atom)| {
                let history = if atom.mine { mine } else { yours };
                let past = history.len().checked_sub(atom.back).map(|at| history[at]);
                let this = (past == atom.value) == atom.equal;
                match operator {
                    b'&' => this && rest,
                    b'|' => this || rest,
                    _ => this,
                }
            });
            choice(if holds { then } else { otherwise }, mine, yours)
        }
    }
}

fn main() {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text).unwrap();
    text.retain(|byte| !byte.is_ascii_whitespace());
    let mut parser = Parser { text, at: 0 };
    let mut programs = Vec::new();
    while parser.at < parser.text.len() && !parser.takes("#") {
        programs.push(parser.statement());
        assert!(parser.takes("."));
    }
    let mut totals = vec![0; programs.len()];
    for a in 0..programs.len() {
        for b in a + 1..programs.len() {
            let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
            for _ in 0..10 {
                let x = choice(&programs[a], &of_a, &of_b);
                let y = choice(&programs[b], &of_b, &of_a);
                let (for_a, for_b) = match (x, y) {
                    (b'T', b'T') => (1, 1),
                    (b'C', b'C') => (-1, -1),
                    (b'C', _) => (2, -2),
                    _ => (-2, 2),
                };
                totals[a] += for_a;
                totals[b] += for_b;
                of_a.push(x);
                of_b.push(y);
            }
        }
    }
    for total in totals {
        println!("{total:3}");
    }
}
