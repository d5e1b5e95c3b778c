//! The solver as a whole program.

use super::shape::Shape;
use super::solver::{self, LARGEST_TABLE, Table};
use crate::problem::TextError;
use duipai_reference::fishing::Deals;
use std::fmt::Write as _;
use std::io::{BufRead, Write};

/// Deals that are answered together. A chunk costs one table for all the rest
/// of the document (n up to 128) or one pass each; so many triples of numbers
/// are 12 MiB, and the text of so many deals is far longer than that.
const CHUNK: usize = 1 << 20;

/// Deals that are answered together when there is a table: enough to write
/// them in one go.
const SHORT_CHUNK: usize = 1 << 12;

/// Reads deals, keeps three numbers of each, and answers chunk by chunk in
/// memory that does not depend on the number of deals. Whatever stands before
/// an error is answered before the error is reported.
pub(super) fn solve(input: Box<dyn BufRead + '_>, out: &mut dyn Write) -> Result<(), TextError> {
    let mut deals = Deals::new(input);
    let mut table = None;
    let mut shapes = Vec::new();
    let mut text = String::new();
    loop {
        shapes.clear();
        let mut largest = 0;
        let mut failure = None;
        let mut over = true;
        for deal in deals.by_ref() {
            match deal {
                Ok(deal) => {
                    largest = deal.n() as u32;
                    shapes.push(Shape::of(&deal));
                }
                Err(error) => failure = Some(error),
            }
            let most = if largest <= LARGEST_TABLE { SHORT_CHUNK } else { CHUNK };
            if shapes.len() >= most {
                over = false;
                break;
            }
        }
        text.clear();
        // One pass for a document that is a single chunk, a table for a longer
        // one.
        if !over && table.is_none() && largest <= LARGEST_TABLE {
            table = Some(Table::new(largest));
        }
        let answers = match &table {
            Some(table) => shapes.iter().map(|shape| table.get(*shape)).collect(),
            None => solver::ways(&shapes),
        };
        for answer in answers {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{answer}");
        }
        out.write_all(text.as_bytes())?;
        if let Some(error) = failure {
            return Err(error.into());
        }
        if over {
            return Ok(());
        }
    }
}
