use super::*;

#[test]
fn a_figure_is_one_flat_object_with_null_where_nothing_compares() {
    let figure = Figure {
        per_s: Some(10),
        ratio_stock: Some(Ratio(15_250)),
        ..Figure::new("write_spread", 64)
    }
    .with("lost", 0);
    let written = serde_json::to_string(&figure).expect("JSON");
    assert_eq!(
        written,
        "{\"case\":\"write_spread\",\"clients\":64,\"per_s\":10,\"p50_us\":null,\"p99_us\":null,\
         \"ratio_stock\":15.250,\"ratio_limit\":null,\"lost\":0}"
    );
}

#[test]
fn a_further_figure_is_read_back_in_thousandths() {
    let figure = Figure::new("a", 1).with("ratio", Ratio(1_234)).with("count", 7);
    assert_eq!(figure.extra_milli("ratio"), Some(1_234));
    assert_eq!(figure.extra_milli("count"), Some(7_000));
    assert_eq!(figure.extra_milli("none"), None);
    assert_eq!(
        (milli("0.5"), milli("12.34567"), milli("x")),
        (Some(500), Some(12_345), None)
    );
}
