//! Reading documents by words.

use super::{InputError, Instances, Tokens};
use std::io::BufRead;

/// The text of a document, as it is read.
pub type Input<'r> = Box<dyn BufRead + 'r>;

/// The words of a document, whatever the white space between them.
pub type Words<'r> = Tokens<Input<'r>>;

/// Reads a document that holds one instance and nothing after it.
///
/// # Errors
///
/// The first error that `read` returns, or what stands behind the instance.
pub fn read_one<'r, I>(
    input: Input<'r>,
    read: impl FnOnce(&mut Words<'r>) -> Result<I, InputError> + 'r,
) -> Instances<'r, I> {
    Box::new(std::iter::once_with(move || {
        let mut words = Tokens::new(input);
        let instance = read(&mut words)?;
        words.end("the end of the file after the only test case")?;
        Ok(instance)
    }))
}

/// Reads a document that begins with the number of its instances, 1 to `most`,
/// which then follow. [`Problem::write`](super::Problem::write) writes that
/// number too, and [`Limits::batch`](super::Limits::batch) says how many a
/// contest allows.
///
/// # Errors
///
/// The first error that `read` returns, a number out of range, or what stands
/// behind the last instance.
pub fn read_counted<'r, I: 'r>(
    input: Input<'r>,
    most: u64,
    mut read: impl FnMut(&mut Words<'r>) -> Result<I, InputError> + 'r,
) -> Instances<'r, I> {
    let mut words = Tokens::new(input);
    // None until the number is read.
    let mut left = None;
    Box::new(std::iter::from_fn(move || {
        let mut next = || {
            let count = match left {
                Some(left) => left,
                None => words.number("the number of test cases", 1..=most)?,
            };
            if count == 0 {
                return Ok(None);
            }
            let instance = read(&mut words)?;
            left = Some(count - 1);
            if count == 1 {
                words.end("the end of the file after the last test case")?;
            }
            Ok(Some(instance))
        };
        let result = next().transpose();
        if matches!(result, Some(Err(_))) {
            left = Some(0);
        }
        result
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Vec<Result<u64, String>> {
        let read = read_one(Box::new(text.as_bytes()), |words| words.number("x", 1..=9));
        read.map(|result| result.map_err(|error| error.to_string())).collect()
    }

    fn many(text: &str) -> Vec<Result<u64, String>> {
        let read = read_counted(Box::new(text.as_bytes()), 3, |words| words.number("x", 1..=9));
        read.map(|result| result.map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn a_document_of_one_instance_ends_behind_it() {
        assert_eq!(one(" 7\n\n"), [Ok(7)]);
        let error = |message: &str| [Err(message.to_owned())];
        assert_eq!(
            one("7 8"),
            error("1:3: expected the end of the file after the only test case, found `8`")
        );
        assert_eq!(one("0"), error("1:1: expected x (a whole number from 1 to 9), found `0`"));
    }

    #[test]
    fn a_counted_document_has_as_many_instances_as_it_says() {
        assert_eq!(many("2\n7\n8\n"), [Ok(7), Ok(8)]);
        let error = |message: &str| Err(message.to_owned());
        let missing = "2:2: expected x (a whole number from 1 to 9), found the end of the file";
        assert_eq!(many("2\n7"), [Ok(7), error(missing)]);
        assert_eq!(
            many("1\n7 8"),
            [error("2:3: expected the end of the file after the last test case, found `8`")]
        );
        let range =
            "1:1: expected the number of test cases (a whole number from 1 to 3), found `4`";
        assert_eq!(many("4\n7"), [error(range)]);
    }
}
