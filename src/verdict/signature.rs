//! What a program that died says of the reason, by which one crash is told from
//! another with the same exit code.

/// Names are cut here: long enough for any name of an exception or a place in a
/// source, short enough for a line.
const LONGEST: usize = 100;

/// The reason that the standard error of a dead program names:
///
/// - a sanitizer: its own name and the type, from its summary or its first
///   `runtime error`;
/// - Rust: the place of the panic;
/// - C++: the type of what was thrown, or the assertion;
/// - Java: the type of the first exception;
/// - Python: the last line, up to the colon.
///
/// No values of the input are part of it.
pub fn signature(stderr: &str) -> Option<String> {
    let name = sanitizer(stderr)
        .or_else(|| panic(stderr))
        .or_else(|| thrown(stderr))
        .or_else(|| java(stderr))
        .or_else(|| python(stderr))?;
    let name: String = name.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    (!name.is_empty()).then_some(name)
}

/// `SUMMARY: AddressSanitizer: heap-buffer-overflow a.cpp:3 in main`, or
/// `a.cpp:3:5: runtime error: signed integer overflow: 2147483647 + 1 …`.
fn sanitizer(stderr: &str) -> Option<String> {
    let runtime_error = stderr.lines().find_map(|line| line.split_once(": runtime error: "));
    if let Some((_, what)) = runtime_error {
        // Values stand behind a colon, or are numbers among the words.
        let what = what.split(':').next()?;
        let words = what.split_whitespace();
        let words = words.filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
        return Some(words.collect::<Vec<_>>().join(" "));
    }
    let summary = stderr.lines().find_map(|line| line.strip_prefix("SUMMARY: "))?;
    let (who, what) = summary.split_once(": ")?;
    Some(format!("{who}: {}", what.split_whitespace().next()?))
}

/// `thread 'main' panicked at src/main.rs:3:5:`.
fn panic(stderr: &str) -> Option<String> {
    let (_, place) = stderr
        .lines()
        .filter(|line| line.starts_with("thread "))
        .find_map(|line| line.split_once(" panicked at "))?;
    // Before Rust 1.73 the message stood ahead of the place.
    let place = place.rsplit(", ").next()?;
    Some(format!("panic at {}", place.trim_end_matches(':')))
}

/// `terminate called after throwing an instance of 'std::out_of_range'`,
/// `libc++abi: terminating due to uncaught exception of type …`, or
/// ``a: a.cpp:3: int main(): Assertion `n > 0' failed.``
fn thrown(stderr: &str) -> Option<String> {
    stderr.lines().find_map(|line| {
        if let Some((_, what)) = line.split_once("terminate called after throwing an instance of '")
        {
            return what.strip_suffix('\'').map(str::to_owned);
        }
        if let Some((_, what)) = line.split_once(" uncaught exception of type ") {
            return what.split(':').next().filter(|w| !w.is_empty()).map(|_| {
                // `std::out_of_range: message`: the type has colons of its own.
                what.split(": ").next().unwrap_or(what).to_owned()
            });
        }
        let (_, what) = line.split_once(" Assertion `")?;
        let what = what.strip_suffix("' failed.")?;
        Some(format!("assertion {what}"))
    })
}

/// `Exception in thread "main" java.util.NoSuchElementException: No line found`.
fn java(stderr: &str) -> Option<String> {
    let line = stderr.lines().find_map(|line| line.strip_prefix("Exception in thread "))?;
    let (_, what) = line.split_once("\" ")?;
    Some(what.split([':', ' ']).next()?.to_owned())
}

/// The last line that begins in column 0 behind a traceback.
fn python(stderr: &str) -> Option<String> {
    let (_, trace) = stderr.rsplit_once("Traceback (most recent call last):\n")?;
    let line = trace.lines().find(|line| !line.is_empty() && !line.starts_with([' ', '\t']))?;
    Some(line.split(':').next()?.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_of_a_death_is_named_without_values() {
        for (stderr, name) in [
            (
                "==1==ERROR: AddressSanitizer: heap-buffer-overflow on 0x1\nSUMMARY: AddressSanitizer: heap-buffer-overflow a.cpp:3 in main\n",
                "AddressSanitizer: heap-buffer-overflow",
            ),
            (
                "a.cpp:3:5: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented\n",
                "signed integer overflow",
            ),
            (
                "a.cpp:3:5: runtime error: index 12 out of bounds for type 'int[5]'\n",
                "index out of bounds for type",
            ),
            (
                "thread 'main' panicked at src/main.rs:3:5:\nindex out of bounds\nnote: …\n",
                "panic at src/main.rs:3:5",
            ),
            ("\nthread 'main' (77) panicked at a.rs:1:2:\nx\n", "panic at a.rs:1:2"),
            ("thread 'main' panicked at 'x, y', src/main.rs:3:5\n", "panic at src/main.rs:3:5"),
            (
                "terminate called after throwing an instance of 'std::out_of_range'\n  what():  9\n",
                "std::out_of_range",
            ),
            (
                "libc++abi: terminating due to uncaught exception of type std::bad_alloc: no\n",
                "std::bad_alloc",
            ),
            ("a: a.cpp:3: int main(): Assertion `n > 0' failed.\n", "assertion n > 0"),
            (
                "Exception in thread \"main\" java.util.NoSuchElementException: No line\n\tat A.main\n",
                "java.util.NoSuchElementException",
            ),
            (
                "Exception in thread \"main\" java.lang.StackOverflowError\n\tat A.f\n",
                "java.lang.StackOverflowError",
            ),
            (
                "said\nTraceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    {}[7]\nKeyError: 7\n",
                "KeyError",
            ),
            (
                "Traceback (most recent call last):\n  File \"a.py\"\nAssertionError\n",
                "AssertionError",
            ),
            // The last of a chain is what it died of.
            (
                "Traceback (most recent call last):\n  a\nKeyError: 7\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  b\nZeroDivisionError: division by zero\n",
                "ZeroDivisionError",
            ),
        ] {
            assert_eq!(signature(stderr).as_deref(), Some(name), "{stderr}");
        }
        for nothing in ["", "debug: 7\n", "Traceback (most recent call last):\n", "KeyError: 7\n"] {
            assert_eq!(signature(nothing), None, "{nothing}");
        }
    }
}
