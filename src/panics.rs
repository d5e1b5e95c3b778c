//! Panics as values: a subject that panics gets a verdict, not a crash of the
//! testbed.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

/// A panic that was caught.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Panicked {
    /// Source file and line: what tells panics apart.
    pub place: String,
    /// Its message, which may hold values of the instance.
    pub message: String,
}

thread_local! {
    /// `Some` while this thread runs under [`catch`].
    static CAUGHT: RefCell<Option<Panicked>> = const { RefCell::new(None) };
    static ARMED: RefCell<u32> = const { RefCell::new(0) };
}

static HOOK: Once = Once::new();

/// Runs `f`; a panic in it comes back as a value and prints nothing. Panics of
/// other threads are reported as before.
pub fn catch<T>(f: impl FnOnce() -> T) -> Result<T, Panicked> {
    HOOK.call_once(install);
    ARMED.with_borrow_mut(|armed| *armed += 1);
    // The closure's state is dropped or discarded after a panic, never looked at.
    let result = panic::catch_unwind(AssertUnwindSafe(f));
    ARMED.with_borrow_mut(|armed| *armed -= 1);
    result.map_err(|_| {
        CAUGHT.take().unwrap_or_else(|| Panicked {
            place: "unknown place".to_owned(),
            message: String::new(),
        })
    })
}

/// What is known of a panic.
fn describe(info: &PanicHookInfo<'_>) -> Panicked {
    let place = info.location().map_or_else(
        || "unknown place".to_owned(),
        |location| format!("{}:{}", location.file(), location.line()),
    );
    let payload = info.payload();
    let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        _ => "(no message)".to_owned(),
    };
    Panicked { place, message }
}

fn install() {
    let previous = panic::take_hook();
    install_before(move |info| previous(info));
}

/// For fuzz targets: panics outside of [`catch`] are printed and abort. The
/// hook that libFuzzer's binding installs aborts before a panic can be caught,
/// so that this replaces it.
pub fn install_for_fuzzing() {
    HOOK.call_once(|| {
        drop(panic::take_hook());
        let default = panic::take_hook();
        install_before(move |info| {
            default(info);
            std::process::abort();
        });
    });
}

fn install_before(otherwise: impl Fn(&PanicHookInfo<'_>) + Send + Sync + 'static) {
    panic::set_hook(Box::new(move |info| {
        if ARMED.with_borrow(|armed| *armed > 0) {
            CAUGHT.set(Some(describe(info)));
        } else {
            otherwise(info);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_value_with_its_place() {
        assert_eq!(catch(|| 7), Ok(7));
        let empty: Vec<u32> = Vec::new();
        let caught = catch(|| empty[3]).unwrap_err();
        assert!(caught.place.contains("panics.rs:"), "{}", caught.place);
        assert!(caught.message.contains("index out of bounds"), "{}", caught.message);
        assert_eq!(catch(|| 8), Ok(8));
    }
}
