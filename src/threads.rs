//! Threads that the system may refuse.

use std::thread::{Builder, Scope};

/// Address space that must be free before a spare thread is started: for its stack
/// (2 MiB) and for what it and the others will allocate. Where an allocation
/// fails, Rust aborts. Above 32 MiB, so that no allocator keeps it.
const RESERVE: usize = 64 << 20;

/// Starts a thread. False if the system has none left (each needs memory, and
/// the number of a user's is limited): the work is dropped. `spare` if others
/// can do the work: then some memory must be left too.
pub(crate) fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    spare: bool,
    work: impl FnOnce() + Send + 'scope,
) -> bool {
    if spare && Vec::<u8>::new().try_reserve_exact(RESERVE).is_err() {
        return false;
    }
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
            if !start(scope, true, move || work(worker)) {
                break;
            }
        }
        if let Some(first) = first {
            work(first);
        }
    });
}
