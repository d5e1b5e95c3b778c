//! Threads that the system may refuse.

use std::thread::{Builder, Scope};

/// Starts a thread. False if the system has none left (each needs memory, and
/// the number of a user's is limited): the work is dropped.
pub(crate) fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() + Send + 'scope,
) -> bool {
    Builder::new().spawn_scoped(scope, work).is_ok()
}

/// Runs `work` for these workers, which share it out among themselves: on a
/// thread each, as far as the system has threads, and for the first of them on
/// this one.
pub(crate) fn share<T: Copy + Send>(workers: impl IntoIterator<Item = T>, work: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        let work = &work;
        let mut workers = workers.into_iter();
        let first = workers.next();
        for worker in workers {
            if !start(scope, move || work(worker)) {
                break;
            }
        }
        if let Some(first) = first {
            work(first);
        }
    });
}
