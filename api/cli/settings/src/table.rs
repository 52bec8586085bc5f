//! Plain text tables for people: columns as wide as their widest cell, numbers to the right.

/// A table under construction.
pub struct Table {
    rows: Vec<Vec<String>>,
    columns: usize,
}

impl Table {
    /// A table with these headings.
    pub fn new(headings: &[&str]) -> Table {
        Table {
            rows: vec![headings.iter().map(|&heading| heading.to_owned()).collect()],
            columns: headings.len(),
        }
    }

    /// Adds a row; missing cells are empty, surplus ones are a defect of the caller.
    pub fn row(&mut self, mut cells: Vec<String>) {
        assert!(
            cells.len() <= self.columns,
            "a row has no more cells than the table has headings"
        );
        cells.resize(self.columns, String::new());
        self.rows.push(cells);
    }

    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max();
        (0..self.columns)
            .map(|column| width(column).unwrap_or_default())
            .collect()
    }

    // A column of numbers lines up at its last digit.
    fn is_numeric(&self, column: usize) -> bool {
        let number =
            |cell: &str| !cell.is_empty() && cell.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
        let mut cells = self.rows[1..]
            .iter()
            .map(|row| row[column].as_str())
            .filter(|cell| !cell.is_empty())
            .peekable();
        cells.peek().is_some() && cells.all(number)
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let widths = self.widths();
        let numeric: Vec<bool> = (0..self.columns).map(|column| self.is_numeric(column)).collect();
        for row in &self.rows {
            let cell = |column: usize| match (numeric[column], widths[column]) {
                (true, width) => format!("{:>width$}", row[column]),
                (false, width) => format!("{:<width$}", row[column]),
            };
            let line = (0..self.columns).map(cell).collect::<Vec<_>>().join("  ");
            writeln!(formatter, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
