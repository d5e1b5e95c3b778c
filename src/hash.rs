//! The one hash of the project: names of fixtures and checksums of runs.

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// XXH3 (64 bits, seed 0): a published algorithm, the same on every machine
/// and in every version, so that a fixture keeps its name.
pub fn hash(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// The same algorithm with 128 bits, where two contents under one name would go
/// unnoticed: not even among billions are there likely to be two.
pub fn wide_hash(bytes: &[u8]) -> u128 {
    xxh3_128(bytes)
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_of_fixtures_never_change() {
        assert_eq!(super::hash(b""), 0x2d06_8005_38d3_94c2);
        assert_eq!(super::hash(b"1 1\n"), super::hash(b"1 1\n"));
    }
}
