//! Edits of a text whose format nobody has explained: to make it smaller, or
//! another one like it.
//!
//! A text is lines of words. Which words are numbers can be seen; that a number
//! counts lines, words or letters behind it is guessed: what is removed is tried
//! with each of several numbers ahead of it lowered accordingly, and without.
//! Whether a result is an input at all, whoever asks must find out.

mod change;
mod lines;
mod stages;

pub use change::changed;

use lines::Lines;
use stages::Edit;

/// Texts that are smaller than this one (shorter, or as long and less), large
/// steps first:
///
/// 1. lines, words of a line, columns of a table and letters go, many at once
///    and then fewer, while a number ahead of them becomes less by as many;
/// 2. a number goes with all that bears it, and the greater ones move up (a node
///    of a graph, an element of a permutation);
/// 3. numbers become 0, 1, half, …, one less, alone and all equal ones at once;
/// 4. words and lines are sorted, letters become the first of their kind.
///
/// With n words that is O(n log n) texts of O(n) work each.
pub fn smaller(text: &str) -> impl Iterator<Item = String> + use<> {
    let whole = text.to_owned();
    Smaller { lines: Lines::of(text), stage: 0, edits: Vec::new().into_iter() }
        .filter(move |text| (text.len(), text) < (whole.len(), &whole))
}

struct Smaller {
    lines: Lines,
    /// The stage whose edits come next.
    stage: usize,
    edits: std::vec::IntoIter<Edit>,
}

impl Iterator for Smaller {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            if let Some(edit) = self.edits.next() {
                return Some(self.lines.with(&edit));
            }
            self.edits = stages::edits(&self.lines, self.stage)?.into_iter();
            self.stage += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::smaller;

    /// Goes down as the minimiser does: the first smaller text for which `fails`
    /// holds, again and again.
    fn shrunk(text: &str, fails: impl Fn(&str) -> bool) -> String {
        assert!(fails(text), "{text}");
        let mut best = text.to_owned();
        while let Some(next) = smaller(&best).find(|text| fails(text)) {
            assert!((next.len(), &next) < (best.len(), &best));
            best = next;
        }
        best
    }

    fn numbers(text: &str) -> Vec<i64> {
        text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect()
    }

    /// A list behind its length.
    fn list(text: &str) -> Option<Vec<i64>> {
        let numbers = numbers(text);
        let (count, list) = numbers.split_first()?;
        (*count == list.len() as i64 && text.ends_with('\n')).then(|| list.to_vec())
    }

    #[test]
    fn a_list_loses_elements_and_its_length_follows() {
        let inverted = |text: &str| {
            list(text).is_some_and(|list| list.windows(2).any(|pair| pair[0] > pair[1]))
        };
        assert_eq!(shrunk("7\n4 8 15 16 23 42 5\n", inverted), "2\n1 0\n");
        assert_eq!(shrunk("4 1 9 7 7\n", inverted), "2 1 0\n");
        let each_on_a_line = "5\n3\n1\n4\n1\n5\n";
        assert_eq!(shrunk(each_on_a_line, inverted), "2\n1\n0\n");
        let long: String = (0..500).map(|i| format!(" {}", i * 7 % 501)).collect();
        assert_eq!(shrunk(&format!("500{long}\n"), inverted), "2 1 0\n");
    }

    #[test]
    fn two_lists_of_one_length_lose_the_same_places() {
        let fails = |text: &str| {
            let lines: Vec<Vec<i64>> = text.lines().map(numbers).collect();
            let [n, a, b] = &lines[..] else { return false };
            n.len() == 1
                && n[0] == a.len() as i64
                && a.len() == b.len()
                && a.iter().zip(b).any(|(a, b)| *a == 3 && *b == 5)
        };
        assert_eq!(shrunk("4\n1 2 3 4\n6 7 5 8\n", fails), "1\n3\n5\n");
    }

    #[test]
    fn a_grid_loses_rows_and_columns() {
        let fails = |text: &str| {
            let (size, rows) = text.split_once('\n').unwrap_or_default();
            let rows: Vec<&str> = rows.lines().collect();
            let [n, m] = numbers(size)[..] else { return false };
            n == rows.len() as i64
                && rows.iter().all(|row| row.len() as i64 == m)
                && rows.concat().matches('S').count() == 1
                && rows.concat().contains('T')
        };
        assert_eq!(shrunk("3 4\n#..#\n.S.T\n##..\n", fails), "1 2\nST\n");
    }

