//! Several problems in one run: shares of the time by cost.

use super::{AnyCampaign, End, Event};
use std::time::{Duration, Instant};

/// The share of the time that every problem gets first, to see what its
/// instances cost, and the shortest such slice: a few blocks even of the
/// dearest problem.
const FIRST_SHARE: f64 = 0.04;
const SHORTEST_SLICE: Duration = Duration::from_millis(100);

/// Runs campaigns for some time in all (until they are done if `None`).
/// Calls `events` with the number of the campaign. Returns why each ended.
///
/// A problem whose instances cost c gets a share in proportion to √c: with
/// equal times the dear ones would see few instances, with times in proportion
/// to c the cheap ones would; the square root balances the two.
pub fn run_all(
    campaigns: &mut [Box<dyn AnyCampaign>],
    time: Option<Duration>,
    cancel: &(dyn Fn() -> bool + Sync),
    events: &mut dyn FnMut(usize, Event<'_>),
) -> Vec<End> {
    let mut ends = vec![End::Time; campaigns.len()];
    let mut slice = |number: usize, campaigns: &mut [Box<dyn AnyCampaign>], time| {
        campaigns[number].run(time, cancel, &mut |event| events(number, event))
    };
    let Some(time) = time else {
        let mut interrupted = false;
        for (number, end) in ends.iter_mut().enumerate() {
            *end = if interrupted { End::Interrupted } else { slice(number, campaigns, None) };
            interrupted |= *end == End::Interrupted;
        }
        return ends;
    };
    let start = Instant::now();
    if campaigns.len() > 1 {
        let first = time.mul_f64(FIRST_SHARE).max(SHORTEST_SLICE);
        for (number, end) in ends.iter_mut().enumerate() {
            *end = slice(number, campaigns, Some(first));
        }
    }
    // Smoothed for campaigns that have seen nothing yet.
    let weight = |campaign: &dyn AnyCampaign| (1.0 / campaign.stats().rate().max(1.0)).sqrt();
    for number in 0..campaigns.len() {
        if ends[number] != End::Time {
            continue;
        }
        let open = |i: &usize| ends[*i] == End::Time;
        let total: f64 =
            (number..campaigns.len()).filter(open).map(|i| weight(&*campaigns[i])).sum();
        let left = time.saturating_sub(start.elapsed());
        let share = left.mul_f64(weight(&*campaigns[number]) / total);
        ends[number] = slice(number, campaigns, Some(share));
    }
    ends
}
