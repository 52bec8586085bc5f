//! Tables as a reader of their files has them: each row by the names of its columns, without the empty cells.

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};

pub type Table = Vec<BTreeMap<String, String>>;

/// The rows of a file, by its ending.
pub fn of(name: &str, bytes: &[u8]) -> Table {
    match name.rsplit('.').next() {
        Some("csv") => csv(bytes),
        Some("xlsx") => xlsx(bytes),
        Some("parquet") => parquet(bytes),
        other => panic!("{other:?}"),
    }
}

/// A column's name without its unit.
fn plain(heading: &str) -> String {
    heading.split(" [").next().unwrap_or_default().to_owned()
}

fn csv(bytes: &[u8]) -> Table {
    let mut reader = csv::Reader::from_reader(bytes);
    let head: Vec<String> = reader.headers().expect("a heading").iter().map(plain).collect();
    let row = |record: csv::StringRecord| head.iter().cloned().zip(record.iter().map(str::to_owned)).collect();
    reader.records().map(|record| row(record.expect("a row"))).collect()
}

/// The first sheet. A cell that is a formula fails: none may be.
fn xlsx(bytes: &[u8]) -> Table {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut part = |name: &str| {
        let mut text = String::new();
        let mut file = archive.by_name(name).expect("a part");
        file.read_to_string(&mut text).expect("text");
        text
    };
    let book = part("xl/workbook.xml");
    assert!(book.contains("\"rows\"") && book.contains("\"dictionary\""), "{book}");
    assert!(part("xl/worksheets/sheet2.xml").contains("row r=\"2\""), "a dictionary");
    let text = part("xl/worksheets/sheet1.xml");
    assert!(text.contains("state=\"frozen\""), "the heading stays");
    let sheet = roxmltree::Document::parse(&text).expect("XML");
    let mut rows = sheet.descendants().filter(|node| node.has_tag_name("row"));
    let head: BTreeMap<String, String> = cells(rows.next().expect("a heading"));
    rows.map(|row| {
        let cells = cells(row);
        cells
            .into_iter()
            .map(|(column, text)| (plain(&head[&column]), text))
            .collect()
    })
    .collect()
}

/// Texts by the letters of their column.
fn cells(row: roxmltree::Node<'_, '_>) -> BTreeMap<String, String> {
    let cells = row.children().filter(|node| node.has_tag_name("c"));
    cells
        .map(|cell| {
            assert!(!cell.descendants().any(|node| node.has_tag_name("f")), "a formula");
            let place = cell.attribute("r").expect("a place");
            let text: String = cell
                .descendants()
                .filter_map(|node| node.is_text().then(|| node.text())?)
                .collect();
            (
                place.trim_end_matches(|sign: char| sign.is_ascii_digit()).to_owned(),
                text,
            )
        })
        .collect()
}

fn parquet(bytes: &[u8]) -> Table {
    let reader = SerializedFileReader::new(axum::body::Bytes::copy_from_slice(bytes)).expect("a file");
    let rows = reader.get_row_iter(None).expect("rows");
    rows.map(|row| {
        let row = row.expect("a row");
        let columns = row.get_column_iter();
        columns
            .filter_map(|(name, field)| match field {
                Field::Null => None,
                Field::Str(text) => Some((name.clone(), text.clone())),
                // The reader writes a point even after a whole number.
                Field::Decimal(_) => {
                    let text = field.to_string();
                    Some((name.clone(), text.strip_suffix('.').unwrap_or(&text).to_owned()))
                }
                field => Some((name.clone(), field.to_string())),
            })
            .collect()
    })
    .collect()
}