    #[test]
    fn a_tree_loses_leaves_and_a_graph_nodes_with_their_edges() {
        let tree = |text: &str| {
            let numbers = numbers(text);
            let Some((&n, edges)) = numbers.split_first() else { return false };
            let mut root: Vec<usize> = (0..=n.max(0) as usize).collect();
            let find = |root: &[usize], mut at: usize| {
                while root[at] != at {
                    at = root[at];
                }
                at
            };
            if edges.len() as i64 != 2 * (n - 1) || edges.iter().any(|v| !(1..=n).contains(v)) {
                return false;
            }
            let mut degree = vec![0; n as usize + 1];
            for edge in edges.chunks(2) {
                let (a, b) = (edge[0] as usize, edge[1] as usize);
                let (x, y) = (find(&root, a), find(&root, b));
                if x == y {
                    return false;
                }
                root[x] = y;
                degree[a] += 1;
                degree[b] += 1;
            }
            degree.iter().any(|degree| *degree >= 3)
        };
        let small = shrunk("7\n1 2\n2 3\n3 4\n3 5\n5 6\n6 7\n", tree);
        assert_eq!(numbers(&small).len(), 7, "a star of four nodes: {small}");
        let graph = |text: &str| {
            let mut lines = text.lines().map(numbers);
            let sizes = lines.next().unwrap_or_default();
            let [n, m] = sizes[..] else { return false };
            let edges: Vec<_> = lines.collect();
            edges.len() as i64 == m
                && edges.iter().all(|e| e.len() == 2 && e.iter().all(|v| (1..=n).contains(v)))
                && edges.iter().any(|e| e[0] == n && e[1] + 1 == n)
        };
        assert_eq!(shrunk("5 4\n1 2\n2 3\n5 4\n1 5\n", graph), "2 1\n2 1\n");
    }

    #[test]
    fn a_permutation_stays_one() {
        let fails = |text: &str| {
            list(text).is_some_and(|list| {
                let mut sorted = list.clone();
                sorted.sort_unstable();
                sorted.iter().copied().eq(1..=list.len() as i64)
                    && list.windows(2).any(|pair| pair[0] > pair[1])
            })
        };
        assert_eq!(shrunk("6\n2 4 1 6 3 5\n", fails), "2\n2 1\n");
    }

    #[test]
    fn test_cases_go_with_all_their_lines() {
        let fails = |text: &str| {
            let mut lines = text.lines();
            let Some(Ok(count)) = lines.next().map(str::parse::<usize>) else { return false };
            let rest: Vec<&str> = lines.collect();
            let whole = rest.chunks(2).all(|case| {
                case.len() == 2 && case[0].parse() == Ok(case[1].split_whitespace().count())
            });
            rest.len() == 2 * count && whole && text.contains('7')
        };
        assert_eq!(shrunk("4\n2\n1 1\n3\n1 7 2\n1\n1\n2\n3 3\n", fails), "1\n1\n7\n");
    }

    #[test]
    fn strings_lose_letters_and_become_plain() {
        let fails = |text: &str| {
            let mut words = text.split_ascii_whitespace();
            let Some(Ok(n)) = words.next().map(str::parse::<usize>) else { return false };
            let Some(word) = words.next() else { return false };
            n == word.len() && word.as_bytes().windows(2).any(|pair| pair[0] == pair[1])
        };
        assert_eq!(shrunk("8\nabcxxyza\n", fails), "2\naa\n");
        assert_eq!(shrunk("6\n010010\n", fails), "2\n00\n");
    }

    #[test]
    fn whatever_the_text_the_end_is_reached_and_the_layout_kept() {
        for text in [
            "",
            "\n",
            " ",
            "a\n",
            "1",
            "-5 -0 +3 007\n",
            "猪 1\t2\r\n\r\n3 \n",
            "9\n".repeat(40).as_str(),
        ] {
            let all: Vec<String> = smaller(text).collect();
            assert!(all.iter().all(|one| (one.len(), one.as_str()) < (text.len(), text)));
        }
        assert!(smaller("1 2\t3\r\n4\r\n").any(|text| text == "1\t3\r\n4\r\n"));
        assert!(smaller("1 2\t3\r\n4\r\n").any(|text| text == "1 2\t3\r\n"));
    }
}
