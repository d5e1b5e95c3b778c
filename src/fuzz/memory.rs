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

/// Places for documents that were read; a text has one place, and the latest
/// comer takes it. A fuzzer's corpus has a thousand entries, of a few kilobytes
/// at most; with four times as many places, few share one.
const PLACES: usize = 4096;

struct Memory<P: Problem> {
    /// What was written last: it is executed next and, mostly, mutated again
    /// after that. It takes no place of the corpus, for most of what is written
    /// never comes again.
    written: Option<Rc<Document<P>>>,
    /// What was read: the corpus.
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
            *memory = Box::new(Memory::<P> { written: None, places: vec![None; PLACES] });
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
    let is_it = |known: &&Rc<Document<P>>| known.text.as_bytes() == text;
    with::<P, _>(|memory| {
        let written = memory.written.as_ref().filter(is_it);
        written.or_else(|| memory.places[place(text)].as_ref().filter(is_it)).cloned()
    })
}

/// Remembers a document that was written, until the next one.
pub(super) fn remember_written<P: Problem>(document: Document<P>) -> Rc<Document<P>> {
    let document = Rc::new(document);
    with::<P, _>(|memory| memory.written = Some(Rc::clone(&document)));
    document
}

/// Reads a text and remembers its document. `None` if it is no document.
pub(super) fn read<P: Problem>(problem: &P, text: &[u8]) -> Option<Rc<Document<P>>> {
    let document = Rc::new(Document::read(problem, std::str::from_utf8(text).ok()?).ok()?);
    let place = place(text);
    with::<P, _>(|memory| memory.places[place] = Some(Rc::clone(&document)));
    Some(document)
}
