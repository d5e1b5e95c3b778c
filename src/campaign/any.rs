//! A campaign whose problem is chosen at run time.

use super::{Campaign, End, Event, Stats};
use crate::problem::Problem;
use crate::testbed::TestError;
use std::time::Duration;

/// A campaign behind text.
pub trait AnyCampaign {
    /// See [`Campaign::run`].
    fn run(
        &mut self,
        time: Option<Duration>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(Event<'_>),
    ) -> End;
    /// See [`Campaign::stats`].
    fn stats(&self) -> &Stats;
    /// See [`Campaign::findings`].
    fn findings(&self) -> u64;
    /// See [`Campaign::trouble`].
    fn trouble(&self) -> Option<&TestError>;
}

impl<P: Problem> AnyCampaign for Campaign<P> {
    fn run(
        &mut self,
        time: Option<Duration>,
        cancel: &(dyn Fn() -> bool + Sync),
        events: &mut dyn FnMut(Event<'_>),
    ) -> End {
        self.run(time, cancel, events)
    }

    fn stats(&self) -> &Stats {
        self.stats()
    }

    fn findings(&self) -> u64 {
        self.findings()
    }

    fn trouble(&self) -> Option<&TestError> {
        self.trouble()
    }
}
