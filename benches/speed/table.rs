//! Tables for a terminal.

/// Prints rows in columns: the first two to the left, the others to the right.
pub(crate) fn print(title: &str, head: &[&str], rows: &[Vec<String>]) {
    println!("\n{title}\n");
    let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
    let width = |column: usize| {
        let cells = std::iter::once(&head).chain(rows).filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    for row in std::iter::once(&head).chain(rows) {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let blank = " ".repeat(width(column) - cell.chars().count());
            let cell = if column < 2 { format!("{cell}{blank}") } else { format!("{blank}{cell}") };
            line += if column == 0 { "" } else { "  " };
            line += &cell;
        }
        println!("{}", line.trim_end());
    }
}
