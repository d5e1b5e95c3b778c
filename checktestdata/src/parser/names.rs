//! The names of a program, numbered, and how each is used.

use std::collections::HashMap;

use crate::ast::Name;
use crate::error::SyntaxErrorKind as Kind;
use crate::lexer::Fault;
use crate::span::Span;

/// How a name is used at one place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It gets a value.
    Set,
    /// It loses its values.
    Unset,
    /// Its value is read.
    Read,
    /// It is asked whether its values are unique together with those of others.
    Values,
    /// Its values are asked for again and again, so that they are counted.
    Counted,
}

#[derive(Default)]
pub(super) struct Names {
    pub(super) texts: Vec<String>,
    pub(super) counted: Vec<bool>,
    set: Vec<bool>,
    first_read: Vec<Option<Span>>,
    numbers: HashMap<String, Name>,
}

impl Names {
    pub(super) fn add(&mut self, text: &str, span: Span, used: Use) -> Name {
        let name = match self.numbers.get(text) {
            Some(&name) => name,
            None => {
                let name = Name(self.texts.len());
                self.texts.push(text.into());
                self.counted.push(false);
                self.set.push(false);
                self.first_read.push(None);
                self.numbers.insert(text.into(), name);
                name
            }
        };
        match used {
            Use::Set => self.set[name.0] = true,
            Use::Unset => (),
            Use::Read | Use::Values | Use::Counted => {
                self.first_read[name.0].get_or_insert(span);
                self.counted[name.0] |= used == Use::Counted;
            }
        }
        name
    }

    /// That every name that is read is set somewhere.
    pub(super) fn check(&self) -> Result<(), Fault> {
        let never = |name: &usize| !self.set[*name] && self.first_read[*name].is_some();
        let first = (0..self.texts.len())
            .filter(never)
            .min_by_key(|&name| self.first_read[name].map(|s| s.start));
        match first {
            Some(name) => {
                let span = self.first_read[name].unwrap_or_default();
                Err((span, Kind::NeverSet(self.texts[name].clone())))
            }
            None => Ok(()),
        }
    }
}
