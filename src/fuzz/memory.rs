//! Documents whose text is known: what the mutator has just written and the
//! corpus entries that it starts from again and again.
//!
//! Without it, each execution would read a text twice before anything is
//! checked. That the text is read as these instances is left to the check
//! itself, where it is worth something: what the mutator wrote is compared with
//! what the reader makes of it.

use crate::document::Document;
use crate::hash::hash;
use crate::problem::Problem;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// Places for documents; a text has one place, and the latest comer takes it.
/// A fuzzer's corpus has some hundred entries, of a few kilobytes at most.
const PLACES: usize = 1024;

struct Memory<P: Problem> {
    places: Vec<Option<Rc<Document<P>>>>,
}

thread_local! {
    /// The memory of the one problem that this process fuzzes. (A process that
    /// changes between problems, as tests do, starts afresh each time.)
    static MEMORY: RefCell<Box<dyn Any>> = RefCell::new(Box::new(()));
}

fn with<P: Problem, T>(use_it: impl FnOnce(&mut Memory<P>) -> T) -> T {
    MEMORY.with_borrow_mut(|memory| {
        if !memory.is::<Memory<P>>() {
            *memory = Box::new(Memory::<P> { places: vec![None; PLACES] });
        }
        match memory.downcast_mut() {
            Some(memory) => use_it(memory),
            None => unreachable!("the memory was made for this problem"),
        }
    })
}

fn place(text: &[u8]) -> usize {
    hash(text) as usize % PLACES
}

/// The document with this text, if it is remembered.
pub(super) fn recall<P: Problem>(text: &[u8]) -> Option<Rc<Document<P>>> {
    with::<P, _>(|memory| {
        memory.places[place(text)].clone().filter(|known| known.text.as_bytes() == text)
    })
}

/// Remembers a document.
pub(super) fn remember<P: Problem>(document: Document<P>) -> Rc<Document<P>> {
    let document = Rc::new(document);
    let place = place(document.text.as_bytes());
    with::<P, _>(|memory| memory.places[place] = Some(Rc::clone(&document)));
    document
}

/// Reads a text and remembers its document. `None` if it is no document.
pub(super) fn read<P: Problem>(text: &[u8]) -> Option<Rc<Document<P>>> {
    let document = Document::read(std::str::from_utf8(text).ok()?).ok()?;
    Some(remember(document))
}
